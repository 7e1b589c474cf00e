"""A wager: a list of pay lines over the facts of a round. The first line that matches counts."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Annotated, Final, Self

import msgspec
from msgspec import Meta

from punto.money import Odds
from punto.rules.card_facts import CARD_FACTS
from punto.rules.condition import Condition
from punto.rules.facts import Facts
from punto.rules.text import Clause, Id, Name, Pays


class Outcome(Enum):
    """What becomes of a bet."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Payment:
    """What a pay line does with the stake: pays odds, gives it back, or keeps it."""

    outcome: Outcome
    odds: Odds | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `12:1`, `push` or `lose`."""
        if text in ("push", "lose"):
            return cls(Outcome(text))
        return cls(Outcome.WIN, Odds.parse(text))

    def net(self, stake: int) -> int:
        """What the player is up, or down, on a stake."""
        if self.odds is not None:
            return self.odds.winnings(stake)
        return 0 if self.outcome is Outcome.PUSH else -stake

    @property
    def per_unit(self) -> Fraction:
        """What a stake of one nets."""
        if self.odds is not None:
            return Fraction(self.odds.pays, self.odds.to)
        return Fraction(0 if self.outcome is Outcome.PUSH else -1)


class PayLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """When it holds, what it pays, and the clause that says so."""

    pays: Pays
    when: Condition = Condition()
    name: Name | None = None
    clause: Clause | None = None

    @cached_property
    def payment(self) -> Payment:
        """What it pays, read once."""
        return Payment.parse(self.pays)


class Wager(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Something one can bet on. A round that matches no line loses."""

    id: Id
    name: Name
    lines: Annotated[tuple[PayLine, ...], Meta(min_length=1, max_length=64)]

    def line_for(self, facts: Facts) -> PayLine:
        """Find the line that settles this round."""
        known = self._known
        line = known.get(facts.bits)
        if line is None:
            line = next((line for line in self.lines if line.when.holds(facts)), UNMATCHED)
            if self._is_told_by_bits:
                known[facts.bits] = line
        return line

    @cached_property
    def _known(self) -> dict[int, PayLine]:
        """The lines that were found, by the bits of a round."""
        return {}

    @cached_property
    def _is_told_by_bits(self) -> bool:
        """Whether rounds with equal bits are settled alike: no line looks at single cards."""
        return self.named.isdisjoint(CARD_FACTS)

    def place_for(self, facts: Facts) -> int:
        """Say which line settles this round, by its place; one past the last if none does."""
        matches = (place for place, line in enumerate(self.lines) if line.when.holds(facts))
        return next(matches, len(self.lines))

    @cached_property
    def named(self) -> frozenset[str]:
        """Every fact that some line names."""
        return frozenset[str]().union(*(line.when.named for line in self.lines))

    @cached_property
    def odds(self) -> tuple[Odds, ...]:
        """The odds it can pay, in the order of its lines, each once."""
        return tuple(dict.fromkeys(line.payment.odds for line in self.lines if line.payment.odds))

    @cached_property
    def most(self) -> int:
        """The most that it pays for one unit staked, rounded up."""
        return max((-(-odds.pays // odds.to) for odds in self.odds), default=0)

    @cached_property
    def step(self) -> int:
        """Stakes are multiples of this, so that no pay line splits the minor unit."""
        return lcm(*(odds.to for odds in self.odds))


UNMATCHED: Final = PayLine(pays="lose")
"""The line of a round that no line of the wager is about."""
