"""The house while it is open: its parts put together, opened in order, and closed."""

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path

from punto.house.chain import table_chain
from punto.protocol import PROTOCOL
from punto.protocol.console import Greeting
from punto.protocol.tell import Trouble, Welcome
from punto.server.async_writer import AsyncWriter
from punto.server.config import NO_ENVIRONMENT, HouseConfig
from punto.server.connection import Connection
from punto.server.connections import Connections
from punto.server.consoles import ConsoleConnection, Consoles
from punto.server.counters import ServerCounters
from punto.server.damage import playing_on
from punto.server.history_reader import HistoryReader
from punto.server.house_time import HouseTime
from punto.server.lab import Lab
from punto.server.office_books import OfficeBooks
from punto.server.publisher import Publisher
from punto.server.readiness import Readiness
from punto.server.refusals import NOT_NOW
from punto.server.seating import SeatKeeper
from punto.server.session import Session
from punto.server.sessions import Sessions
from punto.server.staff import Staff
from punto.server.staff_session import StaffSession
from punto.server.table_settings import TableSettings
from punto.server.tables import Tables
from punto.server.throttle import Throttle
from punto.server.tickets_in_hand import TicketsInHand
from punto.server.tokens import Tokens
from punto.store import HouseKey, Writer

log = logging.getLogger("punto.server")

GUESTS_A_MINUTE = 60
"""How many guests one address may bring in a minute."""

WRONG_CODES_A_MINUTE = 5
"""How many wrong codes are heard out in a minute."""

WRONG_PINS_A_MINUTE = 20
"""How many of one name, from wherever they come."""

TROUBLE_SECONDS = 0.25
"""How often it is looked whether play is stopped, or every token revoked, to tell everyone."""

FORGETTING_MS = 60_000


class OpenHouse:
    """Everything that lives as long as the server; what must not be lost is in the store."""

    def __init__(
        self,
        config: HouseConfig,
        writer: Writer,
        key: HouseKey,
        version: str,
        time: HouseTime,
        file: Path | None = None,
        tokens: Path | None = None,
        environment: Mapping[str, str] = NO_ENVIRONMENT,
    ) -> None:
        self.config = config
        self.time = time
        """The one clock: the writer stamps its entries by it too."""
        self.version = version
        self.key = key
        self.tokens = Tokens(key, tokens)
        self.writer = AsyncWriter(writer)
        self.readiness = Readiness(self.writer)
        self.settings = TableSettings(config, self.writer, file, environment)
        self.tables = Tables(self.settings.configs, self.writer, time)
        self.sessions = Sessions(config, self.tables, self.writer, self.tokens, time)
        self.connections = Connections()
        self.staff = Staff(self.writer, key, self.tokens, time)
        self.consoles = Consoles(self.staff, time)
        self.books = OfficeBooks(self.writer.database)
        self.history = HistoryReader(self.writer)
        self._tickets = TicketsInHand(key, config.name)
        self.publisher = Publisher(
            self.writer, self.tables, self.sessions, self.connections, self._tickets, self.consoles
        )
        self.lab = Lab()
        self.counters = ServerCounters()
        self.bad_frames = 0
        self.guests_made = Throttle(GUESTS_A_MINUTE, 60)
        self.wrong_codes = Throttle(WRONG_CODES_A_MINUTE, 60)
        self.wrong_pins = Throttle(WRONG_PINS_A_MINUTE, 60)
        self._tasks: list[asyncio.Task[None]] = []

    # --- opening and closing --------------------------------------------------------------------

    async def open(self) -> None:
        """Open accounts and tables, and let the drivers go."""
        self.publisher.begin()
        await asyncio.to_thread(self._read_tickets)
        await self.writer.open_accounts()
        await self.settings.open()
        for terminal in self.config.terminals:
            with playing_on(f"terminal {terminal.id}"):
                await self.writer.open_terminal(terminal.id)
        await self.tables.open_shared()
        self._tasks.append(asyncio.create_task(self.tables.waiting.remind()))
        self._tasks.append(asyncio.create_task(self._watch_trouble()))
        self._tasks.append(asyncio.create_task(self._watch_tokens()))
        self._tasks.append(self.time.begin(self._forget_the_gone()))
        keeper = SeatKeeper(self.writer, self.tables, self.connections, self.time)
        self._tasks.append(self.time.begin(keeper.run()))
        log.info("the house is open: punto %s, key %s", self.version, self.key.public[:8])

    def _read_tickets(self) -> None:
        with self.writer.database.reading() as connection:
            self._tickets.read(connection)

    async def close(self) -> None:
        """Stop the drivers; rounds in play stay as they are stored, and go on at the next start."""
        tasks = [*self._tasks, *self.tables.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for connection in self.connections:
            connection.end(1012, "the house closes")
        self.lab.close()
        self.books.close()
        self.history.close()
        await self.writer.close()
        log.info("the house is closed: all that was acknowledged is stored")

    async def _watch_trouble(self) -> None:
        said: str | None = None
        while True:
            trouble = self.trouble
            if trouble != said:
                said = trouble
                self.connections.tell_all(Trouble(words=trouble))
            await asyncio.sleep(TROUBLE_SECONDS)

    async def _watch_tokens(self) -> None:
        """Send everybody away whose token was revoked while a socket was open."""
        known = self.tokens.word
        while True:
            await asyncio.sleep(TROUBLE_SECONDS)
            if self.tokens.word != known:
                known = self.tokens.word
                log.warning("every token and link is revoked: all have to sign in again")
                for connection in self.connections:
                    if connection.account or connection.sees_all:
                        connection.end(4401, "signed out")

    @property
    def trouble(self) -> str | None:
        """What clients are told while nothing can be stored; what is wrong is in the log."""
        return None if self.writer.trouble is None else NOT_NOW

    @property
    def damaged(self) -> dict[str, str]:
        """What of the books cannot be used, and why: only the office is told."""
        closed = {table_chain(table): "this table stays closed" for table in self.tables.missing()}
        return {**closed, **self.writer.damaged}

    async def _forget_the_gone(self) -> None:
        """From time to time forget what is kept for those who have been away for long."""
        while True:
            await self.time.until(self.time.now_ms() + FORGETTING_MS)
            for account in self.sessions.forget_gone():
                self.tables.forget(account)

    # --- connections ----------------------------------------------------------------------------

    def connect(self, session: Session | None) -> Connection:
        """Greet a new connection."""
        connection = Connection(session)
        self.connections.add(connection)
        now = self.time.now_ms()
        if session is not None:
            session.come(now)
        connection.tell(
            Welcome(
                protocol=PROTOCOL,
                now_ms=now,
                who=session.who if session else "spectator",
                name=session.account if session else "",
                since_ms=session.began_ms if session else now,
                trouble=self.trouble,
            )
        )
        if session is not None:
            connection.tell(self.publisher.balance(session))
            self.publisher.tell_ticket(connection)
        return connection

    def connect_console(self, staff: StaffSession, token: str) -> ConsoleConnection:
        """Greet a console."""
        connection = ConsoleConnection(token)
        self.connections.add(connection)
        connection.tell(
            Greeting(
                protocol=PROTOCOL,
                now_ms=self.time.now_ms(),
                name=staff.actor.id,
                role=staff.role,
                trouble=self.trouble,
            )
        )
        self.consoles.join(connection, self.tables.queue())
        return connection

    def disconnect(self, connection: Connection) -> None:
        """Forget a connection; the session and all that is staked stay."""
        self.consoles.forget(connection)
        for table_id in tuple(connection.tables):
            self.tables.leave(table_id, connection)
        connection.tables.clear()
        self.connections.remove(connection, self.time.now_ms())
