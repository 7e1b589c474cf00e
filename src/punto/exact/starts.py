"""The first four cards of many shoes: how often hands start with pairs, twins and one suit.

Two cards can be related in four ways: alike, of one rank, of one suit, or neither. Let d(c) be the
cards that are so related to one certain card of kind c, and P = Σ n(c) d(c) the ordered pairs. Four
cards, the Player's two related in way A and the Banker's in way B, number

    P(A) P(B) − 4 Σ n(c) d_A(c) d_B(c) + 2 [A = B] P(A):

all choices of two pairs, less those that take the same card twice, and those that take the same two
cards were taken away twice. For twins the same is counted inside each rank.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from punto.exact.enumeration import Integers
from punto.rules.ending import TRAITS, Trait


class Way(NamedTuple):
    """How two cards are related, and how many cards are so related to one of each kind."""

    pair: bool
    suited: bool
    related: Integers
    pairs: Integers
    """Ordered pairs by the rank of the first card."""


def trait_counts(counts: Integers) -> Integers:
    """Count four cards of many shoes: by shoe, suit and rank.

    The counts are by trait and shoe. No number on the way comes near 2**63: there are fewer than
    2**19 ordered pairs of 650 cards.
    """
    found = np.zeros((TRAITS, len(counts)), dtype=np.int64)
    for one, other in combinations_with_replacement(list(_ways(counts)), 2):
        shared = (counts * one.related * other.related).sum(axis=1)
        same = int(one is other)
        drawn = _drawn(one.pairs.sum(axis=1), other.pairs.sum(axis=1), shared.sum(axis=1), same)
        twins = _drawn(one.pairs, other.pairs, shared, same).sum(axis=1)
        twins *= one.pair and other.pair
        for player, banker in ((one, other), (other, one)):  # the same, whoever has which
            found[_trait(player, banker, twin=False)] = drawn - twins
            found[_trait(player, banker, twin=True)] = twins
    return found


def _ways(counts: Integers) -> Iterator[Way]:
    cards = counts.sum(axis=(1, 2), keepdims=True)
    rank, suit = counts.sum(axis=1, keepdims=True), counts.sum(axis=2, keepdims=True)
    yield _way(counts, counts - 1, pair=True, suited=True)
    yield _way(counts, rank - counts, pair=True, suited=False)
    yield _way(counts, suit - counts, pair=False, suited=True)
    yield _way(counts, cards - rank - suit + counts, pair=False, suited=False)


def _way(counts: Integers, related: Integers, *, pair: bool, suited: bool) -> Way:
    return Way(pair, suited, related, (counts * related).sum(axis=1))


def _drawn(one: Integers, other: Integers, shared: Integers, same: int) -> Integers:
    return one * other - 4 * shared + 2 * same * one


def _trait(player: Way, banker: Way, *, twin: bool) -> int:
    return Trait(player.pair, banker.pair, twin, player.suited, banker.suited).number
