"""The clock on the wall of a simulated house: it goes with the world, and somebody may set it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

from punto.testing.driven_time import NOON_MS
from punto.testing.world.agenda import Agenda
from punto.testing.world.loop import Standstill

_SECOND: Final = 1_000
_MOST_IN_VAIN: Final = 1_000


class SimulatedTime:
    """The time of the house; waits by it are looked at again when it is set."""

    def __init__(self, agenda: Agenda) -> None:
        self._agenda = agenda
        self._set_by_ms = 0
        self._waits: dict[int, tuple[int, asyncio.Event, asyncio.TimerHandle]] = {}
        self._number = 0
        self._in_vain = (0.0, 0)

    def now_ms(self) -> int:
        """Tell the time."""
        return NOON_MS + self._set_by_ms + int(self._agenda.now * _SECOND + 0.5)

    def jump(self, by_ms: int) -> None:
        """Set the clock forward, or back, which ends all waits."""
        self._set_by_ms += by_ms
        for number, (at_ms, ended, handle) in list(self._waits.items()):
            handle.cancel()
            self._wait(number, at_ms if by_ms > 0 else self.now_ms(), ended)

    def forget(self) -> None:
        """Nobody waits any more: the house is down."""
        for _, _, handle in self._waits.values():
            handle.cancel()
        self._waits.clear()

    async def until(self, at_ms: int | None, sooner: asyncio.Event | None = None) -> None:
        """Wait until this time, or for ever; an event that is set ends it sooner."""
        ended = sooner or asyncio.Event()
        if ended.is_set() or (at_ms is not None and at_ms <= self.now_ms()):
            self._count_in_vain()
            return
        self._number += 1
        number = self._number
        if at_ms is not None:
            self._wait(number, at_ms, ended)
        try:
            await ended.wait()
        finally:
            found = self._waits.pop(number, None)
            if found is not None:
                found[2].cancel()

    def _count_in_vain(self) -> None:
        """Stop whoever asks for a time that is past, over and over, and lets nobody else work."""
        at, times = self._in_vain
        self._in_vain = self._agenda.now, times + 1 if at == self._agenda.now else 0
        if times > _MOST_IN_VAIN:
            raise Standstill("somebody waits for a time that is past, for ever")

    def _wait(self, number: int, at_ms: int, ended: asyncio.Event) -> None:
        seconds = max(0, at_ms - self.now_ms()) / _SECOND
        handle = asyncio.get_running_loop().call_later(seconds, ended.set)
        self._waits[number] = at_ms, ended, handle

    def begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Begin work that lives by this clock."""
        return asyncio.get_running_loop().create_task(work)
