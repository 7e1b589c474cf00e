"""Lets whole worlds happen, seed after seed, and judges each.

What is done is kept in docs/evidence/world.json, so that a campaign goes on where it was left; it
is shown in docs/evidence/world.md. `--replay` tells one history, line by line.
"""

import argparse
import gc
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress

from punto.testing.world.world import BUSY, HASTY, Crowd, History, history_of
from scripts.commit import commit

EVIDENCE: Final = Path(__file__).parent.parent / "docs" / "evidence"
STATE: Final = EVIDENCE / "world.json"
PAGE: Final = EVIDENCE / "world.md"
SECONDS: Final = 60.0
COLLECT_EVERY: Final = 20
KEEP_EVERY: Final = 50
"""So many histories a campaign that is killed may have to let happen again."""


class Span(msgspec.Struct):
    """Seeds that are done, one after the other, and on which commit."""

    first: int
    end: int
    commit: str


class Campaign(msgspec.Struct):
    """What came of all histories until now."""

    histories: int = 0
    rounds: int = 0
    bets: int = 0
    entries: int = 0
    requests: int = 0
    messages: int = 0
    starts: int = 0
    simulated: float = 0.0
    processor: float = 0.0
    done: list[Span] = []
    violations: list[str] = []

    def has(self, seed: int) -> bool:
        """Whether a seed is done."""
        return any(span.first <= seed < span.end for span in self.done)

    def add(self, seed: int, told: "Told", on: str) -> None:
        """Add what came of a seed on a commit."""
        self.histories += 1
        self.processor += told.processor
        if told.history is None:
            self.violations.append(f"seed {seed}: {told.wrong}"[:400])
        else:
            self._count(told.history)
        last = self.done[-1] if self.done else None
        if last and (last.end, last.commit) == (seed, on):
            last.end = seed + 1
        else:
            self.done.append(Span(seed, seed + 1, on))

    def _count(self, found: History) -> None:
        self.rounds += found.rounds
        self.bets += found.bets
        self.entries += found.entries
        self.requests += found.requests
        self.messages += found.messages
        self.starts += found.starts
        self.simulated += found.seconds


class Told(msgspec.Struct):
    """What came of one seed."""

    processor: float
    history: History | None = None
    wrong: str = ""


_happened = 0


def one(seed: int, seconds: float) -> Told:
    """Let one history happen."""
    global _happened  # noqa: PLW0603 – of this process
    _happened += 1
    if _happened == 1:
        gc.freeze()
        gc.disable()
    before = time.process_time()
    history, wrong = None, ""
    try:
        history = history_of(seed, seconds, BUSY)
    except Exception as error:  # noqa: BLE001 – whatever it is, the seed is kept
        wrong = f"{type(error).__name__}: {error}"
    if _happened % COLLECT_EVERY == 0:
        gc.collect()
    return Told(time.process_time() - before, history, wrong)


def run(campaign: Campaign, seeds: range, seconds: float, minutes: float, workers: int) -> None:
    """Let the histories happen that are not done yet, as long as there is time."""
    until, on = time.monotonic() + minutes * 60, commit()
    open_ = [seed for seed in seeds if not campaign.has(seed)]
    columns = *Progress.get_default_columns(), MofNCompleteColumn()
    with (
        Progress(*columns, console=Console(stderr=True)) as progress,
        ProcessPoolExecutor(workers) as pool,
    ):
        shown = progress.add_task("histories", total=len(open_))
        left = iter(open_)
        asked = [(seed, pool.submit(one, seed, seconds)) for seed in islice(left, 2 * workers)]
        while asked:
            seed, told = asked.pop(0)
            campaign.add(seed, told.result(), on)
            progress.advance(shown)
            if campaign.histories % KEEP_EVERY == 0:
                keep(campaign, seconds)
            if time.monotonic() < until:
                asked += [(seed, pool.submit(one, seed, seconds)) for seed in islice(left, 1)]


def keep(campaign: Campaign, seconds: float) -> None:
    """Write down how far a campaign has come, and show it."""
    STATE.write_bytes(msgspec.json.format(msgspec.json.encode(campaign)) + b"\n")
    PAGE.write_text("\n".join(page(campaign, seconds)) + "\n", "utf-8")


def page(campaign: Campaign, seconds: float) -> Iterator[str]:
    """Write the whole page."""
    yield "# Whole worlds"
    yield ""
    yield "Written by `scripts/world`. Each seed is a house with players, terminals, dealers and"
    yield f"staff, for {seconds:g} simulated seconds in which power, disk, clock and network fail,"
    yield "and as many more as it takes until everybody is answered. Then it is judged:"
    yield "[what is simulated, and what is looked at](../decisions/0040-a-world-simulated.md)."
    yield ""
    yield from ("|  |  |", "|---|---|")
    yield f"| date | {datetime.now(UTC):%Y-%m-%d %H:%M} UTC |"
    spans = (f"{each.commit}: seeds {each.first:,} to {each.end - 1:,}" for each in campaign.done)
    yield f"| commit | {'; '.join(spans)} |"
    yield f"| histories | {campaign.histories:,} |"
    yield f"| rounds | {campaign.rounds:,} |"
    yield f"| bets settled again by the audit | {campaign.bets:,} |"
    yield f"| entries of the journal | {campaign.entries:,} |"
    yield f"| requests under an id | {campaign.requests:,} |"
    yield f"| messages on the network | {campaign.messages:,} |"
    yield f"| starts of the house | {campaign.starts:,} |"
    yield f"| **violations** | **{len(campaign.violations):,}** |"
    yield f"| simulated hours | {campaign.simulated / 3600:,.1f} |"
    yield f"| processor hours | {campaign.processor / 3600:,.2f} |"
    ratio = campaign.simulated / campaign.processor if campaign.processor else 0
    yield f"| simulated seconds for one of the processor | {ratio:,.0f} |"
    each = campaign.processor / campaign.rounds * 1_000 if campaign.rounds else 0
    yield f"| milliseconds of the processor for a round, judged | {each:,.1f} |"
    if campaign.violations:
        yield from ("", *(f"- {each}" for each in campaign.violations[:20]))


def replay(seed: int, seconds: float, crowd: Crowd) -> int:
    """Tell one history, line by line; how it ends comes last."""

    def note(at: float, who: str, words: str) -> None:
        print(f"{at:10.3f}  {who:10}  {words}")

    try:
        found = history_of(seed, seconds, crowd, note)
    except AssertionError as error:
        print(f"seed {seed}: {error}")
        return 1
    print(found)
    return 0


def main() -> int:
    """Run a part of the campaign and write its page, or tell one history."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0-10000", help="from the first to before the last")
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--replay", type=int)
    parser.add_argument("--hasty", action="store_true", help="as the tests let it happen")
    parser.add_argument("--busy", action="store_false", dest="hasty", help="as a campaign does")
    given = parser.parse_args()
    if given.replay is not None:
        return replay(given.replay, given.seconds, HASTY if given.hasty else BUSY)
    first, _, last = given.seeds.partition("-")
    campaign = (
        msgspec.json.decode(STATE.read_bytes(), type=Campaign) if STATE.exists() else Campaign()
    )
    seeds = range(int(first), int(last))
    run(campaign, seeds, given.seconds, given.minutes, given.workers)
    keep(campaign, given.seconds)
    return bool(campaign.violations)


if __name__ == "__main__":
    raise SystemExit(main())
