"""How many cards it takes to see every kind: the coupon collector."""

from functools import cache
from math import comb

import numpy as np

from tests.randomness import chance
from tests.randomness.dealt import Dealt, Floats, Integers, Kinds


def coupons(dealt: Dealt, kinds: Kinds) -> float:
    """Judge how many cards it takes, from the first on, to have seen every kind."""
    observed = np.bincount(cards_taken(dealt, kinds), minlength=dealt.places + 1)
    return chance.of_counts(observed, coupon_chances(kinds.sizes(dealt.decks)))


def cards_taken(dealt: Dealt, kinds: Kinds) -> Integers:
    """Find, for each shoe, which card is the first of the last kind to come."""
    shoe = np.arange(dealt.shoes)
    first = np.zeros((kinds.count, dealt.shoes), dtype=np.int64)
    seen = dealt.seen_as(kinds)
    for place in range(dealt.places, 0, -1):  # the earliest is written last, and stays
        first[seen[place - 1], shoe] = place
    return np.asarray(first.max(axis=0))


@cache
def coupon_chances(sizes: tuple[int, ...]) -> Floats:
    """Give the chance that the last kind comes with card 0, 1, 2, …, for kinds of one size.

    By inclusion and exclusion over the kinds that are missing: of K kinds of m cards, some k are
    missing among t cards in C(K, k) · C(n − k·m, t) of C(n, t) choices. Whole numbers all through,
    because the terms are far larger than their sum.
    """
    assert len(set(sizes)) == 1, "kinds of one size"
    size, kinds, places = sizes[0], len(sizes), sum(sizes)
    complete = [
        sum((-1) ** k * comb(kinds, k) * comb(places - k * size, taken) for k in range(kinds + 1))
        / comb(places, taken)
        for taken in range(places + 1)
    ]
    return np.diff(complete, prepend=0.0)
