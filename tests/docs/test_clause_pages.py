"""The pages on the rules are complete, true and up to date."""

import os
import re
import subprocess
import sys

import pytest

from punto.rules import find_rulebook, rulebook_keys
from scripts import clause_pages

DOCUMENTS = list(clause_pages.realised())
WITHOUT_TEST = ("heading", "not yet: ")


def rows(name: str) -> dict[str, list[str]]:
    """Read a committed page: clause to what it says, how it is realised, and its tests."""
    text = (clause_pages.PAGES / f"{name}.md").read_text(encoding="utf-8")
    cells = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {row[0].replace("\\*", "*"): row[1:] for row in cells[1:]}


def test_every_rulebook_with_clauses_has_a_page() -> None:
    with_clauses = {book.id for key in rulebook_keys() if (book := find_rulebook(key)).clauses}
    assert set(DOCUMENTS) == with_clauses


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_clause_is_on_its_page(name: str) -> None:
    assert list(rows(name)) == list(find_rulebook(name).clauses)
    assert set(clause_pages.realised()[name]) == set(find_rulebook(name).clauses)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_page_is_up_to_date(name: str) -> None:
    page = (clause_pages.PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert page == clause_pages.page(find_rulebook(name)), "run scripts/docs"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_realised_has_a_test(name: str) -> None:
    for clause, (_, how, tests) in rows(name).items():
        assert how.startswith(WITHOUT_TEST) or "::" in tests, clause


def test_every_test_that_a_page_names_exists() -> None:
    collected = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "tests/rules"],
        capture_output=True,
        text=True,
        check=True,
        cwd=clause_pages.ROOT,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
    )
    cases = set(collected.stdout.splitlines())
    named = {
        test
        for name in DOCUMENTS
        for row in rows(name).values()
        for test in re.findall(r"`([^`]+::[^`]+)`", row[2])
    }
    in_rules = {f"tests/{test}" for test in named if test.startswith("rules/")}
    assert len(in_rules) > 50
    assert in_rules <= cases
    # Tests of a house are named without their cases: all of them show the clause.
    for test in (each for each in named if not each.startswith("rules/")):
        path, _, function = test.partition("::")
        source = (clause_pages.TESTS / path).read_text(encoding="utf-8")
        assert f"\ndef {function}(" in source, test


def test_a_test_cites_only_clauses_that_there_are() -> None:
    for rulebook, clause in clause_pages.citing_tests():
        assert clause in find_rulebook(rulebook).clauses


def test_what_server_and_client_realise_is_shown_over_the_wire_or_on_a_screen() -> None:
    shown = clause_pages.citing_tests()
    for rulebook, clauses in clause_pages.realised().items():
        for clause, how in clauses.items():
            if re.search(r"\b(server|client)\b", how):
                places = {test.partition("/")[0] for test in shown[rulebook, clause]}
                assert places & {"server", "browser"}, (rulebook, clause)
