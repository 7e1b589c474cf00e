"""Road examples, cell by cell."""

import json
from pathlib import Path
from typing import Any

import pytest

from punto.roads import Board, DerivedRoad, Result
from punto.rules import Winner

EXAMPLES = json.loads((Path(__file__).parent / "roads.json").read_text(encoding="utf-8"))
CASES = [*EXAMPLES["worked_examples"], *EXAMPLES["sequences"]]
WINNERS = {"B": Winner.BANKER, "P": Winner.PLAYER, "T": Winner.TIE}


def results_of(case: dict[str, Any]) -> list[Result]:
    marks = case["results"]
    return [
        Result(
            WINNERS[letter],
            player_pair=place in marks.get("pp", ()),
            banker_pair=place in marks.get("bp", ()),
            natural=place in marks.get("nat", ()),
            six=2 if place in marks.get("six2", ()) else 3 if place in marks.get("six3", ()) else 0,
        )
        for place, letter in enumerate(marks["w"])
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.get("name", case.get("id"))))
def test_every_cell_of_every_road(case: dict[str, Any]) -> None:
    board, roads = Board.of(results_of(case)), case["roads"]
    assert "".join(result.letter for result in board.results) == roads["bead"]
    assert [(m.column, m.row) for m in board.bead] == [
        (i // 6, i % 6) for i in range(len(board.bead))
    ]
    assert board.leading_ties == roads["leadingTies"]
    assert list(board.heights) == roads["heights"]
    assert [as_example(cell) for cell in board.big] == [
        {key: value for key, value in cell.items() if key != "i"} for cell in roads["big"]
    ]
    for road, name in zip(DerivedRoad, ("bigEye", "small", "cockroach"), strict=True):
        marks = [[mark.column, mark.row, mark.value.value] for mark in board.derived[road].marks]
        assert marks == roads[name]
    for letter, colours in roads["ask"].items():
        asked = [colour and colour.value for colour in board.ask(WINNERS[letter])]
        assert asked == colours


def as_example(cell: Any) -> dict[str, Any]:  # noqa: ANN401 – compared with JSON
    marks = {
        "t": cell.ties,
        "pp": int(cell.result.player_pair),
        "bp": int(cell.result.banker_pair),
        "nat": int(cell.result.natural),
        "six": cell.result.six,
    }
    place = {"c": cell.column, "r": cell.row, "s": cell.result.letter}
    return {**place, **{name: value for name, value in marks.items() if value}}
