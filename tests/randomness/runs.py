"""Runs: how often one of two kinds of cards gives way to the other."""

from functools import cache
from itertools import pairwise
from math import comb

import numpy as np

from tests.randomness import chance
from tests.randomness.dealt import Dealt, Floats, Integers, Kinds


def runs(dealt: Dealt, kinds: Kinds) -> float:
    """Judge the number of runs: Wald and Wolfowitz."""
    observed = np.bincount(run_counts(dealt, kinds), minlength=dealt.places + 1)
    return chance.of_counts(observed, run_chances(kinds.sizes(dealt.decks)))


def run_counts(dealt: Dealt, kinds: Kinds) -> Integers:
    """Count the runs of each shoe."""
    seen = dealt.seen_as(kinds)
    counts = np.ones(dealt.shoes, dtype=np.int64)
    for first, second in pairwise(seen):
        counts += first != second
    return counts


@cache
def run_chances(sizes: tuple[int, ...]) -> Floats:
    """Give the chance of 0, 1, 2, … runs, exactly.

    r runs of one kind and s of the other can be cut from their a and b cards in C(a − 1, r − 1)
    times C(b − 1, s − 1) ways. They alternate: either r = s, and each kind may begin, or they
    differ by one.
    """
    one, other = sizes
    ways = [0] * (one + other + 1)
    for of_one in range(1, one + 1):
        for of_other in range(max(1, of_one - 1), min(other, of_one + 1) + 1):
            cuts = comb(one - 1, of_one - 1) * comb(other - 1, of_other - 1)
            ways[of_one + of_other] += 2 * cuts if of_one == of_other else cuts
    every = comb(one + other, one)
    return np.array([count / every for count in ways])
