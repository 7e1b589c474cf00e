"""Are Player, Banker and Tie as frequent as exact odds say? A chi-square test for each rulebook."""

from collections.abc import Iterable
from math import exp
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from punto.audit.tables import Results

FEWEST: Final = 100
"""Fewer rounds say nothing: even ties would be expected less than ten times."""

RAREST: Final = 0.001
"""How often, over all rulebooks together, an honest house may be suspected."""

WINNERS: Final = ("player", "banker", "tie")


class Frequency(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one rulebook with so many decks, and how likely an honest shoe is so far off.

    The probability is None where there are too few rounds.
    """

    rulebook: str
    decks: int
    rounds: int
    counted: dict[str, int]
    expected: dict[str, float]
    chi_square: float
    probability: float | None
    is_suspect: bool

    def __str__(self) -> str:
        shown = ", ".join(
            f"{winner.title()} {self.counted[winner]} ({self.expected[winner]:.1f} expected)"
            for winner in WINNERS
        )
        return f"{self.rulebook}, {self.decks} decks, {self.rounds} rounds: {shown}; {self._words}"

    @property
    def _words(self) -> str:
        if self.probability is None:
            return f"too few to judge, {FEWEST} are wanted"
        words = f"chi-square {self.chi_square:.2f}, p = {self.probability:.3g}"
        if self.is_suspect:
            return f"{words}: an honest shoe would hardly ever be so far off"
        return f"{words}: nothing unusual"


def frequencies(results: Iterable["Results"]) -> tuple[Frequency, ...]:
    """Judge each rulebook; the more there are, the less is thought of the worst of them."""
    all_results = [each for each in results if each.rounds]
    judged = sum(each.rounds >= FEWEST for each in all_results)
    return tuple(_frequency(each, judged) for each in all_results)


def _frequency(results: "Results", judged: int) -> Frequency:
    counted = {winner: getattr(results, winner) for winner in WINNERS}
    shares = exact_shares(results.family, results.decks)
    expected = {winner: results.rounds * shares[winner] for winner in WINNERS}
    chi_square = sum((counted[name] - expected[name]) ** 2 / expected[name] for name in WINNERS)
    # With two degrees of freedom the distribution has this simple form.
    probability = exp(-chi_square / 2) if results.rounds >= FEWEST else None
    return Frequency(
        rulebook=results.rulebook,
        decks=results.decks,
        rounds=results.rounds,
        counted=counted,
        expected=expected,
        chi_square=chi_square,
        probability=probability,
        is_suspect=probability is not None and probability * judged < RAREST,
    )


def exact_shares(family: str, decks: int) -> dict[str, float]:
    """Count how often each result comes from a full shoe; every round of it is alike before it."""
    from punto.cards import DECKS, Composition
    from punto.exact import endings
    from punto.rules import Winner

    tally = dict.fromkeys(WINNERS, 0)
    for ending, sequences in endings(Composition.of_decks(DECKS[family], decks)).items():
        tally[Winner.of(ending.player_total, ending.banker_total).value] += sequences
    total = sum(tally.values())
    return {winner: count / total for winner, count in tally.items()}
