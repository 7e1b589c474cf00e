"""Charts of simulations: how an edge converges, and how net results of sessions are spread."""

from math import exp, pi, sqrt
from typing import Final

import numpy as np

from punto.cards import Composition
from punto.errors import WrongWager
from punto.exact import ShoeFigures, figures
from punto.lab.bankroll_fan import theory_of
from punto.lab.chart import Area, Chart, Curve
from punto.lab.convergence import converging
from punto.lab.parsheet.band import Z
from punto.sim import At, Game, Play

_BARS: Final = 40
_CURVE_POINTS: Final = 121


def convergence_chart(game: Game, wager: str, *, rounds: int, seed: int) -> Chart:
    """Draw the edge of a wager after more and more rounds, and where 95 of 100 simulations are.

    Rounds are taken as independent, and the edge as that of a full shoe; both are nearly so.
    """
    exact = _exact(game).wagers.get(wager)
    if exact is None:
        raise WrongWager(f"{game.rulebook.id} has no wager {wager!r}")
    told = converging(game, rounds=rounds, seed=seed)
    points = [(each.rounds, -each.wagers[wager].ev) for each in told]
    dealt = [number for number, _ in points]
    edge = float(exact.house_edge)
    reach = [Z[95] * exact.sd / sqrt(number) for number in dealt]
    band = Area(
        "95 of 100 simulations, by theory",
        dealt,
        [edge - far for far in reach],
        [edge + far for far in reach],
        is_theory=True,
    )
    curves = (
        Curve("exact edge", (dealt[0], dealt[-1]), (edge, edge), is_theory=True),
        Curve("simulated edge", dealt, [found for _, found in points]),
    )
    return Chart(
        title=f"{game.rulebook.title}: edge of {wager}, seed {seed}",
        under="rounds",
        areas=(band,),
        curves=curves,
        is_logarithmic=True,
        is_share=True,
    )


def distribution_chart(found: Play) -> Chart:
    """Draw how many sessions ended with which net result; where stakes are flat, the normal law."""
    nets = found.column(At.NET)
    counts, edges = np.histogram(nets, bins=_BARS)
    x = np.repeat(edges, 2)[1:-1].tolist()
    steps = np.repeat(counts, 2).tolist()
    bars = Area("sessions by net result", x, [0.0] * len(x), steps)
    return Chart(
        title=f"{found.strategy.name}: {len(nets):,} sessions of {found.terms.rounds:,} rounds",
        under="net result",
        areas=(bars,),
        curves=_normal(found, float(edges[0]), float(edges[-1])),
    )


def _normal(found: Play, low: float, high: float) -> tuple[Curve, ...]:
    """Give the law that the net results of flat stakes come close to."""
    theory = theory_of(found, _exact(found.table.game).wagers)
    if theory is None:
        return ()
    mean, sd = theory.mean * found.terms.rounds, theory.sd * sqrt(found.terms.rounds)
    most = len(found.sessions) * (high - low) / _BARS / (sd * sqrt(2 * pi))
    x = np.linspace(low, high, _CURVE_POINTS).tolist()
    y = [most * exp(-(((each - mean) / sd) ** 2) / 2) for each in x]
    return (Curve("normal law by exact odds", x, y, is_theory=True),)


def _exact(game: Game) -> ShoeFigures:
    return figures(game.rulebook, Composition.of_decks(game.rulebook.deck, game.decks))
