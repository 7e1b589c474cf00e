"""A clock that stands still until a test moves it, and waits on its way for all that is due."""

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Final, NamedTuple

NOON_MS: Final = 1_794_744_000_000
"""When a test begins, unless it says otherwise: noon of a day in November."""

MOVED: Final = "The time is "
"""What a served house says once everything due by then is done."""

_LOOK_SECONDS: Final = 0.001
_LOOKS_AT_ONCE: Final = 20
"""What falls due is mostly done in a few turns of the loop; what is stored takes longer."""


class _Wait(NamedTuple):
    at_ms: int | None
    ended: asyncio.Event


class DrivenTime:
    """The time of a house in a test. Whoever lives by it waits in `until`, or is busy."""

    def __init__(self, now_ms: int = NOON_MS) -> None:
        self._now_ms = now_ms
        self._living: set[asyncio.Task[None]] = set()
        self._waits: dict[asyncio.Task[Any] | None, _Wait] = {}

    def now_ms(self) -> int:
        """Tell the time."""
        return self._now_ms

    async def until(self, at_ms: int | None, sooner: asyncio.Event | None = None) -> None:
        """Wait until the test has moved the time so far, or the event is set."""
        if at_ms is not None and at_ms <= self._now_ms:
            return
        wait, who = _Wait(at_ms, sooner or asyncio.Event()), asyncio.current_task()
        self._waits[who] = wait
        try:
            await wait.ended.wait()
        finally:
            del self._waits[who]

    def begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Begin work that lives by this clock; it is busy until it waits for the first time."""
        task = asyncio.create_task(work)
        self._living.add(task)
        task.add_done_callback(self._living.discard)
        return task

    async def advance(self, ms: int) -> None:
        """Let so much time pass: whatever falls due on the way is done at its own time."""
        end_ms = self._now_ms + ms
        await self.settled()
        while (due_ms := self._next_due()) is not None and due_ms <= end_ms:
            self._now_ms = max(self._now_ms, due_ms)  # others may move it at the same time
            for wait in self._waits.values():
                if wait.at_ms is not None and wait.at_ms <= due_ms:
                    wait.ended.set()
            await self.settled()
        self._now_ms = max(self._now_ms, end_ms)

    async def pass_until(self, holds: Callable[[], bool]) -> None:
        """Let time pass from one thing that falls due to the next, until something holds."""
        await self.settled()
        while not holds():
            due_ms = self._next_due()
            assert due_ms is not None, "nobody waits for a time any more"
            await self.advance(due_ms - self._now_ms)

    async def settled(self) -> None:
        """Wait until nobody who lives by this clock has anything left to do now."""
        looks = 0
        while any(map(self._is_busy, self._living)):
            await asyncio.sleep(0 if looks < _LOOKS_AT_ONCE else _LOOK_SECONDS)
            looks += 1

    def _is_busy(self, task: "asyncio.Task[None]") -> bool:
        wait = self._waits.get(task)
        return wait is None or wait.ended.is_set()

    def _next_due(self) -> int | None:
        return min((w.at_ms for w in self._waits.values() if w.at_ms is not None), default=None)


class ObedientTime(DrivenTime):
    """The same in a process of its own: each line on its input says how far to move."""

    _listens = False

    def begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Begin work; with the first, begin to listen."""
        if not self._listens:
            self._listens = True
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._obey, args=(loop,), daemon=True).start()
        return super().begin(work)

    def _obey(self, loop: asyncio.AbstractEventLoop) -> None:
        for line in sys.stdin:
            asyncio.run_coroutine_threadsafe(self.advance(int(line)), loop).result()
            sys.stdout.write(f"{MOVED}{self.now_ms()}\n")
            sys.stdout.flush()
