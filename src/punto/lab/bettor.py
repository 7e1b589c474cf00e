"""What a bettor makes of one wager over many shoes: where he bets, and what he may expect there."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt


@dataclass(frozen=True)
class Bettor:
    """Bets of one unit, and the sum of their exact expected values: no luck is in it."""

    shoes: int
    rounds: int
    """All rounds of these shoes, those without a bet too."""
    bets: int
    units: Fraction
    """What all bets together are expected to win."""
    squares: Fraction
    """The same for each shoe, squared, and added up."""

    @property
    def share(self) -> float:
        """The share of rounds with a bet."""
        return self.bets / self.rounds

    @property
    def mean_edge(self) -> float:
        """The expected value of a bet, on average; 0 if there is none."""
        return float(self.units / self.bets) if self.bets else 0.0

    @property
    def units_per_shoe(self) -> float:
        """What a shoe is expected to win, on average."""
        return float(self.units / self.shoes)

    @property
    def stderr(self) -> float:
        """The standard error of that: how much shoes differ; unknown, and 0, for one shoe."""
        if self.shoes == 1:
            return 0.0
        around = self.squares - self.units**2 / self.shoes
        return sqrt(around / (self.shoes - 1) / self.shoes)
