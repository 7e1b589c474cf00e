"""Which cards lie where: frequencies of kinds of cards by place."""

from typing import Final

import numpy as np

from tests.randomness import chance
from tests.randomness.chance import Moments
from tests.randomness.dealt import Dealt, Integers, Kinds, factory

FIRST_PLACES: Final = 16
"""The first cards are most of what a player ever sees, so they are looked at closely."""


def every_place(dealt: Dealt, kinds: Kinds) -> float:
    """Every place by itself."""
    return frequencies(dealt, kinds, np.arange(dealt.places))


def first_places(dealt: Dealt, kinds: Kinds) -> float:
    """The first places one by one, and all that follow as one block."""
    return frequencies(dealt, kinds, np.minimum(np.arange(dealt.places), FIRST_PLACES))


def deck_lengths(dealt: Dealt, kinds: Kinds) -> float:
    """Blocks of places, each as long as a deck."""
    return frequencies(dealt, kinds, np.arange(dealt.places) // len(dealt.deck))


def frequencies(dealt: Dealt, kinds: Kinds, blocks: Integers) -> float:
    """Judge the counts of every kind in every block of places."""
    freedom = int(blocks[-1]) * (kinds.count - 1)
    return chance.of_chi_square(frequency_statistic(dealt, kinds, blocks), freedom)


def frequency_statistic(dealt: Dealt, kinds: Kinds, blocks: Integers) -> float:
    """Compare counts with what they are on average.

    In one shoe of n cards a block of b places holds a kind of m cards b·m/n times on average. The
    covariance of two such counts, drawing without replacement, is exactly

        b (δ − d/n) · m (δ − k/n) / (n − 1)

    with d and k for the other block and kind, and δ = 1 where both are the same: the covariance
    of a random permutation matrix, added up by blocks and kinds. So Pearson's sum over all cells,
    times (n − 1)/n, has a mean of exactly (blocks − 1)(kinds − 1), and for many shoes is
    chi-square with as many degrees of freedom. The chi-square for places that know nothing of
    each other would be too large, and have too many.
    """
    places = dealt.places
    expected = np.outer(np.bincount(blocks), kinds.sizes(dealt.decks)) * dealt.shoes / places
    squares = (counts_by_block(dealt, kinds, blocks) - expected) ** 2
    return float((squares / expected).sum()) * (places - 1) / places


def counts_by_block(dealt: Dealt, kinds: Kinds, blocks: Integers) -> Integers:
    """Count each kind in each block over all shoes."""
    counts = np.zeros((int(blocks[-1]) + 1, kinds.count), dtype=np.int64)
    for block, row in zip(blocks, dealt.seen_as(kinds), strict=True):
        counts[block] += np.bincount(row, minlength=kinds.count)
    return counts


def displacements(dealt: Dealt) -> float:
    """Judge how far cards lie from a place that was theirs in the new shoe.

    A shuffle that leaves cards near where they were, or lets none stay, shows here first.
    """
    moments = displacement_moments(len(dealt.deck), dealt.decks)
    return chance.of_sums(displacement_counts(dealt), moments, dealt.shoes)


def displacement_counts(dealt: Dealt) -> Integers:
    """Count the distances over all shoes.

    A new shoe repeats its deck of K cards, so distances are taken modulo K.
    """
    kinds = len(dealt.deck)
    counts = np.zeros(kinds, dtype=np.int64)
    for row, own in zip(dealt.cards, factory(dealt.deck, dealt.decks).tolist(), strict=True):
        counts += np.bincount((row.astype(np.int64) - own) % kinds, minlength=kinds)
    return counts


def displacement_moments(kinds: int, decks: int) -> Moments:
    """Give the moments of the distances in one shoe of n = K·m cards.

    Every distance has m cards on average. As sums over the same permutation matrix, two distances
    have the covariance m·n/(n − 1) · (δ − 1/K).
    """
    places = kinds * decks
    covariance = decks * places / (places - 1) * (np.eye(kinds) - 1 / kinds)
    return Moments(np.full(kinds, float(decks)), covariance)
