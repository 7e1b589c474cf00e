"""A malfunction voids plays, not only the last: earlier ones too, each once and as ruled."""

from msgspec.structs import replace

from punto.coup import Phase
from punto.coup.command import OpenBetting, PlaceWager
from punto.roads import letters
from punto.rules import find_rulebook
from punto.rules.rulebook import Shuffle
from punto.table import Code, Found, Table
from punto.table.command import StakedBet, VoidEarlierRound
from tests.table.tables import (
    NATURAL,
    THIRD_CARD,
    done,
    refused,
    report,
    scanned_round,
    table_of,
    with_scanned_shoe,
)

ZERO = find_rulebook("zero-commission")
SHARED = replace(ZERO, shoe=replace(ZERO.shoe, shuffle=Shuffle.SHOE))
"""As the online game, but with a shoe for many rounds, so that roads grow."""


def void(number: int, who: str = "sue") -> VoidEarlierRound:
    return VoidEarlierRound(
        round=number,
        rulebook=ZERO.key,
        settled_again=0,
        bets=(StakedBet("ann", "player", 10, ("t1",), 10),),
        reason="malfunction",
        clause="GENERAL RULES",
        who=who,
        why="the display froze",
    )


def played() -> Table:
    """Play P, B, P."""
    wager = PlaceWager("ann", "player", 10)
    table = with_scanned_shoe(table_of(SHARED))
    for cards in (NATURAL, THIRD_CARD, NATURAL):
        table = done(table, *scanned_round(cards, wager))
    return table


def test_the_first_affected_and_all_later_rounds_are_void_and_off_the_roads() -> None:
    table = played()
    assert letters(table.board.results) == "PBP"
    table = done(table, report(Found.MALFUNCTION, round=2))
    assert table.coup is not None
    assert (table.coup.phase, letters(table.board.results)) == (Phase.VOID, "PB")
    table = done(table, void(2))
    assert (letters(table.board.results), table.voided_late) == ("P", (2,))


def test_each_round_is_void_once_by_a_ruling_that_reaches_it() -> None:
    table = done(played(), report(Found.MALFUNCTION, round=2), void(2))
    assert refused(table, void(2)).code is Code.NO_ROUND
    assert refused(table, void(1)).code is Code.RULING_WANTED
    assert refused(table, void(3)).code is Code.RULING_WANTED
    assert refused(done(played(), report(Found.MALFUNCTION, round=2)), void(2, "")).code is (
        Code.WHO_AND_WHY_WANTED
    )


def test_once_the_next_round_has_commenced_the_ruling_reaches_back_no_more() -> None:
    table = done(played(), report(Found.MALFUNCTION, round=2), OpenBetting())
    assert refused(table, void(2)).code is Code.RULING_WANTED
    # Another report may still name it, and voids the present round too.
    again = done(table, report(Found.MALFUNCTION, round=1), void(2), void(1))
    assert again.voided_late == (2, 1)
    assert not again.in_play
