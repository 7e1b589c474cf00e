"""The three derived roads: how regular the big road is, looking one, two or three columns back."""

from collections.abc import Sequence
from enum import Enum


class Colour(Enum):
    """Regular or irregular; never Banker or Player."""

    RED = "R"
    BLUE = "B"

    @property
    def other(self) -> "Colour":
        """The opposite."""
        return Colour.BLUE if self is Colour.RED else Colour.RED


class DerivedRoad(Enum):
    """The road, and how many columns back it looks."""

    BIG_EYE = 1
    SMALL = 2
    COCKROACH = 3

    __hash__ = object.__hash__  # quicker, as for `Kind` of the ledger


def colour_of_last(heights: Sequence[int], road: DerivedRoad) -> Colour | None:
    """Say what the last entry of the big road prints; None while the road has not begun.

    Only the lengths of the runs count, not where a tail bends. A run that goes on is red unless it
    has just outgrown the column it is compared with by one; a run that begins is red if the two
    columns before it that are compared are of equal length.
    """
    back, last = road.value, len(heights) - 1
    row = heights[-1] - 1
    if row >= 1:
        if last < back:
            return None
        return Colour.BLUE if heights[last - back] == row else Colour.RED
    if last < back + 1:
        return None
    return Colour.RED if heights[last - 1] == heights[last - 1 - back] else Colour.BLUE
