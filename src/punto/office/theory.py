"""What bets should bring the house: mean and variance of what was really staked, from exact odds.

Wagers on one round win and lose together, and so do all who stake on the same. So the variance of a
round is that of the whole table, with every covariance, and not a sum over single bets.
"""

from collections.abc import Mapping
from typing import NamedTuple

from punto.cards import Composition
from punto.exact import joint
from punto.rules import Rulebook


class Expected(NamedTuple):
    """What the house wins of some stakes on the average, and how far that varies, squared."""

    mean: float
    variance: float


class Theory:
    """Exact odds of the games that are played here, each counted once."""

    def __init__(self) -> None:
        self._games: dict[tuple[str, int], _Game] = {}

    def expected(self, rulebook: Rulebook, decks: int, stakes: Mapping[str, int]) -> Expected:
        """Say what a round should bring, from a full shoe."""
        known = rulebook.key, decks
        if known not in self._games:
            self._games[known] = _game(rulebook, decks)
        return self._games[known].expected(stakes)


class _Game(NamedTuple):
    edges: Mapping[str, float]
    covariances: Mapping[tuple[str, str], float]

    def expected(self, stakes: Mapping[str, int]) -> Expected:
        mean = sum(self.edges[wager] * stake for wager, stake in stakes.items())
        variance = sum(
            self.covariances[one, other] * stake * beside
            for one, stake in stakes.items()
            for other, beside in stakes.items()
        )
        return Expected(mean, variance)


def _game(rulebook: Rulebook, decks: int) -> _Game:
    counted = joint(rulebook, Composition.of_decks(rulebook.deck, decks))
    wagers = counted.wagers
    return _Game(
        {wager: float(-counted.mean(wager)) for wager in wagers},
        {(a, b): float(counted.covariance(a, b)) for a in wagers for b in wagers},
    )
