"""What the laboratory deals, each in a process of its own, which is ended when nobody looks."""

import asyncio
import multiprocessing
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Final

from punto.errors import PuntoError
from punto.lab.convergence import Convergence, converging
from punto.protocol.codec import encode
from punto.protocol.lab import (
    LabCounted,
    LabCounting,
    LabGame,
    LabPoint,
    LabRefused,
    LabSimulation,
)
from punto.server.lab_counting import MOST_SECONDS, TELL_SECONDS, counted
from punto.server.lab_game import game_of, refused
from punto.server.lab_worker import BUSY, give_way
from punto.sim import Game

MOST_SIMULATIONS: Final = 2
"""How many run at once, of all visitors."""

_ALL_TOLD: Final = 1_000_000
"""Up to here every point is told: this is where it converges before one's eyes."""

_START_SECONDS: Final = 60.0
"""How long a process may take to begin; compiled code may have to be made first."""

_LOOK_SECONDS: Final = 0.5
"""How soon whoever waits for a process sees that it was ended."""

SIMULATING: Final = LabRefused(
    status_code=409,
    detail="a simulation of yours is running: cancel it, or wait for its end",
    code="simulating",
)


Asked = LabSimulation | LabCounting
Told = LabPoint | LabCounted


class Simulations:
    """At most one for each visitor, and a few in all."""

    def __init__(self) -> None:
        self._running: dict[str, _Dealing] = {}
        self._threads = ThreadPoolExecutor(MOST_SIMULATIONS, thread_name_prefix="lab-simulation")

    async def begin(self, visitor: str, asked: Asked) -> AsyncIterator[bytes] | LabRefused:
        """Begin to deal; give what came of it as it comes, or say why it cannot be."""
        if visitor in self._running:
            return SIMULATING
        if len(self._running) >= MOST_SIMULATIONS:
            return BUSY
        dealing = self._running[visitor] = _Dealing(asked)
        loop = asyncio.get_running_loop()
        # Whatever becomes of whoever listens, it is over some time.
        loop.call_later(_START_SECONDS + MOST_SECONDS, self._end, visitor, dealing)
        try:
            first = await self._heard(dealing)
        except asyncio.CancelledError:
            self._end(visitor, dealing)
            raise
        if isinstance(first, LabPoint | LabCounted):
            return self._told(visitor, dealing, first)
        self._end(visitor, dealing)
        return first or BUSY

    async def _told(self, visitor: str, dealing: "_Dealing", first: Told) -> AsyncIterator[bytes]:
        """Tell line by line; whoever hangs up ends it."""
        try:
            told: Told | LabRefused | None = first
            while isinstance(told, LabPoint | LabCounted):
                yield encode(told) + b"\n"
                told = None if told.last else await self._heard(dealing)
        finally:
            self._end(visitor, dealing)

    async def _heard(self, dealing: "_Dealing") -> Told | LabRefused | None:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, dealing.hear)

    def _end(self, visitor: str, dealing: "_Dealing") -> None:
        dealing.end()
        if self._running.get(visitor) is dealing:
            del self._running[visitor]

    def close(self) -> None:
        """End all of them."""
        for dealing in self._running.values():
            dealing.end()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Dealing:
    """One process that deals and tells, begun by whoever first listens to it."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        context = multiprocessing.get_context("spawn")
        self._line, self._theirs = context.Pipe()
        self._process = context.Process(target=_deal, args=(self._theirs, asked), daemon=True)
        self._is_over = False

    def hear(self) -> Told | LabRefused | None:
        """Wait for the next point; None when the process is gone, or says nothing for too long."""
        with suppress(EOFError, OSError):
            if not self._is_over and self._process.pid is None:
                self._process.start()
                self._theirs.close()
            while not self._is_over:
                if self._line.poll(_LOOK_SECONDS):
                    told: Told | LabRefused = self._line.recv()
                    return told
        self.end()
        return None

    def end(self) -> None:
        """End it, whatever it does; whoever waits for it hears that it is gone."""
        self._is_over = True
        if self._process.pid is not None:
            self._process.kill()


def _deal(line: Connection, asked: Asked) -> None:
    give_way()
    with suppress(OSError, KeyboardInterrupt):
        try:
            told = counted(asked) if isinstance(asked, LabCounting) else points(asked)
            for one in told:
                line.send(one)
        except PuntoError as error:
            line.send(refused(error))


def points(asked: LabSimulation) -> Iterator[LabPoint]:
    """Deal until there are as many rounds as were asked for, or the time is over."""
    game = game_of(LabGame(rulebook=asked.rulebook, decks=asked.decks, toml=asked.toml))
    table = Game(game.rulebook, asked.decks)
    table.deal_rounds(asked.seed, 0, 1)  # compiled before time is taken
    begun = told = perf_counter()
    for dealt in converging(table, rounds=asked.rounds, seed=asked.seed):
        now = perf_counter()
        is_last = dealt.rounds == asked.rounds or now - begun > MOST_SECONDS
        if is_last or now - told > TELL_SECONDS or dealt.rounds < _ALL_TOLD:
            told = now
            yield _point(dealt, now - begun, is_last=is_last)
        if is_last:
            return


def _point(dealt: Convergence, seconds: float, *, is_last: bool) -> LabPoint:
    wagers = {name: (-tally.ev, tally.stderr) for name, tally in dealt.wagers.items()}
    return LabPoint(rounds=dealt.rounds, seconds=seconds, last=is_last, wagers=wagers)
