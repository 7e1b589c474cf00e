"""Reading cards: rank, then suit, as in `9h Td Lm`. Writing one is `str(card)`.

People also write `10d`, `9♥` and `9hTd`: a run of cards is read so too, a single one only as
programs write it.
"""

from typing import Final

from punto.cards.card import Card
from punto.cards.deck import DECKS
from punto.errors import WrongCard

# No suit symbol is shared by the families, so one dictionary serves both.
_LENGTH: Final = 2
_AS_LETTERS: Final = str.maketrans("♠♥♦♣♤♡♢♧", "shdcshdc", "\N{VARIATION SELECTOR-16}")

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
    """Read cards in the order they leave the shoe, parted by blanks or not at all."""
    return tuple(parse_card(card) for word in text.split() for card in _apart(word))


def _apart(word: str) -> list[str]:
    """Write a word as programs write cards, and part it, where it can be several."""
    plain = word.translate(_AS_LETTERS).replace("10", "T")
    if len(plain) % _LENGTH:
        return [word]
    return [plain[start : start + _LENGTH] for start in range(0, len(plain), _LENGTH)]
