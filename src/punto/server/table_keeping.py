"""Which of the shared tables a node drives: its share of them, and those of the dead."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from punto.server.async_writer import HouseCannotOpen, is_busy
from punto.server.config import TableConfig
from punto.server.connections import Connections
from punto.server.damage import playing_on
from punto.server.node_asking import NodeAsyncWriter
from punto.server.node_wire import Present
from punto.server.table_settings import TableSettings
from punto.server.tables import Tables

log = logging.getLogger("punto.server")

LOOK_SECONDS: Final = 1.0
"""How often it is looked whether a table has lost its node, or is one too many here."""


class TableKeeper:
    """Takes tables that are nobody's, and leaves some to nodes that have fewer."""

    def __init__(
        self,
        writer: NodeAsyncWriter,
        tables: Tables,
        settings: TableSettings,
        connections: Connections,
    ) -> None:
        self._writer = writer
        self._tables = tables
        self._settings = settings
        self._connections = connections

    async def open(self) -> None:
        """Take what is nobody's, and show everything."""
        await self.look()
        await self._tables.find_waiting()

    async def run(self) -> None:
        """Look from time to time, for as long as the house is open.

        Apart from that others are told: one that cannot be reached must not hold up a takeover.
        """
        await asyncio.gather(again(self.look), again(self.tell_present))

    async def look(self) -> None:
        """Have one's share of the tables, and show them all."""
        await self._writer.look(find=self._shared_names())
        await self._settings.follow(self._tables)
        shared = self._tables.shared()
        self._writer.node.reserve(frozenset(self._shared_names()))
        share = self._share(len(shared))
        await self._take(share)
        for table in shared:
            try:
                with playing_on(f"table {table.id}"):
                    await self._keep(table)
            except Exception:
                # The others go on, and this one is tried again with the next look.
                log.exception("table %s cannot be kept now", table.id, extra={"table": table.id})
        mine = [table.id for table in shared if self._writer.has(table.id)]
        if len(mine) > share:
            await self._leave_one(mine)

    def _share(self, count: int) -> int:
        """Tell how many tables each node has, so that all have one."""
        nodes = max(1, len(self._writer.node.living))
        return -(-count // nodes)

    def _shared_names(self) -> tuple[str, ...]:
        return tuple(table.id for table in self._tables.shared())

    async def _take(self, share: int) -> None:
        """Take tables that are nobody's, up to one's share."""
        names = self._shared_names()
        room = share - sum(map(self._writer.has, names))
        free = [name for name in names if self._writer.node.node_of(name) == ""]
        if free and room > 0:
            await self._writer.look(take=tuple(free[:room]))

    async def _keep(self, table: TableConfig) -> None:
        """Drive a table that this node has or that there is not yet; else only show it."""
        if self._tables.is_driven(table.id):
            if self._writer.node.node_of(table.id):
                await self._tables.rest(table.id)
        elif self._writer.has(table.id) or self._writer.table(table.id) is None:
            await self._drive(table)
        else:
            await self._tables.show(table)

    async def _drive(self, table: TableConfig) -> None:
        """Drive a table; one that another node has opened a moment sooner is only shown."""
        try:
            await self._tables.drive(table)
        except HouseCannotOpen:
            await self._writer.look(find=(table.id,))
            if not self._writer.node.node_of(table.id):
                raise
            await self._tables.show(table)

    async def _leave_one(self, mine: list[str]) -> None:
        """Let another node have a table at which no round is in play."""
        for table in mine:
            house_table = self._writer.house_table(table)
            if house_table is not None and not is_busy(house_table):
                await self._tables.rest(table)
                await self._writer.look(leave=(table,))
                return

    # --- who is where ---------------------------------------------------------------------------

    async def tell_present(self) -> None:
        """Tell the other nodes who is at their tables, at the screens of this one."""
        shown = self._tables.broadcasts.values()
        away = [each for each in shown if each.watchers and not self._writer.has(each.id)]
        present = {
            each.id: [
                name for name in each.view.house_table.table.placed if self._sits(each.id, name)
            ]
            for each in away
        }
        await self._writer.tell_present(present)

    def _sits(self, table: str, bettor: str) -> bool:
        return any(table in each.tables for each in self._connections.of_account.get(bettor, ()))

    def hear_present(self, told: Present) -> None:
        """Take in what another node tells."""
        for table in self._tables.presence.tell(told.node, told.tables):
            self._tables.wake(table)


async def again(do: Callable[[], Awaitable[None]]) -> None:
    """Do something from time to time, whatever came of it the last time."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            await do()
        except Exception:
            log.exception("tables cannot be looked after now")
