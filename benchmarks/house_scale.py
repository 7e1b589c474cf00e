"""A house with many guests who each played three rounds at a table of their own, on SQLite.

Bars, with 100,000 guests of whom 1,000 are online: restart to the first bet within 3 s; hands per
second within 10 % of a house with 100 guests; the longest pause of the writer at most 50 ms beyond
a bare commit of the same size in the same run; at most 400 MB of resident memory. What a hand takes
of the processor is told too: it leaves out the disk and other work.

Every part runs in a process of its own, so that none finds what another has left in memory. `--keep
DIRECTORY` leaves the database, and finds it the next time: filling it takes the most of the time.

    .venv/bin/python -m benchmarks.house_scale
    .venv/bin/python -m benchmarks.house_scale --guests 1000000 --rounds 1
"""

import argparse
import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from threading import Semaphore
from time import perf_counter, process_time, time
from typing import Any, Final

from benchmarks.filled_house import KEY, fill, hand
from benchmarks.yardstick import where
from punto.house import Done, Request
from punto.house.house import Change
from punto.store import Database, Writer, url_of
from punto.store.collector import calm_collector

GUESTS: Final = 100_000
FEW: Final = 100
ONLINE: Final = 1_000
ROUNDS: Final = 3
HANDS: Final = 10_000
IN_FLIGHT: Final = 64
TURNS: Final = 3
TOLD_EVERY: Final = 50_000

Found = dict[str, float]


def main() -> None:
    """Fill two houses, and measure each part in a process of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--guests", type=int, default=GUESTS)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how many each has played")
    parser.add_argument("--turns", type=int, default=TURNS, help="how often both houses play")
    parser.add_argument("--keep", type=Path, help="where the large house stays")
    parser.add_argument("--part", choices=sorted(PARTS), help="one part, printed as JSON")
    parser.add_argument("--house", type=Path)
    given = parser.parse_args()
    if given.part:
        print(json.dumps(PARTS[given.part](given.house, given.guests, given.rounds)))
        return
    print(where(), flush=True)
    with tempfile.TemporaryDirectory(dir=given.keep) as directory:
        few, kept = Path(directory) / "few", given.keep or Path(directory)
        many = kept / f"guests-{given.guests}-rounds-{given.rounds}"
        _fill(few, FEW, given.rounds)
        if not many.exists():
            whole = _fill(Path(directory) / "many", given.guests, given.rounds)
            whole.rename(many)
        _measure(few, many, given.guests, given.turns)


def _measure(few: Path, many: Path, guests: int, turns: int) -> None:
    restarted = _part("restart", many, guests)["seconds"]
    print(f"restart to the first bet {restarted:.2f} s, bar 3 s", flush=True)
    played = [(_part("play", few, FEW), _part("play", many, guests)) for _ in range(turns)]
    _report([few for few, _ in played], [many for _, many in played])


def _fill(house: Path, guests: int, rounds: int) -> Path:
    filled = _part("fill", house, guests, rounds)
    each, size = filled["seconds"] / guests, filled["bytes"] / guests
    print(
        f"{guests:,} guests with {rounds} rounds each: {each * 1e6:,.0f} µs of the processor to let"
        f" one in, {size / 1000:,.1f} kB each",
        flush=True,
    )
    return house


def _report(few: list[Found], many: list[Found]) -> None:
    crowded, alone = (max(each["hands_per_second"] for each in turns) for turns in (many, few))
    print(
        f"hands, best of {len(many)} turns: {crowded:,.0f} a second, and {alone:,.0f} with {FEW}"
        f" guests: {crowded / alone:.0%}, bar 90 %"
    )
    crowded, alone = (min(each["processor"] for each in turns) * 1e6 for turns in (many, few))
    print(
        f"processor, best of {len(many)}: {crowded:,.0f} µs a hand, and {alone:,.0f} with {FEW}"
        f" guests: {alone / crowded:.0%}"
    )
    for each in many:
        pause, commit = each["longest_pause"] * 1000, each["longest_commit"] * 1000
        print(
            f"longest pause {pause:.0f} ms, of a bare commit {commit:.0f} ms:"
            f" {pause - commit:+.0f} ms, bar 50 ms"
        )
    megabytes = max(each["megabytes"] for each in many)
    print(f"resident memory with {ONLINE:,} online {megabytes:.0f} MB, bar 400 MB")


def _part(name: str, house: Path, guests: int, rounds: int = ROUNDS) -> Found:
    """Measure a part; a restart is timed from before its process begins."""
    command = [sys.executable, "-m", "benchmarks.house_scale", "--part", name]
    command += ["--house", str(house), "--guests", str(guests), "--rounds", str(rounds)]
    begun = time()
    found: Found = json.loads(subprocess.check_output(command))
    if "first_bet_at" in found:
        found["seconds"] = found["first_bet_at"] - begun
    return found


# --- what is asked ------------------------------------------------------------------------------


class _Asking:
    """Asks, with so many requests in flight and no more."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._room = Semaphore(IN_FLIGHT)
        self._refused: list[object] = []

    def all(self, requests: Iterable[Request]) -> float:
        """Ask for all, wait for the last, and give the time that it took."""
        begun = perf_counter()
        for request in requests:
            self._room.acquire()
            self._writer.submit(request, self._told)
        for _ in range(IN_FLIGHT):
            self._room.acquire()
        for _ in range(IN_FLIGHT):
            self._room.release()
        assert not self._refused, self._refused[0]
        return perf_counter() - begun

    def _told(self, answer: Any) -> None:  # noqa: ANN401 – any answer
        if not isinstance(answer, Done):
            self._refused.append(answer)
        self._room.release()


def _opened(house: Path) -> Writer:
    calm_collector()
    return Writer(Database(url_of(house)), KEY)


# --- the parts ----------------------------------------------------------------------------------


def let_in(house: Path, guests: int, rounds: int) -> Found:
    """Let all guests in, and say on the way how many are."""

    def told(count: int) -> None:
        if count % TOLD_EVERY == 0:
            print(f"{count:,} guests are in", file=sys.stderr, flush=True)

    seconds = fill(house, guests, rounds, told)
    size = sum(file.stat().st_size for file in house.glob("punto.db*"))
    return {"seconds": seconds, "bytes": size}


def restart(house: Path, guests: int, _: int) -> Found:
    """Open the house, and let one of the guests bet."""
    writer = _opened(house)
    assert isinstance(writer.ask(hand(guests // 2, f"restart-{time():.0f}")), Done)
    found = {"first_bet_at": time()}
    writer.close()
    return found


def play(house: Path, guests: int, _: int) -> Found:
    """Let guests who are online play, all over the house; those of a small one more often."""
    writer, told = _opened(house), list[tuple[float, int]]()
    asking, online = _Asking(writer), min(ONLINE, guests)
    places = [number * guests // online for number in range(online)]
    run = f"{time():.0f}"

    def stored(changes: tuple[Change, ...]) -> None:
        told.append((perf_counter(), sum(len(change.written) for change in changes)))

    writer.watch(stored)
    asking.all(hand(place, f"{run}-warm") for place in places)
    told.clear()
    busy = process_time()
    took = asking.all(hand(places[each % online], f"{run}-{each}") for each in range(HANDS))
    busy = process_time() - busy
    gaps = [after[0] - before[0] for before, after in pairwise(told)]
    megabytes = _resident()
    writer.close()
    return {
        "hands_per_second": HANDS / took,
        "processor": busy / HANDS,
        "longest_pause": max(gaps),
        "longest_commit": _longest_commit(house, max(entries for _, entries in told), len(gaps)),
        "megabytes": megabytes,
    }


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1_000_000


def _longest_commit(house: Path, entries: int, count: int) -> float:
    """Commit as many bare rows as a group had entries, as often as there were groups."""
    longest = 0.0
    with closing(sqlite3.connect(house / "bare.db", isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode=WAL")
        bare.execute("PRAGMA synchronous=FULL")
        bare.execute("PRAGMA wal_autocheckpoint=4000")
        bare.execute("CREATE TABLE IF NOT EXISTS bare (number INTEGER PRIMARY KEY, body BLOB)")
        body = bytes(3_000)
        for _ in range(count):
            begun = perf_counter()
            bare.execute("BEGIN IMMEDIATE")
            bare.executemany("INSERT INTO bare (body) VALUES (?)", [(body,)] * entries)
            bare.execute("COMMIT")
            longest = max(longest, perf_counter() - begun)
    (house / "bare.db").unlink()
    return longest


PARTS: Final = {"fill": let_in, "restart": restart, "play": play}


if __name__ == "__main__":
    main()
