"""First two cards sorted, and how often two sorts of them are dealt together.

Hands of one class that hold third cards of the same classes are one sort. Sorts are weighed at
once, as in `starts`: with d(k) cards that make a hand of a sort with one certain card of kind k,
and P = Σ n(k) d(k) ordered pairs, two sorts A and B have

    P(A) P(B) − 4 Σ n(k) d_A(k) d_B(k) + 2 [A = B] P(A)

orders of four cards. Those of 650 cards are below 2**38, and floats hold whole numbers up to 2**53,
so that floats may be added up, which is quicker. `einsum` does it in one thread: so little work is
done before others have woken up.
"""

from itertools import product
from typing import NamedTuple

import numpy as np

from punto.exact.enumeration import Integers, two_card_hands


class Groups(NamedTuple):
    """Rows to be added up: which they are, where each group begins, and its number."""

    rows: Integers
    begins: Integers
    numbers: Integers

    def added(self, table: Integers) -> Integers:
        """Add up the rows of each group."""
        sums: Integers = np.add.reduceat(table[self.rows], self.begins, axis=0)
        return sums

    def spread(self, table: Integers, size: int) -> Integers:
        """Add up the rows of each group, and put the sums where it belongs among so many."""
        sums = np.zeros((size, table.shape[1]), dtype=np.int64)
        sums[self.numbers] = self.added(table)
        return sums


def groups_of(rows: Integers, numbers: Integers) -> Groups:
    """Gather rows by the numbers of their groups."""
    order = np.argsort(numbers, kind="stable")
    found, begins = np.unique(numbers[order], return_index=True)
    return Groups(rows[order], begins, found)


class Partners(NamedTuple):
    """Every card of every hand, with the card beside it."""

    places: Integers
    """Of each, sort by sort and kind by kind."""
    kinds: Integers
    """The kind of the card beside it."""
    taken: Integers
    """One where that is of the same kind."""


class Sorts(NamedTuple):
    """The sorts of hands by their class, and by the third cards that they hold."""

    classes: int
    thirds: int
    number: int
    partners: Partners
    by_class: Groups
    holding: Groups
    """By class, and a class of third cards that one of the two is of: twice where both are."""
    holding_two: Groups
    """By class, and the classes of two third cards that were one of the two each, in any order."""

    def weights(self, counts: Integers) -> Integers:
        """Count orders of four cards by the sorts of both hands."""
        beside = counts[self.partners.kinds] - self.partners.taken
        size = self.number * len(counts)
        sums = np.bincount(self.partners.places, weights=beside, minlength=size)
        d = sums.reshape(self.number, len(counts))
        drawn = d * counts
        pairs = drawn.sum(axis=1)
        orders = np.outer(pairs, pairs) - 4 * np.einsum("ak,bk->ab", drawn, d)
        orders[np.diag_indices(self.number)] += 2 * pairs
        weights: Integers = orders.astype(np.int64)
        return weights


def sorts_of(hand_class: Integers, third_class: Integers) -> Sorts:
    """Sort hands; their classes are in the order of `two_card_hands`, those of cards by kind."""
    classes, thirds = int(hand_class.max()) + 1, int(third_class.max()) + 1
    hands = two_card_hands(len(third_class))
    held = np.sort([third_class[hands.first], third_class[hands.second]], axis=0)
    numbers = (hand_class * thirds + held[0]) * thirds + held[1]
    keys, sort_of = np.unique(numbers, return_inverse=True)
    of_hand, first, second = keys // thirds**2, keys // thirds % thirds, keys % thirds
    every, pairs = np.arange(len(keys)), list(product((first, second), repeat=2))
    holding = np.concatenate([of_hand * thirds + third for third in (first, second)])
    holding_two = np.concatenate([(of_hand * thirds + one) * thirds + two for one, two in pairs])
    return Sorts(
        classes,
        thirds,
        len(keys),
        _partners(sort_of, len(third_class)),
        groups_of(every, of_hand),
        groups_of(np.tile(every, 2), holding),
        groups_of(np.tile(every, 4), holding_two),
    )


def _partners(sort_of: Integers, kinds: int) -> Partners:
    hands = two_card_hands(kinds)
    apart = ~hands.same
    first, second = sort_of * kinds + hands.first, sort_of * kinds + hands.second
    places = np.concatenate([first, second[apart]])
    beside = np.concatenate([hands.second, hands.first[apart]])
    taken = np.concatenate([hands.same, np.zeros(apart.sum(), dtype=np.bool_)]).astype(np.int64)
    return Partners(places, beside, taken)
