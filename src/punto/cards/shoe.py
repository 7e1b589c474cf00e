"""The ordered shoe: which cards come, in which order, and how far it has been dealt."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from punto.cards.card import Card
from punto.cards.composition import Composition
from punto.cards.deck import Deck
from punto.cards.notation import parse_cards


@dataclass(frozen=True, slots=True)
class Shoe:
    """An immutable run of cards and a cursor. Nothing here shuffles: the order is given."""

    cards: tuple[Card, ...]
    dealt: int = 0

    def __post_init__(self) -> None:
        assert 0 <= self.dealt <= len(self.cards), "the cursor is outside the shoe"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a shoe from notation, first card first."""
        return cls(parse_cards(text))

    @classmethod
    def unshuffled(cls, deck: Deck, decks: int) -> Self:
        """Stack so many decks one behind the other, as they come from the factory."""
        return cls(deck.cards * decks)

    @property
    def remaining(self) -> Sequence[Card]:
        """The cards still to come."""
        return self.cards[self.dealt :]

    def draw(self) -> "tuple[Card, Shoe]":
        """Take the next card; raises IndexError when there is none."""
        return self.cards[self.dealt], replace(self, dealt=self.dealt + 1)

    def composition(self, deck: Deck) -> Composition:
        """Count what is still to come."""
        return Composition.of_cards(deck, self.remaining)

    def __len__(self) -> int:
        return len(self.cards) - self.dealt
