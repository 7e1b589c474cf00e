"""The figures of a wager, from exact counts: every one a fraction until it must be a root."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import sqrt
from typing import Final

from punto.rules import Outcome, PayLine, Wager
from punto.rules.wager import Payment


@dataclass(frozen=True, slots=True)
class LineCount:
    """A pay line and the sequences that it settles."""

    line: PayLine
    sequences: int


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """What a wager can come to, for a stake of one, and in how many sequences."""

    pays: str
    net: Fraction
    sequences: int


@dataclass(frozen=True)
class WagerFigures:
    """A wager on one shoe. Pushes and voids stay in the denominator with net 0."""

    wager: Wager
    sequences: int
    void: int
    lines: tuple[LineCount, ...]
    """Every line of the wager in its order, and last the rounds that no line is about."""

    @cached_property
    def outcomes(self) -> tuple[OutcomeCount, ...]:
        """Sequences by what they pay, in the order of the lines; none is empty."""
        tally: dict[str, int] = {}
        for count in self.lines:
            tally[count.line.pays] = tally.get(count.line.pays, 0) + count.sequences
        tally["void"] = self.void
        return tuple(OutcomeCount(pays, net_of(pays), n) for pays, n in tally.items() if n)

    def mean_of(self, function: Callable[[Fraction], Fraction]) -> Fraction:
        """Average a function of the net result over all sequences."""
        total = sum((function(o.net) * o.sequences for o in self.outcomes), Fraction(0))
        return total / self.sequences

    @cached_property
    def ev(self) -> Fraction:
        """The expected net result of a stake of one."""
        return self.mean_of(lambda net: net)

    @property
    def house_edge(self) -> Fraction:
        """What the house expects of a stake of one."""
        return -self.ev

    @cached_property
    def resolved(self) -> Fraction:
        """The share of rounds in which the stake is won or lost."""
        return self.mean_of(lambda net: Fraction(net != 0))

    @property
    def edge_per_resolved_bet(self) -> Fraction:
        """The edge on rounds that neither push nor are void; 0 if there are none."""
        return self.house_edge / self.resolved if self.resolved else Fraction(0)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net result of a stake of one."""
        return self.mean_of(lambda net: (net - self.ev) ** 2)

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    @property
    def skewness(self) -> float:
        """The third central moment in units of the standard deviation; 0 where nothing varies."""
        third = self.mean_of(lambda net: (net - self.ev) ** 3)
        return float(third) / self.sd**3 if self.variance else 0.0

    @cached_property
    def hit_frequency(self) -> Fraction:
        """The share of rounds with a net win."""
        return self.mean_of(lambda net: Fraction(net > 0))


COLUMNS: Final = ("edge", "per resolved bet", "SD", "hit frequency")


def summary(wager: WagerFigures) -> tuple[str, ...]:
    """Write a wager's figures under these columns."""
    return (
        f"{float(wager.house_edge):.6%}",
        f"{float(wager.edge_per_resolved_bet):.6%}",
        f"{wager.sd:.6f}",
        f"{float(wager.hit_frequency):.6%}",
    )


@cache
def net_of(pays: str) -> Fraction:
    """Say what a stake of one nets: `1:2` a half, `lose` minus one, else nothing."""
    is_void = pays == Outcome.VOID.value
    return Fraction(0) if is_void else Payment.parse(pays).per_unit
