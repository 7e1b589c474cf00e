"""Seats at shared tables: taken and left by players, and given up for those who have gone away."""

import logging
from typing import Final

from punto.house import Act, Done
from punto.people import Actor
from punto.protocol import ask, encode
from punto.protocol.tell import Accepted
from punto.refusal import Refusal
from punto.server.async_writer import DRIVER, AsyncWriter
from punto.server.broadcast import TableBroadcast
from punto.server.connections import Connections
from punto.server.house_time import HouseTime
from punto.server.refusals import Outcome
from punto.server.tables import Tables
from punto.table.code import Code
from punto.table.command import LeaveSeat, StandBehind, TakeSeat
from punto.table.seating import Seating

log = logging.getLogger("punto.server")

KEPT_MS: Final = 120_000
"""So long a seat is kept for whoever follows the table no more: a lost link is no farewell."""

LOOK_MS: Final = 15_000
"""How often it is looked who is gone."""


async def be_seated(
    writer: AsyncWriter, broadcast: TableBroadcast, actor: Actor, said: ask.Seating
) -> Outcome:
    """Let somebody sit down, or give a seat up."""
    act = Act(broadcast.id, (_action(actor.id, said),))
    answer = await writer.ask(actor, act, said.id, encode(said).decode())
    if not isinstance(answer, Done):
        return answer
    return Accepted(id=said.id, version=answer.link.position)


def _action(bettor: str, said: ask.Seating) -> Seating:
    match said:
        case ask.StandBehind(position=position):
            return StandBehind(bettor, position)
        case ask.TakeSeat(position=position):
            return TakeSeat(bettor, position)
        case _:
            return LeaveSeat(bettor)


class SeatKeeper:
    """Gives up the seats of those who are gone; a stake that stands keeps its seat."""

    def __init__(
        self, writer: AsyncWriter, tables: Tables, connections: Connections, time: HouseTime
    ) -> None:
        self._writer = writer
        self._tables = tables
        self._connections = connections
        self._time = time
        self._gone_since: dict[tuple[str, str], int] = {}

    async def run(self) -> None:
        """Look from time to time, for ever."""
        while True:
            await self._time.until(self._time.now_ms() + LOOK_MS)
            for table_id, bettor in self._long_gone():
                await self.give_up(table_id, bettor)

    def _long_gone(self) -> list[tuple[str, str]]:
        """Name those who are gone for long, with their tables; whoever is back is forgotten."""
        now_ms = self._time.now_ms()
        self._gone_since = {key: self._gone_since.get(key, now_ms) for key in self._gone()}
        long_gone = (key for key, since in self._gone_since.items() if now_ms - since >= KEPT_MS)
        return [(table_id, bettor) for table_id, bettor in long_gone if self._plays(table_id)]

    def _plays(self, table_id: str) -> bool:
        """Whether a seat can be left: while a table is closed or waits, all stays as it is."""
        house_table = self._tables.broadcasts[table_id].view.house_table
        return house_table.is_open and house_table.table.undecided is None

    def _gone(self) -> list[tuple[str, str]]:
        return [
            (table_id, bettor)
            for table_id, broadcast in self._tables.broadcasts.items()
            if self._writer.has(table_id)
            for bettor in broadcast.view.house_table.table.placed
            if not self._is_there(table_id, bettor)
        ]

    def _is_there(self, table_id: str, bettor: str) -> bool:
        here = any(table_id in each.tables for each in self._connections.of_account.get(bettor, ()))
        return here or self._tables.presence.is_there(table_id, bettor)

    async def give_up(self, table_id: str, bettor: str) -> None:
        """Free a seat, unless whoever has it came back while others were seen to."""
        if self._is_there(table_id, bettor):
            return
        try:
            answer = await self._writer.ask(DRIVER, Act(table_id, (LeaveSeat(bettor),)))
        except Exception:
            log.exception("the seat of %s at %s", bettor, table_id)
            return
        stands = isinstance(answer, Refusal) and answer.code == Code.STAKE_STANDS
        if not isinstance(answer, Done) and not stands:
            log.warning("the seat of %s at %s: %s", bettor, table_id, answer.words)
