"""How long a rank stays away."""

from math import perm
from typing import Final

import numpy as np

from tests.randomness import chance
from tests.randomness.dealt import Dealt, Floats, Kinds

LONGEST_GAP: Final = 40
"""Gaps as long or longer are one class; a shoe of eight decks has about eighteen, by rank."""


def gaps(dealt: Dealt, kinds: Kinds) -> float:
    """Judge how often a kind comes back after exactly 1, 2, … places."""
    sizes = kinds.sizes(dealt.decks)
    expected = np.array([gap_mean(sizes, gap) for gap in range(1, LONGEST_GAP)])
    return chance.of_means(gap_counts(dealt, kinds), expected)


def gap_counts(dealt: Dealt, kinds: Kinds) -> Floats:
    """Count, for each shoe, the gaps of each length.

    A shoe has as many gaps as cards, less one for each kind; so the class of long ones would say
    nothing new and is left out.
    """
    # Sorted by kind, each kind's places stand in their order; where one kind ends, no gap is.
    order = np.argsort(dealt.seen_as(kinds).T, axis=1, kind="stable")
    ends = np.cumsum(kinds.sizes(dealt.decks))[:-1] - 1
    found = np.minimum(np.delete(np.diff(order, axis=1), ends, axis=1), LONGEST_GAP)
    cells = found + np.arange(dealt.shoes)[:, None] * (LONGEST_GAP + 1)
    counts = np.bincount(cells.ravel(), minlength=dealt.shoes * (LONGEST_GAP + 1))
    return counts.reshape(dealt.shoes, -1)[:, 1:LONGEST_GAP].astype(float)


def gap_mean(sizes: tuple[int, ...], gap: int) -> float:
    """Give the mean number of such gaps in one shoe.

    There are n − g pairs of places that far apart. Of a kind of m cards both must be, which are
    m(m − 1) ordered choices, and none of the g − 1 between, which are drawn from n − m others.
    """
    places = sum(sizes)
    ways = sum(size * (size - 1) * perm(places - size, gap - 1) for size in sizes)
    return (places - gap) * ways / perm(places, gap + 1)
