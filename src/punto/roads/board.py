"""All roads of a shoe, kept up result by result."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from punto.roads.derived import Colour, DerivedRoad, colour_of_last
from punto.roads.result import Result
from punto.roads.trail import ROWS, Mark, Trail
from punto.rules import Winner


class Cell(NamedTuple):
    """A cell of the big road: the result that made it, and the ties counted on it since."""

    column: int
    row: int
    result: Result
    ties: int


_NOT_BEGUN: Final[Mapping[DerivedRoad, Trail[Colour]]] = {road: Trail() for road in DerivedRoad}


class Board(msgspec.Struct, frozen=True):
    """Bead plate, big road and the three derived roads. Adding a result only adds marks."""

    results: tuple[Result, ...] = ()
    leading_ties: int = 0
    wins: Trail[Winner] = Trail()
    winning: tuple[Result, ...] = ()
    ties: tuple[int, ...] = ()
    heights: tuple[int, ...] = ()
    """How long each run is, counted without bends."""
    derived: Mapping[DerivedRoad, Trail[Colour]] = msgspec.field(default_factory=lambda: _NOT_BEGUN)

    @staticmethod
    def of(results: Iterable[Result]) -> "Board":
        """Lay out a whole run of results."""
        board = Board()
        for result in results:
            board = board.plus(result)
        return board

    def plus(self, result: Result) -> "Board":
        """Lay out one more result."""
        if result.winner is not Winner.TIE:
            return self._won(result)
        if not self.ties:
            return replace(
                self, results=(*self.results, result), leading_ties=self.leading_ties + 1
            )
        ties = (*self.ties[:-1], self.ties[-1] + 1)
        return replace(self, results=(*self.results, result), ties=ties)

    def _won(self, result: Result) -> "Board":
        goes_on = bool(self.winning) and self.winning[-1].winner is result.winner
        heights = (*self.heights[:-1], self.heights[-1] + 1) if goes_on else (*self.heights, 1)
        return Board(
            results=(*self.results, result),
            leading_ties=self.leading_ties,
            wins=self.wins.plus(result.winner),
            winning=(*self.winning, result),
            ties=(*self.ties, 0),
            heights=heights,
            derived={
                road: trail.plus(colour) if (colour := colour_of_last(heights, road)) else trail
                for road, trail in self.derived.items()
            },
        )

    @property
    def bead(self) -> tuple[Mark[Winner], ...]:
        """Every result in its order, down six rows and on to the next column."""
        return tuple(
            Mark(place // ROWS, place % ROWS, result.winner)
            for place, result in enumerate(self.results)
        )

    @property
    def big(self) -> tuple[Cell, ...]:
        """The wins in runs; ties are counted on the cell before them."""
        return tuple(
            Cell(mark.column, mark.row, result, ties)
            for mark, result, ties in zip(self.wins.marks, self.winning, self.ties, strict=True)
        )

    def ask(self, winner: Winner) -> tuple[Colour | None, ...]:
        """Say what the derived roads would print if this side won next."""
        assert winner is not Winner.TIE, "a tie prints nothing on the derived roads"
        heights = self.plus(Result(winner)).heights
        return tuple(colour_of_last(heights, road) for road in DerivedRoad)
