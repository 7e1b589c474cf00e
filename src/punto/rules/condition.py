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
_Sum = Annotated[int, Meta(ge=0, le=18)]
_Difference = Annotated[int, Meta(ge=-9, le=9)]
_AllCards = Annotated[int, Meta(ge=4, le=6)]
_Several = Meta(min_length=1, max_length=20)
_Cases = Meta(max_length=16)

OneOfWinners = _Winner | Annotated[tuple[_Winner, ...], _Several] | None
OneOfTotals = _Total | Annotated[tuple[_Total, ...], _Several] | None
OneOfCards = _Cards | Annotated[tuple[_Cards, ...], _Several] | None
OneOfPairs = _Pairs | Annotated[tuple[_Pairs, ...], _Several] | None
OneOfSums = _Sum | Annotated[tuple[_Sum, ...], _Several] | None
OneOfDifferences = _Difference | Annotated[tuple[_Difference, ...], _Several] | None
OneOfAllCards = _AllCards | Annotated[tuple[_AllCards, ...], _Several] | None
YesOrNo = bool | Annotated[tuple[bool, ...], _Several] | None


class Case(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    dict=True,
):
    """A value for a fact, or several any of which will do; all facts named must hold.

    A fact not named may be anything, so the empty case always holds.
    """

    winner: OneOfWinners = None
    player_total: OneOfTotals = None
    banker_total: OneOfTotals = None
    player_cards: OneOfCards = None
    banker_cards: OneOfCards = None
    margin: OneOfTotals = None
    natural: YesOrNo = None
    player_pair: YesOrNo = None
    banker_pair: YesOrNo = None
    pairs: OneOfPairs = None
    twin: YesOrNo = None
    player_suited: YesOrNo = None
    banker_suited: YesOrNo = None
    suited_pairs: OneOfPairs = None
    sum: OneOfSums = None
    difference: OneOfDifferences = None
    cards: OneOfAllCards = None

    @cached_property
    def allowed(self) -> dict[str, tuple[Value, ...]]:
        """The facts that are named, each with the values it may have."""
        named = {name: getattr(self, name) for name in DOMAINS}
        return {
            name: tuple(dict.fromkeys(value)) if isinstance(value, tuple) else (value,)
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


assert list(Case.__struct_fields__) == list(DOMAINS), "a case can name every fact"


class Condition(
    Case,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    dict=True,
):
    """All facts named must hold, one of the cases in `any_of` if there are any, none in `none_of`.

    A fact not named may be anything, so the empty condition always holds.
    """

    any_of: Annotated[tuple[Case, ...], _Cases] = ()
    none_of: Annotated[tuple[Case, ...], _Cases] = ()

    @cached_property
    def named(self) -> frozenset[str]:
        """Every fact that is named here, in a case or beside them."""
        return frozenset(self.allowed).union(
            *(case.allowed for case in (*self.any_of, *self.none_of))
        )

    @property
    def has_cases(self) -> bool:
        """Whether there is more to it than the facts that it names itself."""
        return bool(self.any_of or self.none_of)

    def holds(self, facts: Facts) -> bool:
        """Say whether the round is one of those meant."""
        return (
            super().holds(facts)
            and (not self.any_of or any(case.holds(facts) for case in self.any_of))
            and not any(case.holds(facts) for case in self.none_of)
        )
