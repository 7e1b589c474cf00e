"""The house while it is open: its parts put together, opened in order, and closed."""

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping
from pathlib import Path

from punto.house.chain import table_chain
from punto.people import Role
from punto.protocol import PROTOCOL
from punto.protocol.console import Greeting
from punto.protocol.tell import Trouble, Welcome
from punto.refusal import Refusal
from punto.server.accounts import Accounts
from punto.server.async_writer import AsyncWriter
from punto.server.attempts import Attempts
from punto.server.beacon import DrandBeacon
from punto.server.config import NO_ENVIRONMENT, HouseConfig
from punto.server.connection import Connection, Outgoing
from punto.server.connection_limits import ConnectionLimits
from punto.server.connections import Connections
from punto.server.consoles import ConsoleConnection, Consoles
from punto.server.counters import ServerCounters
from punto.server.damage import playing_on
from punto.server.history_reader import HistoryReader
from punto.server.house_node import HouseNode
from punto.server.house_time import HouseTime
from punto.server.keep_alive import KeepAlive
from punto.server.lab import Lab
from punto.server.limit_hits import LimitHits
from punto.server.node_asking import NodeAsyncWriter, async_writer_of
from punto.server.office_books import OfficeBooks
from punto.server.one_time_codes import OneTimeCodes
from punto.server.protection import protection_of, your_protection
from punto.server.publisher import Publisher
from punto.server.rate_limit import RateLimits
from punto.server.readiness import Readiness
from punto.server.refusals import NOT_NOW
from punto.server.rejection_log import RejectionLog
from punto.server.seating import SeatKeeper
from punto.server.self_check import SelfCheck
from punto.server.session import Session
from punto.server.sessions import Sessions
from punto.server.staff import Staff
from punto.server.staff_session import StaffSession
from punto.server.table_settings import TableSettings
from punto.server.tables import Tables
from punto.server.terminals import Terminals
from punto.server.throttle import Throttle
from punto.server.tickets_in_hand import TicketsInHand
from punto.server.tokens import Tokens
from punto.store import HouseKey, Writer

log = logging.getLogger("punto.server")

GUESTS_A_MINUTE = 60
"""How many guests one address may bring in a minute."""

PROMISES_A_MINUTE = 10
"""How often somebody may promise what he adds to a shoe: all who watch the table hear of it."""

PROTECTIONS_A_MINUTE = 20
"""How often somebody may change what protects him: each change is kept for good."""

TROUBLE_SECONDS = 0.25
"""How often it is looked whether play is stopped, or every token revoked, to tell everyone."""

FORGETTING_MS = 60_000


class OpenHouse:
    """Everything that lives as long as the server; what must not be lost is in the store."""

    node: HouseNode | None = None
    """This process among others on the same books; none where it is alone."""
    is_lost = False
    """Whether this process was declared dead, and has to end."""
    ask_to_close: Callable[[], None] | None = None
    """Asks whoever serves the house to close it."""

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
        self.version, self.key = version, key
        self.tokens = Tokens(key, tokens)
        self.writer = async_writer_of(writer, key, time.now_ms)
        self.readiness = Readiness(self.writer)
        self.settings = TableSettings(config, self.writer, file, environment)
        self.connections = Connections()
        self.tables = _tables(config, self.settings, self.writer, time, self.connections)
        self.self_check = SelfCheck(self.settings.configs.values, file, time, self._halt)
        self.settings.was_read = self.self_check.take_over
        self.sessions = Sessions(config, self.tables, self.writer, self.tokens, time)
        self.accounts = Accounts(self.writer, self.sessions, key, time)
        codes = OneTimeCodes(config, self.writer, key, time)
        self.staff = Staff(self.writer, key, self.tokens, time, codes)
        self.terminals = Terminals(self.writer, key, time)
        self.consoles = Consoles(self.staff, time)
        self.books = OfficeBooks(self.writer.database)
        self.history = HistoryReader(self.writer, key)
        self._tickets = TicketsInHand(key, config.name)
        self.publisher = Publisher(
            self.writer, self.tables, self.sessions, self.connections, self._tickets, self.consoles
        )
        self.lab, self.counters, self.limit_hits = Lab(), ServerCounters(), LimitHits()
        self.rejection_log = RejectionLog(time.now_ms)
        proxies = config.server.proxy
        self.connection_limits = ConnectionLimits(config.traffic, proxies, self.limit_hits)
        self.keep_alive, self.outgoing = KeepAlive(), Outgoing()
        self.rate_limits = RateLimits(config.traffic, self.limit_hits)
        self.bad_frames = 0
        a_minute = GUESTS_A_MINUTE, PROMISES_A_MINUTE, PROTECTIONS_A_MINUTE
        throttles = (Throttle(most, 60) for most in a_minute)
        self.guests_made, self.promises_made, self.protections = throttles
        self.terminal_codes, self.pins, self.passwords = (Attempts(time.now_ms) for _ in range(3))
        apart = (Attempts(time.now_ms, anywhere=False) for _ in range(3))
        self.own_screens, self.attendants, self.links = apart
        """At screens of those who are signed in, at terminals, by links: guesses count there."""
        self._tasks: list[asyncio.Task[None]] = []

    # --- opening and closing --------------------------------------------------------------------

    def join(self, listening: socket.socket) -> None:
        """Be one of several nodes, whom the others reach here."""
        assert isinstance(self.writer, NodeAsyncWriter), "the writer is that of a node"
        parts = (self.tables, self.settings, self.connections, self.staff, self.key)
        self.node = HouseNode(self.writer, *parts, listening)
        self.writer.node.on_loss = self._lose
        if self.writer.node.is_fenced:  # before anybody could be told
            self._lose()

    async def open(self) -> None:
        """Open accounts and tables, and let the drivers go."""
        await self.self_check.begin()
        self.publisher.begin()
        await asyncio.to_thread(self._read_tickets)
        await self.writer.open_accounts()
        await self.settings.open()
        for terminal in self.config.terminals:
            with playing_on(f"terminal {terminal.id}"):
                await self.terminals.open(terminal)
        await self.terminals.invite_by_file(self.config.terminals)
        if self.node is not None:
            self._tasks.append(await self.node.open())
        else:
            await self.tables.open_shared()
        self._tasks.append(self.time.begin(self.tables.waiting.remind(self.time)))
        self._tasks.append(asyncio.create_task(self._watch_trouble()))
        self._tasks.append(asyncio.create_task(self._watch_tokens()))
        self._tasks.append(asyncio.create_task(self.keep_alive.run()))
        self._tasks.append(self.time.begin(self._forget_the_gone()))
        self._tasks.append(self.time.begin(self.self_check.keep()))
        keeper = SeatKeeper(self.writer, self.tables, self.connections, self.time)
        self._tasks.append(self.time.begin(keeper.run()))
        log.info("the house is open: punto %s, key %s", self.version, self.key.public[:8])

    def _lose(self) -> None:
        """Close: others have the tables of this process, and whoever is here finds them there."""
        self.is_lost = True
        if self.ask_to_close is not None:
            self.ask_to_close()

    def _halt(self, why: Refusal | None) -> None:
        self.writer.halted = why

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
        if self.node is not None:
            await self.node.close()
        self.lab.close()
        self.books.close()
        self.history.close()
        self.accounts.close()
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
                        connection.sign_out()

    @property
    def trouble(self) -> str | None:
        """What clients are told while play is stopped; what is wrong is in the log."""
        if self.writer.trouble is not None:
            return NOT_NOW
        return None if self.writer.halted is None else self.writer.halted.words

    @property
    def damaged(self) -> dict[str, str]:
        """What of the books cannot be used, and why: only the office is told."""
        closed = {table_chain(table): "this table stays closed" for table in self.tables.missing()}
        return {**closed, **self.writer.damaged, **self.self_check.findings}

    async def _forget_the_gone(self) -> None:
        """From time to time forget what is kept for those who have been away for long."""
        while True:
            await self.time.until(self.time.now_ms() + FORGETTING_MS)
            for session in self.sessions.idle():
                self.end_visits(session, everywhere=False)
            for account in self.sessions.forget_gone():
                self.tables.forget(account)
            self.consoles.forget_gone()

    def end_visits(self, session: Session, *, everywhere: bool) -> None:
        """Close the screens of a visit, or of all visits of an account; what is staked stays."""
        self.sessions.end(session)
        for connection in list(self.connections.of_account.get(session.account, ())):
            if everywhere or connection.session is session:
                connection.sign_out()

    def send_away(self, account: str) -> None:
        """Close all screens of an account; whoever may comes back."""
        for connection in list(self.connections.of_account.get(account, ())):
            connection.sign_out()

    # --- connections ----------------------------------------------------------------------------

    def connect(self, session: Session | None) -> Connection:
        """Greet a new connection."""
        connection = Connection(session, self.config.traffic.queued_messages)
        self.connections.add(connection)
        now = self.time.now_ms()
        if session is not None:
            session.come(now)
            if session.role is Role.TERMINAL:
                self.terminals.see(session.account)
        connection.tell(
            Welcome(
                protocol=PROTOCOL,
                now_ms=now,
                who=session.who if session else "spectator",
                name=session.name if session else "",
                since_ms=session.began_ms if session else now,
                trouble=self.trouble,
            )
        )
        if session is not None:
            connection.tell(self.publisher.balance(session))
            self.publisher.tell_ticket(connection)
            protection = protection_of(self.writer.house, session.account)
            if protection is not None:
                connection.tell(your_protection(protection, now))
        return connection

    def connect_console(self, staff: StaffSession, token: str) -> ConsoleConnection:
        """Greet a console."""
        connection = ConsoleConnection(token, self.config.traffic.queued_messages)
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
        if connection.account in self.terminals.seen_ms:
            self.terminals.see(connection.account)
        self.connections.remove(connection, self.time.now_ms())


def _tables(
    config: HouseConfig,
    settings: TableSettings,
    writer: AsyncWriter,
    time: HouseTime,
    connections: Connections,
) -> Tables:
    beacon = DrandBeacon(config.beacon) if config.beacon.url else None
    totals_ms = config.traffic.totals_ms
    return Tables(settings.configs, writer, time, connections, totals_ms, beacon)
