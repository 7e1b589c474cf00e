"""Pay lines as a sieve: each part of a round says which of their cases it leaves standing.

A part is the ending, what the first cards have in common, the first two cards of a hand, a third
card, or all cards together. For every case of every pay line there is one bit; a part clears the
bits of the cases that it rules out, and what all parts leave decides which line pays. So there may
be any number of facts: what counts is how many cases there are.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from punto.cards import Card
from punto.rules.card_facts import CARD_FACTS, CardFact, OfAll, OfStart, OfThird
from punto.rules.condition import Case
from punto.rules.facts import DOMAINS, Facts
from punto.rules.hand import Side
from punto.rules.needs import START_FACTS
from punto.rules.wager import Wager

MOST_CASES: Final = 64
"""So many cases a wager may have in all, its lines included: as many as a machine word has bits."""

ENDING_FACTS: Final = frozenset(DOMAINS) - START_FACTS


class Line(NamedTuple):
    """Which cases must be left of a round, for one pay line."""

    own: int
    any_of: int
    none_of: int

    def holds(self, left: int) -> bool:
        """Say whether the line holds, by the cases that are left."""
        return bool(
            left & self.own and (not self.any_of or left & self.any_of) and not left & self.none_of
        )


class Sieve:
    """The cases of a wager, one bit for each."""

    def __init__(self, wager: Wager) -> None:
        self.cases: list[Case] = []
        self.lines = tuple(
            Line(
                self._bits([line.when]), self._bits(line.when.any_of), self._bits(line.when.none_of)
            )
            for line in wager.lines
        )
        self.named = frozenset[str]().union(*(case.allowed for case in self.cases))

    def _bits(self, cases: Sequence[Case]) -> int:
        first = len(self.cases)
        self.cases += cases
        return (1 << len(cases)) - 1 << first

    @property
    def everything(self) -> int:
        """The bits of all cases."""
        return (1 << len(self.cases)) - 1

    def place_of(self, left: int) -> int:
        """Say which line settles a round that leaves these cases; one past the last if none."""
        places = (place for place, line in enumerate(self.lines) if line.holds(left))
        return next(places, len(self.lines))

    def _left(self, values: Mapping[str, object]) -> int:
        """Keep the cases that have nothing against the values of these facts."""
        if not values:
            return self.everything
        return sum(
            1 << place
            for place, case in enumerate(self.cases)
            if all(
                name not in case.allowed or value in case.allowed[name]
                for name, value in values.items()
            )
        )

    def of_ending(self, facts: Facts) -> int:
        """Keep what the ending allows."""
        return self._left({name: getattr(facts, name) for name in ENDING_FACTS & self.named})

    def of_trait(self, facts: Facts) -> int:
        """Keep what pairs and suits of the first cards allow."""
        return self._left({name: getattr(facts, name) for name in START_FACTS & self.named})

    def of_start(self, side: Side, one: Card, other: Card) -> int:
        """Keep what the first two cards of a hand allow."""
        return self._left(
            {name: fact.read(one, other) for name, fact in self._starts[side].items()}
        )

    def of_third(self, side: Side, card: Card | None) -> int:
        """Keep what the third card of a hand allows, or that there is none."""
        facts = self._thirds[side].items()
        return self._left({name: None if card is None else fact.read(card) for name, fact in facts})

    def of_weight(self, name: str, weight: int) -> int:
        """Keep what all cards together allow, by their weight for one of these facts."""
        return self._left({name: self.of_all[name].read(weight)})

    @cached_property
    def of_all(self) -> dict[str, OfAll]:
        """The facts of all cards together that are named."""
        return {name: fact for name, fact in self._facts if isinstance(fact, OfAll)}

    @cached_property
    def _starts(self) -> dict[Side, dict[str, OfStart]]:
        facts = [(name, fact) for name, fact in self._facts if isinstance(fact, OfStart)]
        return {side: {name: fact for name, fact in facts if fact.side is side} for side in Side}

    @cached_property
    def _thirds(self) -> dict[Side, dict[str, OfThird]]:
        facts = [(name, fact) for name, fact in self._facts if isinstance(fact, OfThird)]
        return {side: {name: fact for name, fact in facts if fact.side is side} for side in Side}

    @cached_property
    def _facts(self) -> list[tuple[str, CardFact]]:
        return [(name, fact) for name, fact in CARD_FACTS.items() if name in self.named]
