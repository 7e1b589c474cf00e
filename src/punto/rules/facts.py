"""The facts of a finished round: all that a wager can be about.

Every fact has a small domain of values. Each (fact, value) owns one bit, so the facts of a round
are one whole number of 96 bits, and a pay line matches when none of the bits it excludes is set.
"""

from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache, cached_property, reduce
from operator import or_
from typing import Final

from punto.rules.card_facts import CARD_FACTS, CardValue
from punto.rules.deal import Deal
from punto.rules.tableau import is_natural

Value = str | int | bool


class Winner(Enum):
    """How a round ends: the hand with the higher total, or a tie."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"

    @staticmethod
    def of(player_total: int, banker_total: int) -> "Winner":
        """Compare the totals."""
        if player_total == banker_total:
            return Winner.TIE
        return Winner.PLAYER if player_total > banker_total else Winner.BANKER


_TOTALS: Final = tuple(range(10))
_NO_YES: Final = (False, True)

DOMAINS: Final[dict[str, tuple[Value, ...]]] = {
    "winner": tuple(winner.value for winner in Winner),
    "player_total": _TOTALS,
    "banker_total": _TOTALS,
    "player_cards": (2, 3),
    "banker_cards": (2, 3),
    "margin": _TOTALS,
    "natural": _NO_YES,
    "player_pair": _NO_YES,
    "banker_pair": _NO_YES,
    "pairs": (0, 1, 2),
    "twin": _NO_YES,
    "player_suited": _NO_YES,
    "banker_suited": _NO_YES,
    "suited_pairs": (0, 1, 2),
    "sum": tuple(range(19)),
    "difference": tuple(range(-9, 10)),
    "cards": (4, 5, 6),
}
"""Every fact by name, with the values it can take. Rulebooks use these names."""

_EVERY_FACT_AND_VALUE: Final = [(name, value) for name in DOMAINS for value in DOMAINS[name]]

BITS: Final = {pair: 1 << place for place, pair in enumerate(_EVERY_FACT_AND_VALUE)}


@dataclass(frozen=True)
class Facts:
    """What is true of one finished round, by the names of `DOMAINS`."""

    winner: str
    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    margin: int
    natural: bool
    player_pair: bool
    banker_pair: bool
    pairs: int
    twin: bool
    player_suited: bool
    banker_suited: bool
    suited_pairs: int
    sum: int
    difference: int
    cards: int
    dealt: Deal | None = field(default=None, compare=False, repr=False)
    """The round itself, where cards were looked at."""

    @cached_property
    def bits(self) -> int:
        """One bit set for each fact."""
        return reduce(or_, (BITS[name, getattr(self, name)] for name in DOMAINS))

    def of_cards(self, name: str) -> CardValue:
        """Tell a fact of single cards."""
        assert self.dealt is not None, "a round without its cards"
        return CARD_FACTS[name].of(self.dealt)

    def of_round(self, dealt: Deal) -> "Facts":
        """Give the same facts, with the round that they are of; their bits are made only once."""
        assert self.bits, "one for each fact"
        values = self.__dict__.copy()
        values["dealt"] = dealt
        own = object.__new__(Facts)
        object.__setattr__(own, "__dict__", values)  # a field after the other would take longer
        return own


assert [item.name for item in fields(Facts)] == [*DOMAINS, "dealt"], "one name for each fact"


def facts(  # noqa: PLR0913 – nine small numbers tell a whole round
    *,
    player_total: int,
    banker_total: int,
    player_cards: int,
    banker_cards: int,
    player_pair: bool = False,
    banker_pair: bool = False,
    twin: bool = False,
    player_suited: bool = False,
    banker_suited: bool = False,
) -> Facts:
    """Derive every fact from the nine that determine a round. Equal rounds share one object."""
    return _shared(
        (
            *(player_total, banker_total, player_cards, banker_cards),
            *(player_pair, banker_pair, twin, player_suited, banker_suited),
        )
    )


_Told = tuple[int, int, int, int, bool, bool, bool, bool, bool]


@cache
def _shared(told: _Told) -> Facts:
    player_total, banker_total, player_cards, banker_cards, *others = told
    player_pair, banker_pair, twin, player_suited, banker_suited = others
    two_cards_each = player_cards == banker_cards == 2
    return Facts(
        winner=Winner.of(player_total, banker_total).value,
        player_total=player_total,
        banker_total=banker_total,
        player_cards=player_cards,
        banker_cards=banker_cards,
        margin=abs(player_total - banker_total),
        natural=two_cards_each and is_natural(player_total, banker_total),
        player_pair=player_pair,
        banker_pair=banker_pair,
        pairs=player_pair + banker_pair,
        twin=twin,
        player_suited=player_suited,
        banker_suited=banker_suited,
        suited_pairs=(player_pair and player_suited) + (banker_pair and banker_suited),
        sum=player_total + banker_total,
        difference=player_total - banker_total,
        cards=player_cards + banker_cards,
    )


def facts_of(deal: Deal) -> Facts:
    """Read the facts off a finished deal."""
    player, banker = deal.player, deal.banker
    player_pair, banker_pair = player.pair, banker.pair
    told = (
        player.total,
        banker.total,
        len(player.cards),
        len(banker.cards),
        player_pair,
        banker_pair,
        player_pair and banker_pair and player.cards[0].rank is banker.cards[0].rank,
        player.suited,
        banker.suited,
    )
    return _shared(told).of_round(deal)
