"""Kills a house at random moments, and lets it die at every point of every flow of money.

Both databases are attacked at the same time, each by a process of its own. The result is written
to docs/evidence/crashes.md. It takes about ten minutes on two cores.
"""

import argparse
import multiprocessing
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

from punto.errors import PuntoError
from tests.support.house.campaign import FIRST_START, Campaign, Findings, beside, sqlite_file
from tests.support.house.flow import FLOWS
from tests.support.postgres import PostgresServer

PAGE: Final = Path(__file__).parent.parent / "docs" / "evidence" / "crashes.md"
ALL: Final = "## All campaigns"
STEP: Final = None
"""What a process sends for each kill and each flow, before its findings."""

Work = Callable[[Connection, int, int], None]


# --- the processes ------------------------------------------------------------------------------


def _sqlite(line: Connection, kills: int, seed: int) -> None:
    _attack(line, Campaign("SQLite", sqlite_file), kills, seed)


def _postgresql(line: Connection, kills: int, seed: int) -> None:
    with PostgresServer() as server:
        _attack(line, Campaign("PostgreSQL", server.database, server), kills, seed)


def _given(url: str) -> Work:
    def work(line: Connection, kills: int, seed: int) -> None:
        _attack(line, Campaign(url.partition(":")[0], beside(url)), kills, seed)

    return work


def _attack(line: Connection, campaign: Campaign, kills: int, seed: int) -> None:
    campaign.kill(kills, seed, lambda: line.send(STEP))
    campaign.interrupt(lambda: line.send(STEP))
    line.send(campaign.findings)


def campaign(works: Sequence[Work], kills: int, seed: int) -> list[Findings]:
    """Let all work at the same time, and show how far they are."""
    forking = multiprocessing.get_context("fork")
    shares = [kills // len(works) + (at < kills % len(works)) for at in range(len(works))]
    lines, total = [], 0
    for work, share in zip(works, shares, strict=True):
        ours, theirs = forking.Pipe(duplex=False)
        forking.Process(target=work, args=(theirs, share, seed)).start()
        theirs.close()
        lines.append(ours)
        total += share + len(FLOWS) + 1
    return list(_finished(lines, total))


def _finished(lines: list[Connection], total: int) -> Iterator[Findings]:
    columns = ("kills and flows", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=total)
        while lines:
            for line in multiprocessing.connection.wait(lines):
                assert isinstance(line, Connection), "only pipes are waited for"
                said = line.recv()
                if said is STEP:
                    progress.advance(task)
                else:
                    lines.remove(line)
                    yield said


# --- the page -----------------------------------------------------------------------------------


def page(
    found: Sequence[Findings], seconds: float, seed: int, earlier: Sequence[str]
) -> Iterator[str]:
    """Write what was done and found, and what campaigns before it did."""
    kills = sum(each.tally.kills for each in found)
    deaths = sum(sum(each.points.values()) for each in found)
    violations = [words for each in found for words in each.violations]
    yield "# A house that is killed"
    yield ""
    yield "Written by `scripts/crash`. A house runs under the load of 16 clients at five tables of"
    yield "five rulebooks, and is killed with SIGKILL at a random moment, in recovery too. It comes"
    yield "back on the same database, and clients ask again, under the same ids, for whatever they"
    yield "have no answer to. After every kill, what the clients were told is compared with the"
    yield "journal, the journal with balances, meters and secrets, and the state that is recovered"
    yield "with a replay from the first entry. In the second part the house dies before or after"
    yield "each statement and each commit of a flow of money, in turn, until the flow runs through."
    yield ""
    yield from _table(["", ""])
    yield _row(["date", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"])
    yield _row(["commit", _commit()])
    yield _row(["first seed", str(seed)])
    yield _row(["kills at random moments", f"{kills:,}"])
    yield _row(["deaths at points", f"{deaths:,}"])
    yield _row(["**violations**", f"**{len(violations)}**"])
    yield _row(["seconds, both databases at once", f"{seconds:.0f}"])
    yield from _of_kills(found)
    yield from _of_points(found)
    if violations:
        yield from ("", "## Violations", "", *(f"- `{words}`" for words in violations))
    yield from ("", ALL, "")
    yield from _table(["date", "commit", "first seed", "kills", "deaths at points", "violations"])
    yield from earlier
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    yield _row([date, _commit(), str(seed), f"{kills:,}", f"{deaths:,}", str(len(violations))])


def earlier_campaigns(text: str) -> Sequence[str]:
    """Find the lines of campaigns in the page that the last one has written."""
    _, _, table = text.partition(f"{ALL}\n\n")
    return table.splitlines()[2:]


def _of_kills(found: Sequence[Findings]) -> Iterator[str]:
    yield from ("", "## Killed at random moments", "")
    yield from _table(["", *(each.name for each in found)])
    tallies = [each.tally for each in found]
    rows: dict[str, list[int]] = {
        "kills of the house": [each.kills for each in tallies],
        "of them before it was open": [each.while_opening for each in tallies],
        "kills of the server as well": [each.server_kills for each in tallies],
        "databases": [each.databases for each in tallies],
        "requests sent": [each.requests for each in tallies],
        "acknowledged": [each.acknowledged for each in tallies],
        "denied": [each.denied for each in tallies],
        "asked again, for want of an answer": [each.retried for each in tallies],
        "entries in the journals": [each.entries for each in tallies],
        "rounds, all of them ended once": [each.rounds for each in tallies],
        "violations": [len(each.violations) for each in found],
        "seconds": [round(each.kill_seconds) for each in found],
    }
    for name, numbers in rows.items():
        yield _row([name, *(f"{number:,}" for number in numbers)])


def _of_points(found: Sequence[Findings]) -> Iterator[str]:
    yield from ("", "## Dead at every point of a flow", "")
    yield from _table(["flow", *(each.name for each in found)])
    for name in (FIRST_START, *(flow.name for flow in FLOWS)):
        yield _row([name, *(f"{each.points.get(name, 0):,}" for each in found)])
    yield _row(["together", *(f"{sum(each.points.values()):,}" for each in found)])
    yield _row(["seconds", *(f"{each.point_seconds:.0f}" for each in found)])


def _table(heads: Sequence[str]) -> Iterator[str]:
    yield _row(heads)
    yield "|" + "---|" * len(heads)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _commit() -> str:
    """Name the commit, and say if the tree differs from it."""
    asked = ["git", "describe", "--always", "--dirty=, with changes", "--exclude=*"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


# --- the command --------------------------------------------------------------------------------


def main() -> None:
    """Run the campaign, and write its page unless a database was given."""
    parser = argparse.ArgumentParser(prog="scripts/crash")
    parser.add_argument("--kills", type=int, default=1000, metavar="N")
    parser.add_argument("--database", metavar="URL")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args()
    works = [_given(given.database)] if given.database else [_sqlite, _postgresql]
    start = time.monotonic()
    try:
        found = campaign(works, given.kills, given.seed)
    except (PuntoError, EOFError) as error:
        sys.exit(f"punto: the campaign broke off: {error}")
    found.sort(key=lambda each: each.name, reverse=True)
    earlier = earlier_campaigns(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else ()
    lines = "\n".join(page(found, time.monotonic() - start, given.seed, earlier)) + "\n"
    if not given.database:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(lines, encoding="utf-8")
    print(lines, end="")
    sys.exit(1 if any(each.violations for each in found) else 0)


if __name__ == "__main__":
    main()
