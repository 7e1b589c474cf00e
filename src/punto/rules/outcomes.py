"""Every way a round can end: which facts, and which pay lines, can go together."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from punto.cards import Deck, Rank
from punto.rules.ending import Ending
from punto.rules.facts import Facts, facts
from punto.rules.tableau import banker_draws, player_draws


class Start(NamedTuple):
    """The first two cards of a hand, as far as any wager can tell them apart."""

    total: int
    pair: Rank | None
    suited: bool


def starts(deck: Deck, *, decks: int) -> frozenset[Start]:
    """List the first two cards of one hand; two equal cards need two decks."""
    return frozenset(
        Start((a.points + b.points) % 10, a if a is b else None, suited)
        for a, b, suited in product(deck.ranks, deck.ranks, (False, True))
        if not (a is b and suited and decks < 2)
    )


@cache
def endings(player: int, banker: int) -> tuple[Ending, ...]:
    """List how a round can go on from two two-card totals."""
    return tuple(dict.fromkeys(_endings(player, banker)))


def _endings(player: int, banker: int) -> Iterator[Ending]:
    thirds: Sequence[int | None] = range(10) if player_draws(player, banker) else (None,)
    for third in thirds:
        total, cards = (player, 2) if third is None else ((player + third) % 10, 3)
        if banker_draws(player, banker, third):
            yield from (Ending(total, (banker + last) % 10, cards, 3) for last in range(10))
        else:
            yield Ending(total, banker, cards, 2)


@cache
def reachable_facts(deck: Deck, *, decks: int) -> frozenset[Facts]:
    """List the facts of every round that so many decks can produce."""
    hands = starts(deck, decks=decks)
    found = set()
    for (player, banker), traits in _traits_by_totals(hands).items():
        for (player_total, banker_total, player_cards, banker_cards), trait in product(
            endings(player, banker), traits
        ):
            player_pair, banker_pair, twin, player_suited, banker_suited = trait
            found.add(
                facts(
                    player_total=player_total,
                    banker_total=banker_total,
                    player_cards=player_cards,
                    banker_cards=banker_cards,
                    player_pair=player_pair,
                    banker_pair=banker_pair,
                    twin=twin,
                    player_suited=player_suited,
                    banker_suited=banker_suited,
                )
            )
    return frozenset(found)


Trait = tuple[bool, bool, bool, bool, bool]


def _traits_by_totals(hands: frozenset[Start]) -> dict[tuple[int, int], set[Trait]]:
    traits = defaultdict(set)
    for player, banker in product(hands, hands):
        player_pair, banker_pair = player.pair is not None, banker.pair is not None
        twin = player_pair and player.pair is banker.pair
        traits[player.total, banker.total].add(
            (player_pair, banker_pair, twin, player.suited, banker.suited)
        )
    return traits
