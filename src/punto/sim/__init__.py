"""Simulation: real shoes, every wager of a rulebook, at the speed of the machine."""

from punto.sim.game import Game
from punto.sim.simulation import Simulation, simulate
from punto.sim.tally import WagerTally

__all__ = ["Game", "Simulation", "WagerTally", "simulate"]
