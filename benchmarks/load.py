"""Load: a house in one process, thousands of terminals in this one; what each sees, and when.

    .venv/bin/python -m benchmarks.load [--terminals 5000] [--mode round …] [--seconds 30]

round   everybody at one table bets once a round, at any moment of the window
rush    the same, with four fifths of the bets in the last two seconds
storm   everybody is cut off at once and comes back with the version he knows
slow    every twentieth does not read, while the others bet
bets    256 bet as fast as they are answered: what one process takes

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
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Final
from urllib.parse import urlsplit

from benchmarks.load_terminal import Log, Terminal
from benchmarks.yardstick import where
from punto.testing.serving import ServedHouse, quick_house

TABLE: Final = "mbs"
WINDOW_MS: Final = 8_000
RUSH_MS: Final = 2_000
AT_ONCE: Final = 256
CREDITS: Final = 100_000_00


def house_config(terminals: int, window_ms: int) -> str:
    """Give a house with so many terminals, and room for all of them at one address."""
    plan = quick_house(window_ms, 200, 1_000).replace("totals_per_second = 999999\n", "")
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
        self._house, self._seconds = house, seconds
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

    async def buy(self) -> None:
        """Buy credits for everybody."""
        name, pin = self._house.attendant()
        sale = {"type": "BuyCredits", "amount": CREDITS, "attendant": name, "pin": pin}
        for each in self.terminals:
            each.ask(sale)
            if len(self.log.bets) + 500 < self.terminals.index(each):
                await asyncio.sleep(0.05)
        while len(self.log.bets) < len(self.terminals):
            assert not self.log.refused, self.log.refused
            await asyncio.sleep(0.05)

    async def measured(self, name: str, doing: Callable[[], Awaitable[None]]) -> None:
        """Do something, and print what everybody has seen meanwhile."""
        log = self.log
        for kept in (log.public, log.private, log.bets, log.refused):
            kept.clear()
        log.gaps = log.lost = 0
        assert self._house.pid is not None, "it is open"
        begun, own, its = perf_counter(), process_time(), processor_of(self._house.pid)
        await doing()
        wall, own = perf_counter() - begun, process_time() - own
        its = processor_of(self._house.pid) - its
        print(
            f"{name:6} {len(self.terminals)} terminals, {wall:.0f} s: {len(log.bets)} bets"
            f" ({len(log.bets) / wall:,.0f}/s), p50 {most(log.bets, 0.5):.0f} ms,"
            f" p99 {most(log.bets):.0f} ms; {len(log.public)} public frames,"
            f" p99 {most(log.public):.0f} ms; {len(log.private)} results,"
            f" p99 {most(log.private):.0f} ms;"
            f" refused {dict(log.refused)}; gaps {log.gaps}, links lost {log.lost};"
            f" processor: house {its / wall:.0%} of one core, terminals {own / wall:.0%}",
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

    async def bets(self) -> None:
        """Bet as fast as is answered."""
        some = self.terminals[:AT_ONCE]
        for each in some:
            each.answered = each.opened = lambda terminal: terminal.bet()
            each.bet()
        await asyncio.sleep(self._seconds)
        for each in some:
            each.answered = each.opened = None
        await asyncio.sleep(1)


async def live(house: ServedHouse, tokens: list[str], modes: list[str], seconds: float) -> None:
    """Bring all terminals in, and do what was asked for."""
    floor = Floor(house, tokens, seconds)
    begun = perf_counter()
    await floor.come(floor.terminals)
    await floor.buy()
    print(f"{len(tokens)} terminals have come and have credits: {perf_counter() - begun:.0f} s")
    for mode in modes:
        await floor.measured(mode, getattr(floor, mode))
    for each in floor.terminals:
        each.is_leaving = True
        if each.transport is not None:
            each.transport.abort()


def main() -> None:
    """Open a house, and load it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--terminals", type=int, default=5_000)
    asked.add_argument(
        "--mode", action="append", choices=["round", "rush", "storm", "slow", "bets"]
    )
    asked.add_argument("--seconds", type=float, default=30.0)
    given = asked.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(2 * given.terminals + 1_000, hard), hard))
    print(where(), flush=True)
    window_ms = 3_600_000 if given.mode == ["bets"] else WINDOW_MS
    with (
        tempfile.TemporaryDirectory() as place,
        ServedHouse(Path(place), house_config(given.terminals, window_ms)) as house,
    ):
        tokens = signed_in(house.address, given.terminals)
        modes = given.mode or ["round", "rush", "storm", "slow"]
        asyncio.run(live(house, tokens, modes, given.seconds))


if __name__ == "__main__":
    main()
