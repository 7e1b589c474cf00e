"""Every command in every state: accepted or refused as written here."""

from typing import get_args

import pytest

from punto.coup import Code, Coup, Phase, next_step, refusal_of, replay, step
from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    Command,
    CorrectCard,
    DealCard,
    OpenBetting,
    PayWinning,
    PlaceWager,
    ProlongBetting,
    Reconstruct,
    SetCardAside,
    VoidRound,
    WithdrawWager,
)
from punto.refusal import Refusal
from punto.rules import find_rulebook

TIGER = find_rulebook("mbs-tiger")
OPEN: list[Command] = [
    OpenBetting(),
    PlaceWager("ann", "banker", 200),
    PlaceWager("bob", "tiger", 50),
]
CLOSED: list[Command] = [*OPEN, CloseBetting()]
# Player 2 and 3, Banker 4 and 2: the Player draws a ten, the Banker stands on six and wins.
INITIAL: list[Command] = [*CLOSED, *map(DealCard, ("2s", "4h", "3d", "2c"))]
TOTALS: list[Command] = [*INITIAL, AnnounceTotals()]
COMPLETE: list[Command] = [*TOTALS, DealCard("Th")]
RESULT: list[Command] = [*COMPLETE, AnnounceResult()]
COLLECTED: list[Command] = [*RESULT, CollectLosing()]
SETTLED: list[Command] = [*COLLECTED, PayWinning()]
VOID: list[Command] = [*CLOSED, VoidRound("foreign-card", "5.1.1", "sue", "a joker was found")]

STATES: dict[str, list[Command]] = {
    "ready": [],
    "betting": OPEN,
    "closed": CLOSED,
    "initial deal": INITIAL,
    "totals": TOTALS,
    "complete": COMPLETE,
    "result": RESULT,
    "collected": COLLECTED,
    "settled": SETTLED,
    "void": VOID,
}

COMMANDS: dict[str, Command] = {
    "open": OpenBetting(),
    "prolong": ProlongBetting(20_000),
    "place": PlaceWager("cat", "tie", 10),
    "increase": PlaceWager("ann", "banker", 100),
    "withdraw": WithdrawWager("ann", "banker"),
    "close": CloseBetting(),
    "deal": DealCard("5s"),
    "aside": SetCardAside("5s", "dan", "drawn with another"),
    "correct": CorrectCard(0, "2d", "dan", "read as spades"),
    "put": Reconstruct(("2s", "4h", "3d", "2c", "9h"), "dan", "the ten was a nine"),
    "part": Reconstruct(("2s", "4h"), "dan", "two were drawn too many"),
    "totals": AnnounceTotals(),
    "announce": AnnounceResult(),
    "collect": CollectLosing(),
    "pay": PayWinning(),
    "void": VoidRound("foreign-card", "5.1.1", "sue", "a joker was found"),
}

# "+" is accepted; anything else is the code of the refusal.
MATRIX = """
         | ready            | betting              | closed                 | initial deal           | totals                 | complete               | result                 | collected              | settled            | void
open     | +                | betting-already-open | betting-already-open   | betting-already-open   | betting-already-open   | betting-already-open   | betting-already-open   | betting-already-open   | round-settled      | round-void
prolong  | betting-not-open | +                    | betting-already-closed | betting-already-closed | betting-already-closed | betting-already-closed | betting-already-closed | betting-already-closed | round-settled      | round-void
place    | betting-not-open | +                    | placed-too-late        | placed-too-late        | placed-too-late        | placed-too-late        | placed-too-late        | placed-too-late        | placed-too-late    | round-void
increase | betting-not-open | +                    | increased-too-late     | increased-too-late     | increased-too-late     | increased-too-late     | increased-too-late     | increased-too-late     | increased-too-late | round-void
withdraw | betting-not-open | +                    | withdrawn-too-late     | withdrawn-too-late     | withdrawn-too-late     | withdrawn-too-late     | withdrawn-too-late     | withdrawn-too-late     | withdrawn-too-late | round-void
close    | betting-not-open | +                    | betting-already-closed | betting-already-closed | betting-already-closed | betting-already-closed | betting-already-closed | betting-already-closed | round-settled      | round-void
deal     | betting-not-open | betting-still-open   | +                      | totals-to-announce     | +                      | no-card-called-for     | result-announced       | result-announced       | round-settled      | round-void
aside    | betting-not-open | betting-still-open   | +                      | +                      | +                      | +                      | result-announced       | result-announced       | round-settled      | round-void
correct  | betting-not-open | betting-still-open   | no-such-card           | +                      | +                      | +                      | result-announced       | result-announced       | round-settled      | round-void
put      | betting-not-open | betting-still-open   | +                      | +                      | +                      | +                      | +                      | +                      | +                  | round-void
part     | betting-not-open | betting-still-open   | +                      | +                      | +                      | +                      | +                      | +                      | card-called-for    | round-void
totals   | betting-not-open | betting-still-open   | card-called-for        | +                      | totals-not-due         | totals-not-due         | result-announced       | result-announced       | round-settled      | round-void
announce | betting-not-open | betting-still-open   | card-called-for        | totals-to-announce     | card-called-for        | +                      | result-announced       | result-announced       | round-settled      | round-void
collect  | betting-not-open | betting-still-open   | result-to-announce     | result-to-announce     | result-to-announce     | result-to-announce     | +                      | losing-collected       | round-settled      | round-void
pay      | betting-not-open | betting-still-open   | result-to-announce     | result-to-announce     | result-to-announce     | result-to-announce     | losing-to-collect      | +                      | round-settled      | round-void
void     | betting-not-open | +                    | +                      | +                      | +                      | +                      | +                      | +                      | +                  | round-void
"""  # noqa: E501 – a table is read across


def cells(matrix: str) -> list[tuple[str, str, str]]:
    """Read a matrix: state, command, and what is expected."""
    lines = matrix.strip("\n").splitlines()
    head, *rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    return [
        (state, row[0], cell) for row in rows for state, cell in zip(head[1:], row[1:], strict=True)
    ]


def after(commands: list[Command]) -> Coup:
    coup = Coup(number=1, rulebook=TIGER)
    for command in commands:
        events = step(coup, command)
        assert not isinstance(events, Refusal), events
        coup = replay(coup, events)
    return coup


@pytest.mark.parametrize(("state", "command", "expected"), cells(MATRIX))
def test_cell(state: str, command: str, expected: str) -> None:
    coup = after(STATES[state])
    outcome = step(coup, COMMANDS[command])
    if expected == "+":
        assert not isinstance(outcome, Refusal), outcome
        assert refusal_of(coup, COMMANDS[command]) is None
    else:
        assert isinstance(outcome, Refusal)
        assert outcome == refusal_of(coup, COMMANDS[command])
        assert outcome.code is Code(expected)
        assert outcome.words


def test_the_matrix_has_every_state_and_every_command() -> None:
    assert {state for state, _, _ in cells(MATRIX)} == set(STATES)
    assert {command for _, command, _ in cells(MATRIX)} == set(COMMANDS)
    assert {type(command) for command in COMMANDS.values()} == set(get_args(Command))
    assert {after(commands).phase for commands in STATES.values()} == set(Phase)
    assert len(cells(MATRIX)) == len(STATES) * len(COMMANDS)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("ready", "“Place your bets, please”"),
        ("betting", "“No more bets”"),
        ("closed", "card for the Player"),
        ("initial deal", "announce the totals"),
        ("totals", "card for the Player"),
        ("complete", "announce the result"),
        ("result", "collect the losing wagers"),
        ("collected", "pay the winning wagers"),
        ("settled", "next round"),
        ("void", "next round"),
    ],
)
def test_what_comes_next_is_always_said(state: str, words: str) -> None:
    assert next_step(after(STATES[state])) == words
