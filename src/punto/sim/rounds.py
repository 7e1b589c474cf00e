"""Every round of some shoes as a player meets it: what is left before its first card."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from punto.compiler import called_from_python
from punto.sim.course import Course
from punto.sim.kernel import found
from punto.sim.shoe import Shoe
from punto.sim.shuffle import Cards, shuffle

Integers = npt.NDArray[np.int64]


class Rounds(NamedTuple):
    """The rounds of some shoes, in the order in which they are dealt."""

    left: Integers
    """A row for each round: cards of each kind that nobody has seen before it."""
    by_shoe: Integers
    """How many rounds each shoe has."""


@called_from_python
def list_rounds(
    seed: np.uint64, first: int, shoe: Shoe, course: Course, kinds: Cards, rounds: Rounds
) -> int:
    """Deal shoes to their end, as many as there is room for; give how many rounds they had.

    Their cards are places in a deck, which `kinds` and the codes of the course tell apart. What is
    burned is not seen.
    """
    size, row, last = len(shoe.ordered), 0, np.uint64(shoe.last)
    places = np.empty(size, dtype=np.uint32)
    cards = np.empty(size, dtype=np.uint32)
    words = np.empty(shoe.shuffle.words, dtype=np.uint64)
    for number in range(len(rounds.by_shoe)):
        shuffle(places, shoe.ordered, words, shoe.shuffle, seed, np.uint64(first + number))
        now, begun = np.zeros(rounds.left.shape[1], dtype=np.int64), row
        for card in range(size):
            cards[card] = course.codes[places[card]]
            now[kinds[places[card]]] += 1
        at, is_last = np.uint64(shoe.burn), False
        while at <= last and not is_last:
            is_last = bool(at >= np.uint64(shoe.stop))
            rounds.left[row] = now
            row += 1
            _, after = found(cards, at, course)
            for card in range(at, after):
                now[kinds[places[card]]] -= 1
            at = after
        rounds.by_shoe[number] = row - begun
    return row
