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
        """Wait until this time, or for ever; an event that is set ends it sooner."""

    def begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Begin work that lives by this clock."""


class SystemTime:
    """The clock of the system."""

    def now_ms(self) -> int:
        """Tell the time."""
        return utc_ms()

    async def until(self, at_ms: int | None, sooner: asyncio.Event | None = None) -> None:
        """Wait until this time, or for ever; an event that is set ends it sooner."""
        ended = sooner or asyncio.Event()
        while not ended.is_set() and (at_ms is None or self.now_ms() < at_ms):
            left = LOOK_UP_MS if at_ms is None else min(LOOK_UP_MS, at_ms - self.now_ms())
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), left / 1000)

    def begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Begin work that lives by this clock."""
        return asyncio.create_task(work)
