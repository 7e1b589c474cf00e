"""`punto roads`: the five roads of a run of results, and the ask keys."""

from collections.abc import Iterable
from typing import Annotated, Any

import typer

import punto
from punto.cli.output import Json, print_json
from punto.roads import ROWS, Board, Colour, DerivedRoad, Mark, statistics
from punto.rules import Winner

_NAMES = {
    DerivedRoad.BIG_EYE: ("big_eye", "Big eye boy"),
    DerivedRoad.SMALL: ("small", "Small road"),
    DerivedRoad.COCKROACH: ("cockroach", "Cockroach pig"),
}


def show_roads(
    results: Annotated[str, typer.Argument(metavar="BPTBB…", help="One letter for each round.")],
    *,
    json: Json = False,
) -> None:
    """Lay out the results of a shoe as roads."""
    board = punto.roads(results)
    if json:
        print_json(_as_json(board))
    else:
        _print(board)


def _as_json(board: Board) -> dict[str, Any]:
    return {
        "bead": [[mark.column, mark.row, _letter(mark.value)] for mark in board.bead],
        "leading_ties": board.leading_ties,
        "big": [
            {"c": cell.column, "r": cell.row, "winner": cell.result.letter, "ties": cell.ties}
            for cell in board.big
        ],
        **{
            name: [[mark.column, mark.row, mark.value.value] for mark in board.derived[road].marks]
            for road, (name, _) in _NAMES.items()
        },
        "ask": {
            winner.value: [colour and colour.value for colour in board.ask(winner)]
            for winner in (Winner.BANKER, Winner.PLAYER)
        },
    }


def _letter(winner: Winner) -> str:
    return winner.value[0].upper()


def _print(board: Board) -> None:
    _picture("Bead plate", [Mark(m.column, m.row, _letter(m.value)) for m in board.bead])
    ties = f", {board.leading_ties} leading ties" if board.leading_ties else ""
    _picture(
        f"Big road (a number counts ties on the cell{ties})",
        [Mark(c.column, c.row, c.result.letter + str(c.ties or "")) for c in board.big],
    )
    for road, (_, title) in _NAMES.items():
        marks = board.derived[road].marks
        _picture(title, [Mark(m.column, m.row, m.value.value) for m in marks])
    print("Ask            big eye  small  cockroach")
    for winner in (Winner.BANKER, Winner.PLAYER):
        colours = [_colour(colour) for colour in board.ask(winner)]
        print(f"  {winner.value.title():12} {colours[0]:8} {colours[1]:6} {colours[2]}".rstrip())
    counts = statistics(board.results)
    print(
        f"{counts.rounds} rounds: Banker {counts.banker}, Player {counts.player}, Tie {counts.tie}"
    )


def _colour(colour: Colour | None) -> str:
    return colour.name.lower() if colour else "–"


def _picture(title: str, marks: Iterable[Mark[Any]]) -> None:
    cells = {(mark.column, mark.row): mark.value for mark in marks}
    width = 1 + max((column for column, _ in cells), default=-1)
    print(title)
    for row in range(ROWS if cells else 0):
        line = "".join(f"{cells.get((column, row), '.'):3}" for column in range(width))
        print(f"  {line}".rstrip())
    print()
