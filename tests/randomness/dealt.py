"""Shoes as they were dealt, for statistics: a number for every card, place after place."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from punto.cards import Deck

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Kinds:
    """A way of telling cards apart: the kind of each card of the deck, numbered from 0."""

    labels: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many kinds there are."""
        return max(self.labels) + 1

    def sizes(self, decks: int) -> tuple[int, ...]:
        """How many cards of each kind are in a shoe."""
        return tuple(self.labels.count(kind) * decks for kind in range(self.count))


@dataclass(frozen=True)
class Dealt:
    """Shoes of one make. `cards[place, shoe]` is the number of a card in the deck.

    A place of all shoes lies together in memory, because every test goes from place to place.
    """

    deck: Deck
    decks: int
    cards: Bytes

    @property
    def places(self) -> int:
        """How many cards a shoe has."""
        return len(self.cards)

    @property
    def shoes(self) -> int:
        """How many shoes there are."""
        return len(self.cards[0])

    def seen_as(self, kinds: Kinds) -> Bytes:
        """Show every card as its kind."""
        return np.asarray(kinds.labels, dtype=np.uint8)[self.cards]

    @cached_property
    def by_card(self) -> Kinds:
        """Every card of a deck is a kind."""
        return Kinds(tuple(range(len(self.deck))))

    @cached_property
    def by_rank(self) -> Kinds:
        """Thirteen ranks."""
        return Kinds(tuple(self.deck.ranks.index(card.rank) for card in self.deck.cards))

    @cached_property
    def by_suit(self) -> Kinds:
        """Four suits or five."""
        return Kinds(tuple(self.deck.suits.index(card.suit) for card in self.deck.cards))

    @cached_property
    def by_points(self) -> Kinds:
        """Ten values; nought has four ranks."""
        return Kinds(tuple(card.points for card in self.deck.cards))

    @cached_property
    def by_colour(self) -> Kinds:
        """The second and third suit against the others: in a French deck, red against black."""
        middle = self.deck.suits[1:3]
        return Kinds(tuple(int(card.suit in middle) for card in self.deck.cards))


def factory(deck: Deck, decks: int) -> Bytes:
    """Number the cards of a new shoe as they come from the factory."""
    return np.tile(np.arange(len(deck), dtype=np.uint8), decks)
