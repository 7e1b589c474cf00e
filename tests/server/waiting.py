"""Waiting for what nobody tells: asked again and again, for as long as a busy machine may need."""

import asyncio
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 60.0
_LOOK_SECONDS: Final = 0.005


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds; a test in which it never does fails, and does not hang."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 – nobody tells
            await asyncio.sleep(_LOOK_SECONDS)
