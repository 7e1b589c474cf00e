"""The notebooks run from top to bottom, and print what is stored under their cells."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Final

import pytest

NOTEBOOKS: Final = sorted((Path(__file__).parent.parent.parent / "docs" / "notebooks").glob("*"))

Cell = dict[str, Any]


def code_cells(notebook: Path) -> list[Cell]:
    cells: list[Cell] = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def stored_text(cell: Cell) -> str:
    """Join what the cell printed when it was stored; other kinds of output are not allowed."""
    assert all(output["output_type"] == "stream" for output in cell["outputs"])
    return "".join(line for output in cell["outputs"] for line in output["text"])


def printed_by(cell: Cell, names: dict[str, Any], place: str) -> str:
    text = io.StringIO()
    with redirect_stdout(text):
        exec(compile("".join(cell["source"]), place, "exec"), names)  # noqa: S102 – our own cells
    return text.getvalue()


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_prints_what_is_stored(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(code_cells(notebook), start=1):
        assert cell["execution_count"] == number
        assert printed_by(cell, names, f"{notebook.name}, cell {number}") == stored_text(cell)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_have_the_form_of_nbformat_4(notebook: Path) -> None:
    content = json.loads(notebook.read_text(encoding="utf-8"))
    assert (content["nbformat"], content["nbformat_minor"]) == (4, 5)
    assert content["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in content["cells"]]
    assert len(set(ids)) == len(ids)
    shape = {"cell_type", "id", "metadata", "source"}
    for cell in content["cells"]:
        extra = {"execution_count", "outputs"} if cell["cell_type"] == "code" else set[str]()
        assert set(cell) == shape | extra


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS
