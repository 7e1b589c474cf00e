"""A house with many guests who each played three rounds at a table of their own, on SQLite.

Bars, with 100,000 guests of whom 1,000 are online: restart to the first bet within 3 s; hands per
second within 10 % of a house with 100 guests; the longest pause of the writer at most 50 ms beyond
a bare commit of the same size in the same run; at most 400 MB of resident memory.

Every part runs in a process of its own, so that none finds what another has left in memory. `--keep
DIRECTORY` leaves the database, and finds it the next time: filling it takes the most of the time.

    .venv/bin/python -m benchmarks.house_scale
    .venv/bin/python -m benchmarks.house_scale --guests 1000000
"""

import argparse
import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from threading import Semaphore
from time import perf_counter, time
from typing import Any, Final

from benchmarks.yardstick import where
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.house import Act, BringShoe, BuyIn, DealOut, Done, OpenAccount, OpenTable, Request
from punto.house.house import Change
from punto.ledger import Kind
from punto.people import Actor, Role
from punto.rules import find_rulebook
from punto.store import Database, HouseKey, Writer, url_of
from punto.store.collector import calm_collector
from punto.table import Limit, Settings

GUESTS: Final = 100_000
FEW: Final = 100
ONLINE: Final = 1_000
ROUNDS: Final = 3
HANDS: Final = 10_000
IN_FLIGHT: Final = 64

KEY: Final = HouseKey(bytes(range(32)))
HOUSE: Final = Actor("house", Role.HOUSE)

Found = dict[str, float]


def main() -> None:
    """Fill two houses, and measure each part in a process of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--guests", type=int, default=GUESTS)
    parser.add_argument("--keep", type=Path, help="where the databases stay")
    parser.add_argument("--part", choices=sorted(PARTS), help="one part, printed as JSON")
    parser.add_argument("--house", type=Path)
    given = parser.parse_args()
    if given.part:
        print(json.dumps(PARTS[given.part](given.house, given.guests)))
        return
    print(where(), flush=True)
    with tempfile.TemporaryDirectory() as directory:
        _measure(given.keep or Path(directory), given.guests)


def _measure(directory: Path, guests: int) -> None:
    few, many = directory / "few", directory / f"guests-{guests}"
    for house, count in ((few, FEW), (many, guests)):
        if not house.exists():
            filled = _part("fill", house, count)
            rate, size = filled["guests_per_second"], filled["bytes_per_guest"] / 1000
            print(f"{count:,} guests: {rate:,.0f} a second let in, {size:,.1f} kB each", flush=True)
    restart = _part("restart", many, guests)
    print(f"restart to the first bet {restart['seconds']:.2f} s, bar 3 s", flush=True)
    alone = _part("play", few, FEW)
    crowded = _part("play", many, guests)
    share = crowded["hands_per_second"] / alone["hands_per_second"]
    print(
        f"hands: {crowded['hands_per_second']:,.0f} a second, and {alone['hands_per_second']:,.0f}"
        f" with {FEW} guests: {share:.0%}, bar 90 %"
    )
    pause = crowded["longest_pause"] - crowded["longest_commit"]
    print(
        f"longest pause {crowded['longest_pause'] * 1000:.0f} ms, of a bare commit"
        f" {crowded['longest_commit'] * 1000:.0f} ms: {pause * 1000:+.0f} ms, bar 50 ms"
    )
    print(f"resident memory with {ONLINE:,} online {crowded['megabytes']:.0f} MB, bar 400 MB")


def _part(name: str, house: Path, guests: int) -> Found:
    """Measure a part; a restart is timed from before its process begins."""
    command = [sys.executable, "-m", "benchmarks.house_scale", "--part", name]
    command += ["--house", str(house), "--guests", str(guests)]
    begun = time()
    found: Found = json.loads(subprocess.check_output(command))
    if "first_bet_at" in found:
        found["seconds"] = found["first_bet_at"] - begun
    return found


# --- what is asked ------------------------------------------------------------------------------


def _settings() -> Settings:
    limit = Limit(minimum=2, maximum=10**9, step=2)
    return Settings(rulebook=find_rulebook("zero-commission"), decks=8, limit=limit)


def _guest(number: int, settings: Settings) -> Iterator[Request]:
    """Let a guest in, and play."""
    name = f"g{number}"
    yield Request(HOUSE, OpenAccount(name), f"open-{name}")
    yield Request(HOUSE, BuyIn(name, 1_000_000), f"give-{name}")
    yield Request(HOUSE, OpenTable(f"zero-{name}", settings, name, "house:zero:1"))
    for played in range(ROUNDS):
        yield _hand(number, f"r{played}")


def _hand(number: int, id_: str) -> Request:
    name = f"g{number}"
    bets = (PlaceWager(name, "banker", 10), PlaceWager(name, "tie", 2))
    actions = (BringShoe("c0ffee"), OpenBetting(), *bets, CloseBetting(), DealOut())
    return Request(Actor(name, Role.GUEST), Act(f"zero-{name}", actions), id_)


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


def fill(house: Path, guests: int) -> Found:
    """Let all guests in, a few hundred at a time, each with three rounds one after the other."""
    house.mkdir(parents=True)
    writer, settings = _opened(house), _settings()
    asking = _Asking(writer)
    asking.all(
        Request(HOUSE, OpenAccount(name, kind), f"open-{name}")
        for name, kind in (("cage", Kind.CASH), ("house", Kind.HOUSE))
    )
    took = 0.0
    for first in range(0, guests, IN_FLIGHT):
        some = [_guest(each, settings) for each in range(first, min(first + IN_FLIGHT, guests))]
        took += asking.all(step for steps in zip(*some, strict=True) for step in steps)
    writer.close()
    size = sum(file.stat().st_size for file in house.glob("punto.db*"))
    return {"guests_per_second": guests / took, "bytes_per_guest": size / guests}


def restart(house: Path, guests: int) -> Found:
    """Open the house, and let one of the guests bet."""
    writer = _opened(house)
    assert isinstance(writer.ask(_hand(guests // 2, f"restart-{time():.0f}")), Done)
    found = {"first_bet_at": time()}
    writer.close()
    return found


def play(house: Path, guests: int) -> Found:
    """Let guests who are online play, all over the house; those of a small one more often."""
    writer, told = _opened(house), list[tuple[float, int]]()
    asking, online = _Asking(writer), min(ONLINE, guests)
    places = [number * guests // online for number in range(online)]
    run = f"{time():.0f}"

    def stored(changes: tuple[Change, ...]) -> None:
        told.append((perf_counter(), sum(len(change.written) for change in changes)))

    writer.watch(stored)
    asking.all(_hand(place, f"{run}-warm") for place in places)
    told.clear()
    hands = (_hand(places[each % online], f"{run}-{each}") for each in range(HANDS))
    took = asking.all(hands)
    gaps = [after[0] - before[0] for before, after in pairwise(told)]
    megabytes = _resident()
    writer.close()
    return {
        "hands_per_second": HANDS / took,
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


PARTS: Final = {"fill": fill, "restart": restart, "play": play}


if __name__ == "__main__":
    main()
