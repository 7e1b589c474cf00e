"""The fast way: how many sequences end how, in closed form from the counts of the ten values.

All draws are ordered, n(v) counts the cards of value v, totals are modulo ten, and […] is 1 where
the statement holds and 0 elsewhere. Nothing below loops over hands.

The partners that make a hand of total t with a certain card of value v, and two cards of total t:
    d_t(v) = n(t−v) − [t−v = v]
    A(t)   = Σ_v n(v) d_t(v)
The same when a card of value x and one of value y are gone: those with x, those with y, and those
with both, which were taken away twice:
    A_xy(t) = A(t) − 2 d_t(x) − 2 d_t(y) + 2 [x+y = t]
Four cards, two for a hand of total a, two for one of total b: all choices of two pairs, less those
that take the same card twice, and those that take the same two cards were taken away twice:
    M(a, b) = A(a) A(b) − 4 Σ_v n(v) d_a(v) d_b(v) + 2 [a = b] A(a)
Those that begin with a certain card of value x, whose partner has the value a−x; and those that
have it among them, in either hand and at either place:
    H_x(a, b) = d_a(x) A_xp(b), where p = a−x
    T_x(a, b) = 2 H_x(a, b) + 2 H_x(b, a)
Those that have two certain cards of values x and y, both in one hand or one in each, where
e_t(x) = d_t(x) − [x+y = t] are the partners of x besides that y:
    S_xy(a, b) = 2 [x+y = a] A_xy(b) + 2 [x+y = b] A_xy(a)
               + 4 e_a(x) (e_b(y) − [a−x = b−y]) + 4 e_a(y) (e_b(x) − [a−y = b−x])
So the draws of four that leave one third card aside, or two, are

    M − T_x   and   M − T_x − T_y + S_xy,

to be multiplied by the ways to choose the third cards, n(x) or n(x) (n(y) − [x = y]), and the
orders of the cards up to the sixth that the round does not look at. The tableau says which third
cards go with which totals. M is kept as its half, and M/2 − T_x for each x, so that the draws
without two cards begin with one sum.

How exact it is. Floats hold every whole number up to 2**53, and add and multiply such numbers
without error as long as the results are such numbers. Of 650 cards, the most that a shoe of ten
decks has, four are drawn in fewer than 2**38 orders, and no sum above, nor any part of it, comes
near 2**53; halves of whole numbers are exact as well. (Where there are no such cards x or y, what
follows from them counts nothing and may be negative; it is then multiplied by 0 ways to take them.)
What is added to an ending is a number of sequences of that ending, so it is enough to bound the
ending. In each hand one card, its last, is bound to one value by the others and the total, and at
most 200 cards have the same value. That leaves, of 650 cards, at most
    200 · 200 · 650 · 649 · 648 · 647 < 0.79 · 2**53
sequences. So there is no error: the count of every ending is **exact** for every shoe of up to ten
decks. All sequences together pass 2**53 from 459 cards on; endings are therefore added up in 64-bit
integers, of which 650 cards need 57 bits.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from punto.compiler import called_from_python, compiled
from punto.exact.courses import (
    AFTER_FIVE,
    AFTER_FOUR,
    CARDS,
    COUNTS,
    HALVES,
    LEFT,
    PAIRS,
    PARTNERS,
    ROWS,
    TOTALS_THAT_DRAW,
    WAYS,
    Courses,
    Draws,
    courses,
)
from punto.lanes import LANES, Lanes, add_whole, alike, empty_rows, load, store
from punto.rules.ending import ENDINGS

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

MOST_CARDS: Final = 650
MOST_OF_A_VALUE: Final = 200
"""What ten decks of 65 cards have: as far as the proof goes."""


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
    cards = points.sum(axis=1)
    assert cards.max(initial=0) <= MOST_CARDS, "counts would not be exact"
    shoes = len(points)
    given = np.zeros((AFTER_FIVE + 1, -(-shoes // LANES) * LANES))
    given[CARDS : CARDS + 10, :shoes] = points.T
    # Draws from fewer than six cards end with the shoe: then there is one order of what is left.
    given[AFTER_FIVE, :shoes] = np.maximum(cards - 5, 1)
    given[AFTER_FOUR, :shoes] = np.maximum(cards - 4, 1) * given[AFTER_FIVE, :shoes]
    sums = np.zeros((places.max() + 1, given.shape[1]), dtype=np.int64)
    _gather(given, places, sums, courses(), empty_rows(ROWS))
    return sums[:, :shoes]


# --- compiled -----------------------------------------------------------------------------------
#
# One row of the room is one number of the derivation, a lane for each shoe.


@called_from_python
def _gather(
    given: Floats, places: Integers, sums: Integers, courses: Courses, room: Floats
) -> None:
    whole, flat = sums.reshape(-1), given.reshape(-1)
    shoes = given.shape[1]
    for start in range(0, shoes, LANES):
        for row in range(AFTER_FIVE + 1):
            store(room, row * LANES, load(flat, row * shoes + start))
        for ending in courses.endings:
            store(room, (COUNTS + ending) * LANES, alike(0.0))
        _count_pairs(room)
        _count_fours(room)
        _leave_one(room)
        _end_with_one_third_card_or_none(room, courses.stood, courses.one)
        _end_with_two_third_cards(room, courses.apart, courses.together)
        for ending in courses.endings:
            place = places[ending] * shoes + start
            add_whole(whole, place, _row(room, COUNTS + ending))


@compiled
def _row(room: Floats, number: int) -> Lanes:
    return load(room, number * LANES)


@compiled
def _count_pairs(room: Floats) -> None:
    """d, by total and value, A, by total, and the ways to take two third cards."""
    for total in range(10):
        pairs = alike(0.0)
        for value in range(10):
            other = (total - value) % 10
            partners = _row(room, CARDS + other) - (1.0 if other == value else 0.0)
            store(room, (PARTNERS + 10 * total + value) * LANES, partners)
            pairs = pairs + partners * _row(room, CARDS + value)
            if value <= other:
                ways = partners * _row(room, CARDS + value)
                store(room, (WAYS + other * (other + 1) // 2 + value) * LANES, ways)
        store(room, (PAIRS + total) * LANES, pairs)


@compiled
def _count_fours(room: Floats) -> None:
    """M / 2, by both totals."""
    for b in range(10):
        for a in range(b + 1):
            shared = alike(0.0)
            for value in range(10):
                of_a, of_b = PARTNERS + 10 * a + value, PARTNERS + 10 * b + value
                shared = shared + _row(room, of_a) * _row(room, of_b) * _row(room, CARDS + value)
            pairs = _row(room, PAIRS + b) + (2.0 if a == b else 0.0)
            fours = pairs * _row(room, PAIRS + a) - shared * 4.0
            store(room, (HALVES + b * (b + 1) // 2 + a) * LANES, fours * 0.5)


@compiled
def _leave_one(room: Floats) -> None:
    """M / 2 − T, by value and both totals."""
    for x in range(10):
        for b in range(8):
            for a in range(b + 1):
                totals = b * (b + 1) // 2 + a
                held = _opened(room, x, a, b) + _opened(room, x, b, a)
                left = _row(room, HALVES + totals) - held * 2.0
                store(room, (LEFT + x * TOTALS_THAT_DRAW + totals) * LANES, left)


@compiled
def _opened(room: Floats, x: int, a: int, b: int) -> Lanes:
    """H, for a value and both totals."""
    of_b = PARTNERS + 10 * b
    gone = _row(room, of_b + x) + _row(room, of_b + (a - x) % 10)
    pairs = _row(room, PAIRS + b) + (2.0 if a == b else 0.0) - gone * 2.0
    return pairs * _row(room, PARTNERS + 10 * a + x)


@compiled
def _end_with_one_third_card_or_none(room: Floats, stood: Integers, one: Integers) -> None:
    after_four, after_five = _row(room, AFTER_FOUR) * 2.0, _row(room, AFTER_FIVE)
    for way in range(len(stood)):
        half, count = stood[way]
        _add(room, count, load(room, half) * after_four)
    for way in range(len(one)):
        third, half, left, count = one[way]
        aside = load(room, half) + load(room, left)
        _add(room, count, aside * (load(room, third) * after_five))


@compiled
def _end_with_two_third_cards(room: Floats, apart: Draws, together: Draws) -> None:
    for ends in range(1, 5):
        for way in range(apart.begins[ends - 1], apart.begins[ends]):
            sequences = _draw_apart(room, apart.rows, apart.off, way)
            for end in range(ends):
                _add(room, apart.counts[way, end], sequences)
        for way in range(together.begins[ends - 1], together.begins[ends]):
            sequences = _draw_together(room, together.rows, together.off, way)
            for end in range(ends):
                _add(room, together.counts[way, end], sequences)


@compiled
def _draw_apart(room: Floats, rows: Integers, off: Floats, way: int) -> Lanes:
    """The draws without two third cards that no hand holds together, in every way to take them."""
    aside = load(room, rows[way, 0]) + load(room, rows[way, 1])
    straight = load(room, rows[way, 3]) * (load(room, rows[way, 4]) - off[way, 0])
    crossed = load(room, rows[way, 5]) * (load(room, rows[way, 6]) - off[way, 1])
    drawn: Lanes = (aside + (straight + crossed) * 4.0) * load(room, rows[way, 2])
    return drawn


@compiled
def _draw_together(room: Floats, rows: Integers, off: Floats, way: int) -> Lanes:
    """The same where they may have been one hand, so that the other is any pair of the rest."""
    aside = load(room, rows[way, 0]) + load(room, rows[way, 1])
    with_y, with_x = load(room, rows[way, 4]), load(room, rows[way, 6])
    straight = (load(room, rows[way, 3]) - 1.0) * (with_y - off[way, 0])
    crossed = (load(room, rows[way, 5]) - 1.0) * (with_x - off[way, 1])
    pairs = load(room, rows[way, 7]) - (with_x + with_y) * 2.0 + off[way, 2]
    held = pairs * off[way, 3] + (straight + crossed) * 4.0
    drawn: Lanes = (aside + held) * load(room, rows[way, 2])
    return drawn


@compiled
def _add(room: Floats, count: int, sequences: Lanes) -> None:
    store(room, count, load(room, count) + sequences)
