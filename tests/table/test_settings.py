"""What a table must not be opened with."""

from typing import Any

import pytest

from punto.rules import find_rulebook
from punto.table import Limit, Settings, defects_of

FINE: dict[str, Any] = {
    "rulebook": find_rulebook("mbs-tiger"),
    "decks": 8,
    "limit": Limit(minimum=100, maximum=10_000, step=50),
    "positions": 8,
}


def test_settings_that_are_fine() -> None:
    assert defects_of(Settings(**FINE)) == ()
    terminals = FINE | {"rulebook": find_rulebook("rws-non-commission"), "positions": 0}
    assert defects_of(Settings(**terminals)) == ()


@pytest.mark.parametrize(
    ("changes", "defect"),
    [
        ({"decks": 3}, "3 decks: 4 to 10 are allowed"),
        ({"burn": 400}, "burning 400 and cutting 14 leaves no round of 416 cards"),
        ({"cut": -1}, "burning 0 and cutting -1 leaves no round of 416 cards"),
        (
            {"positions": 17},
            "positions: 17 playing positions: 1 to 8 or 5 to 9 or 8 to 16 are allowed",
        ),
        (
            {"positions": -1},
            "positions: -1 playing positions: 1 to 8 or 5 to 9 or 8 to 16 are allowed",
        ),
        ({"limits": {"ante": Limit(minimum=2, maximum=4)}}, "there is no wager 'ante' to limit"),
        ({"limits": {"tie": Limit(minimum=5, maximum=4)}}, "tie takes 5 to 4 in steps of 1"),
        ({"limits": {"tie": Limit(minimum=0, maximum=4)}}, "tie takes 0 to 4 in steps of 1"),
        (
            {"limits": {"banker": Limit(minimum=25, maximum=100, step=25)}},
            "the least stake on banker, 25, cannot be placed",
        ),
    ],
)
def test_defects(changes: dict[str, Any], defect: str) -> None:
    assert defects_of(Settings(**FINE | changes)) == (defect,)


def test_where_no_positions_are_stated_sixteen_are_the_most() -> None:
    settings = FINE | {"rulebook": find_rulebook("mbs-elements")}
    assert defects_of(Settings(**settings | {"positions": 16})) == ()
    assert len(defects_of(Settings(**settings | {"positions": 17}))) == 1
