"""The condition of a pay line: which facts must have which values."""

from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from punto.rules.facts import BITS, DOMAINS, Facts, Value

_Winner = Literal["player", "banker", "tie"]
_Total = Annotated[int, Meta(ge=0, le=9)]
_Cards = Annotated[int, Meta(ge=2, le=3)]
_Pairs = Annotated[int, Meta(ge=0, le=2)]
_Several = Meta(min_length=1, max_length=10)

OneOfWinners = _Winner | Annotated[tuple[_Winner, ...], _Several] | None
OneOfTotals = _Total | Annotated[tuple[_Total, ...], _Several] | None
OneOfCards = _Cards | Annotated[tuple[_Cards, ...], _Several] | None
OneOfPairs = _Pairs | Annotated[tuple[_Pairs, ...], _Several] | None


class Condition(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    dict=True,
):
    """A value for a fact, or several any of which will do; all facts named must hold.

    A fact not named may be anything, so the empty condition always holds.
    """

    winner: OneOfWinners = None
    player_total: OneOfTotals = None
    banker_total: OneOfTotals = None
    player_cards: OneOfCards = None
    banker_cards: OneOfCards = None
    margin: OneOfTotals = None
    natural: bool | None = None
    player_pair: bool | None = None
    banker_pair: bool | None = None
    pairs: OneOfPairs = None
    twin: bool | None = None
    player_suited: bool | None = None
    banker_suited: bool | None = None
    suited_pairs: OneOfPairs = None

    @cached_property
    def allowed(self) -> dict[str, tuple[Value, ...]]:
        """The facts that are named, each with the values it may have."""
        named = {name: getattr(self, name) for name in DOMAINS}
        return {
            name: value if isinstance(value, tuple) else (value,)
            for name, value in named.items()
            if value is not None
        }

    @cached_property
    def excluded(self) -> int:
        """The bits of all values that are not allowed: a round matches if it has none of them."""
        return sum(
            BITS[name, value]
            for name, values in self.allowed.items()
            for value in DOMAINS[name]
            if value not in values
        )

    def holds(self, facts: Facts) -> bool:
        """Say whether the round is one of those meant."""
        return not facts.bits & self.excluded


assert list(Condition.__struct_fields__) == list(DOMAINS), "a condition can name every fact"
