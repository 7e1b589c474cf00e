"""Simulation: real shoes, every wager of a rulebook, strategies, at the speed of the machine."""

from punto import extras

try:
    from punto.sim.game import Game
    from punto.sim.player import play
    from punto.sim.report import Play, Spread
    from punto.sim.session import At, End
    from punto.sim.simulation import Simulation, simulate
    from punto.sim.strategy import Bets, Strategy, strategy_in
    from punto.sim.systems import SYSTEMS, Table, covered, named
    from punto.sim.tally import WagerTally
    from punto.sim.terms import Terms
    from punto.sim.view import BANKER, PLAYER, RANKS, TIE, View
except ModuleNotFoundError as error:
    raise extras.named(error) from error

__all__ = [
    "BANKER",
    "PLAYER",
    "RANKS",
    "SYSTEMS",
    "TIE",
    "At",
    "Bets",
    "End",
    "Game",
    "Play",
    "Simulation",
    "Spread",
    "Strategy",
    "Table",
    "Terms",
    "View",
    "WagerTally",
    "covered",
    "named",
    "play",
    "simulate",
    "strategy_in",
]
