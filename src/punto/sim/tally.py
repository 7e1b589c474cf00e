"""From counted rounds to wagers: how often each has paid what, and what that comes to."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import NamedTuple

import numpy as np

from punto.rules import Rulebook, Wager
from punto.rules.ending import ENDINGS, facts_at
from punto.rules.facts import Facts
from punto.rules.needs import is_of_cards
from punto.rules.wager import UNMATCHED, Payment
from punto.sim.kernel import ROW, Counts, trait_of_start
from punto.sim.sifting import PLACES


class Counted(NamedTuple):
    """Rounds of which the same is true."""

    facts: Facts
    rounds: int


@dataclass(frozen=True)
class WagerTally:
    """A wager over all rounds, for a stake of one in each."""

    wager: Wager
    outcomes: dict[str, int]
    """How often it has paid what, in the order of its lines."""

    @property
    def rounds(self) -> int:
        """How many rounds were settled."""
        return sum(self.outcomes.values())

    @cached_property
    def ev(self) -> float:
        """What a stake of one has netted, on average."""
        return float(self._mean(1))

    @property
    def stderr(self) -> float:
        """The standard error of that."""
        variance = self._mean(2) - self._mean(1) ** 2
        return sqrt(variance / self.rounds)

    @property
    def hit_frequency(self) -> float:
        """The share of rounds with a net win."""
        won = (n for pays, n in self.outcomes.items() if Payment.parse(pays).per_unit > 0)
        return sum(won) / self.rounds

    @property
    def rows(self) -> list[tuple[str, float, int]]:
        """What it has paid, what a stake of one nets by that, and how often."""
        return [(pays, float(Payment.parse(pays).per_unit), n) for pays, n in self.outcomes.items()]

    def _mean(self, power: int) -> Fraction:
        nets = (Payment.parse(pays).per_unit ** power * n for pays, n in self.outcomes.items())
        return sum(nets, Fraction(0)) / self.rounds


def tallies(rulebook: Rulebook, counts: Counts) -> dict[str, WagerTally]:
    """Settle every wager of a rulebook on all rounds that were counted."""
    if any(map(is_of_cards, rulebook.wagers)):
        rows = counts.reshape(len(rulebook.wagers), PLACES)
        return {w.id: _by_line(w, row) for w, row in zip(rulebook.wagers, rows, strict=True)}
    rounds = list(counted(counts))
    return {wager.id: _tally(wager, rounds) for wager in rulebook.wagers}


def _by_line(wager: Wager, row: Counts) -> WagerTally:
    lines = (*wager.lines, UNMATCHED)
    outcomes = {line.pays: 0 for line in lines}
    for line, count in zip(lines, row.tolist(), strict=False):  # there is room for more lines
        outcomes[line.pays] += count
    return WagerTally(wager, outcomes)


def _tally(wager: Wager, rounds: list[Counted]) -> WagerTally:
    outcomes = {line.pays: 0 for line in (*wager.lines, UNMATCHED)}
    for facts, count in rounds:
        outcomes[wager.line_for(facts).pays] += count
    return WagerTally(wager, outcomes)


def counted(counts: Counts) -> Iterator[Counted]:
    """Say what is true of the rounds in each place of the counts that is not empty."""
    for place in np.flatnonzero(counts):
        start, ending = divmod(int(place), ROW)
        assert ending < ENDINGS, "a round has one of its endings"
        yield Counted(facts_at(ending, trait_of_start(start)), int(counts[place]))
