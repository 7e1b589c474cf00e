"""Kills one of two nodes again and again, in mid-round and under load, and looks what became of it.

The result is written to docs/evidence/takeovers.md. A hundred take some ten minutes on two cores.
"""

import argparse
import asyncio
import random
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from websockets.exceptions import WebSocketException

from punto.audit.report import audit
from punto.client import Player, Refusal, join
from punto.client.player import new_id
from punto.house.chain import table_chain
from punto.protocol import ask
from punto.store import Database, nodes, reading
from punto.testing.serving import ServedHouse, quick_house
from scripts.commit import commit
from tests.support.postgres import PostgresServer

PAGE: Final = Path(__file__).parent.parent / "docs" / "evidence" / "takeovers.md"
TABLES: Final = ("mbs", "tiger", "elements")
PLAYERS: Final = 6
STOPPED_EVERY: Final = 5
"""Of so many one is stopped instead of killed, and goes on once another has its tables."""

PATIENCE: Final = 60.0


class NodeHouse(ServedHouse):
    """A node, at a port that both share."""

    def __init__(self, name: str, place: Path, config: str, database: str, port: int) -> None:
        super().__init__(place, config, database)
        self.name = name
        self._port = port

    def command(self) -> list[str]:
        """Give the command that opens it."""
        return [*super().command(), "--node", self.name]

    def send(self, number: signal.Signals) -> None:
        """Send its process a signal."""
        assert self._process is not None, "it is open"
        self._process.send_signal(number)

    def ended(self) -> int:
        """Wait for its end, and give its status."""
        return self._end()


class Bettor:
    """Bets as long as it lives, comes back by itself, and notes what was acknowledged."""

    def __init__(self, player: Player, table: str) -> None:
        self.player = player
        self.table = table
        self.accepted: dict[str, int] = {}
        self.last_accepted = 0.0

    async def play(self) -> None:
        """Bet for ever."""
        while True:
            try:
                await asyncio.wait_for(self.player.connect(), 5)
                await self.player.watch(self.table)
                while not self.player.is_lost:
                    await self._bet()
            except (OSError, TimeoutError, WebSocketException, Refusal):
                await asyncio.sleep(0.1)
            finally:
                with suppress(OSError, WebSocketException, TimeoutError):
                    await asyncio.wait_for(self.player.disconnect(), 2)

    async def _bet(self) -> None:
        if self.player.tables[self.table].phase != "betting":
            await asyncio.sleep(0.02)
            return
        said = ask.Chip(id=new_id(), table=self.table, wager="player", amount=100)
        try:
            answer = await asyncio.wait_for(self.player.request(said), 8)
        except Refusal:  # too late, or not now
            await asyncio.sleep(0.02)
        else:
            assert answer.version is not None, "a bet has an entry"
            account = self.player.session.token.partition(".")[0]
            self.accepted[f"{account}_{said.id}"] = answer.version
            self.last_accepted = time.monotonic()
        await asyncio.sleep(0.05)


class Takeover(NamedTuple):
    """One node that died, or was taken for dead."""

    stopped: bool
    moved_seconds: float
    """Until all its tables were another's."""
    played_seconds: float
    """Until somebody had bet again at one of them."""


class Findings(NamedTuple):
    """What one pair of nodes came to."""

    takeovers: list[Takeover]
    accepted: int
    lost: int
    entries: int
    audit_findings: int
    ended_wrong: int
    """Of those stopped, how many did not end by themselves when they went on."""


class Lane:
    """Two nodes, and those who play there."""

    def __init__(self, url: str, place: Path, seed: int) -> None:
        self.database = Database(url)
        self.random = random.Random(seed)  # noqa: S311 – when to kill is no secret
        config = quick_house(window_ms=1_500, card_ms=20, result_ms=200)
        first = NodeHouse("a", _made(place / "a"), config, url, 0)
        first.start()
        port = int(first.address.rstrip("/").rpartition(":")[2])
        second = NodeHouse("b", _made(place / "a"), config, url, port)
        second.start()
        self.nodes = [first, second]
        self.address = first.address

    async def run(self, kills: int) -> Findings:
        """Kill so often, and look what is left."""
        bettors = []
        for number in range(PLAYERS):
            player = await join(self.address)
            bettors.append(Bettor(player, TABLES[number % len(TABLES)]))
        playing = [asyncio.create_task(each.play()) for each in bettors]
        takeovers, wrong = [], 0
        try:
            for number in range(kills):
                await self._until(lambda: len(self._living()) == len(self.nodes))
                await asyncio.sleep(7 + self.random.random() * 2)  # a node is steady by then
                stopped = number % STOPPED_EVERY == STOPPED_EVERY - 1
                playing_at = [at for at in (0, 1) if self.tables_of(self.nodes[at].name)]
                victim = self.random.choice(playing_at)
                takeovers.append(await self._take_over(victim, bettors, stopped=stopped))
                node = self.nodes[victim]
                if stopped:
                    node.send(signal.SIGCONT)
                    wrong += await asyncio.to_thread(node.ended) != 1
                await asyncio.to_thread(node.start)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            for node in self.nodes:
                await asyncio.to_thread(node.stop)
        return self._findings(takeovers, bettors, wrong)

    async def _take_over(self, victim: int, bettors: list[Bettor], *, stopped: bool) -> Takeover:
        node, other = self.nodes[victim], self.nodes[1 - victim]
        tables = self.tables_of(node.name)
        began = time.monotonic()
        if stopped:
            node.send(signal.SIGSTOP)
        else:
            await asyncio.to_thread(node.kill)
        await self._until(lambda: tables <= self.tables_of(other.name))
        moved = time.monotonic() - began
        there = [each for each in bettors if table_chain(each.table) in tables]
        played = moved
        if there and not stopped:  # whose screen is at a stopped process waits with it
            await self._until(lambda: any(each.last_accepted > began + moved for each in there))
            played = time.monotonic() - began
        return Takeover(stopped, moved, played)

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await asyncio.to_thread(holds):  # noqa: ASYNC110 – nobody tells
                await asyncio.sleep(0.05)

    def tables_of(self, name: str) -> set[str]:
        """Name the tables of players that a node has."""
        chains = [*map(table_chain, TABLES)]
        with self.database.reading() as connection:
            found = nodes.owners(connection, chains)
        return {chain for chain, node in found.items() if node == name}

    def _living(self) -> tuple[nodes.Living, ...]:
        with self.database.reading() as connection:
            return nodes.living(connection)

    def _findings(self, takeovers: list[Takeover], bettors: list[Bettor], wrong: int) -> Findings:
        accepted = {key: at for each in bettors for key, at in each.accepted.items()}
        with self.database.reading() as connection:
            found = reading.answered(connection, accepted)
            audited = audit(connection)
        lost = sum(key not in found or found[key].position != at for key, at in accepted.items())
        for finding in audited.findings:
            print(finding, file=sys.stderr)
        faults = len(audited.findings)
        return Findings(takeovers, len(accepted), lost, audited.entries, faults, wrong)


def _made(place: Path) -> Path:
    place.mkdir(exist_ok=True)
    return place


async def campaign(kills: int, lanes: int) -> list[Findings]:
    """Let several pairs of nodes live beside each other on one server."""
    with PostgresServer() as server, TemporaryDirectory() as directory:
        share = [kills // lanes + (number < kills % lanes) for number in range(lanes)]

        async def one(number: int) -> Findings:
            with server.database() as url:
                place = _made(Path(directory) / str(number))
                lane = await asyncio.to_thread(Lane, url, place, number)
                return await lane.run(share[number])

        return list(await asyncio.gather(*(one(number) for number in range(lanes))))


def page(found: list[Findings], seconds: float) -> str:
    """Write what was found."""
    takeovers = [each for one in found for each in one.takeovers]
    killed = [each for each in takeovers if not each.stopped]
    stopped = [each for each in takeovers if each.stopped]

    def times(values: list[float]) -> str:
        ordered = sorted(values) or [0.0]
        return f"{ordered[len(ordered) // 2]:.1f} / {ordered[-1]:.1f}"

    rows = [
        ("date", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"),
        ("commit", commit()),
        ("pairs of nodes at the same time", str(len(found))),
        ("nodes killed with SIGKILL", str(len(killed))),
        ("nodes stopped, and continued once others had their tables", str(len(stopped))),
        ("of them not ended by themselves", str(sum(one.ended_wrong for one in found))),
        ("seconds until all tables of a killed node were another's, median / longest",
         times([each.moved_seconds for each in killed])),
        ("the same of a stopped node", times([each.moved_seconds for each in stopped])),
        ("seconds from a kill until somebody bet there again, median / longest",
         times([each.played_seconds for each in killed])),
        ("bets acknowledged", f"{sum(one.accepted for one in found):,}"),
        ("**of them lost or elsewhere than said**", f"**{sum(one.lost for one in found)}**"),
        ("entries audited at the end", f"{sum(one.entries for one in found):,}"),
        ("**findings of the audit**", f"**{sum(one.audit_findings for one in found)}**"),
        ("seconds in all", f"{seconds:.0f}"),
    ]  # fmt: skip
    return "\n".join(
        [
            "# Nodes that are killed",
            "",
            "Written by `scripts/takeover`. Two nodes on one PostgreSQL share a port and five",
            "tables; six players bet all the time, at three of them. At a random moment one node",
            "is killed, or stopped with SIGSTOP and continued when the other has its tables.",
            "Players connect again to the same address by themselves, and bet on. Then the node is",
            "started again. At the end every bet that was acknowledged is looked for in the",
            "journal, where it was said to be, and the books are audited from the first entry.",
            "",
            "|  |  |",
            "|---|---|",
            *(f"| {name} | {value} |" for name, value in rows),
            "",
        ]
    )


def main() -> int:
    """Run the campaign, write the page, and fail where anything was lost."""
    parser = argparse.ArgumentParser(prog="scripts/takeover")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--lanes", type=int, default=3)
    given = parser.parse_args()
    began = time.monotonic()
    found = asyncio.run(campaign(given.kills, given.lanes))
    text = page(found, time.monotonic() - began)
    PAGE.write_text(text, encoding="utf-8")
    print(text)
    return int(any(one.lost or one.audit_findings or one.ended_wrong for one in found))


if __name__ == "__main__":
    sys.exit(main())
