"""The loop itself: shoes are shuffled, dealt to their end, and every round is counted.

Four shoes are dealt side by side: a round begins where the one before has ended, and would wait for
that alone.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from punto.compiler import called_from_python, compiled, lent
from punto.rules.ending import TRAITS, Trait
from punto.sim.course import PAIR, RANK, USED, Course
from punto.sim.generator import Words
from punto.sim.shoe import Shoe
from punto.sim.shuffle import Cards, mix, put_back, shuffle

Counts = npt.NDArray[np.int64]

LANES: Final = 4
ROW: Final = 512
"""Room for the 400 endings of one trait."""

_ONE, _TWO, _THREE, _FOUR, _FIVE = (np.uint64(number) for number in range(1, 6))
_TOTAL: Final = np.uint64(15)
_TRAITS, _PAIR, _RANK = np.uint64(PAIR), np.uint64(1 << PAIR), np.uint64(RANK)
_TWIN: Final = np.uint64(16)
"""Above two bits for each hand: whether it is a pair, and of one suit."""
_USED, _USED_BITS = np.uint64(USED), np.uint64((1 << USED) - 1)
_ROW_BITS: Final = np.uint64(9)
_HUNDRED, _THOUSAND = np.uint64(100), np.uint64(1000)


def no_counts() -> Counts:
    """Make room for the counts: by trait and ending, for each lane."""
    return np.zeros((LANES, TRAITS * ROW), dtype=np.int64)


def trait_of_start(start: int) -> int:
    """Number the trait of the first four cards as the rules do, from how the loop numbers them.

    Above are twins, then whether the Player's two are suited and a pair, and the Banker's.
    """
    twin, player_suited, player_pair, banker_suited, banker_pair = (
        bool(start >> place & 1) for place in (4, 3, 2, 1, 0)
    )
    return Trait(player_pair, banker_pair, twin, player_suited, banker_suited).number


@compiled
def found(cards: Cards, at: np.uint64, course: Course) -> tuple[np.uint64, np.uint64]:
    """Deal one round from a place in a shoe: give its place in the counts, and the next one's."""
    shift = np.uint64(course.shift)
    first, second = np.uint64(cards[at]), np.uint64(cards[at + _ONE])
    third, fourth = np.uint64(cards[at + _TWO]), np.uint64(cards[at + _THREE])
    player = np.uint64(course.hands[first << shift | third])
    banker = np.uint64(course.hands[second << shift | fourth])
    next_two = np.uint64(cards[at + _FOUR]) << shift | np.uint64(cards[at + _FIVE])
    totals = (player & _TOTAL) * _THOUSAND + (banker & _TOTAL) * _HUNDRED
    ending = np.uint64(course.courses[totals + np.uint64(course.thirds[next_two])])
    start = (player >> _TRAITS & _THREE) << _TWO | banker >> _TRAITS & _THREE
    if player & banker & _PAIR and player >> _RANK == banker >> _RANK:
        start |= _TWIN
    return start << _ROW_BITS | ending >> _USED, at + (ending & _USED_BITS)


@compiled
def _dealt(cards: Cards, at: np.uint64, course: Course, counts: Counts) -> np.uint64:
    """Deal one round from a place in a shoe, count it, and say where the next one begins."""
    place, after = found(cards, at, course)
    counts[place] += 1
    return after


@called_from_python
def deal_shoes(
    seed: np.uint64, first: int, shoes: int, shoe: Shoe, course: Course, counts: Counts
) -> int:
    """Deal shoes to their end, so many from one on; give how many rounds they had."""
    size, rounds = len(shoe.ordered), 0
    cards = np.empty((LANES, size), dtype=np.uint32)
    words = np.empty(shoe.shuffle.words, dtype=np.uint64)
    a, b, c, d = cards[0], cards[1], cards[2], cards[3]
    in_a, in_b, in_c, in_d = counts[0], counts[1], counts[2], counts[3]
    for group in range(first, first + shoes - shoes % LANES, LANES):
        for lane in range(LANES):
            shuffle(cards[lane], shoe.ordered, words, shoe.shuffle, seed, np.uint64(group + lane))
        at_a = at_b = at_c = at_d = np.uint64(shoe.burn)
        for _ in range(shoe.sure):
            at_a, at_b = _dealt(a, at_a, course, in_a), _dealt(b, at_b, course, in_b)
            at_c, at_d = _dealt(c, at_c, course, in_c), _dealt(d, at_d, course, in_d)
        rounds += LANES * shoe.sure
        rounds += _rest(a, at_a, shoe, course, in_a) + _rest(b, at_b, shoe, course, in_b)
        rounds += _rest(c, at_c, shoe, course, in_c) + _rest(d, at_d, shoe, course, in_d)
    for number in range(first + shoes - shoes % LANES, first + shoes):
        shuffle(a, shoe.ordered, words, shoe.shuffle, seed, np.uint64(number))
        rounds += _rest(a, np.uint64(shoe.burn), shoe, course, in_a)
    return rounds


@called_from_python
def deal_single_rounds(
    seed: np.uint64, first: int, shoes: int, shoe: Shoe, course: Course, counts: Counts
) -> int:
    """Do the same where a shoe is of one round: only cards that were moved are laid out again."""
    cards = np.empty((LANES, len(shoe.ordered)), dtype=np.uint32)
    cards[:] = shoe.ordered
    words = np.empty((LANES, shoe.shuffle.words), dtype=np.uint64)
    _deal_from(cards, words, seed, first, shoes, shoe, course, counts)
    return shoes


@compiled
def _deal_from(
    cards: Cards,
    words: Words,
    seed: np.uint64,
    first: int,
    shoes: int,
    shoe: Shoe,
    course: Course,
    counts: Counts,
) -> None:
    """Deal the first round of shoes from cards that are laid out; the caller keeps all arrays."""
    shoe, course = lent(shoe), lent(course)
    cards, words, counts = lent(cards), lent(words), lent(counts)
    for number in range(first, first + shoes):
        lane = number % LANES  # the next round need not wait for this one's cards
        mix(cards[lane], words[lane], shoe.shuffle, seed, np.uint64(number))
        _dealt(cards[lane], np.uint64(shoe.burn), course, counts[lane])
        put_back(cards[lane], shoe.ordered, words[lane], shoe.shuffle)


@compiled
def _rest(cards: Cards, at: np.uint64, shoe: Shoe, course: Course, counts: Counts) -> int:
    """Deal a shoe to its end: one round more than the one that shows the cut card."""
    rounds, last = 0, np.uint64(shoe.last)
    while at < np.uint64(shoe.stop) and at <= last:
        at = _dealt(cards, at, course, counts)
        rounds += 1
    if at >= np.uint64(shoe.stop) and at <= last:
        _dealt(cards, at, course, counts)
        rounds += 1
    return rounds


@called_from_python
def deal_rounds(
    seed: np.uint64, first: int, rounds: int, shoe: Shoe, course: Course, counts: Counts
) -> int:
    """Deal so many rounds and no more, from the beginning of a shoe on; give how many it takes."""
    cards = np.empty(len(shoe.ordered), dtype=np.uint32)
    words = np.empty(shoe.shuffle.words, dtype=np.uint64)
    number, last = first, np.uint64(shoe.last)
    while rounds > 0:
        shuffle(cards, shoe.ordered, words, shoe.shuffle, seed, np.uint64(number))
        at, is_last = np.uint64(shoe.burn), False
        while rounds > 0 and at <= last and not is_last:
            is_last = bool(at >= np.uint64(shoe.stop))
            at = _dealt(cards, at, course, counts[0])
            rounds -= 1
        number += 1
    return number - first


@called_from_python
def order_of(seed: np.uint64, number: int, shoe: Shoe) -> Cards:
    """Give the cards of one shoe as they come, as far as they can be dealt."""
    cards = np.empty(len(shoe.ordered), dtype=np.uint32)
    words = np.empty(shoe.shuffle.words, dtype=np.uint64)
    shuffle(cards, shoe.ordered, words, shoe.shuffle, seed, np.uint64(number))
    return cards
