"""How many bets a second are durably accepted, on SQLite and on PostgreSQL, with 64 in flight.

Every bet is a request of its own: checked by the table and the ledger, chained in two journals,
stored with the balances it changes, synced to disk, and acknowledged then. The yardstick is the
rate at which the same database, on the same disk, commits a single small row. The processor's time
is told too, of this process alone: it leaves out the disk, PostgreSQL and other work.
"""

import asyncio
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Final, NamedTuple

from sqlalchemy import text

import punto
from benchmarks.yardstick import where
from punto.coup.command import OpenBetting, PlaceWager
from punto.house import Act, Answer, BringShoe, BuyIn, Done, OpenAccount, OpenTable
from punto.house.request import What
from punto.ledger import Kind
from punto.people import Actor, Role
from punto.server.async_writer import AsyncWriter
from punto.store import Database, HouseKey, Writer, url_of
from punto.store.collector import calm_collector
from punto.store.database import begin_writing
from punto.table import Limit, Settings
from punto.testing.actors import request_of
from tests.support.postgres import PostgresServer

IN_FLIGHT: Final = 64
BETS: Final = 32_000
COMMITS: Final = 2_000
STAKE: Final = 2


class Measured(NamedTuple):
    """What one database reaches."""

    commits_per_second: float
    bets_per_second: float
    half_ms: float
    most_ms: float
    processor_us: float
    """Of the processor, for each bet."""


def main() -> None:
    """Measure both databases and print a line for each."""
    print(where())
    calm_collector()
    print(f"{BETS} bets, {IN_FLIGHT} in flight, every one synced before it is acknowledged")
    with tempfile.TemporaryDirectory() as directory:
        _report("sqlite", measured(url_of(Path(directory))))
    with PostgresServer() as server, server.database() as url:
        _report("postgresql", measured(url))


def _report(name: str, found: Measured) -> None:
    ratio = found.bets_per_second / found.commits_per_second
    print(
        f"{name:11} {found.bets_per_second:6,.0f} bets/s   p50 {found.half_ms:5.1f} ms"
        f"   p99 {found.most_ms:5.1f} ms   {ratio:4.1f} × the raw rate of"
        f" {found.commits_per_second:,.0f} commits/s; processor {found.processor_us:.0f} µs a bet"
    )


def measured(url: str) -> Measured:
    """Measure one database: the raw rate first, then the house on top of it."""
    database = Database(url)
    database.migrate()
    commits = _commit_rate(database)
    with _house(database) as writer:
        waits: list[float] = []
        begun, busy = perf_counter(), process_time()
        asyncio.run(_rush(writer, waits))
        spent, busy = perf_counter() - begun, process_time() - busy
    waits.sort()
    half, most = (waits[int(len(waits) * share)] * 1000 for share in (0.5, 0.99))
    return Measured(commits, len(waits) / spent, half, most, busy / len(waits) * 1e6)


def _commit_rate(database: Database) -> float:
    with database.engine.connect() as connection:
        begin_writing(connection)
        connection.execute(text("CREATE TABLE yardstick (number INTEGER, words VARCHAR)"))
        connection.commit()
        insert = text("INSERT INTO yardstick VALUES (:number, 'a row of some size, as a bet has')")
        begun = perf_counter()
        for number in range(COMMITS):
            begin_writing(connection)
            connection.execute(insert, {"number": number})
            connection.commit()
        return COMMITS / (perf_counter() - begun)


@contextmanager
def _house(database: Database) -> Iterator[Writer]:
    """Open a house with a table that takes bets, and a bettor for each bet in flight."""
    writer = Writer(database, HouseKey(os.urandom(32)))
    limit = Limit(minimum=STAKE, maximum=10**12, step=STAKE)
    rulebook = punto.rulebook("rws-non-commission")
    opening: list[What] = [OpenAccount("cage", Kind.CASH), OpenAccount("house", Kind.HOUSE)]
    for bettor in _bettors():
        opening += [OpenAccount(bettor), BuyIn(bettor, 10**9)]
    opening += [
        OpenTable("etg", Settings(rulebook=rulebook, decks=8, limit=limit)),
        Act("etg", (BringShoe(), OpenBetting())),
    ]
    for number, what in enumerate(opening):
        _require_done(writer.ask(request_of("house", what, f"open-{number}")))
    yield writer
    writer.close()


def _bettors() -> list[str]:
    return [f"bettor-{number}" for number in range(IN_FLIGHT)]


async def _rush(writer: Writer, waits: list[float]) -> None:
    asked = AsyncWriter(writer)
    await asyncio.gather(*(_bet(asked, bettor, waits) for bettor in _bettors()))


async def _bet(writer: AsyncWriter, bettor: str, waits: list[float]) -> None:
    """Bet, wait for the answer, bet again; on every wager in turn, as players do."""
    wagers = [wager.id for wager in punto.rulebook("rws-non-commission").wagers]
    actor = Actor(bettor, Role.PLAYER)
    for number in range(BETS // IN_FLIGHT):
        wager = PlaceWager(bettor, wagers[number % len(wagers)], STAKE)
        begun = perf_counter()
        answer = await writer.ask(actor, Act("etg", (wager,)), f"bet-{number}")
        _require_done(answer)
        waits.append(perf_counter() - begun)


def _require_done(answer: Answer) -> None:
    assert isinstance(answer, Done), answer


if __name__ == "__main__":
    main()
