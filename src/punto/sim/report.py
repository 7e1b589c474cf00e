"""What came of a play: figures over its sessions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from punto.frames import frame_of
from punto.sim.session import KEPT, At, End
from punto.sim.simulation import Simulation
from punto.sim.strategy import Strategy
from punto.sim.terms import Terms
from punto.sim.view import Numbers

PERCENTILES: Final = (1, 5, 25, 50, 75, 95, 99)
CONFIDENCE: Final = 1.959963984540054
"""Standard errors to either side that hold 95 % of a normal law."""


@dataclass(frozen=True)
class Spread:
    """How a number is spread over sessions."""

    mean: float
    sd: float
    least: int
    most: int
    percentiles: Mapping[int, int]


@dataclass(frozen=True, repr=False, eq=False)
class Play:
    """Sessions of a strategy. Streaks pass over rounds that net nothing."""

    table: Simulation
    """The rounds that were dealt, and every wager tallied over them, staked on or not."""
    strategy: Strategy
    terms: Terms
    sessions: Numbers
    """One row for each session; its columns are numbered by `At`."""
    squares: npt.NDArray[np.float64]
    turnover: Mapping[str, int]
    """What was staked on each wager, in all."""
    nets: Mapping[str, int]
    """What each wager has brought or cost, in all."""
    exact: Mapping[str, Fraction] = field(default_factory=dict)
    """The exact expected value of each wager on a full shoe, where it is known."""

    def __repr__(self) -> str:
        count = f"{len(self.sessions):,} sessions, {self.table.rounds:,} rounds"
        edge = f"edge {self.edge:.4%} ± {CONFIDENCE * self.stderr:.4%}"
        return f"<Play of {self.strategy.name}: {count}, {edge}, ruin {self.risk_of_ruin:.4%}>"

    def column(self, at: At) -> Numbers:
        """Give one number of every session, in their order."""
        return self.sessions[:, at]

    @property
    def columns(self) -> dict[str, Numbers]:
        """What is kept of every session, by name: the columns of a data frame."""
        numbers = np.arange(len(self.sessions)) + self.terms.session
        kept = {at.name.lower(): self.column(at) for at in [*At][:KEPT]}
        return {"session": numbers, **kept}

    def to_frame(self, library: str | None = None) -> Any:  # noqa: ANN401 – pandas' or polars'
        """Give the columns as a data frame, a row for each session."""
        return frame_of(self.columns, library)

    def spread(self, at: At) -> Spread:
        """Say how a number is spread over the sessions."""
        return _spread(self.column(at))

    @property
    def staked(self) -> int:
        """What was staked in all."""
        return sum(self.turnover.values())

    @property
    def net(self) -> int:
        """What was won or lost in all."""
        return sum(self.nets.values())

    @property
    def edge(self) -> float:
        """What the house has kept of a unit staked; 0 where nothing was."""
        return -self.net / self.staked if self.staked else 0.0

    @property
    def stderr(self) -> float:
        """The standard error of that: given what is past, a net differs by chance alone."""
        if not self.staked:
            return 0.0
        of_net, of_both, of_stake = self.squares.sum(axis=0)
        edge = self.edge
        return sqrt(max(0.0, of_net + 2 * edge * of_both + edge**2 * of_stake)) / self.staked

    @property
    def interval(self) -> tuple[float, float]:
        """Between which edges chance alone leaves the true one, in 95 of 100 plays."""
        far = CONFIDENCE * self.stderr
        return self.edge - far, self.edge + far

    @property
    def exact_edge(self) -> float | None:
        """The edge on a full shoe of what was staked on which wager; None where not known."""
        staked = {wager: stake for wager, stake in self.turnover.items() if stake}
        if not staked or any(wager not in self.exact for wager in staked):
            return None
        lost = sum((-self.exact[wager] * stake for wager, stake in staked.items()), Fraction(0))
        return float(lost / self.staked)

    def ended(self, end: End) -> int:
        """Count the sessions that were over for a reason."""
        return int((self.column(At.END) == end).sum())

    @property
    def risk_of_ruin(self) -> float:
        """The share of sessions that ended with less than any stake."""
        return self.ended(End.RUIN) / len(self.sessions)

    @property
    def risk_of_ruin_stderr(self) -> float:
        """The standard error of that."""
        return sqrt(self.risk_of_ruin * (1 - self.risk_of_ruin) / len(self.sessions))

    @property
    def rounds_to_ruin(self) -> Spread | None:
        """How many rounds those sessions had; None where there are none."""
        rounds = self.column(At.ROUNDS)[self.column(At.END) == End.RUIN]
        return _spread(rounds) if len(rounds) else None


def _spread(numbers: Sequence[int] | Numbers) -> Spread:
    values = np.asarray(numbers)
    ranks = np.percentile(values, PERCENTILES, method="inverted_cdf")
    return Spread(
        mean=float(values.mean()),
        sd=float(values.std(ddof=1)) if len(values) > 1 else 0.0,
        least=int(values.min()),
        most=int(values.max()),
        percentiles=dict(zip(PERCENTILES, map(int, ranks), strict=True)),
    )
