"""A hand: the cards dealt to the Player or to the Banker in one round."""

from collections.abc import Sequence
from enum import Enum
from typing import Self

import msgspec

from punto.cards import Card


class Side(Enum):
    """The two hands of a round."""

    PLAYER = "player"
    BANKER = "banker"


class Hand(msgspec.Struct, frozen=True):
    """Up to three cards and their point total."""

    cards: tuple[Card, ...] = ()
    total: int = 0

    @classmethod
    def of(cls, cards: Sequence[Card]) -> Self:
        """Add up the values; the total is the right digit."""
        return cls(tuple(cards), sum([card.points for card in cards]) % 10)  # noqa: C419 – faster

    def plus(self, card: Card) -> "Hand":
        """The same hand with one more card."""
        return Hand((*self.cards, card), (self.total + card.points) % 10)

    @property
    def initial_total(self) -> int:
        """The total of the first two cards."""
        return sum(card.points for card in self.cards[:2]) % 10

    @property
    def third(self) -> Card | None:
        """The third card, if there is one."""
        return self.cards[2] if len(self.cards) > 2 else None

    @property
    def pair(self) -> bool:
        """Two first cards of the same rank: ten and jack are worth the same, but are no pair."""
        return len(self.cards) > 1 and self.cards[0].rank is self.cards[1].rank

    @property
    def suited(self) -> bool:
        """Two first cards of the same suit."""
        return len(self.cards) > 1 and self.cards[0].suit is self.cards[1].suit

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))
