"""Each test that is named for tracing is there: one that is not would leave lines uncounted."""

import ast
from pathlib import Path

from tests.support.tracing import ON_POSTGRES, TRACED

ROOT = Path(__file__).parents[2]


def test_every_name_is_that_of_a_test_and_they_are_sorted() -> None:
    names = TRACED.read_text(encoding="utf-8").splitlines()
    assert names == sorted(set(names))
    files = {name.partition("::")[0] for name in names}
    known = {f"{file}::{test}" for file in files for test in _tests_of(ROOT / file)}
    assert [name for name in names if name.removesuffix(ON_POSTGRES) not in known] == []


def _tests_of(file: Path) -> list[str]:
    """Name the functions of a file, and the classes that a state machine makes."""
    if not file.exists():
        return []
    found = []
    for each in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(each, ast.FunctionDef):
            found.append(each.name)
        elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            found.append(f"{each.targets[0].id}::runTest")
    return found
