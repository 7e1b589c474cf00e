"""Facts of single cards: those of the first two of a hand, of a third card, and of all together.

There are too many to be read off every round. A pay line that names one looks at the cards then.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from punto.cards import Card, Rank, Suit
from punto.rules.deal import Deal
from punto.rules.hand import Side

CardValue = str | int | None
"""None where there is nothing to tell: the suit of two suits, the third card of a hand of two."""

RANKS: Final = tuple(rank.symbol for rank in Rank)
SUITS: Final = tuple(suit.title for suit in Suit)
RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
BLACK: Final = frozenset({Suit.SPADES, Suit.CLUBS})


def two_ranks(one: str, other: str) -> str:
    """Write two ranks in the order of the deck, whichever comes first: `QK`."""
    return "".join(sorted((one, other), key=RANKS.index))


def colour_of(cards: Iterable[Card]) -> str | None:
    """Say what colour all cards have; the suits of Elements have none."""
    suits = {card.suit for card in cards}
    if suits <= RED:
        return "red"
    if suits <= BLACK:
        return "black"
    return "mixed" if suits <= RED | BLACK else None


class OfStart(NamedTuple):
    """A fact of the first two cards of one hand."""

    side: Side
    read: Callable[[Card, Card], CardValue]

    def of(self, deal: Deal) -> CardValue:
        """Read it off a finished deal."""
        hand = deal.player if self.side is Side.PLAYER else deal.banker
        return self.read(*hand.cards[:2])


class OfThird(NamedTuple):
    """A fact of the third card of one hand."""

    side: Side
    read: Callable[[Card], CardValue]

    def of(self, deal: Deal) -> CardValue:
        """Read it off a finished deal; there is none of a hand that stood."""
        third = (deal.player if self.side is Side.PLAYER else deal.banker).third
        return None if third is None else self.read(third)


class OfAll(NamedTuple):
    """A fact of all cards of both hands: every card has a weight, and their sum tells it."""

    weight: Callable[[Card], int]
    read: Callable[[int], CardValue]

    def of(self, deal: Deal) -> CardValue:
        """Read it off a finished deal."""
        return self.read(sum(map(self.weight, deal.cards)))


CardFact = OfStart | OfThird | OfAll


def _of_hands(name: str, read: Callable[[Card, Card], CardValue]) -> dict[str, CardFact]:
    return {f"{side.value}_{name}": OfStart(side, read) for side in Side}


def _of_thirds(name: str, read: Callable[[Card], CardValue]) -> dict[str, CardFact]:
    return {f"{side.value}_third_{name}": OfThird(side, read) for side in Side}


def _number_of(rank: Rank) -> CardFact:
    return OfAll(lambda card: int(card.rank is rank), lambda count: count)


_BLACK_WEIGHT: Final = 7
"""Above the six red cards that a round can have."""


def _colour_weight(card: Card) -> int:
    if card.suit in RED:
        return 1
    return _BLACK_WEIGHT if card.suit in BLACK else 0


def _colour_of_all(weight: int) -> str | None:
    black, red = divmod(weight, _BLACK_WEIGHT)
    if not weight:
        return None
    return "mixed" if black and red else "red" if red else "black"


NUMBERS: Final = {f"{rank.title.lower()}{'es' if rank is Rank.SIX else 's'}": rank for rank in Rank}
"""How many cards of a rank the round has, under the name of the rank."""

CARD_FACTS: Final[dict[str, CardFact]] = {
    **_of_hands("initial_total", lambda one, other: (one.points + other.points) % 10),
    **_of_hands(
        "pair_rank", lambda one, other: one.rank.symbol if one.rank is other.rank else None
    ),
    **_of_hands("ranks", lambda one, other: two_ranks(one.rank.symbol, other.rank.symbol)),
    **_of_hands("suit", lambda one, other: one.suit.title if one.suit is other.suit else None),
    **_of_hands("colour", lambda one, other: colour_of((one, other))),
    **_of_thirds("value", lambda third: third.points),
    **_of_thirds("rank", lambda third: third.rank.symbol),
    **_of_thirds("suit", lambda third: third.suit.title),
    **_of_thirds("colour", lambda third: colour_of((third,))),
    "colour": OfAll(_colour_weight, _colour_of_all),
    **{name: _number_of(rank) for name, rank in NUMBERS.items()},
}
"""Every fact of single cards by its name in rulebooks."""

OF_VALUES: Final = frozenset(
    f"{side.value}_{what}" for side in Side for what in ("initial_total", "third_value")
)
OF_SUITS: Final = frozenset(name for name in CARD_FACTS if name.endswith(("_suit", "colour")))
"""What values of cards decide, and what suits do; the ranks decide all others."""
