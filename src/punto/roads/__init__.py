"""Roads: past results as pictures. They say nothing of what comes next."""

from punto.roads.board import Board, Cell
from punto.roads.derived import Colour, DerivedRoad
from punto.roads.result import Result, letters, parse_results
from punto.roads.statistics import Statistics, last, statistics
from punto.roads.trail import ROWS, Mark, Trail

__all__ = [
    "ROWS",
    "Board",
    "Cell",
    "Colour",
    "DerivedRoad",
    "Mark",
    "Result",
    "Statistics",
    "Trail",
    "last",
    "letters",
    "parse_results",
    "statistics",
]
