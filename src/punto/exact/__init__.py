"""Exact mathematics: counts, fractions and edges of every wager for any remaining shoe."""

from punto.exact.counting import ShoeFigures, endings, figures
from punto.exact.figures import LineCount, OutcomeCount, WagerFigures
from punto.exact.joint import Joint, joint
from punto.exact.removal import edge_by_decks, effects_of_removal
from punto.rules.ending import Ending

__all__ = [
    "Ending",
    "Joint",
    "LineCount",
    "OutcomeCount",
    "ShoeFigures",
    "WagerFigures",
    "edge_by_decks",
    "effects_of_removal",
    "endings",
    "figures",
    "joint",
]
