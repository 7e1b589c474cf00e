"""Plays random histories of a table, seed after seed, and shows each to the auditor.

The result is written to docs/evidence/histories.md. A million take about ten minutes on two cores.
"""

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import track

from punto.refusal import Refusal
from punto.testing.simulator import audit, history_of
from punto.testing.violation import Violation
from scripts.commit import commit

PAGE: Final = Path(__file__).parent.parent / "docs" / "evidence" / "histories.md"
AT_ONCE: Final = 2_000
SHOWN: Final = 20
"""So many violations are written down; one would be enough."""


@dataclass(frozen=True, slots=True)
class Found:
    """What came up in some histories."""

    happened: Counter[str]
    refused: Counter[str]
    violations: tuple[str, ...]

    def __add__(self, other: "Found") -> "Found":
        """Put together what was found in both."""
        return Found(
            self.happened + other.happened,
            self.refused + other.refused,
            self.violations + other.violations,
        )


def found_in(seeds: range) -> Found:
    """Play and audit the histories of some seeds."""
    found = Found(Counter(), Counter(), ())
    for seed in seeds:
        found += _found(seed)
    return found


def _found(seed: int) -> Found:
    history = history_of(seed)
    happened = Counter(type(event).__name__ for event in history.events)
    refused = Counter(outcome.code for _, outcome in history.steps if isinstance(outcome, Refusal))
    try:
        audit(history)
    except Violation as violation:
        return Found(happened, refused, (f"seed {seed}: {violation}",))
    return Found(happened, refused, ())


def campaign(seeds: int) -> Found:
    """Play them all, on all cores."""
    parts = [range(first, min(first + AT_ONCE, seeds)) for first in range(0, seeds, AT_ONCE)]
    found = Found(Counter(), Counter(), ())
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        console = Console(stderr=True)
        for part in track(pool.map(found_in, parts), "histories", len(parts), console=console):
            found += part
    return found


def page(seeds: int, found: Found, seconds: float) -> Iterator[str]:
    """Write the whole page."""
    yield "# Histories at random"
    yield ""
    yield "Written by `scripts/histories`. Each seed makes a table with settings of its own and"
    yield "asks of it what a dealer, bettors and a supervisor may ask, in order or not. An"
    yield "auditor that knows only the events looks at every step: cards, stakes, payments, secrets"
    yield "and rulings."
    yield ""
    yield from ("|  |  |", "|---|---|")
    yield f"| date | {datetime.now(UTC):%Y-%m-%d %H:%M} UTC |"
    yield f"| commit | {commit()} |"
    yield f"| histories | {seeds:,} |"
    yield f"| events | {found.happened.total():,} |"
    yield f"| refusals | {found.refused.total():,} |"
    yield f"| **violations** | **{len(found.violations):,}** |"
    yield f"| seconds | {seconds:.0f} |"
    if found.violations:
        yield from ("", *(f"- {each}" for each in found.violations[:SHOWN]))
    yield from _counts("event", found.happened)
    yield from _counts("refusal", found.refused)


def _counts(what: str, counted: Counter[str]) -> Iterator[str]:
    yield from ("", f"| {what} | times |", "|---|---|")
    yield from (f"| `{name}` | {times:,} |" for name, times in counted.most_common())


def main() -> int:
    """Run the whole campaign and write its page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1_000_000)
    seeds = parser.parse_args().seeds
    begun = time.monotonic()
    found = campaign(seeds)
    PAGE.write_text("\n".join(page(seeds, found, time.monotonic() - begun)) + "\n", "utf-8")
    return bool(found.violations)


if __name__ == "__main__":
    raise SystemExit(main())
