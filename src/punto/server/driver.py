"""Who says what comes next at a shared table: the clock opens and closes, the dealer deals.

The driver keeps nothing: what it does follows from the table as it is stored. So it goes on after
a crash where it was, and while nothing can be stored it waits and asks again.
"""

import asyncio
import logging
from typing import Final

from punto.coup import Phase
from punto.coup.command import CloseBetting, OpenBetting
from punto.coup.event import CardDealt
from punto.server.config import TableConfig, settings_of
from punto.server.desk import HOUSE, Desk
from punto.server.house_time import HouseTime
from punto.server.hub import TableHub
from punto.store import Act, BringShoe, Done
from punto.store.record import decode_table
from punto.store.request import Action
from punto.table.dealer import next_command
from punto.table.state import Table

log = logging.getLogger("punto.server")

PATIENCE_MS: Final = 500
"""Milliseconds between two tries while the store cannot write."""


class Driver:
    """Drives one table for as long as the house is open."""

    def __init__(self, desk: Desk, hub: TableHub, config: TableConfig, time: HouseTime) -> None:
        self._desk = desk
        self._hub = hub
        self._config = config
        self._time = time
        self._settings = settings_of(config)
        self._watched = asyncio.Event()

    def wake(self) -> None:
        """Somebody watches: an empty table rests, and goes on when one comes."""
        self._watched.set()

    async def run(self) -> None:
        """Do what comes next, for ever."""
        while True:
            try:
                await self._step()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("table %s", self._config.id)
                await self._pause(PATIENCE_MS)

    async def _step(self) -> None:
        floor = self._desk.floor(self._config.id)
        assert floor is not None, "a driven table is open"
        table = floor.table
        if table.undecided is not None or not floor.is_open:
            await self._pause(PATIENCE_MS)
        elif table.coup is not None and table.coup.phase is Phase.BETTING:
            await self._take_bets()
        elif (command := next_command(table)) is not None:
            await self._deal(command)
        else:
            await self._begin(table)

    async def _begin(self, table: Table) -> None:
        # Settings that changed while a round was in play hold from the next round on.
        floor = await self._desk.open_table(self._config.id, self._settings)
        if floor.table is not table:
            return
        if table.shoe is None or not table.shoe.can_start_a_round:
            await self._act(BringShoe())
            return
        while not self._hub.watchers:
            self._watched.clear()
            await self._time.until(None, self._watched)
        await self._act(OpenBetting())

    async def _take_bets(self) -> None:
        """Wait for the end of the window; after a restart it begins again."""
        if self._hub.closes_at_ms is None:
            self._hub.closes_at_ms = self._time.now_ms() + self._config.window_ms
        await self._time.until(self._hub.closes_at_ms)
        await self._act(CloseBetting())

    async def _deal(self, command: Action) -> None:
        done = await self._act(command)
        if done is None or done.link.body is None:
            return
        events = decode_table(done.link.body).events
        if any(isinstance(event, CardDealt) for event in events):
            await self._pause(self._config.card_ms)
        floor = self._desk.floor(self._config.id)
        if floor is not None and not floor.table.in_play:
            await self._pause(self._config.result_ms)

    async def _pause(self, ms: int) -> None:
        await self._time.until(self._time.now_ms() + ms)

    async def _act(self, action: Action) -> Done | None:
        answer = await self._desk.ask(HOUSE, Act(self._config.id, (action,)))
        if isinstance(answer, Done):
            return answer
        log.warning("table %s: %s", self._config.id, answer.words)
        await self._pause(PATIENCE_MS)
        return None
