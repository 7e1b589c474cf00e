"""The first four cards of one shoe, in plain integers: pairs, twins and hands of one suit.

The closed form of `starts`, which does it for many shoes at once, and says why it holds.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from operator import mul
from typing import NamedTuple

from punto.cards import Composition
from punto.rules.ending import TRAITS, Trait
from punto.rules.needs import Detail

Grid = list[list[int]]
"""A number for each rank and suit; where suits are not told apart, as if there were one."""


class Way(NamedTuple):
    """How two cards are related, and how many cards are so related to one of each kind."""

    pair: bool
    suited: bool
    related: Grid


def start_traits(composition: Composition, detail: Detail) -> list[int]:
    """Count the ordered draws of four cards by trait."""
    counts = _grid(composition, detail)
    found = [0] * TRAITS
    for one, other in combinations_with_replacement(list(_ways(counts)), 2):
        drawn, twins = _drawn(counts, one, other)
        for player, banker in ((one, other), (other, one)):  # the same, whoever has which
            found[_trait(player, banker, twin=False)] = drawn - twins
            found[_trait(player, banker, twin=True)] = twins
    return found


def _grid(composition: Composition, detail: Detail) -> Grid:
    if detail is not Detail.CARDS:
        return [[count] for count in composition.ranks]
    assert composition.cards is not None, "a composition by rank does not know its suits"
    ranks = len(composition.deck.ranks)
    return [list(composition.cards[rank::ranks]) for rank in range(ranks)]


def _ways(counts: Grid) -> Iterator[Way]:
    """Tell how two cards can be related; what is all of one suit is of none."""
    cards, suits = sum(map(sum, counts)), [sum(column) for column in zip(*counts, strict=True)]
    told = len(suits) > 1
    yield Way(pair=True, suited=told, related=[[n - 1 for n in row] for row in counts])
    of_suit = [[all_ - n for n, all_ in zip(row, suits, strict=True)] for row in counts]
    yield Way(pair=False, suited=told, related=of_suit)
    if told:
        of_rank = [[sum(row) - n for n in row] for row in counts]
        yield Way(pair=True, suited=False, related=of_rank)
        others = [
            [cards - sum(row) - n for n in same] for row, same in zip(counts, of_suit, strict=True)
        ]
        yield Way(pair=False, suited=False, related=others)


def _drawn(counts: Grid, one: Way, other: Way) -> tuple[int, int]:
    """Count two hands that are so related; and those of one rank, if both are pairs."""
    firsts, seconds = _pairs(counts, one), _pairs(counts, other)
    both = [list(map(mul, *rows)) for rows in zip(one.related, other.related, strict=True)]
    shared = [sum(map(mul, *rows)) for rows in zip(counts, both, strict=True)]
    same = one is other
    drawn = sum(firsts) * sum(seconds) - 4 * sum(shared) + 2 * same * sum(firsts)
    if not (one.pair and other.pair):
        return drawn, 0
    in_one_rank = zip(firsts, seconds, shared, strict=True)
    return drawn, sum(p * b - 4 * s + 2 * same * p for p, b, s in in_one_rank)


def _pairs(counts: Grid, way: Way) -> Sequence[int]:
    """Count ordered pairs, by the rank of the first card."""
    return [sum(map(mul, *rows)) for rows in zip(counts, way.related, strict=True)]


def _trait(player: Way, banker: Way, *, twin: bool) -> int:
    return Trait(player.pair, banker.pair, twin, player.suited, banker.suited).number
