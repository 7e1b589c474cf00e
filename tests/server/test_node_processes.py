"""`punto serve --node` twice: a port that both share, a kill, and a process that wakes too late."""

import asyncio
import signal
import time
from collections.abc import Callable
from pathlib import Path

from punto.client import join
from punto.house.chain import table_chain
from punto.store import Database, nodes
from punto.testing.serving import ServedHouse, quick_house
from tests.server.here import assert_books_hold

TABLES = ("mbs", "tiger", "elements")


class NodeHouse(ServedHouse):
    """A node in a process of its own."""

    def __init__(self, name: str, place: Path, database: str, port: int = 0) -> None:
        super().__init__(place, quick_house(window_ms=1_000_000), database)
        self.name, self._port = name, port

    def command(self) -> list[str]:
        return [*super().command(), "--node", self.name, "--node-address", "127.0.0.1:0"]

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def ended(self) -> int:
        return self._end()


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.05)


async def bet(address: str) -> None:
    async with await join(address) as player:
        await player.watch("tiger")
        await player.betting("tiger")
        await player.bet("tiger", "player", 500)


def test_a_process_that_wakes_after_its_tables_are_anothers_ends_and_has_stored_nothing(
    postgres_url: str, tmp_path: Path
) -> None:
    database = Database(postgres_url)

    def has(name: str) -> bool:
        with database.reading() as connection:
            found = nodes.owners(connection, [*map(table_chain, TABLES)])
        return [*found.values()] == [name] * len(TABLES)

    with NodeHouse("a", tmp_path, postgres_url) as one:
        assert has("a")
        asyncio.run(bet(one.address))
        port = int(one.address.rstrip("/").rpartition(":")[2])
        with NodeHouse("b", tmp_path, postgres_url, port) as other:
            one.send(signal.SIGSTOP)
            until(lambda: has("b"))
            one.send(signal.SIGCONT)
            assert one.ended() == 1
            assert "Node a was declared dead" in one.said
            asyncio.run(bet(other.address))
            assert other.stop() == 0
    assert_books_hold(postgres_url)
