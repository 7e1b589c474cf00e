"""The tables of the house: those that all share, and a player's own, opened when he comes."""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import Context

from sqlalchemy.exc import SQLAlchemyError

from punto.errors import Unverified
from punto.house.chain import table_chain
from punto.house.house import house_account
from punto.house.undecided import Undecided
from punto.protocol.console import Queue, WaitingRound
from punto.protocol.tell import YourResult
from punto.server.async_writer import AsyncWriter, HouseCannotOpen, is_busy
from punto.server.beacon import Beacon, next_call
from punto.server.broadcast import TableBroadcast
from punto.server.config import TableConfig, is_own, settings_of, squeeze_ms_of
from punto.server.connection import Connection
from punto.server.connections import Connections
from punto.server.damage import playing_on
from punto.server.driver import Driver, is_as_wanted
from punto.server.house_time import HouseTime
from punto.server.player import Player
from punto.server.presence import Presence
from punto.server.round_results import results_at
from punto.server.session import Session
from punto.server.waiting_tables import WaitingTables
from punto.store import reading
from punto.table import Settings
from punto.table.contributing import BeaconCall
from punto.table.house_table import HouseTable
from punto.table.irregularity import Found

log = logging.getLogger("punto.server")


class Tables:
    """Every table that is shown, by its id; a player's own has one too, while it is played at."""

    def __init__(
        self,
        configs: dict[str, TableConfig],
        writer: AsyncWriter,
        time: HouseTime,
        connections: Connections,
        totals_ms: int = 0,
        beacon: Beacon | None = None,
    ) -> None:
        self.configs = configs
        """The tables of the lobby, by the names that clients know, as they are wanted."""
        self.broadcasts: dict[str, TableBroadcast] = {}
        self.waiting = WaitingTables()
        self._writer = writer
        self._time = time
        self._connections = connections
        self._totals_ms = totals_ms
        """So long after totals of a table were told, they are told again at the earliest."""
        self._beacon = beacon
        self._opening: dict[str, asyncio.Lock] = {}
        self._drivers: dict[str, Driver] = {}
        self._driving: dict[str, asyncio.Task[None]] = {}
        self.presence = Presence()
        """Who looks at tables of this node from another one."""
        self.players: dict[tuple[str, str], Player] = {}
        """Who has built something, by account and table: at a shared one, by the name it has."""

    def queue(self) -> Queue:
        """Show all that waits for a supervisor, under the names that people know."""
        waiting = [_waiting_round(each, self.configs) for each in self.waiting.longest_first()]
        return Queue(waiting=waiting, count=len(waiting))

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The drivers while they run."""
        return list(self._driving.values())

    def call(self, table_id: str) -> BeaconCall | None:
        """Name the round of the beacon that a shuffle at a shared table is to wait for.

        It is the same whichever node has the table.
        """
        house_table = self.broadcasts[table_id].view.house_table
        return next_call(self._beacon, house_table, self._time.now_ms())

    # --- opening --------------------------------------------------------------------------------

    async def open_shared(self) -> None:
        """Open the tables that all share, and let their drivers go."""
        for table in self.shared():
            with playing_on(f"table {table.id}"):
                await self.drive(table)
        await self.find_waiting()

    def shared(self) -> list[TableConfig]:
        """Give the tables that all share, as they are wanted."""
        return [table for table in self.configs.values() if not is_own(table)]

    async def set_otherwise(self, table: str) -> None:
        """Let a table of the lobby be as it is wanted now, as soon as no round is in play."""
        config = self.configs[table]
        if is_own(config):
            for broadcast in [each for each in self.broadcasts.values() if each.name == table]:
                with _going_on(broadcast.id):
                    await self._set_own(broadcast.id, config, broadcast.owner)
        elif table in self._drivers:
            self.broadcasts[table].closed_cards.squeeze_ms = squeeze_ms_of(config) or 0
            self._drivers[table].config = config
            self._drivers[table].wake()
        elif self._writer.has(table):
            with _going_on(table):
                await self.drive(config)

    async def _set_own(self, table_id: str, config: TableConfig, owner: str) -> None:
        """Open a player's own table, or close it; between two requests no hand is in play there."""
        known = await asyncio.to_thread(self._writer.table, table_id)
        if known is not None and not known[0].is_open and not config.open:
            return
        house = f"{house_account(config.id)}:1"
        house_table = await self._writer.open_table(table_id, settings_of(config), owner, house)
        if not config.open and not is_busy(house_table):
            await self._writer.close_table(table_id, "closed by its settings")

    async def drive(self, table: TableConfig) -> None:
        """Open a table, show it and drive it, once, as it is wanted by then."""
        async with self._opening.setdefault(table.id, asyncio.Lock()):
            wanted = self.configs[table.id]
            if table.id in self._drivers:  # somebody was quicker, perhaps before it was set so
                self._drivers[table.id].config = wanted
                self._drivers[table.id].wake()
            else:
                await self._open_and_drive(wanted)

    async def _open_and_drive(self, table: TableConfig) -> None:
        """Do so, unless another node has it; one that is wanted closed, and is, stays so."""
        known = await asyncio.to_thread(self._writer.table, table.id)
        if known is None or known[0].is_open or table.open:
            await self._writer.open_table(table.id, settings_of(table))
        broadcast = await self.show(table)
        if not self._writer.has(table.id):
            return
        driver = Driver(self._writer, broadcast, table, self._time, self.presence, self._beacon)
        self._drivers[table.id] = driver
        # It works for nobody: what it logs is not of whoever had the table opened.
        self._driving[table.id] = Context().run(self._time.begin, driver.run())

    async def show(self, table: TableConfig) -> TableBroadcast:
        """Show a table that all share, unless it is shown."""
        return self.broadcasts.get(table.id) or await self._show(table.id, table)

    def is_driven(self, table: str) -> bool:
        """Whether somebody here drives a table."""
        return table in self._drivers

    async def rest(self, table: str) -> None:
        """Let nobody here drive a table any more; it is shown as before."""
        self._drivers.pop(table, None)
        driving = self._driving.pop(table, None)
        if driving is not None:
            driving.cancel()
            await asyncio.wait({driving})

    async def _show(self, table_id: str, table: TableConfig, owner: str = "") -> TableBroadcast:
        """Show a table from what is stored of it. Nobody can act there before it is shown."""
        await self._writer.come_to(table_id)
        found = await asyncio.to_thread(self._writer.table, table_id)
        assert found is not None, "a table is opened before it is shown"
        house_table, (version, _) = found
        since_ms = await asyncio.to_thread(self._since, house_table, version)
        followed = self._writer.followed(table_id)
        if followed is not None:  # somebody elsewhere may have acted there meanwhile
            house_table, (version, _), since_ms = followed
        squeeze_ms = 0 if owner else squeeze_ms_of(table) or 0
        totals_ms = 0 if owner else self._totals_ms
        broadcast = TableBroadcast(
            table.id, house_table, version, since_ms, owner, squeeze_ms, totals_ms
        )
        broadcast.waiting = self.waiting.at(table_id)
        self.broadcasts[table_id] = broadcast
        return broadcast

    def _since(self, house_table: HouseTable, version: int) -> int:
        """Read when the last entry of a table was written, and what the table waits for."""
        with self._writer.database.reading() as connection:
            if house_table.table.undecided is not None:
                self.waiting.recall(connection, house_table.id, version)
            last = reading.link_at(connection, table_chain(house_table.id), version)
            return last.at_ms if last is not None else 0

    async def find_waiting(self) -> None:
        """Learn which tables wait for a supervisor since an earlier day, if nobody plays there."""
        for table_id in await asyncio.to_thread(self._undecided):
            if table_id not in self.broadcasts:
                with playing_on(f"table {table_id}"):
                    await self._recall(table_id)
        self.waiting.say()

    async def _recall(self, table_id: str) -> None:
        found = await asyncio.to_thread(self._writer.table, table_id)
        if found is not None:
            await asyncio.to_thread(self._since, found[0], found[1].position)

    def _undecided(self) -> list[str]:
        with self._writer.database.reading() as connection:
            return reading.undecided(connection)

    # --- finding --------------------------------------------------------------------------------

    def id_of(self, table: str, session: Session | None) -> str | None:
        """Name the table that is meant: a player's own, or the one that all share."""
        config = self.configs.get(table)
        if config is None:
            return None
        if table in self._drivers or not is_own(config):
            return table
        return f"{table}-{session.account}" if session is not None else None

    def lobby_name(self, table_id: str) -> str | None:
        """Tell the table of the lobby that a table of the books is shown as; None for none."""
        names = [name for name in self.configs if table_id.startswith(f"{name}-")]
        names = [name for name in names if is_own(self.configs[name])]
        return table_id if table_id in self.configs else max(names, key=len, default=None)

    def open_now(self) -> Iterator[Settings]:
        """Give the settings in force at the tables of the lobby that are open."""
        for name, config in self.configs.items():
            broadcast = self.broadcasts.get(name)
            if broadcast is not None and broadcast.view.house_table.is_open:
                yield broadcast.view.house_table.table.settings
            elif config.open and is_own(config):
                yield settings_of(config)

    def missing(self) -> list[str]:
        """Name the shared tables that could not be opened."""
        shared = [name for name, config in self.configs.items() if not is_own(config)]
        return [name for name in shared if name not in self.broadcasts]

    async def find(self, table: str, session: Session | None) -> TableBroadcast | None:
        """Find a table; a player's own is opened when he first comes."""
        table_id = self.id_of(table, session)
        if table_id is None:
            return None
        if session is not None and table_id != table:
            await self._open_own(table_id, self.configs[table], session.account)
        if table_id not in self.broadcasts:
            raise Unverified(f"{table_id} cannot be used now")
        return self.broadcasts[table_id]

    async def _open_own(self, table_id: str, config: TableConfig, owner: str) -> None:
        """Open and show a player's own table as it is wanted; one visitor after the other."""
        if self._is_opened(table_id, config, owner):
            return
        try:
            async with self._opening.setdefault(table_id, asyncio.Lock()):
                if not self._is_opened(table_id, config, owner):
                    await self._set_own(table_id, config, owner)
                    if table_id not in self.broadcasts:
                        await self._show(table_id, config, owner)
        finally:
            self._opening.pop(table_id, None)

    def _is_opened(self, table_id: str, config: TableConfig, owner: str) -> bool:
        """Whether a table is shown as it is wanted, or as it must stay for now.

        Its owner is on record, too: in older books none had one.
        """
        house_table = self._writer.house_table(table_id)
        if table_id not in self.broadcasts or house_table is None or house_table.owner != owner:
            return False
        return is_busy(house_table) or is_as_wanted(house_table, config)

    # --- those who are there --------------------------------------------------------------------

    def watch(self, broadcast: TableBroadcast, connection: Connection) -> None:
        """Let a connection follow a table."""
        broadcast.watchers.add(connection)
        connection.tables.add(broadcast.id)
        self.wake(broadcast.id)

    def leave(self, table_id: str | None, connection: Connection) -> None:
        """Let a connection follow a table no longer."""
        if table_id in self.broadcasts:
            self.broadcasts[table_id].watchers.discard(connection)
            connection.tables.discard(table_id)
            connection.squeezing -= {table_id}
            self.wake(table_id)

    def wake(self, table_id: str) -> None:
        """Let the driver of a table look again what is due."""
        driver = self._drivers.get(table_id)
        if driver is not None:
            driver.wake()

    def player(self, broadcast: TableBroadcast, session: Session) -> Player:
        """Find what somebody has built at a table."""
        key = (session.account, broadcast.id)
        if key not in self.players:
            house_table = self._writer.house_table(broadcast.id)
            assert house_table is not None, "a player sits at an open table"
            self.players[key] = Player(
                session.actor, broadcast, house_table, self._writer, self._connections
            )
        return self.players[key]

    def players_at(self, table_id: str) -> Iterator[Player]:
        """Give all who have built something at a table."""
        for (_, place), player in self.players.items():
            if place == table_id:
                yield player

    def last_result(self, broadcast: TableBroadcast, session: Session) -> YourResult | None:
        """Give what became of somebody's wagers in the round that is just over, where all see it.

        A hand of the online game is told once: who was away finds it in the history.
        """
        if broadcast.is_own:
            return None
        results = results_at(broadcast.name, broadcast.view.house_table.table)
        return results.get(session.account)

    def forget(self, account: str) -> None:
        """Drop what somebody has built, and the view of his own tables; the store has them."""
        for key in [each for each in self.players if each[0] == account]:
            del self.players[key]
        own = [each for each in self.broadcasts.values() if each.owner == account]
        for broadcast in own:
            if not broadcast.watchers:
                del self.broadcasts[broadcast.id]
                self._writer.go_from(broadcast.id)


@contextmanager
def _going_on(table_id: str) -> Iterator[None]:
    """Let a table stay as it is for now: what is wanted is on record, and holds for the others."""
    try:
        with playing_on(f"table {table_id}"):
            yield
    except (HouseCannotOpen, SQLAlchemyError, OSError) as error:
        log.warning("table %s stays as it is: %s", table_id, error)


def _waiting_round(undecided: Undecided, configs: Mapping[str, TableConfig]) -> WaitingRound:
    table = configs.get(undecided.table)
    return WaitingRound(
        table=undecided.table,
        name=table.name if table is not None else undecided.table,
        round=undecided.round,
        found=Found(undecided.found).value,
        words=undecided.words,
        who=undecided.who,
        why=undecided.why,
        since_ms=undecided.since_ms,
    )
