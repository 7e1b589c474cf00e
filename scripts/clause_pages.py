"""Makes docs/rules: for each document, how every clause is realised and which test shows it."""

import importlib
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from punto.rules import Rulebook, find_rulebook

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "rules"
TESTS = ROOT / "tests"
CITING = ("rules", "server", "browser")
"""Where tests cite clauses; what is said of terminals and screens is shown best by those."""


def realised() -> Mapping[str, Mapping[str, str]]:
    """Read how each clause of each document is realised."""
    return tomllib.loads((PAGES / "realised.toml").read_text(encoding="utf-8"))


def citing_tests() -> Mapping[tuple[str, str], list[str]]:
    """Find the tests that cite each clause: (rulebook, clause) to names, from tests on."""
    tests = defaultdict(list)
    for directory in CITING:
        for path in sorted((TESTS / directory).glob("test_*.py")):
            module = importlib.import_module(f"tests.{directory}.{path.stem}")
            tests_here = {n: each for n, each in vars(module).items() if n.startswith("test_")}
            for name, test in tests_here.items():
                for rulebook, clauses in getattr(test, "cited", {}).items():
                    for clause in clauses:
                        case = f"[{rulebook}]" if directory == "rules" else ""
                        tests[rulebook, clause].append(f"{directory}/{path.name}::{name}{case}")
    return tests


def page(rulebook: Rulebook) -> str:
    """Write the page of one document."""
    return "\n".join(_lines(rulebook)) + "\n"


def _lines(rulebook: Rulebook) -> Iterator[str]:
    how, tests = realised()[rulebook.id], citing_tests()
    yield f"# {rulebook.title}, clause by clause"
    yield ""
    yield f"`{rulebook.key}`. Clauses are in our own words; the document itself is the law."
    yield "Tests are named from `tests` on. Made by `scripts/docs`; do not edit."
    yield ""
    yield "| clause | what it says | realised by | shown by |"
    yield "|---|---|---|---|"
    for clause, says in rulebook.clauses.items():
        shown = "<br>".join(f"`{test}`" for test in tests[rulebook.id, clause]) or "–"
        yield f"| {clause.replace('*', chr(92) + '*')} | {says} | {how[clause]} | {shown} |"


def write_pages() -> None:
    """Write the page of every document, and an index of them."""
    index = ["# The rules, clause by clause", ""]
    for name in realised():
        rulebook = find_rulebook(name)
        (PAGES / f"{name}.md").write_text(page(rulebook), encoding="utf-8")
        index.append(f"- [{rulebook.title}]({name}.md), `{rulebook.key}`")
    index += ["", "What changing a datum does to the tests: [mutation.md](mutation.md).", ""]
    index += ["```{toctree}", ":hidden:", ":titlesonly:", "", *realised(), "mutation", "```", ""]
    (PAGES / "README.md").write_text("\n".join(index), encoding="utf-8")


if __name__ == "__main__":
    write_pages()
