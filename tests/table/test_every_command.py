"""Every command of a table in every state: accepted or refused as written here."""

import pytest

from punto.coup.command import (
    CloseBetting,
    DealCard,
    OpenBetting,
    PlaceWager,
    Reconstruct,
    VoidRound,
)
from punto.refusal import Refusal
from punto.rules import Winner
from punto.table import Found, Table, TableCommand, step
from punto.table.command import (
    Decide,
    DrawCard,
    DropResult,
    LeaveSeat,
    OpenShoe,
    RecordResult,
    TakeSeat,
    VoidEarlierRound,
)
from tests.coup.test_matrix import cells
from tests.table.tables import NATURAL, done, report, scanned_round, table_of, with_scanned_shoe

EVERYTHING: dict[str, TableCommand] = {
    "shoe": OpenShoe(None, "dan"),
    "sit": TakeSeat("cat", 3),
    "leave": LeaveSeat("ann"),
    "draw": DrawCard(),
    "scan": DealCard("5s"),
    "open": OpenBetting(),
    "bet": PlaceWager("ann", "tie", 5),
    "close": CloseBetting(),
    "void": VoidRound("x", None, "sue", "y"),
    "report": report(Found.FOREIGN_CARD),
    "earlier": report(Found.FOREIGN_CARD, round=1),
    "unknown": report(Found.FOREIGN_CARD, round=3),
    "mend": report(
        Found.INCORRECT_NUMBER_OF_CARDS, round=1, reconstructed=True, cards=tuple(NATURAL)
    ),
    "put": Reconstruct(tuple(NATURAL), "sue", "y"),
    "back": VoidEarlierRound(
        round=1,
        rulebook="mbs-tiger@3",
        settled_again=0,
        bets=(),
        reason="malfunction",
        clause=None,
        who="sue",
        why="y",
    ),
    "decide": Decide(void=True, who="sue", why="y"),
    "record": RecordResult(winner=Winner.TIE, who="dan"),
    "drop": DropResult("dan", "y"),
}


def states() -> dict[str, Table]:
    empty = done(table_of(positions=8), TakeSeat("ann", 1))
    shoe = with_scanned_shoe(empty)
    betting = done(shoe, OpenBetting())
    dealing = done(betting, CloseBetting())
    settled = done(shoe, *scanned_round(NATURAL))
    return {
        "empty": empty,
        "shoe": shoe,
        "betting": betting,
        "dealing": dealing,
        "settled": settled,
        "second": done(settled, OpenBetting()),
        "void": done(dealing, report(Found.FOREIGN_CARD)),
        "undecided": done(dealing, report(Found.MALFUNCTION)),
    }


MATRIX = """
        | empty             | shoe              | betting              | dealing                | settled           | second               | void              | undecided
shoe    | +                 | shoe-in-play      | round-in-play        | round-in-play          | shoe-in-play      | round-in-play        | shoe-in-play      | supervisor-wanted
sit     | +                 | +                 | +                    | +                      | +                 | +                    | +                 | supervisor-wanted
leave   | +                 | +                 | +                    | +                      | +                 | +                    | +                 | supervisor-wanted
draw    | no-round          | no-round          | cards-are-scanned    | cards-are-scanned      | cards-are-scanned | cards-are-scanned    | cards-are-scanned | supervisor-wanted
scan    | no-round          | no-round          | betting-still-open   | +                      | round-settled     | betting-still-open   | round-void        | supervisor-wanted
open    | no-shoe           | +                 | round-in-play        | round-in-play          | +                 | round-in-play        | +                 | supervisor-wanted
bet     | no-round          | no-round          | +                    | placed-too-late        | placed-too-late   | +                    | round-void        | supervisor-wanted
close   | no-round          | no-round          | +                    | betting-already-closed | round-settled     | +                    | round-void        | supervisor-wanted
void    | ruling-wanted     | ruling-wanted     | ruling-wanted        | ruling-wanted          | ruling-wanted     | ruling-wanted        | ruling-wanted     | supervisor-wanted
report  | no-round          | +                 | +                    | +                      | +                 | +                    | +                 | supervisor-wanted
earlier | no-round          | no-round          | +                    | +                      | +                 | +                    | +                 | supervisor-wanted
unknown | no-round          | no-round          | no-round             | no-round               | no-round          | no-round             | no-round          | supervisor-wanted
mend    | no-round          | no-round          | no-round             | +                      | +                 | nothing-to-reconstruct | no-round        | supervisor-wanted
put     | ruling-wanted     | ruling-wanted     | ruling-wanted        | ruling-wanted          | ruling-wanted     | ruling-wanted        | ruling-wanted     | supervisor-wanted
back    | ruling-wanted     | ruling-wanted     | ruling-wanted        | ruling-wanted          | ruling-wanted     | ruling-wanted        | ruling-wanted     | supervisor-wanted
decide  | nothing-to-decide | nothing-to-decide | nothing-to-decide    | nothing-to-decide      | nothing-to-decide | nothing-to-decide    | nothing-to-decide | +
record  | not-results-only  | not-results-only  | not-results-only     | not-results-only       | not-results-only  | not-results-only     | not-results-only  | supervisor-wanted
drop    | not-results-only  | not-results-only  | not-results-only     | not-results-only       | not-results-only  | not-results-only     | not-results-only  | supervisor-wanted
"""  # noqa: E501 – a table is read across


@pytest.mark.parametrize(("state", "command", "expected"), cells(MATRIX))
def test_cell(state: str, command: str, expected: str) -> None:
    outcome = step(states()[state], EVERYTHING[command])
    found = outcome.code if isinstance(outcome, Refusal) else "+"
    assert found == expected


def test_the_matrix_has_every_state_and_every_command_of_the_table() -> None:
    assert {state for state, _, _ in cells(MATRIX)} == set(states())
    assert {command for _, command, _ in cells(MATRIX)} == set(EVERYTHING)
