"""The two deck families: 52 cards in four suits, 65 cards in five."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from punto.cards.card import Card
from punto.cards.rank import Rank
from punto.cards.suit import Suit

MAX_DECKS: Final = 10
"""The most decks any of the documents allows in one shoe."""


@dataclass(frozen=True)
class Deck:
    """A deck family: every rank once in every suit."""

    family: str
    ranks: tuple[Rank, ...]
    suits: tuple[Suit, ...]

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards of one deck, suit by suit."""
        return tuple(Card(rank, suit) for suit in self.suits for rank in self.ranks)

    @cached_property
    def notation(self) -> tuple[str, ...]:
        """The same cards, written."""
        return tuple(map(str, self.cards))

    def __contains__(self, card: Card) -> bool:
        return card.suit in self.suits and card.rank in self.ranks

    def __len__(self) -> int:
        return len(self.ranks) * len(self.suits)


_ACE_TO_TEN: Final = (
    Rank.ACE,
    Rank.TWO,
    Rank.THREE,
    Rank.FOUR,
    Rank.FIVE,
    Rank.SIX,
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.TEN,
)

FRENCH: Final = Deck(
    family="french",
    ranks=(*_ACE_TO_TEN, Rank.JACK, Rank.QUEEN, Rank.KING),
    suits=(Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS),
)
ELEMENTS: Final = Deck(
    family="elements",
    ranks=(*_ACE_TO_TEN, Rank.SAU, Rank.LUK, Rank.FUK),
    suits=(Suit.METAL, Suit.WOOD, Suit.WATER, Suit.FIRE, Suit.EARTH),
)

DECKS: Final = {deck.family: deck for deck in (FRENCH, ELEMENTS)}
