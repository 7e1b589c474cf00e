"""The roads as they go over the wire."""

from collections.abc import Sequence
from typing import Any

from punto.protocol.event import Roads
from punto.roads import Board, DerivedRoad, Result, statistics
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
            (cell.column, cell.row, cell.result.letter, cell.ties, _marks(cell.result))
            for cell in board.big
        ],
        big_eye=_derived(board.derived[DerivedRoad.BIG_EYE].marks),
        small=_derived(board.derived[DerivedRoad.SMALL].marks),
        cockroach=_derived(board.derived[DerivedRoad.COCKROACH].marks),
        ask_banker=[colour and colour.value for colour in board.ask(Winner.BANKER)],
        ask_player=[colour and colour.value for colour in board.ask(Winner.PLAYER)],
        counts={"banker": counts.banker, "player": counts.player, "tie": counts.tie},
    )


def _marks(result: Result) -> str:
    flags = {"b": result.banker_pair, "p": result.player_pair, "n": result.natural}
    return "".join(mark for mark, holds in flags.items() if holds) + (str(result.six or ""))


def _derived(marks: Sequence[Any]) -> list[tuple[int, int, str]]:
    return [(mark.column, mark.row, mark.value.value) for mark in marks]
