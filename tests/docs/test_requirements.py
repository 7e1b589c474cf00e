"""The table of requirements: all of the core set, each with tests that exist, or a plain no."""

import re
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
PAGE: Final = TESTS.parent / "docs" / "requirements.md"
ROW: Final = re.compile(r"^\| ([A-H][0-9]+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
NAMED: Final = re.compile(r"`([a-z]+/test_[a-z_]+\.py)::(test_[a-z0-9_]+)`")
CORE: Final = {
    "A": range(1, 14),
    "B": range(1, 12),
    "C": (1, 2, *range(5, 11), 16),
    "D": range(1, 12),
    "E": range(1, 6),
    "F": range(1, 5),
    "G": (1, 3, *range(5, 10), 14),
    "H": (1, 2, 4, 5, 8),
}


def rows() -> list[tuple[str, str, str, str]]:
    found: list[tuple[str, str, str, str]] = ROW.findall(PAGE.read_text(encoding="utf-8"))
    return found


def test_the_core_set_is_whole_and_in_order() -> None:
    wanted = [f"{part}{number}" for part, numbers in CORE.items() for number in numbers]
    assert len(wanted) == 66
    assert [row[0] for row in rows()] == wanted


def test_every_requirement_is_shown_by_a_test_that_exists_or_is_not_met() -> None:
    for id_, _, source, shown in rows():
        assert re.search(r"\b(V|V2|C|M|P)\b", source), f"{id_}: how sure is it?"
        named = NAMED.findall(shown)
        assert shown.count("::") == len(named), f"{id_}: {shown}"
        assert named or shown.startswith("no"), id_
        for file, test in named:
            text = (TESTS / file).read_text(encoding="utf-8")
            assert f"def {test}(" in text, f"{id_}: {file} has no {test}"
