"""Wagers together: which pay lines go together how often, covariance, and sets of bets."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from punto.cards import Composition
from punto.exact.counting import check_deck, together
from punto.exact.figures import net_of
from punto.exact.tally import tally_of
from punto.rules import Rulebook
from punto.rules.needs import Detail, detail_of
from punto.rules.wager import UNMATCHED

Nets = tuple[Fraction, ...]


@dataclass(frozen=True)
class Joint:
    """What the wagers of a rulebook net together, for a stake of one on each, and how often."""

    wagers: tuple[str, ...]
    sequences: int
    counts: Mapping[Nets, int]

    def mean(self, wager: str) -> Fraction:
        """The expected value of one wager."""
        place = self.wagers.index(wager)
        return self._average({nets: nets[place] for nets in self.counts})

    def covariance(self, one: str, other: str) -> Fraction:
        """The covariance of two wagers, or of a wager with itself: its variance."""
        first, second = self.wagers.index(one), self.wagers.index(other)
        products = self._average({nets: nets[first] * nets[second] for nets in self.counts})
        return products - self.mean(one) * self.mean(other)

    def net_distribution(self, bets: Mapping[str, int]) -> dict[Fraction, int]:
        """Count the sequences by what a set of bets nets together, the worst first."""
        places = {self.wagers.index(wager): stake for wager, stake in bets.items()}
        tally: Counter[Fraction] = Counter()
        for nets, count in self.counts.items():
            net = sum((nets[place] * stake for place, stake in places.items()), Fraction(0))
            tally[net] += count
        return dict(sorted(tally.items()))

    def _average(self, values: Mapping[Nets, Fraction]) -> Fraction:
        total = sum((values[nets] * n for nets, n in self.counts.items()), Fraction(0))
        return total / self.sequences


def joint(rulebook: Rulebook, composition: Composition) -> Joint:
    """Count what all wagers net together; those on suits need a composition that knows them."""
    check_deck(rulebook, composition)
    known = [
        wager
        for wager in rulebook.wagers
        if composition.cards is not None or detail_of([wager]) is not Detail.CARDS
    ]
    tally = tally_of(composition)
    nets = [[net_of(line.pays) for line in (*wager.lines, UNMATCHED)] for wager in known]
    counts: Counter[Nets] = Counter()
    for places, count in together(tuple(known), composition):
        if count:
            counts[tuple(of[place] for of, place in zip(nets, places, strict=True))] += count
    if tally.void:
        counts[(Fraction(0),) * len(known)] += tally.void
    return Joint(tuple(wager.id for wager in known), tally.sequences, dict(counts))
