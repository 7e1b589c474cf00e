"""The cards sorted by what wagers can tell apart: first two cards of a hand, and third cards.

Hands of one class go on alike and leave the same cases of every wager standing, whatever hand is
beside them. There are far fewer classes than hands.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from punto.cards import Card, Deck, Rank
from punto.rules.ending import Trait, facts_at
from punto.rules.hand import Side
from punto.rules.needs import PAIR_FACTS, SUIT_FACTS, Detail, detail_of, is_of_cards
from punto.rules.sieve import Sieve
from punto.rules.wager import Wager

MOST_WAYS: Final = 5_000_000
"""So many ways for a round to go the wagers of a rulebook may tell apart: it stays quick then."""

WORD: Final = 64
"""So many bits hold the cases that are left of a wager; those of all wagers lie side by side."""

WEIGHT: Final = 6
"""So many bits hold what cards weigh for a fact of all cards together; likewise."""


Start = tuple[Rank | bool, bool]


class HandClass(NamedTuple):
    """First two cards that no wager can tell from others."""

    total: int
    as_player: int
    as_banker: int
    pair: Rank | bool
    """Its rank where some wager asks for twins; elsewhere whether it is one, if that is asked."""
    suited: bool
    weights: int

    @property
    def start(self) -> Start:
        """What wagers on pairs and suits look at."""
        return self.pair, self.suited


class ThirdClass(NamedTuple):
    """Third cards that no wager can tell apart."""

    value: int
    as_player: int
    as_banker: int
    weights: int


class Sorting:
    """The classes that some wagers need."""

    def __init__(self, wagers: Sequence[Wager], deck: Deck) -> None:
        self.sieves = tuple(map(Sieve, wagers))
        self.detail = detail_of(wagers)
        self.kinds = kinds_of(deck, self.detail)
        named = frozenset[str]().union(*(sieve.named for sieve in self.sieves))
        self._asks_for_twins = "twin" in named
        self._asks_for_pairs = bool(named & PAIR_FACTS)
        self._asks_for_suits = bool(named & SUIT_FACTS)
        self.of_all = tuple(dict.fromkeys(name for sieve in self.sieves for name in sieve.of_all))
        """The facts of all cards together: one weight of every class for each."""
        self._facts = {name: sieve.of_all[name] for sieve in self.sieves for name in sieve.of_all}

    def hand(self, one: Card, other: Card) -> HandClass:
        """Find the class of two cards."""
        is_pair = self._asks_for_pairs and one.rank is other.rank
        return HandClass(
            (one.points + other.points) % 10,
            _joined(sieve.of_start(Side.PLAYER, one, other) for sieve in self.sieves),
            _joined(sieve.of_start(Side.BANKER, one, other) for sieve in self.sieves),
            one.rank if is_pair and self._asks_for_twins else is_pair,
            self._asks_for_suits and one.suit is other.suit,
            self._weights(one) + self._weights(other),
        )

    def third(self, card: Card) -> ThirdClass:
        """Find the class of a third card."""
        return ThirdClass(
            card.points,
            _joined(sieve.of_third(Side.PLAYER, card) for sieve in self.sieves),
            _joined(sieve.of_third(Side.BANKER, card) for sieve in self.sieves),
            self._weights(card),
        )

    def _weights(self, card: Card) -> int:
        return sum(
            self._facts[name].weight(card) << WEIGHT * place
            for place, name in enumerate(self.of_all)
        )

    @cached_property
    def no_third(self) -> ThirdClass:
        """What a hand that stood has for a third card."""
        return ThirdClass(
            -1,
            _joined(sieve.of_third(Side.PLAYER, None) for sieve in self.sieves),
            _joined(sieve.of_third(Side.BANKER, None) for sieve in self.sieves),
            weights=0,
        )

    @cached_property
    def ways(self) -> int:
        """How many ways for a round to go are told apart, at the most."""
        hands = {self.hand(*two) for two in combinations_with_replacement(self.kinds, 2)}
        thirds = {self.third(card) for card in self.kinds}
        return len(hands) ** 2 * (len(thirds) + 1) ** 2

    def of_ending(self, number: int) -> int:
        """Keep the cases that an ending allows."""
        return _joined(sieve.of_ending(facts_at(number, 0)) for sieve in self.sieves)

    def of_trait(self, player: Start, banker: Start) -> int:
        """Keep the cases that pairs and suits of both hands allow."""
        (player_pair, player_suited), (banker_pair, banker_suited) = player, banker
        twin = bool(player_pair) and self._asks_for_twins and player_pair is banker_pair
        trait = Trait(
            bool(player_pair), bool(banker_pair), twin, player_suited, banker_suited
        ).number
        return _joined(sieve.of_trait(facts_at(0, trait)) for sieve in self.sieves)

    def of_weight(self, place: int, weight: int) -> int:
        """Keep the cases that all cards together allow, by their weight for one fact."""
        name = self.of_all[place]
        return _joined(
            sieve.of_weight(name, weight) if name in sieve.of_all else sieve.everything
            for sieve in self.sieves
        )

    def of_weights(self, weights: int) -> int:
        """Keep the cases that all cards together allow, by their weights for all facts."""
        left = -1
        for place in range(len(self.of_all)):
            left &= self.of_weight(place, weights >> WEIGHT * place & (1 << WEIGHT) - 1)
        return left

    def split(self, left: int) -> tuple[int, ...]:
        """Take the cases of every wager apart."""
        return tuple(left >> WORD * n & (1 << WORD) - 1 for n in range(len(self.sieves)))


def _joined(words: Iterable[int]) -> int:
    return sum(word << WORD * place for place, word in enumerate(words))


def kinds_of(deck: Deck, detail: Detail) -> tuple[Card, ...]:
    """Take one card of each kind that is told apart: of each value, of each rank, or every card."""
    if detail is Detail.CARDS:
        return deck.cards
    of_each_rank = deck.cards[: len(deck.ranks)]
    if detail is Detail.RANKS:
        return of_each_rank
    return tuple({card.points: card for card in of_each_rank}[value] for value in range(10))


@lru_cache(maxsize=64)
def sorting_of(wagers: tuple[Wager, ...], deck: Deck) -> Sorting:
    """Sort the cards of a deck for some wagers, once."""
    return Sorting(wagers, deck)


def tells_too_much_apart(wagers: Sequence[Wager], deck: Deck) -> bool:
    """Say whether wagers on single cards ask for too much to be counted together."""
    return any(map(is_of_cards, wagers)) and sorting_of(tuple(wagers), deck).ways > MOST_WAYS
