"""The condition of a pay line: which facts must have which values."""

from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from punto.rules.card_facts import CARD_FACTS, two_ranks
from punto.rules.facts import BITS, DOMAINS, Facts, Value
from punto.rules.text import are_two_ranks

_Winner = Literal["player", "banker", "tie"]
_Total = Annotated[int, Meta(ge=0, le=9)]
_Cards = Annotated[int, Meta(ge=2, le=3)]
_Pairs = Annotated[int, Meta(ge=0, le=2)]
_Sum = Annotated[int, Meta(ge=0, le=18)]
_Difference = Annotated[int, Meta(ge=-9, le=9)]
_AllCards = Annotated[int, Meta(ge=4, le=6)]
_Number = Annotated[int, Meta(ge=0, le=6)]
_Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "S", "L", "F"]
_Suit = Literal["spades", "hearts", "diamonds", "clubs", "metal", "wood", "water", "fire", "earth"]
_Colour = Literal["red", "black", "mixed"]
_Several = Meta(min_length=1, max_length=20)
_Cases = Meta(max_length=16)

OneOfWinners = _Winner | Annotated[tuple[_Winner, ...], _Several] | None
OneOfTotals = _Total | Annotated[tuple[_Total, ...], _Several] | None
OneOfCards = _Cards | Annotated[tuple[_Cards, ...], _Several] | None
OneOfPairs = _Pairs | Annotated[tuple[_Pairs, ...], _Several] | None
OneOfSums = _Sum | Annotated[tuple[_Sum, ...], _Several] | None
OneOfDifferences = _Difference | Annotated[tuple[_Difference, ...], _Several] | None
OneOfAllCards = _AllCards | Annotated[tuple[_AllCards, ...], _Several] | None
OneOfNumbers = _Number | Annotated[tuple[_Number, ...], _Several] | None
OneOfRanks = _Rank | Annotated[tuple[_Rank, ...], _Several] | None
OneOfSuits = _Suit | Annotated[tuple[_Suit, ...], _Several] | None
OneOfColours = _Colour | Annotated[tuple[_Colour, ...], _Several] | None
# A pattern would say it too, but msgspec frees one in such a union twice when Python ends.
_TwoRanks = Annotated[str, Meta(min_length=2, max_length=2)]
OneOfTwoRanks = (
    _TwoRanks | Annotated[tuple[_TwoRanks, ...], Meta(min_length=1, max_length=136)] | None
)
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
    player_initial_total: OneOfTotals = None
    banker_initial_total: OneOfTotals = None
    player_pair_rank: OneOfRanks = None
    banker_pair_rank: OneOfRanks = None
    player_ranks: OneOfTwoRanks = None
    banker_ranks: OneOfTwoRanks = None
    player_suit: OneOfSuits = None
    banker_suit: OneOfSuits = None
    player_colour: OneOfColours = None
    banker_colour: OneOfColours = None
    player_third_value: OneOfTotals = None
    banker_third_value: OneOfTotals = None
    player_third_rank: OneOfRanks = None
    banker_third_rank: OneOfRanks = None
    player_third_suit: OneOfSuits = None
    banker_third_suit: OneOfSuits = None
    player_third_colour: OneOfColours = None
    banker_third_colour: OneOfColours = None
    colour: OneOfColours = None
    aces: OneOfNumbers = None
    twos: OneOfNumbers = None
    threes: OneOfNumbers = None
    fours: OneOfNumbers = None
    fives: OneOfNumbers = None
    sixes: OneOfNumbers = None
    sevens: OneOfNumbers = None
    eights: OneOfNumbers = None
    nines: OneOfNumbers = None
    tens: OneOfNumbers = None
    jacks: OneOfNumbers = None
    queens: OneOfNumbers = None
    kings: OneOfNumbers = None
    saus: OneOfNumbers = None
    luks: OneOfNumbers = None
    fuks: OneOfNumbers = None

    def __post_init__(self) -> None:
        """Refuse what is not two ranks."""
        for name in ("player_ranks", "banker_ranks"):
            given = getattr(self, name) or ()
            for ranks in (given,) if isinstance(given, str) else given:
                if not are_two_ranks(ranks):
                    raise ValueError(f"{name}: expected two ranks such as 'KQ', not {ranks!r}")

    @cached_property
    def allowed(self) -> dict[str, tuple[Value, ...]]:
        """The facts that are named, each with the values it may have."""
        named = ((name, getattr(self, name)) for name in (*DOMAINS, *CARD_FACTS))
        return {name: _values(name, value) for name, value in named if value is not None}

    @cached_property
    def excluded(self) -> int:
        """The bits of all values that are not allowed: a round matches if it has none of them."""
        return sum(
            BITS[name, value]
            for name, values in self.allowed.items()
            for value in DOMAINS.get(name, ())
            if value not in values
        )

    @cached_property
    def of_cards(self) -> dict[str, tuple[Value, ...]]:
        """The facts of single cards that are named, each with the values it may have."""
        return {name: values for name, values in self.allowed.items() if name in CARD_FACTS}

    def holds(self, facts: Facts) -> bool:
        """Say whether the round is one of those meant."""
        if facts.bits & self.excluded:
            return False
        of_cards = self.of_cards
        return not of_cards or all(facts.of_cards(name) in of_cards[name] for name in of_cards)


def _values(name: str, value: Value | tuple[Value, ...]) -> tuple[Value, ...]:
    values = value if isinstance(value, tuple) else (value,)
    if name.endswith("_ranks"):  # two ranks have no order
        values = tuple(two_ranks(*str(each)) for each in values)
    return tuple(dict.fromkeys(values))


assert list(Case.__struct_fields__) == [*DOMAINS, *CARD_FACTS], "a case can name every fact"


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

    def holds(self, facts: Facts) -> bool:
        """Say whether the round is one of those meant."""
        if facts.bits & self.excluded:
            return False
        return self._is_plain or self._holds_further(facts)

    @cached_property
    def _is_plain(self) -> bool:
        return not (self.of_cards or self.any_of or self.none_of)

    def _holds_further(self, facts: Facts) -> bool:
        """Look at single cards and at the cases."""
        return (
            super().holds(facts)
            and (not self.any_of or any(case.holds(facts) for case in self.any_of))
            and not any(case.holds(facts) for case in self.none_of)
        )
