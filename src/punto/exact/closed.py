"""The fast way: how many sequences end how, in closed form from the counts of the ten values.

All draws are ordered, n(v) counts the cards of value v, totals are modulo ten, and […] is 1 where
the statement holds and 0 elsewhere. Nothing below loops over hands.

Two cards of total t:
    A(t) = Σ_v n(v) (n(t−v) − [t−v = v])
The same when a card of value x and one of value y are gone: those with x, those with y, and those
with both, which were taken away twice:
    A_xy(t) = A(t) − 2 (n(t−x) − [t−x = x]) − 2 (n(t−y) − [t−y = y]) + 2 [x+y = t]
Four cards, two for a hand of total a, two for one of total b, the first being a certain card of
value x. Its partner has the value p = a−x:
    H_x(a, b) = (n(p) − [p = x]) A_xp(b)
Four cards with these totals; those that have a certain card of value x among them, in either hand
and at either place; and those that have two certain cards of values x and y, both in one hand or
one in each, where r counts the cards without those two:
    M(a, b)    = Σ_x n(x) H_x(a, b)
    T_x(a, b)  = 2 H_x(a, b) + 2 H_x(b, a)
    S_xy(a, b) = 2 [x+y = a] A_xy(b) + 2 [x+y = b] A_xy(a)
               + 4 r(a−x) (r(b−y) − [a−x = b−y]) + 4 r(a−y) (r(b−x) − [a−y = b−x])
So the draws of four that leave one third card aside, or two, are

    M − T_x   and   M − T_x − T_y + S_xy,

to be multiplied by the ways to choose the third cards, n(x) or n(x) (n(y) − [x = y]), and the
orders of the cards up to the sixth that the round does not look at. The tableau says which third
cards go with which totals.

How exact it is. Floats hold every whole number up to 2**53, and add and multiply such numbers
without error as long as the results are such numbers. Of 650 cards, the most that a shoe of ten
decks has, four are drawn in fewer than 2**38 orders, and no sum above, nor any part of it, comes
near 2**53. (Where there are no such cards x or y, what follows from them counts nothing and may be
negative; it is then multiplied by 0 ways to take them.) What is added to an ending is a number of
sequences of that ending, so it is enough to bound the ending. In each hand one card, its last, is
bound to one value by the others and the total, and at most 200 cards have the same value. That
leaves, of 650 cards, at most
    200 · 200 · 650 · 649 · 648 · 647 < 0.79 · 2**53
sequences. So there is no error: the count of every ending is **exact** for every shoe of up to ten
decks. All sequences together pass 2**53 from 459 cards on; endings are therefore added up in 64-bit
integers, of which 650 cards need 57 bits.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.compiler import called_from_python, compiled
from punto.rules.ending import ENDINGS, Ending
from punto.rules.tableau import banker_draws, player_draws

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

MOST_CARDS: Final = 650
MOST_OF_A_VALUE: Final = 200
"""What ten decks of 65 cards have: as far as the proof goes."""

LANES: Final = 128
"""Shoes that are counted side by side: enough to hide the cost of loops, few enough for a cache."""


def endings(points: npt.NDArray[np.integer]) -> Floats:
    """Count the sequences of each of the 400 endings; a row of `points` counts the ten values."""
    rows = gathered(points, np.arange(ENDINGS))
    return np.ascontiguousarray(rows.T, dtype=np.float64)


def gathered(points: npt.NDArray[np.integer], places: Integers) -> Integers:
    """Add endings up: `places` says for each to which row it goes. One column for each shoe."""
    assert points.ndim == 2, "one row for each shoe"
    assert points.shape[1] == 10, "one column for each value"
    assert places.shape == (ENDINGS,), "one place for each ending"
    assert points.min(initial=0) >= 0, "no shoe lacks more cards than it has"
    assert points.max(initial=0) <= MOST_OF_A_VALUE, "counts would not be exact"
    assert points.sum(axis=1).max(initial=0) <= MOST_CARDS, "counts would not be exact"
    sums = np.zeros((places.max() + 1, len(points)), dtype=np.int64)
    _gather(np.ascontiguousarray(points.T, dtype=np.float64), places, sums, routes())
    return sums


# --- what the tableau says ----------------------------------------------------------------------


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


# --- compiled -----------------------------------------------------------------------------------
#
# Arrays are named as in the derivation, and their last axis is the lane. It is the innermost loop
# everywhere, so that one instruction serves many shoes. Functions take the arrays that they use,
# one by one: handing over a tuple of all of them costs more than the counting.


@called_from_python
def _gather(points: Floats, places: Integers, sums: Integers, routes: Routes) -> None:
    shoes = points.shape[1]
    n = np.empty((10, LANES))
    for start in range(0, shoes, LANES):
        _load(points, start, n)
        counts = np.zeros((ENDINGS, LANES))
        _count_endings(n, routes, counts)
        for ending in range(ENDINGS):
            for lane in range(min(LANES, shoes - start)):
                sums[places[ending], start + lane] += np.int64(counts[ending, lane])


@compiled
def _load(points: Floats, start: int, n: Floats) -> None:
    """Take the next shoes; a lane without one is an empty shoe."""
    last = points.shape[1] - start
    for value in range(10):
        for lane in range(LANES):
            n[value, lane] = points[value, start + lane] if lane < last else 0.0


@compiled
def _count_endings(n: Floats, routes: Routes, counts: Floats) -> None:
    pairs = np.zeros((10, LANES))
    fours = np.zeros((10, 10, LANES))
    holding = np.empty((10, 10, 10, LANES))
    _count_pairs(n, pairs)
    _count_fours(n, pairs, fours, holding)
    _double(holding)
    _end_without_third_cards(n, fours, routes.none, counts)
    _end_with_one_third_card(n, fours, holding, routes.one, counts)
    _end_with_two_third_cards(n, pairs, fours, holding, routes.two, counts)


@compiled
def _count_pairs(n: Floats, pairs: Floats) -> None:
    """A, by total."""
    for total in range(10):
        for first in range(10):
            second = (total - first) % 10
            same = 1.0 if first == second else 0.0
            for lane in range(LANES):
                pairs[total, lane] += n[first, lane] * (n[second, lane] - same)


@compiled
def _pairs_without(n: Floats, pairs: Floats, total: int, x: int, y: int, lane: int) -> float:
    """A_xy(total) of one lane."""
    with_x = n[(total - x) % 10, lane] - (1.0 if (total - x) % 10 == x else 0.0)
    with_y = n[(total - y) % 10, lane] - (1.0 if (total - y) % 10 == y else 0.0)
    both = 1.0 if (x + y) % 10 == total else 0.0
    without: float = pairs[total, lane] - 2.0 * (with_x + with_y - both)
    return without


@compiled
def _count_fours(n: Floats, pairs: Floats, fours: Floats, opened: Floats) -> None:
    """M, by both totals, and H, by x and both totals."""
    for x in range(10):
        for a in range(10):
            p = (a - x) % 10
            same = 1.0 if p == x else 0.0
            for b in range(10):
                for lane in range(LANES):
                    ways = (n[p, lane] - same) * _pairs_without(n, pairs, b, x, p, lane)
                    opened[x, a, b, lane] = ways
                    fours[a, b, lane] += n[x, lane] * ways


@compiled
def _double(opened: Floats) -> None:
    """Make T of H, in its place. A natural takes no third card, so other totals are enough."""
    for x in range(10):
        for a in range(8):
            for b in range(a + 1):
                for lane in range(LANES):
                    holding = 2.0 * (opened[x, a, b, lane] + opened[x, b, a, lane])
                    opened[x, a, b, lane] = holding
                    opened[x, b, a, lane] = holding


@compiled
def _unseen(n: Floats, seen: int, ways: Floats) -> None:
    """Count the orders of the cards after the fourth or fifth, up to the sixth.

    Draws from fewer than six cards end with the shoe: then there is one order of what is left.
    """
    for lane in range(LANES):
        cards = 0.0
        for value in range(10):
            cards += n[value, lane]
        ways[lane] = max(cards - 5.0, 1.0) * (max(cards - 4.0, 1.0) if seen == 4 else 1.0)


@compiled
def _end_without_third_cards(n: Floats, fours: Floats, routes: Integers, counts: Floats) -> None:
    unseen = np.empty(LANES)
    _unseen(n, 4, unseen)
    for a in range(10):
        for b in range(10):
            ending = routes[a, b]
            if ending >= 0:
                for lane in range(LANES):
                    counts[ending, lane] += fours[a, b, lane] * unseen[lane]


@compiled
def _end_with_one_third_card(
    n: Floats, fours: Floats, holding: Floats, routes: Integers, counts: Floats
) -> None:
    unseen = np.empty(LANES)
    _unseen(n, 5, unseen)
    for x in range(10):
        for a in range(8):
            for b in range(8):
                ending = routes[a, b, x]
                if ending >= 0:
                    for lane in range(LANES):
                        aside = fours[a, b, lane] - holding[x, a, b, lane]
                        counts[ending, lane] += aside * (n[x, lane] * unseen[lane])


@compiled
def _end_with_two_third_cards(
    n: Floats, pairs: Floats, fours: Floats, holding: Floats, routes: Integers, counts: Floats
) -> None:
    """Both hands draw: the Player has 0 to 5 and the Banker 0 to 6."""
    r = np.empty((10, LANES))
    ways = np.empty(LANES)
    sequences = np.empty(LANES)
    for x in range(10):
        for y in range(x, 10):
            _take_two(n, x, y, r, ways)
            for a in range(6):
                for b in range(7):
                    if routes[a, b, x, y] < 0 and routes[a, b, y, x] < 0:
                        continue
                    _hold_two(n, pairs, r, a, b, x, y, sequences)
                    for lane in range(LANES):
                        either = holding[x, a, b, lane] + holding[y, a, b, lane]
                        aside = fours[a, b, lane] - either + sequences[lane]
                        sequences[lane] = aside * ways[lane]
                    # All this is the same whichever of x and y is the Player's.
                    _add(sequences, routes[a, b, x, y], counts)
                    if x != y:
                        _add(sequences, routes[a, b, y, x], counts)


@compiled
def _take_two(n: Floats, x: int, y: int, r: Floats, ways: Floats) -> None:
    """Set r, and count the ways to take a card of value x and one of value y."""
    for value in range(10):
        gone = 1.0 if value == x else 0.0
        for lane in range(LANES):
            r[value, lane] = n[value, lane] - gone
    for lane in range(LANES):
        ways[lane] = n[x, lane] * r[y, lane]
        r[y, lane] -= 1.0


@compiled
def _hold_two(
    n: Floats, pairs: Floats, r: Floats, a: int, b: int, x: int, y: int, held: Floats
) -> None:
    """S_xy(a, b)."""
    _hold_one_each(r, a, b, x, y, held)
    if (x + y) % 10 == a:
        for lane in range(LANES):
            held[lane] += 2.0 * _pairs_without(n, pairs, b, x, y, lane)
    if (x + y) % 10 == b:
        for lane in range(LANES):
            held[lane] += 2.0 * _pairs_without(n, pairs, a, x, y, lane)


@compiled
def _hold_one_each(r: Floats, a: int, b: int, x: int, y: int, held: Floats) -> None:
    """Begin S with the draws that have one of the two cards in each hand."""
    player_x, banker_y = (a - x) % 10, (b - y) % 10
    player_y, banker_x = (a - y) % 10, (b - x) % 10
    same = 1.0 if player_x == banker_y else 0.0
    same_crossed = 1.0 if player_y == banker_x else 0.0
    for lane in range(LANES):
        straight = r[player_x, lane] * (r[banker_y, lane] - same)
        crossed = r[player_y, lane] * (r[banker_x, lane] - same_crossed)
        held[lane] = 4.0 * (straight + crossed)


@compiled
def _add(sequences: Floats, ending: int, counts: Floats) -> None:
    if ending >= 0:
        for lane in range(LANES):
            counts[ending, lane] += sequences[lane]
