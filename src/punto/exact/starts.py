"""The first four cards in closed form: how often the hands start with pairs, twins and one suit.

Two cards can be related in four ways: alike, of one rank, of one suit, or neither. Let d(c) be the
cards that are so related to one certain card of kind c, and P = Σ n(c) d(c) the ordered pairs. Four
cards, the Player's two related in way A and the Banker's in way B, number

    P(A) P(B) − 4 Σ n(c) d_A(c) d_B(c) + 2 [A = B] P(A):

all choices of two pairs, less those that take the same card twice, and those that take the same two
cards were taken away twice. For twins the same is counted inside each rank.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from punto.cards import Composition
from punto.exact.enumeration import Integers, card_kinds, rank_kinds
from punto.rules.ending import TRAITS, Trait
from punto.rules.needs import Detail


class Way(NamedTuple):
    """How two cards are related, and how many cards are so related to one of each kind."""

    pair: bool
    suited: bool
    related: Integers


def start_traits(composition: Composition, detail: Detail) -> Integers:
    """Count the ordered draws of four cards by trait."""
    kinds = card_kinds(composition) if detail is Detail.CARDS else rank_kinds(composition)
    ways = list(_ways(composition, kinds.counts, detail))
    counts = np.zeros(TRAITS, dtype=np.int64)
    for player, banker in product(ways, ways):
        drawn = _draws(kinds.counts, player, banker)
        counts[_trait(player, banker, twin=False)] += drawn
        if player.pair and banker.pair:
            twins = _twins(kinds.counts, kinds.ranks, player, banker)
            counts[_trait(player, banker, twin=False)] -= twins
            counts[_trait(player, banker, twin=True)] += twins
    return counts


def _ways(composition: Composition, counts: Integers, detail: Detail) -> Iterator[Way]:
    cards = len(composition)
    if detail is not Detail.CARDS:
        yield Way(pair=True, suited=False, related=counts - 1)
        yield Way(pair=False, suited=False, related=cards - counts)
        return
    suits = len(composition.deck.suits)
    by_suit = counts.reshape(suits, -1)  # the cards of a deck come suit by suit
    rank = np.tile(by_suit.sum(axis=0), suits)
    suit = np.repeat(by_suit.sum(axis=1), by_suit.shape[1])
    yield Way(pair=True, suited=True, related=counts - 1)
    yield Way(pair=True, suited=False, related=rank - counts)
    yield Way(pair=False, suited=True, related=suit - counts)
    yield Way(pair=False, suited=False, related=cards - rank - suit + counts)


def _draws(counts: Integers, player: Way, banker: Way) -> int:
    one, other = int(counts @ player.related), int(counts @ banker.related)
    shared = int(counts @ (player.related * banker.related))
    return one * other - 4 * shared + (2 * one if player is banker else 0)


def _twins(counts: Integers, ranks: Integers, player: Way, banker: Way) -> int:
    total = 0
    for rank in range(int(ranks.max()) + 1):
        inside = ranks == rank
        one = player._replace(related=player.related[inside])
        other = one if player is banker else banker._replace(related=banker.related[inside])
        total += _draws(counts[inside], one, other)
    return total


def _trait(player: Way, banker: Way, *, twin: bool) -> int:
    return Trait(player.pair, banker.pair, twin, player.suited, banker.suited).number
