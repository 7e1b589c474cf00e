"""Whether a bet could be stored now: proved by what was stored just now, or by storing a word."""

import asyncio
import time
from typing import Final

from punto.server.async_writer import AsyncWriter

FRESH_SECONDS: Final = 0.25
"""What was stored so lately proves that more can be; so nobody makes the house write by asking."""

PATIENCE_SECONDS: Final = 0.5
"""Whoever bets would wait as long, and call it stopped."""

TOO_SLOW: Final = f"play is stopped: nothing was stored within {PATIENCE_SECONDS} seconds"


class Readiness:
    """Asks the writer once for all who want to know at the same time."""

    def __init__(self, writer: AsyncWriter) -> None:
        self._writer = writer
        self._asking: asyncio.Future[str | None] | None = None

    async def why_not(self) -> str | None:
        """Say why no bet can be stored now; None where one can."""
        trouble = self._writer.trouble
        if (
            trouble is not None
            or time.monotonic() - self._writer.counters.stored_at < FRESH_SECONDS
        ):
            return trouble
        if self._asking is None or self._asking.done():
            self._asking = self._writer.probe()
        # One who goes away does not take the answer from the others.
        done, _ = await asyncio.wait({self._asking}, timeout=PATIENCE_SECONDS)
        return self._asking.result() if done else TOO_SLOW
