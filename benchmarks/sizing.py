"""How much room, time and memory a house takes: what an operator plans a machine by, on SQLite.

A house is served in a process of its own, with a clock that is driven from here, and asked for its
own numbers (`/metrics`). Times are of the processor, so that others at work weigh little.

    .venv/bin/python -m benchmarks.sizing
"""

import asyncio
import os
import re
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter, process_time
from typing import Final, NamedTuple
from urllib.request import urlopen

from benchmarks.yardstick import where
from punto.archive.backup import back_up
from punto.audit.report import audit
from punto.client import Player, join
from punto.store import Database, HouseKey, Writer, url_of
from punto.testing.serving import ServedHouse, quick_house

GUESTS: Final = 60
"""No more are let in from one address in a minute."""

ROUNDS: Final = 60
BETTORS: Final = 8
WINDOW_MS: Final = 10_000
ROUND_MS: Final = 100
"""Longer than the rest of a round: then the next one is open."""

TABLE: Final = "tiger"
OWN: Final = "zero"


class Numbers(NamedTuple):
    """What a house says of itself."""

    entries: float
    stored: float
    resident: float
    bets: float


def numbers(house: ServedHouse) -> Numbers:
    """Read them as Prometheus would."""
    with urlopen(f"{house.address}metrics", timeout=60) as answer:  # noqa: S310 – our own
        text = answer.read().decode()

    def value(name: str) -> float:
        found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
        assert found is not None, name
        return float(found[1])

    return Numbers(
        entries=value("punto_journal_entries"),
        stored=value("punto_database_bytes"),
        resident=value("process_resident_memory_bytes"),
        bets=value("punto_bets_total"),
    )


async def measured(
    house: ServedHouse, what: str, times: int, doing: Callable[[], Awaitable[None]]
) -> None:
    """Do something so many times, and print what one of them takes."""
    before = await asyncio.to_thread(numbers, house)
    await doing()
    after = await asyncio.to_thread(numbers, house)
    one = Numbers(*((b - a) / times for a, b in zip(before, after, strict=True)))
    print(
        f"{what:44} {one.entries:8.1f} entries {one.stored / 1e3:8.2f} kB stored"
        f" {one.resident / 1e3:8.1f} kB of memory {one.bets:5.1f} bets",
        flush=True,
    )


async def advance(house: ServedHouse, ms: int) -> None:
    """Let time pass in the house, while its clients listen."""
    await asyncio.to_thread(house.advance, ms)


async def live(house: ServedHouse) -> None:
    """Let guests in, and let them watch, play at a shared table, and at their own."""
    async with AsyncExitStack() as stack:
        guests: list[Player] = []

        async def come() -> None:
            guests.extend([await join(house.address) for _ in range(GUESTS)])

        async def connect() -> None:
            for guest in guests:
                await stack.enter_async_context(guest)
                await guest.watch(TABLE)

        async def rounds(bettors: int) -> None:
            for _ in range(ROUNDS):
                for guest in guests[:bettors]:
                    await guest.betting(TABLE)
                    await guest.bet(TABLE, "player", 200)
                await advance(house, WINDOW_MS + ROUND_MS)

        async def own() -> None:
            for guest in guests:
                await guest.watch(OWN)
                await guest.bet(OWN, "banker", 1_000)
                await guest.deal(OWN)

        await measured(house, "a guest, let in", GUESTS, come)
        await measured(house, "a screen that watches a table", GUESTS, connect)
        await measured(house, "a shared round without bets", ROUNDS, lambda: rounds(0))
        await measured(
            house, f"a shared round with {BETTORS} bettors", ROUNDS, lambda: rounds(BETTORS)
        )
        await measured(house, "the first hand at a table of one's own", GUESTS, own)
        await measured(house, "each further hand there", GUESTS, own)


def books(place: Path) -> None:
    """Open, audit and back up what was stored, in this process."""
    key = HouseKey(bytes.fromhex((place / "house.key").read_text(encoding="ascii").split()[0]))
    begun = process_time()
    Writer(Database(url_of(place)), key).close()
    opened = process_time() - begun
    begun = process_time()
    with Database(url_of(place)).reading() as connection:
        found = audit(connection)
    audited = process_time() - begun
    assert found.findings == (), found.findings
    back_up(Database(url_of(place)), place / "sizing.punto.gz", key)
    size = (place / "punto.db").stat().st_size
    copied = (place / "sizing.punto.gz").stat().st_size
    print(
        f"all of it: {found.entries:,} entries, {size / 1e6:.1f} MB; a backup {copied / 1e6:.2f} MB"
    )
    print(f"opening the books: {opened:.2f} s of the processor")
    print(f"auditing them: {audited:.2f} s, {found.entries / audited:,.0f} entries a second")


def main() -> None:
    """Print the table of `docs/operations.md`."""
    print(where())
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        begun = perf_counter()
        with ServedHouse(place, quick_house(WINDOW_MS), driven=True) as house:
            others = f"{os.getloadavg()[0]:.0f} at work"
            print(f"a start with empty books: {perf_counter() - begun:.1f} s, with {others}")
            print(f"a house with nobody in it: {numbers(house).resident / 1e6:.0f} MB of memory")
            asyncio.run(live(house))
            house.stop()
        books(place)


if __name__ == "__main__":
    main()
