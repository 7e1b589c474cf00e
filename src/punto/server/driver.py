"""Who drives a shared table: asks the clock of the table what is due, and does it or waits.

The driver keeps nothing: what it does follows from the table as it is stored and from the time. So
it goes on after a crash where it was, and while nothing can be stored it waits and asks again.
"""

import asyncio
import logging
from typing import Final

from punto.coup.command import OpenBetting
from punto.house import Act, BringShoe, Done
from punto.house.request import TableAction
from punto.server.async_writer import DRIVER, AsyncWriter
from punto.server.broadcast import TableBroadcast
from punto.server.config import TableConfig, clock_of, settings_of
from punto.server.house_time import HouseTime
from punto.table.clock import Due, Moment, Wait, WantShoe, due

log = logging.getLogger("punto.server")

PATIENCE_MS: Final = 500
"""Milliseconds between two tries while the store cannot write."""


class Driver:
    """Drives one table for as long as the house is open."""

    def __init__(
        self,
        writer: AsyncWriter,
        broadcast: TableBroadcast,
        config: TableConfig,
        time: HouseTime,
    ) -> None:
        self._writer = writer
        self._broadcast = broadcast
        self._id = config.id
        self._settings = settings_of(config)
        self._clock = clock_of(config)
        self._time = time
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Something happened at the table, or somebody watches: look again what is due."""
        self._woken.set()

    async def run(self) -> None:
        """Do what comes next, for ever."""
        while True:
            try:
                self._woken.clear()
                if self._broadcast.view.floor.table.settings.has_dealer:
                    await self._keep_settings()
                    self._broadcast.open_due(self._time.now_ms())
                await self._do(self._due())
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("table %s", self._id)
                await self._patience()

    def _due(self) -> Due:
        floor = self._broadcast.view.floor
        if not floor.is_open or floor.table.settings.has_dealer:
            return Wait(self._broadcast.curtain.until_ms)
        moment = Moment(
            now_ms=self._time.now_ms(),
            since_ms=self._broadcast.since_ms,
            watched=bool(self._broadcast.watchers),
        )
        return due(self._broadcast.view.floor.table, self._clock, moment)

    async def _do(self, what: Due) -> None:
        match what:
            case Wait(until_ms):
                await self._time.until(until_ms, self._woken)
            case WantShoe():
                await self._begin(BringShoe())
            case OpenBetting():
                await self._begin(what)
            case _:
                await self._act(what)

    async def _begin(self, action: TableAction) -> None:
        """Begin a shoe or a round; settings that changed while one was in play hold from now on."""
        version = self._broadcast.version
        await self._writer.open_table(self._id, self._settings)
        if self._broadcast.version == version:
            await self._act(action)

    async def _keep_settings(self) -> None:
        """Where a person deals, let settings that changed hold between two rounds."""
        floor = self._broadcast.view.floor
        if floor.is_open and not floor.table.in_play:
            await self._writer.open_table(self._id, self._settings)

    async def _act(self, action: TableAction) -> None:
        answer = await self._writer.ask(DRIVER, Act(self._id, (action,)))
        if not isinstance(answer, Done):
            log.warning("table %s: %s", self._id, answer.words)
            await self._patience()

    async def _patience(self) -> None:
        await self._time.until(self._time.now_ms() + PATIENCE_MS)
