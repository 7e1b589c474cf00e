"""The order of a shoe, derived from the house's secret and from entropy it could not choose."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from punto.cards import Card, Deck
from punto.fair.commitment import checked_secret, commitment
from punto.fair.drbg import HmacDrbg
from punto.fair.encoding import encoded
from punto.fair.shuffle import shuffled, words

DOMAIN: Final = b"punto shoe order 1"

GENERATOR: Final = f"HMAC_DRBG SHA-256, {DOMAIN.decode()}"
"""What a shoe is shuffled with, as it is named to those who ask: generator and derivation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """All that anyone needs to derive a shoe again, published once the shoe is over."""

    table: str
    shoe: int
    decks: int
    secret: bytes
    outside: bytes = b""
    """Entropy from outside the house, such as the player's own seed; empty where there is none."""


def order_of(reveal: Reveal, deck: Deck) -> tuple[Card, ...]:
    """Derive the order: the decks as they come from the factory, shuffled."""
    factory = deck.cards * reveal.decks
    return shuffled(factory, _words_of(reveal, len(factory)))


def written_order_of(reveal: Reveal, deck: Deck) -> tuple[str, ...]:
    """Derive the same order in notation, as a table takes it."""
    factory = deck.notation * reveal.decks
    return shuffled(factory, _words_of(reveal, len(factory)))


def _words_of(reveal: Reveal, size: int) -> Iterator[int]:
    checked_secret(reveal.secret)
    place = encoded((DOMAIN, reveal.table.encode(), str(reveal.shoe).encode()))
    return words(HmacDrbg.of(reveal.secret, encoded((reveal.outside,)), place), size)


class Verdict(Enum):
    """What a verification finds, in order of precedence."""

    WRONG_COMMITMENT = "wrong-commitment"
    WRONG_CARDS = "wrong-cards"
    TRUE = "true"


def verify(reveal: Reveal, deck: Deck, *, committed: str, gone: Sequence[Card]) -> Verdict:
    """Check a revealed shoe against its commitment and the cards that left it, burned ones too."""
    if commitment(reveal.secret, table=reveal.table, shoe=reveal.shoe) != committed:
        return Verdict.WRONG_COMMITMENT
    if order_of(reveal, deck)[: len(gone)] != tuple(gone):
        return Verdict.WRONG_CARDS
    return Verdict.TRUE
