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
    shoe = np.arange(dealt.shoes)
    last = np.full((kinds.count, dealt.shoes), -LONGEST_GAP)
    counts = np.zeros((LONGEST_GAP + 1, dealt.shoes), dtype=np.int16)
    for place, kind in enumerate(dealt.seen_as(kinds)):
        gap = np.minimum(place - last[kind, shoe], LONGEST_GAP)
        counts[gap, shoe] += 1
        last[kind, shoe] = place
    return counts[1:LONGEST_GAP].T.astype(float)


def gap_mean(sizes: tuple[int, ...], gap: int) -> float:
    """Give the mean number of such gaps in one shoe.

    There are n − g pairs of places that far apart. Of a kind of m cards both must be, which are
    m(m − 1) ordered choices, and none of the g − 1 between, which are drawn from n − m others.
    """
    places = sum(sizes)
    ways = sum(size * (size - 1) * perm(places - size, gap - 1) for size in sizes)
    return (places - gap) * ways / perm(places, gap + 1)
