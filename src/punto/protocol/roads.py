"""The roads as they go over the wire."""

from collections.abc import Sequence
from typing import Any

from punto.protocol import words
from punto.protocol.event import Asked, Counts, Roads
from punto.roads import Board, Colour, DerivedRoad, Result, statistics
from punto.rules import Winner


def roads_of(board: Board) -> Roads:
    """Lay a board out for drawing."""
    counts = statistics(board.results)
    return Roads(
        bead=[
            (mark.column, mark.row, result.letter, _marks(result))
            for mark, result in zip(board.bead, board.results, strict=True)
        ],
        leading_ties=board.leading_ties,
        big=[
            (cell.column, cell.row, _hand(cell.result), cell.ties, _marks(cell.result))
            for cell in board.big
        ],
        big_eye=_derived(board.derived[DerivedRoad.BIG_EYE].marks),
        small=_derived(board.derived[DerivedRoad.SMALL].marks),
        cockroach=_derived(board.derived[DerivedRoad.COCKROACH].marks),
        ask_banker=_asked(board, Winner.BANKER),
        ask_player=_asked(board, Winner.PLAYER),
        counts=Counts(banker=counts.banker, player=counts.player, tie=counts.tie),
    )


def _marks(result: Result) -> str:
    flags = {"b": result.banker_pair, "p": result.player_pair, "n": result.natural}
    return "".join(mark for mark, holds in flags.items() if holds) + (str(result.six or ""))


def _hand(result: Result) -> words.HandLetter:
    return "B" if result.winner is Winner.BANKER else "P"


def _asked(board: Board, winner: Winner) -> Asked:
    big_eye, small, cockroach = map(_colour, board.ask(winner))
    return big_eye, small, cockroach


def _colour(colour: Colour | None) -> words.Colour | None:
    return None if colour is None else colour.value


def _derived(marks: Sequence[Any]) -> list[tuple[int, int, words.Colour]]:
    return [(mark.column, mark.row, mark.value.value) for mark in marks]
