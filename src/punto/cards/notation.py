"""Reading cards: rank, then suit, as in `9h Td Lm`. Writing one is `str(card)`."""

from typing import Final

from punto.cards.card import Card
from punto.cards.deck import DECKS
from punto.errors import WrongCard

# No suit symbol is shared by the families, so one dictionary serves both.
_CARD_OF: Final = {str(card): card for deck in DECKS.values() for card in deck.cards}


def parse_card(text: str) -> Card:
    """Read one card. The same notation always gives the same object."""
    card = _CARD_OF.get(text)
    if card is None:
        raise WrongCard(
            f"{text!r} is not a card: write rank, then suit, such as 9h or Td "
            "(a ten is T, suits are lower case)"
        )
    return card


def is_card(text: str) -> bool:
    """Whether this is the notation of a card, of whichever deck."""
    return text in _CARD_OF


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by blanks, in the order they leave the shoe."""
    return tuple(parse_card(word) for word in text.split())
