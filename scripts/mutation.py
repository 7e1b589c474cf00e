"""Changes every datum of the five rulebooks and every cell of the tableau, one at a time.

After each change the tests of tests/rules run in a child process; a change that they do not notice
is a survivor. The result is written to docs/rules/mutation.md. It takes a quarter of an hour on two
cores.
"""

import copy
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
import pytest

from punto.rules import Rulebook, find_rulebook, library, tableau
from punto.rules.defects import cited_clauses
from scripts import clause_pages
from scripts.commit import commit

Change = Callable[[], None]


class Mutant(NamedTuple):
    """A changed datum: where it is, what is done to it, and how to do it in a child process."""

    source: str
    path: str
    change: Change


def rulebook_mutants(name: str) -> Iterator[Mutant]:
    """List every change to one rulebook that still has the shape of a rulebook."""
    key = find_rulebook(name).key
    text = (files("punto.rules") / "rulebooks" / f"{key}.toml").read_text(encoding="utf-8")
    tree = tomllib.loads(text)
    clauses = list(tree["clauses"])
    data = {name: value for name, value in tree.items() if name not in ("clauses", "readings")}
    for path in _leaves(data):
        for value in _other_values(path, _get(tree, path), clauses):
            yield from _mutant(key, tree, path, value)
    for path in _list_items(tree):
        yield from _mutant(key, tree, path, _REMOVED)


_REMOVED = object()


def _mutant(
    key: str, tree: dict[str, Any], path: tuple[Any, ...], value: object
) -> Iterator[Mutant]:
    changed = copy.deepcopy(tree)
    parent = _get(changed, path[:-1])
    if value is _REMOVED:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    try:
        rulebook = msgspec.convert(changed, Rulebook)
    except msgspec.ValidationError:
        return  # it would not load at all
    label = ".".join(map(str, path))
    after = "removed" if value is _REMOVED else f"{_get(tree, path)!r} → {value!r}"
    yield Mutant(key, f"{label}: {after}", lambda: _load_instead(key, rulebook))


def _load_instead(key: str, rulebook: Rulebook) -> None:
    load = library._load  # noqa: SLF001 – the one door through which rulebooks come
    library._load = lambda k: rulebook if k == key else load(k)  # type: ignore[assignment]  # noqa: SLF001


def _leaves(node: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _leaves(value, (*path, key))
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from _leaves(value, (*path, place))
    else:
        yield path


def _list_items(tree: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    for key, value in tree.items():
        if isinstance(value, list):
            yield from ((key, place) for place in range(len(value)))
    for place, wager in enumerate(tree["wagers"]):
        yield from (("wagers", place, "lines", line) for line in range(len(wager["lines"])))


def _get(tree: object, path: tuple[Any, ...]) -> Any:  # noqa: ANN401 – any datum of the file
    node: Any = tree
    for key in path:
        node = node[key]
    return node


def _other_values(path: tuple[Any, ...], value: object, clauses: list[str]) -> Sequence[object]:
    """Think of near misses: one more, the opposite, another clause, other odds."""
    key = next(step for step in reversed(path) if isinstance(step, str))
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    assert isinstance(value, str)
    if "clause" in key or "letter_clauses" in path:
        following = clauses[(clauses.index(value) + 1) % len(clauses)]
        elsewhere = _clauses_elsewhere(key) & set(clauses) if key != "clause" else set()
        return sorted({following, *elsewhere} - {value})
    return _OTHER_WORDS.get(value) or _other_odds(value) or [value + "x"]


@cache
def _clauses_elsewhere(key: str) -> frozenset[str]:
    """List what the five rulebooks cite under this key, the likeliest slips of the pen."""
    books = [find_rulebook(name) for name in clause_pages.realised()]
    cited = (citation for book in books for citation in cited_clauses(book))
    return frozenset(clause for path, clause in cited if path.rpartition(".")[2] == key)


_OTHER_WORDS: dict[str, list[object]] = {
    "push": ["lose", "1:1"],
    "lose": ["push", "1:1"],
    "player": ["banker", "tie"],
    "banker": ["player", "tie"],
    "tie": ["player", "banker"],
    "dealer": ["clock"],
    "clock": ["dealer"],
    "shoe": ["round"],
    "round": ["shoe"],
    "accepted": ["refused"],
    "refused": ["accepted"],
    "french": ["elements"],
    "elements": ["french"],
    "foreign-card": ["malfunction"],
    "extra-or-missing-cards": ["malfunction"],
    "incorrect-number-of-cards": ["malfunction"],
    "order-unknown": ["malfunction"],
    "shoe-order-altered": ["malfunction"],
    "insufficient-cards": ["malfunction"],
    "malfunction": ["foreign-card"],
    "2017-02-17": ["2017-02-18"],
    "2016-05-12": ["2016-05-13"],
    "23:59": ["23:58"],
    "2020-04-27": ["2020-04-28"],
    "2018-10-06": ["2018-10-07"],
    "2017-05-05": ["2017-05-06"],
}


def _other_odds(value: str) -> list[object]:
    pays, _, to = value.partition(":")
    if not (pays.isdigit() and to.isdigit()):
        return []
    return [f"{int(pays) + 1}:{to}", f"{pays}:{int(to) + 1}"]


def tableau_mutants() -> Iterator[Mutant]:
    """Turn each cell of the one tableau."""
    for total, cell in enumerate(tableau.PLAYER):
        row = _turned(tableau.PLAYER, total)
        path = f"PLAYER[{total}]: {cell!r} → {row[total]!r}"
        yield Mutant("tableau", path, partial(setattr, tableau, "PLAYER", row))
    for total, cells in enumerate(tableau.BANKER):
        for third, cell in enumerate(cells):
            row = _turned(cells, third)
            rows = (*tableau.BANKER[:total], row, *tableau.BANKER[total + 1 :])
            path = f"BANKER[{total}][{third}]: {cell!r} → {row[third]!r}"
            yield Mutant("tableau", path, partial(setattr, tableau, "BANKER", rows))


def _turned(row: str, place: int) -> str:
    return row[:place] + ("." if row[place] == "D" else "D") + row[place + 1 :]


def survives(mutant: Mutant) -> bool:
    """Run the tests of the rules with this change in a child; say whether they still pass."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        mutant.change()
        # Every test that looks at a rulebook carries its name; the tableau is in all of them.
        meant = [] if mutant.source == "tableau" else ["-k", mutant.source.partition("@")[0]]
        os._exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "tests/rules", *meant]))
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    # Anything but passed and failed tests, such as none collected, is a fault of this script.
    assert code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED), (mutant.path, code)
    return code == pytest.ExitCode.OK


def main() -> None:
    """Run the whole campaign and write its page."""
    mutants = [m for name in clause_pages.realised() for m in rulebook_mutants(name)]
    mutants += tableau_mutants()
    assert survives(Mutant("tableau", "no change", lambda: None)), "the tests pass unchanged"
    survivors = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, (mutant, alive) in enumerate(
            zip(mutants, pool.map(survives, mutants), strict=True)
        ):
            survivors += [mutant] if alive else []
            if done % 100 == 0:
                print(
                    f"{done} of {len(mutants)} changes, {len(survivors)} survive", file=sys.stderr
                )
    text = "\n".join(_page(mutants, survivors)) + "\n"
    (clause_pages.PAGES / "mutation.md").write_text(text, encoding="utf-8")
    sys.exit(1 if survivors else 0)


def _page(mutants: list[Mutant], survivors: list[Mutant]) -> Iterator[str]:
    yield "# What changing a datum does to the tests"
    yield ""
    yield "`scripts/mutate` changes every datum of the five rulebooks (odds, conditions, decks,"
    yield "calls, clauses, causes …) and every cell of the tableau, one at a time, and runs"
    yield f"`tests/rules` after each. Last run at commit {commit()}."
    yield ""
    yield "| source | changes | noticed | survivors |"
    yield "|---|---|---|---|"
    alive = Counter(mutant.source for mutant in survivors)
    for source, count in Counter(mutant.source for mutant in mutants).items():
        yield f"| `{source}` | {count} | {count - alive[source]} | {alive[source]} |"
    if survivors:
        yield ""
        yield from (f"- `{mutant.source}` {mutant.path}" for mutant in survivors)


if __name__ == "__main__":
    main()
