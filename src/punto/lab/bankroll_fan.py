"""A bankroll fan: where the sessions of a strategy stand after more and more rounds.

A session of fewer rounds is the beginning of a longer one, so each point is a play of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from punto.cards import Composition
from punto.exact import WagerFigures, figures
from punto.lab.chart import Area, Chart, Curve
from punto.lab.strategies import strategy_of
from punto.sim import At, Bets, Game, Play, Table, Terms
from punto.sim import play as _play

PERCENTILES: Final = (5, 25, 50, 75, 95)
POINTS: Final = 20

_TAIL: Final = 1.6448536269514722
"""Standard deviations to either side that leave 5 % of a normal law beyond each."""


@dataclass(frozen=True)
class Theory:
    """What net results are to be by exact odds, where every round has the same stake."""

    mean: float
    sd: float
    """Of one round."""

    def low(self, rounds: int) -> float:
        """Below this 5 of 100 sessions are after so many rounds, if they are normal."""
        return self.mean * rounds - _TAIL * self.sd * sqrt(rounds)

    def high(self, rounds: int) -> float:
        """Above this 5 of 100 sessions are."""
        return self.mean * rounds + _TAIL * self.sd * sqrt(rounds)


@dataclass(frozen=True, eq=False)
class BankrollFan:
    """Net results of sessions after some numbers of rounds."""

    name: str
    rounds: tuple[int, ...]
    nets: npt.NDArray[np.int64]
    """By number of rounds and percentile."""
    means: tuple[float, ...]
    expected: tuple[float, ...]
    """What the exact edge takes of what was staked: the mean of every system, but for chance."""
    theory: Theory | None
    """None where stakes change, or sessions end early."""

    @property
    def chart(self) -> Chart:
        """Draw it: nine of ten sessions, half of them, the middle one, and theory."""
        low, quarter, middle, three_quarters, high = self.nets.T.tolist()
        areas = [
            Area("5 % to 95 % of sessions", self.rounds, low, high),
            Area("25 % to 75 % of sessions", self.rounds, quarter, three_quarters),
        ]
        curves = [
            Curve("half of the sessions", self.rounds, middle),
            Curve("expected by the exact edge", self.rounds, self.expected, is_theory=True),
        ]
        if self.theory is not None:
            lows, highs = map(self.theory.low, self.rounds), map(self.theory.high, self.rounds)
            curves.append(Curve("5 % by theory", self.rounds, [*lows], is_theory=True))
            curves.append(Curve("95 % by theory", self.rounds, [*highs], is_theory=True))
        title = f"{self.name}: net result of sessions"
        return Chart(title=title, under="rounds", areas=tuple(areas), curves=tuple(curves))


def bankroll_fan(
    game: Game, strategy: str | Bets, terms: Terms, *, seed: int, workers: int = 1
) -> BankrollFan:
    """Play sessions to more and more rounds, and put what exact odds expect beside them."""
    terms.check(game.rulebook)
    asked = strategy_of(strategy, Table(game, terms))
    rounds = sorted({max(1, terms.rounds * point // POINTS) for point in range(1, POINTS + 1)})
    plays = [
        _play(game, asked, replace(terms, rounds=each), seed=seed, workers=workers)
        for each in rounds
    ]
    exact = figures(game.rulebook, Composition.of_decks(game.rulebook.deck, game.decks)).wagers
    nets = [
        np.percentile(each.column(At.NET), PERCENTILES, method="inverted_cdf") for each in plays
    ]
    return BankrollFan(
        name=asked.name,
        rounds=tuple(rounds),
        nets=np.array(nets, dtype=np.int64),
        means=tuple(each.net / terms.sessions for each in plays),
        expected=tuple(_expected(each, exact) / terms.sessions for each in plays),
        theory=theory_of(plays[-1], exact),
    )


def _expected(found: Play, exact: Mapping[str, WagerFigures]) -> float:
    return sum(float(exact[wager].ev) * stake for wager, stake in found.turnover.items())


def theory_of(found: Play, exact: Mapping[str, WagerFigures]) -> Theory | None:
    """Say what one round of a play comes to, where all have the same stake on the same wager."""
    staked = [wager for wager, stake in found.turnover.items() if stake]
    stake, left_over = divmod(found.staked, found.table.rounds)
    is_flat = (found.column(At.STAKED) == stake * found.column(At.ROUNDS)).all()
    is_whole = (found.column(At.ROUNDS) == found.terms.rounds).all()
    if len(staked) != 1 or left_over or not (is_flat and is_whole):
        return None
    figure = exact[staked[0]]
    return Theory(stake * float(figure.ev), stake * figure.sd)
