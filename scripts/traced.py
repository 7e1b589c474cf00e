"""Finds the tests that must be traced for all lines to be counted that any test covers.

Tracing takes as long again as a test. All tests that run in the process of pytest are traced here
once, each by itself; then those are chosen that add most for their time, until the core is covered
as it is by all of them, and what stands around it nearly so. It takes some minutes on two cores.
"""

import json
import os
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from heapq import heapify, heappop, heappush
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from scripts.covered_by_test import SECONDS
from tests.support.coverage_gate import is_of_ring
from tests.support.tracing import ALL, TRACED

ELSEWHERE: Final = ("web", "browser", "docs", "cli", "exhaustive", "randomness", "simulator")
"""Layers whose tests run programs of their own, or nothing that others do not."""

OF_RING: Final = 0.985
"""The share of what all tests cover around the core that the chosen ones must cover too."""

LEAST_SECONDS: Final = 0.05


class Arc(NamedTuple):
    """A way from one line to another that was gone."""

    file: str
    begin: int
    end: int


def main() -> None:
    """Trace all, choose, write."""
    with TemporaryDirectory() as place:
        lines, seconds = Path(place) / "lines", Path(place) / "seconds"
        trace_all(lines, seconds)
        spent = json.loads(seconds.read_text(encoding="utf-8"))
        arcs = arcs_by_test(lines)
    found = chosen(arcs, spent)
    TRACED.write_text("".join(f"{name}\n" for name in sorted(found)), encoding="utf-8")
    took = sum(spent[name] for name in found)
    print(f"{len(found)} of {len(spent)} tests, {took:.0f} of {sum(spent.values()):.0f} s")


def trace_all(lines: Path, seconds: Path) -> None:
    """Run all tests that can be traced; where one fails, which pytest says, nothing is chosen."""
    layers = [each for each in sorted(Path("tests").iterdir()) if each.is_dir()]
    inside = [str(each) for each in layers if each.name not in {*ELSEWHERE, "support"}]
    environment = {"COVERAGE_FILE": str(lines), SECONDS: str(seconds), ALL: "1"}
    asked = "-q -p scripts.covered_by_test -n3 --dist=loadfile --no-loadscope-reorder --cov"
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *asked.split(), "--cov-report=", *inside],
        env=os.environ | environment,
        check=False,
    )
    if not (lines.exists() and seconds.exists()):
        sys.exit(ran.returncode or 1)


def arcs_by_test(lines: Path) -> Mapping[str, set[Arc]]:
    """Read which ways each test has gone; those of imports are under no name."""
    query = """
        SELECT context.context, file.path, arc.fromno, arc.tono FROM arc
        JOIN context ON context.id = arc.context_id JOIN file ON file.id = arc.file_id
    """
    found: dict[str, set[Arc]] = defaultdict(set)
    with closing(sqlite3.connect(lines)) as connection:
        for name, *arc in connection.execute(query):
            found[name].add(Arc(*arc))
    return found


def chosen(arcs: Mapping[str, set[Arc]], spent: Mapping[str, float]) -> set[str]:
    """Choose for the core, then for what stands around it; then leave out what became needless."""
    tests = {name: gone - arcs.get("", set()) for name, gone in arcs.items() if name in spent}
    wanted: set[Arc] = set().union(*tests.values())
    ring = {arc for arc in wanted if is_of_ring(arc.file)}
    found: list[str] = []
    for part, share in ((wanted - ring, 1.0), (ring, OF_RING)):
        found += _greedy(tests, spent, part - _covered(tests, found), (1 - share) * len(part))
    return _pruned(tests, spent, found, wanted - ring, len(ring) * OF_RING)


def _greedy(
    tests: Mapping[str, set[Arc]], spent: Mapping[str, float], left: set[Arc], most_left: float
) -> list[str]:
    """Take what adds most for its time, again and again; what a test adds only ever shrinks."""

    def worth(name: str) -> float:
        return -len(tests[name] & left) / _cost(spent, name)

    left, found = set(left), list[str]()
    waiting = [(worth(name), name) for name in tests]
    heapify(waiting)
    while len(left) > most_left:
        _, best = heappop(waiting)
        now = worth(best)
        if waiting and now > waiting[0][0]:
            heappush(waiting, (now, best))
        else:
            found.append(best)
            left -= tests[best]
    return found


def _pruned(
    tests: Mapping[str, set[Arc]],
    spent: Mapping[str, float],
    found: Collection[str],
    core: set[Arc],
    of_ring: float,
) -> set[str]:
    kept = set(found)
    times = Counter(arc for name in kept for arc in tests[name])
    ring = sum(1 for arc in times if arc not in core)
    for name in sorted(kept, key=lambda name: -_cost(spent, name)):
        only = {arc for arc in tests[name] if times[arc] == 1}
        if only.isdisjoint(core) and ring - len(only) >= of_ring:
            kept.remove(name)
            times.subtract(tests[name])
            ring -= len(only)
    return kept


def _cost(spent: Mapping[str, float], name: str) -> float:
    return max(spent[name], LEAST_SECONDS)


def _covered(tests: Mapping[str, set[Arc]], found: Iterable[str]) -> set[Arc]:
    return set().union(*(tests[name] for name in found))


if __name__ == "__main__":
    main()
