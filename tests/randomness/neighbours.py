"""Which cards follow each other: successions, and pairs of cards at every small distance."""

from functools import cache
from itertools import pairwise, product
from math import perm
from typing import Final

import numpy as np

from tests.randomness import chance
from tests.randomness.chance import Moments
from tests.randomness.dealt import Dealt, Floats, Integers, Kinds

DISTANCES: Final = 52
"""Pairs of cards up to so many places apart are counted: the length of a deck."""

SHOES_AT_ONCE: Final = 2048
"""As many as a processor's cache can hold."""


# --- one kind after another ---------------------------------------------------------------------


def successions(dealt: Dealt, kinds: Kinds) -> float:
    """Judge how often each kind of card is followed by each."""
    moments = succession_moments(kinds.sizes(dealt.decks))
    return chance.of_sums(succession_counts(dealt, kinds), moments, dealt.shoes)


def succession_counts(dealt: Dealt, kinds: Kinds) -> Integers:
    """Count neighbours over all shoes, by the first kind and the second."""
    seen = dealt.seen_as(kinds)
    counts = np.zeros(kinds.count**2, dtype=np.int64)
    for first, second in pairwise(seen):
        cells = first.astype(np.int64) * kinds.count + second
        counts += np.bincount(cells, minlength=len(counts))
    return counts


@cache
def succession_moments(sizes: tuple[int, ...]) -> Moments:
    """Give the moments of the successions in one shoe.

    A shoe of n cards has n − 1 pairs of neighbours. Two pairs are the same pair, or share a card
    (n − 2 times one way round, n − 2 times the other), or share none ((n − 2)(n − 3) times). For
    each case the chance of the two, three or four kinds, drawn without replacement, is exact.
    """
    places, kinds = sum(sizes), range(len(sizes))
    two, three, four = drawn(sizes, 2), drawn(sizes, 3), drawn(sizes, 4)
    same, chain = np.zeros_like(four), np.zeros_like(four)
    for first, second in product(kinds, kinds):
        same[first, second, first, second] = two[first, second]
        chain[first, second, second, :] = three[first, second, :]
    either = (places - 2) * (chain + chain.transpose(2, 3, 0, 1))
    squares = (places - 1) * same + either + (places - 2) * (places - 3) * four
    mean = (places - 1) * two.ravel()
    return Moments(mean, squares.reshape(mean.size, mean.size) - np.outer(mean, mean))


def drawn(sizes: tuple[int, ...], cards: int) -> Floats:
    """Give the chance of every sequence of kinds, drawing so many cards without replacement."""
    ways = np.ones((len(sizes),) * cards)
    for sequence in product(range(len(sizes)), repeat=cards):
        for place, kind in enumerate(sequence):
            ways[sequence] *= sizes[kind] - sequence[:place].count(kind)
    return ways / perm(sum(sizes), cards)


# --- two cards so many places apart -------------------------------------------------------------


def same_kind(dealt: Dealt, kinds: Kinds) -> float:
    """Judge how often two cards of one kind lie 1, 2, … places apart."""
    counts = same_counts(dealt, kinds)
    moments = pair_moments(kinds.sizes(dealt.decks), np.eye(kinds.count), len(counts))
    return chance.of_sums(counts, moments, dealt.shoes)


def same_counts(dealt: Dealt, kinds: Kinds) -> Integers:
    """Count pairs of one kind over all shoes, distance by distance."""
    seen = dealt.seen_as(kinds)
    return np.array([np.count_nonzero(seen[apart:] == seen[:-apart]) for apart in distances(dealt)])


def serial_correlation(dealt: Dealt) -> float:
    """Judge the product of two cards' points, less their mean, 1, 2, … places apart."""
    sizes = dealt.by_points.sizes(dealt.decks)
    points = np.arange(len(sizes)) - np.average(np.arange(len(sizes)), weights=sizes)
    sums = product_sums(dealt, points)
    moments = pair_moments(sizes, np.outer(points, points), len(sums))
    return chance.of_sums(sums, moments, dealt.shoes)


def product_sums(dealt: Dealt, points: Floats) -> Floats:
    """Add up the products over all shoes, distance by distance."""
    sums = np.zeros(len(distances(dealt)))
    labels = points[list(dealt.by_points.labels)]
    for start in range(0, dealt.shoes, SHOES_AT_ONCE):
        seen = labels[dealt.cards[:, start : start + SHOES_AT_ONCE]]
        sums += [np.vdot(seen[apart:], seen[:-apart]) for apart in distances(dealt)]
    return sums


def distances(dealt: Dealt) -> range:
    """List the distances that are looked at."""
    return range(1, min(DISTANCES, dealt.places // 2) + 1)


def pair_moments(sizes: tuple[int, ...], likeness: Floats, farthest: int) -> Moments:
    """Give the moments of the likeness of two cards, added up over all pairs of each distance.

    Each sum is half of Σ a(i, j) b(card at i, card at j), where a is 1 for places that far apart
    and b is the likeness. Its moments over all orders of the cards are those of Mantel (1967),
    exact: two pairs of places are the same, share a place, or share none; so do two pairs of
    cards; and the two sides are independent once it is known which.
    """
    places = sum(sizes)
    near = _near(places, farthest)
    total = near.sum(axis=1)
    same = np.diag(total)  # no two places are two distances apart
    shared = near @ near.T
    ones, squares, rows = _alike(sizes, likeness)
    second = 2 * same * squares / perm(places, 2)
    second += 4 * (shared - same) * (rows - squares) / perm(places, 3)
    apart = np.outer(total, total) + 2 * same - 4 * shared
    second += apart * (ones**2 + 2 * squares - 4 * rows) / perm(places, 4)
    mean = total * ones / perm(places, 2)
    return Moments(mean / 2, (second - np.outer(mean, mean)) / 4)


def _near(places: int, farthest: int) -> Floats:
    """Say how many other places are so far from each place."""
    here = np.arange(places)
    return np.array(
        [(here >= apart) * 1.0 + (here < places - apart) for apart in range(1, farthest + 1)]
    )


def _alike(sizes: tuple[int, ...], likeness: Floats) -> tuple[float, float, float]:
    """Add up the likeness of every two cards, its square, and the square of each card's sum."""
    of_kind = np.array(sizes)
    itself = np.diag(likeness)
    of_card = likeness @ of_kind - itself
    squares = (likeness**2) @ of_kind - itself**2
    return float(of_kind @ of_card), float(of_kind @ squares), float(of_kind @ of_card**2)
