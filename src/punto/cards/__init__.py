"""Cards, the deck families they come in, and two kinds of shoe: ordered and counted."""

from punto.cards.card import Card
from punto.cards.composition import Composition
from punto.cards.deck import DECKS, ELEMENTS, FRENCH, MAX_DECKS, Deck
from punto.cards.notation import is_card, parse_card, parse_cards
from punto.cards.rank import Rank
from punto.cards.shoe import Shoe
from punto.cards.suit import Suit

__all__ = [
    "DECKS",
    "ELEMENTS",
    "FRENCH",
    "MAX_DECKS",
    "Card",
    "Composition",
    "Deck",
    "Rank",
    "Shoe",
    "Suit",
    "is_card",
    "parse_card",
    "parse_cards",
]
