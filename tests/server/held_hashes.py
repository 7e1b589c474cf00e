"""Hashes that nobody gets as long as a test wants it so, and places where many wait for one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Event

from punto.server.hash_queue import MOST_OF_ONE, HashQueue


@asynccontextmanager
async def held(hashing: HashQueue) -> AsyncIterator[None]:
    """Let nobody have his turn for as long as the block lasts."""
    over = Event()
    holding = asyncio.create_task(hashing.hashed("nowhere", over.wait))
    await asyncio.sleep(0)
    try:
        yield
    finally:
        over.set()
        await holding


@asynccontextmanager
async def crowded(hashing: HashQueue, place: str) -> AsyncIterator[None]:
    """Let as many wait at a place as may, and nobody have his turn."""
    async with held(hashing):
        waiting = [asyncio.create_task(hashing.hashed(place, str)) for _ in range(MOST_OF_ONE)]
        await asyncio.sleep(0)
        yield
    await asyncio.gather(*waiting)
