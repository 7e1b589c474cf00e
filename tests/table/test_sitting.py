"""What a player of the online game has seen in this sitting."""

from punto.coup.command import PlaceWager
from punto.roads import letters
from punto.rules import find_rulebook
from punto.table.sitting import Sitting
from tests.table.tables import NATURAL, THIRD_CARD, done, scanned_round, table_of, with_scanned_shoe

ZERO = find_rulebook("zero-commission")


def test_hands_that_are_void_leave_the_results_and_no_other() -> None:
    table = with_scanned_shoe(table_of())
    for cards in (NATURAL, THIRD_CARD, NATURAL):
        table = done(table, *scanned_round(cards, PlaceWager("ann", "player", 10)))
    results = table.board.results
    seen = Sitting(table=table_of(ZERO), player="ann", results=results, rounds=(4, 7, 8))
    assert letters(seen.strip) == "PBP"
    left = seen.without({7, 9})
    assert (letters(left.strip), left.rounds) == ("PP", (4, 8))
    assert seen.without(()) == seen
