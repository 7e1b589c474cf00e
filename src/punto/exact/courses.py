"""What the tableau says: where totals and third cards lead, and the list of what is to be counted.

Draws of four cards number the same whichever hand has which total, and whichever third card is
whose. So all courses of a round that differ in nothing else are one entry of the list, which is
counted once and added to each of their endings.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.lanes import LANES
from punto.rules.ending import ENDINGS, Ending
from punto.rules.tableau import banker_draws, player_draws

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class Routes(NamedTuple):
    """The number of the ending that totals and third cards lead to; −1 where they do not occur."""

    none: Integers
    """By Player's and Banker's first total."""
    one: Integers
    """By both totals and the third card, whoever takes it."""
    two: Integers
    """By both totals, Player's third card and Banker's."""


@cache
def routes() -> Routes:
    """Ask the tableau about every case. It is an argument of compiled code, never a part of it."""
    routes = Routes(*(np.full((10,) * axes, -1, dtype=np.int64) for axes in (2, 3, 4)))
    for player, banker in np.ndindex(10, 10):
        if player_draws(player, banker):
            _route_after_player(routes, player, banker)
        elif banker_draws(player, banker, None):
            for card in range(10):
                ending = Ending(player, (banker + card) % 10, 2, 3)
                routes.one[player, banker, card] = ending.number
        else:
            routes.none[player, banker] = Ending(player, banker, 2, 2).number
    return routes


def _route_after_player(routes: Routes, player: int, banker: int) -> None:
    for third in range(10):
        total = (player + third) % 10
        if not banker_draws(player, banker, third):
            routes.one[player, banker, third] = Ending(total, banker, 3, 2).number
            continue
        for card in range(10):
            ending = Ending(total, (banker + card) % 10, 3, 3)
            routes.two[player, banker, third, card] = ending.number


# --- where everything lies ----------------------------------------------------------------------
#
# All numbers of a calculation are rows of one room, a number for each lane. A natural takes no
# third card, so of totals that do there are eight.

TOTALS_OF_TWO: Final = 10 * 11 // 2
"""Two totals, or two values, without their order."""
TOTALS_THAT_DRAW: Final = 8 * 9 // 2

CARDS: Final = 0
AFTER_FOUR: Final = CARDS + 10
AFTER_FIVE: Final = AFTER_FOUR + 1
PAIRS: Final = AFTER_FIVE + 1
PARTNERS: Final = PAIRS + 10
HALVES: Final = PARTNERS + 100
LEFT: Final = HALVES + TOTALS_OF_TWO
WAYS: Final = LEFT + 10 * TOTALS_THAT_DRAW
COUNTS: Final = WAYS + TOTALS_OF_TWO
ROWS: Final = COUNTS + ENDINGS


def of_two(one: int, other: int) -> int:
    """Number two totals, or two values, whichever comes first."""
    less, more = min(one, other), max(one, other)
    return more * (more + 1) // 2 + less


# --- what is to be counted ----------------------------------------------------------------------


class Draws(NamedTuple):
    """Entries of the list: the rows that each needs, what is taken off them, where the sum goes."""

    rows: Integers
    off: Floats
    counts: Integers
    """Four columns, of which those that are not needed are −1."""
    begins: Integers
    """Where entries of one, two, three and four endings begin, and the end."""


class Courses(NamedTuple):
    """All that can happen."""

    endings: Integers
    """The numbers of those that occur."""
    stood: Integers
    """Half of M, and the ending."""
    one: Integers
    """The third card, half of M, what it leaves of the other half, and the ending."""
    apart: Draws
    """Two third cards whose sum is neither total: no hand holds both."""
    together: Draws
    """Two third cards that may have been one hand, with the total of the other hand."""


@cache
def courses() -> Courses:
    """List what is to be counted, as places of rows in the room."""
    apart, together = [], []
    for a, b in _unordered(7):
        for x, y in _unordered(10):
            counts = _endings_of_two(a, b, x, y)
            if counts and (x + y) % 10 in (a, b):
                together.append((*_together(a, b, x, y), counts))
            elif counts:
                apart.append((*_apart(a, b, x, y), counts))
    ends = np.unique(np.concatenate([route[route >= 0] for route in routes()]))
    return Courses(ends, _places(_stood()), _places(_one()), _draws(apart), _draws(together))


def _unordered(numbers: int) -> Iterator[tuple[int, int]]:
    return ((less, more) for more in range(numbers) for less in range(more + 1))


def _stood() -> list[tuple[int, ...]]:
    return [
        (HALVES + of_two(a, b), COUNTS + int(routes().none[a, b]))
        for a, b in np.argwhere(routes().none >= 0).tolist()
    ]


def _one() -> list[tuple[int, ...]]:
    return [
        (CARDS + x, HALVES + of_two(a, b), _left(x, a, b), COUNTS + int(routes().one[a, b, x]))
        for a, b, x in np.argwhere(routes().one >= 0).tolist()
    ]


def _endings_of_two(a: int, b: int, x: int, y: int) -> list[int]:
    """List the endings of both hands, and both third cards, either way round."""
    totals, thirds = {(a, b), (b, a)}, {(x, y), (y, x)}
    ends = [int(routes().two[*hands, *cards]) for hands in totals for cards in thirds]
    return sorted(COUNTS + end for end in ends if end >= 0)


_Entry = tuple[tuple[int, ...], tuple[float, ...], list[int]]


def _apart(a: int, b: int, x: int, y: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    rows = (_left(x, a, b), _left(y, a, b), WAYS + of_two(x, y))
    partners = (_partners(a, x), _partners(b, y), _partners(a, y), _partners(b, x))
    straight, crossed = (a - x) % 10 == (b - y) % 10, (a - y) % 10 == (b - x) % 10
    return (*rows, *partners), (float(straight), float(crossed))


def _together(a: int, b: int, x: int, y: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The same, where a is the total of x and y: they are each other's partners then."""
    a, b = (a, b) if (x + y) % 10 == a else (b, a)
    rows, (straight, crossed) = _apart(a, b, x, y)
    alike = float(a == b)
    return (*rows, PAIRS + b), (straight + alike, crossed + alike, 2 * alike, 2 + 2 * alike)


def _left(x: int, a: int, b: int) -> int:
    return LEFT + x * TOTALS_THAT_DRAW + of_two(a, b)


def _partners(total: int, value: int) -> int:
    return PARTNERS + 10 * total + value


def _draws(entries: list[_Entry]) -> Draws:
    entries = sorted(entries, key=lambda entry: len(entry[2]))
    rows, off, counts = zip(*entries, strict=True)
    begins = np.searchsorted([len(ends) for ends in counts], np.arange(1, 6))
    columns = [[*ends, *[-1] * (4 - len(ends))] for ends in counts]
    return Draws(_places(list(rows)), np.array(off), _places(columns), begins)


def _places(rows: object) -> Integers:
    """Say where rows begin in the room."""
    return np.array(rows, dtype=np.int64) * LANES
