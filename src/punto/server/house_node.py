"""This process among others on the same books: heard by them, and with its share of the tables."""

import asyncio
import socket
from collections.abc import Mapping

from punto.server.connections import Connections
from punto.server.node_asking import NodeAsyncWriter
from punto.server.peers import Hearing
from punto.server.staff import Staff
from punto.server.staff_screen import StaffScreen
from punto.server.table_keeping import TableKeeper, again
from punto.server.table_settings import TableSettings
from punto.server.tables import Tables
from punto.store import HouseKey


class HouseNode:
    """One node of an open house."""

    def __init__(
        self,
        writer: NodeAsyncWriter,
        tables: Tables,
        settings: TableSettings,
        connections: Connections,
        staff: Staff,
        key: HouseKey,
        listening: socket.socket,
    ) -> None:
        self.writer = writer
        self.keeper = TableKeeper(writer, tables, settings, connections)
        self._tables = tables
        self._listening = listening
        self._staff = staff
        writer.node.is_shown = tables.broadcasts.__contains__
        staff.tell_others = writer.tell_screens
        self._hearing = Hearing(
            self.name, key, writer.ask_here, self.keeper.hear_present, self._hear_screens
        )

    @property
    def name(self) -> str:
        """What it is called."""
        return self.writer.node.name

    @property
    def epoch(self) -> int:
        """Which life of that name this is."""
        return self.writer.node.epoch

    @property
    def driven(self) -> list[str]:
        """The shared tables that it drives."""
        return [table.id for table in self._tables.shared() if self._tables.is_driven(table.id)]

    async def open(self) -> "asyncio.Task[None]":
        """Hear the other nodes, and take tables from now on."""
        await self._hearing.open(self._listening)
        await self.keeper.open()
        return asyncio.create_task(self._run())

    async def _run(self) -> None:
        await asyncio.gather(self.keeper.run(), again(self.tell_screens))

    async def tell_screens(self) -> None:
        """Tell the other nodes who of the staff is there: also one that is new, or was away."""
        self._staff.forget_old()
        if self._staff.screens:
            await self.writer.tell_screens(self._staff.screens)

    async def _hear_screens(self, told: Mapping[str, StaffScreen]) -> None:
        """Know what another node knows of screens, and who is there, if that is new."""
        if self._staff.hear(told):
            await self.writer.look_soon()

    async def close(self) -> None:
        """Hear nobody any more."""
        await self._hearing.close()
