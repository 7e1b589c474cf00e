"""The time of the house: one clock that stamps entries and that everyone at a table waits by."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final, Protocol

from punto.store.timestamp import utc_ms

LOOK_UP_MS: Final = 1_000
"""How often a long wait looks at the clock, so that a clock that is set is believed."""


class HouseTime(Protocol):
    """A clock that can be waited by. Timeouts of the network do not run on it."""

    def now_ms(self) -> int:
        """Tell the time, in milliseconds since 1970, to any thread."""

    async def until(self, at_ms: int | None, sooner: asyncio.Event | None = None) -> None:
        """Wait until this time, or for ever; an event that is set ends it sooner.

        So does a clock that is set back: what was due soon would be far away by it.
        """

    def begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Begin work that lives by this clock."""


class SystemTime:
    """The clock of the system."""

    now_ms = staticmethod(utc_ms)

    async def until(self, at_ms: int | None, sooner: asyncio.Event | None = None) -> None:
        """Wait until this time, or for ever; an event, or a clock set back, ends it sooner."""
        ended = sooner or asyncio.Event()
        if at_ms is None:
            await ended.wait()
            return
        before, now = 0, self.now_ms()
        while not ended.is_set() and before <= now < at_ms:
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), min(LOOK_UP_MS, at_ms - now) / 1000)
            before, now = now, self.now_ms()

    def begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Begin work that lives by this clock."""
        return asyncio.create_task(work)
