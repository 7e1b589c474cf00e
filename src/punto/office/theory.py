"""What bets should bring the house: mean and variance of what was really staked, from exact odds.

Wagers on one round win and lose together, and so do all who stake on the same. So the variance of a
round is that of the whole table, with every covariance, and not a sum over single bets.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from punto.cards import Composition
from punto.exact import joint
from punto.house.canonical import canonical
from punto.rules import Rulebook


class Expected(NamedTuple):
    """What the house wins of some stakes on the average, and how far that varies, squared."""

    mean: float
    variance: float


NO_THEORY: Final = Expected(0.0, 0.0)


class Theory:
    """Exact odds of the games that are played here, each counted once."""

    def __init__(self) -> None:
        self._games: dict[tuple[bytes, int], Game] = {}

    def game(self, rulebook: Rulebook, decks: int) -> "Game":
        """Give a game from a full shoe, told from others by all that its rulebook says.

        Not by its key: an edition may be corrected, or a house's own be written anew, under it.
        """
        known = sha256(canonical(rulebook)).digest(), decks
        if known not in self._games:
            self._games[known] = _game(rulebook, decks)
        return self._games[known]


class Game(NamedTuple):
    """The edge of every wager, and how any two vary together."""

    edges: Mapping[str, float]
    covariances: Mapping[tuple[str, str], float]

    def expected(self, stakes: Mapping[str, int]) -> Expected:
        """Say what a round should bring; a wager that the rulebook does not know has no theory."""
        known = {wager: stake for wager, stake in stakes.items() if wager in self.edges}
        mean = sum(self.edges[wager] * stake for wager, stake in known.items())
        variance = sum(
            self.covariances[one, other] * stake * beside
            for one, stake in known.items()
            for other, beside in known.items()
        )
        return Expected(mean, variance)


def _game(rulebook: Rulebook, decks: int) -> Game:
    counted = joint(rulebook, Composition.of_decks(rulebook.deck, decks))
    wagers = counted.wagers
    return Game(
        {wager: float(-counted.mean(wager)) for wager in wagers},
        {(a, b): float(counted.covariance(a, b)) for a in wagers for b in wagers},
    )
