"""A card: a rank and a suit, written `9h`, `Td` or `Lm`."""

from dataclasses import dataclass, field

from punto.cards.rank import Rank
from punto.cards.suit import Suit


@dataclass(frozen=True, slots=True)
class Card:
    """One card of either deck family. Cards have no order: an accidental `<` is an error."""

    rank: Rank
    suit: Suit
    # Copied from the rank, because dealing and settling ask for it all the time.
    points: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", self.rank.points)

    def __str__(self) -> str:
        return self.rank.symbol + self.suit.symbol
