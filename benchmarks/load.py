"""Load: a house in one process, thousands of terminals in this one; what each sees, and when.

    .venv/bin/python -m benchmarks.load [--terminals 5000] [--mode round …] [--seconds 30]

round   everybody at one table bets once a round, at any moment of the window
rush    the same, with four fifths of the bets in the last two seconds
storm   everybody is cut off at once and comes back with the version he knows
slow    every twentieth does not read, while the others bet
readers everybody bets once a round, while ten read their histories as fast as they are answered
soak    everybody bets once a round; what memory the house has is told ten times
bets    256 bet as fast as they are answered: what one process takes
double  twice as many bets a second are said, whether or not they are answered

When the house is closed, its books are held against all that it has answered.
The share of the processor that is this process's own is stated: on two cores it has one of them.
"""

import argparse
import asyncio
import http.client
import json
import os
import random
import resource
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Final
from urllib.parse import urlsplit

from benchmarks.load_books import kept
from benchmarks.load_readers import reading
from benchmarks.load_terminal import Log, Terminal
from benchmarks.yardstick import where
from punto.cli.running import ask_running
from punto.house import BuyIn, Done
from punto.house.staff_request import StaffRequest
from punto.testing.serving import ServedHouse, quick_house

TABLE: Final = "mbs"
WINDOW_MS: Final = 8_000
RUSH_MS: Final = 2_000
AT_ONCE: Final = 256
CREDITS: Final = 100_000_00
SELLERS: Final = 8
TICK: Final = 0.01
PATIENCE_SECONDS: Final = 120.0
LONG: Final = {"bets", "double"}
"""What is done in one round that never ends."""


def house_config(terminals: int, window_ms: int) -> str:
    """Give a house with so many terminals, and room for all of them at one address."""
    plan = quick_house(window_ms, 200, 1_000)
    for usual in ("totals_per_second", "waiting_ms"):  # as a house has them that is not a test's
        plan = plan.replace(f"{usual} = 999999\n", "")
    limits = (
        f"connections = {2 * terminals + 200}\nconnections_per_address = {2 * terminals + 100}\n"
    )
    plan = plan.replace("[traffic]\n", f"[traffic]\n{limits}")
    rows = (f'[[terminals]]\nid = "t-{n}"\ncode = "code-{n}"\n' for n in range(terminals))
    before, lists, after = plan.partition("[[terminals]]")
    return f"{before}{''.join(rows)}\n{lists}{after}"


def signed_in(address: str, terminals: int) -> list[str]:
    """Sign every terminal in, over one connection, and give their tokens."""
    asking, tokens = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60), []
    for number in range(terminals):
        said = json.dumps({"terminal": f"t-{number}", "code": f"code-{number}"})
        asking.request("POST", "/api/terminals", said, {"Content-Type": "application/json"})
        answer = asking.getresponse()
        body = answer.read()
        assert answer.status == 201, body
        tokens.append(json.loads(body)["token"])
    asking.close()
    return tokens


def sell(house: ServedHouse, terminals: int) -> None:
    """Sell credits for everybody, as the owner of the house does."""
    socket = next(house.place.rglob("*.sock"))

    def sold(number: int) -> None:
        sale = StaffRequest(BuyIn(f"t-{number}", CREDITS), f"sale-{number}")
        answer = ask_running(socket, sale)
        assert isinstance(answer, Done), answer

    with ThreadPoolExecutor(SELLERS) as sellers:
        list(sellers.map(sold, range(terminals)))


def memory_of(pid: int) -> int:
    """Give the memory that a process holds now, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def processor_of(pid: int) -> float:
    """Give the processor seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def most(waits: list[float], share: float = 0.99) -> float:
    """Give what all but one in a hundred stay below."""
    return sorted(waits)[int(len(waits) * share)] if waits else 0.0


def _itself(terminal: Terminal) -> Terminal:
    return terminal


class Floor:
    """All terminals, and what is done with them."""

    def __init__(self, house: ServedHouse, tokens: list[str], seconds: float) -> None:
        self._house, self._tokens, self._seconds = house, tokens, seconds
        self._taken = 0.0
        """How many bets were taken a second, when last that was tried."""
        self._host = urlsplit(house.address).netloc
        self.log = Log()
        self.terminals = [Terminal(self.log, TABLE, token, self._host) for token in tokens]

    async def come(self, terminals: list[Terminal]) -> None:
        """Connect, a hundred at a time, until each has seen the table."""
        host, _, port = self._host.rpartition(":")
        loop = asyncio.get_running_loop()
        for first in range(0, len(terminals), 100):
            some = terminals[first : first + 100]
            for each in some:
                each.ready.clear()
            await asyncio.gather(
                *(loop.create_connection(partial(_itself, each), host, int(port)) for each in some)
            )
            await asyncio.gather(*(each.ready.wait() for each in some))

    async def measured(self, name: str, doing: Callable[[], Awaitable[None]]) -> None:
        """Do something, and print what everybody has seen meanwhile."""
        log = self.log
        for seen in (log.public, log.private, log.bets, log.refused):
            seen.clear()
        log.gaps = log.lost = 0
        assert self._house.pid is not None, "it is open"
        begun, own, its = perf_counter(), process_time(), processor_of(self._house.pid)
        await doing()
        wall, own = perf_counter() - begun, process_time() - own
        its = processor_of(self._house.pid) - its
        self._taken = len(log.bets) / wall
        waiting = sum(each.unanswered for each in self.terminals)
        print(
            f"{name:6} {len(self.terminals)} terminals, {wall:.0f} s: {len(log.bets)} bets"
            f" ({len(log.bets) / wall:,.0f}/s), p50 {most(log.bets, 0.5):.0f} ms,"
            f" p99 {most(log.bets):.0f} ms; {len(log.public)} public frames,"
            f" p99 {most(log.public):.0f} ms; {len(log.private)} results,"
            f" p99 {most(log.private):.0f} ms;"
            f" refused {dict(log.refused)}; unanswered {waiting}, gaps {log.gaps},"
            f" links lost {log.lost}; processor: house {its / wall:.0%} of one core,"
            f" terminals {own / wall:.0%}; memory {memory_of(self._house.pid)} MB",
            flush=True,
        )

    async def _rounds(self, when: Callable[[], float]) -> None:
        """Let everybody bet once a round, so many milliseconds after bets have opened."""
        loop = asyncio.get_running_loop()

        def bet_later(terminal: Terminal) -> None:
            loop.call_later(when() / 1_000, terminal.bet)

        for each in self.terminals:
            each.opened = bet_later
        await asyncio.sleep(self._seconds)
        for each in self.terminals:
            each.opened = None
        await asyncio.sleep(WINDOW_MS / 1_000 + 4)  # the last round is finished and paid

    async def round(self) -> None:
        """Bet at any moment of the window."""
        await self._rounds(lambda: random.uniform(100, WINDOW_MS - 1_500))  # noqa: S311 – no game

    async def rush(self) -> None:
        """Bet in the last two seconds, four of five."""

        def when() -> float:
            late = random.random() < 0.8  # noqa: S311 – no game
            begin, end = (
                (WINDOW_MS - RUSH_MS, WINDOW_MS - 300) if late else (100, WINDOW_MS - RUSH_MS)
            )
            return random.uniform(begin, end)  # noqa: S311 – no game

        await self._rounds(when)

    async def storm(self) -> None:
        """Cut everybody off in the middle of play, and let them come back where they were."""
        for each in self.terminals:
            each.is_leaving = True
            assert each.transport is not None, "it is connected"
            each.transport.abort()
        await asyncio.sleep(0.1)
        await self.come(self.terminals)
        for each in self.terminals:
            each.is_leaving = False
        await self.round()

    async def slow(self) -> None:
        """Let every twentieth read nothing while the others bet."""
        deaf = self.terminals[::20]
        for each in deaf:
            assert each.transport is not None, "it is connected"
            each.transport.pause_reading()
        await self.round()
        for each in deaf:
            if each.transport is not None:
                each.transport.resume_reading()

    async def readers(self) -> None:
        """Let some read their histories meanwhile."""
        with reading(self._host, self._tokens) as found:
            await self.round()
        print(found)

    async def soak(self) -> None:
        """Tell the memory of the house ten times while everybody bets."""
        pid, seen = self._house.pid, list[int]()
        assert pid is not None, "it is open"
        betting = asyncio.create_task(self.round())
        for _ in range(10):
            await asyncio.sleep(self._seconds / 10)
            seen.append(memory_of(pid))
        await betting
        print("memory of the house in MB:", *seen)

    async def bets(self) -> None:
        """Bet as fast as is answered."""
        some = self.terminals[:AT_ONCE]
        for each in some:
            each.answered = each.opened = lambda terminal: terminal.bet()
            each.bet()
        await asyncio.sleep(self._seconds)
        for each in some:
            each.answered = each.opened = None
        await self._answered()

    async def double(self) -> None:
        """Bet twice as often as was taken, and wait then until all of it is answered."""
        loop = asyncio.get_running_loop()
        rate, said, begun = 2 * self._taken, 0, loop.time()
        while (gone := loop.time() - begun) < self._seconds:
            while said < rate * gone:
                self.terminals[said % len(self.terminals)].bet()
                said += 1
            await asyncio.sleep(TICK)
        print(f"{said / gone:,.0f} bets a second were said")
        await self._answered()

    async def _answered(self) -> None:
        """Wait until nobody waits for an answer, with much patience."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while any(each.unanswered for each in self.terminals):  # noqa: ASYNC110 – counted
                await asyncio.sleep(0.1)


async def live(house: ServedHouse, tokens: list[str], modes: list[str], seconds: float) -> Log:
    """Bring all terminals in, and do what was asked for."""
    floor = Floor(house, tokens, seconds)
    begun = perf_counter()
    await floor.come(floor.terminals)
    print(f"{len(tokens)} terminals have come: {perf_counter() - begun:.0f} s", flush=True)
    for mode in modes:
        await floor.measured(mode, getattr(floor, mode))
    for each in floor.terminals:
        each.is_leaving = True
        if each.transport is not None:
            each.transport.abort()
    return floor.log


def main() -> None:
    """Open a house, and load it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--terminals", type=int, default=5_000)
    known = ["round", "rush", "storm", "slow", "readers", "soak", "bets", "double"]
    asked.add_argument("--mode", action="append", choices=known)
    asked.add_argument("--seconds", type=float, default=30.0)
    given = asked.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(2 * given.terminals + 1_000, hard), hard))
    print(where(), flush=True)
    modes = given.mode or ["round", "rush", "storm", "slow", "readers"]
    window_ms = 3_600_000 if LONG.issuperset(modes) else WINDOW_MS
    with (
        tempfile.TemporaryDirectory() as place,
        ServedHouse(Path(place), house_config(given.terminals, window_ms)) as house,
    ):
        tokens = signed_in(house.address, given.terminals)
        sell(house, given.terminals)
        log = asyncio.run(live(house, tokens, modes, given.seconds))
        assert house.stop() == 0, house.said
        print(kept(Path(place), log))


if __name__ == "__main__":
    main()
