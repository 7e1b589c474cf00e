"""What a player may see when he is asked for his stakes."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

PLAYER: Final = 0
BANKER: Final = 1
TIE: Final = 2
"""Results, as they stand in `View.results`."""

RANKS: Final = 13
"""Every deck has so many ranks; `card % RANKS` is the rank of a card, ace first."""

STATE: Final = 32
"""So many whole numbers a strategy may keep for itself; all are 0 when a session begins."""

Numbers = npt.NDArray[np.int64]


class View(NamedTuple):
    """The table as it is before a round, in plain numbers and arrays."""

    round: int
    """So many rounds of this session have been played."""
    bankroll: int
    net: int
    """What the round before has brought or cost; 0 before the first."""
    staked: int
    """What was staked on it in all."""
    minimum: int
    maximum: int
    """Limits of the table, for each wager."""
    results: Numbers
    """Results of this shoe: `PLAYER`, `BANKER` or `TIE`, the last one at the end."""
    cards: npt.NDArray[np.uint32]
    """Cards dealt from this shoe, in order, by their place in the deck: suit by suit, ace first."""
    seen: Numbers
    """How many of them there were of each rank, ace first."""
    unseen: int
    """Cards of the shoe that were not seen: those to come, and those that were burned."""


def a_view() -> View:
    """Make a view like those that a strategy gets: its types are what it is compiled for."""
    numbers, cards = np.zeros(RANKS, dtype=np.int64), np.zeros(1, dtype=np.uint32)
    return View(0, 0, 0, 0, 0, 0, numbers, cards, numbers, 0)
