"""Somebody who plays: signs in, watches tables, bets, and waits for what comes of it."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlencode, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from punto.client.http import bearing, post, read
from punto.client.table import OutOfStep, TableView
from punto.protocol import Ask, PlayedRound, Session, Tell, ask, decode_tell, encode, tell

PATIENCE = 30.0
"""Seconds to wait for an answer before giving up."""


class Refusal(Exception):
    """The house refused: a code for programs, words for people, the clause if there is one."""

    def __init__(self, refused: tell.Refused) -> None:
        super().__init__(refused.words)
        self.code = refused.code
        self.clause = refused.clause
        self.wager = refused.wager


class Player:
    """A connection to a house. Use it as `async with await join(address) as player`."""

    def __init__(self, address: str, session: Session) -> None:
        self.address = address
        self.session = session
        self.tables: dict[str, TableView] = {}
        self.balance = tell.YourBalance(available=0, held=0, net=0, last_win=0, owed=0)
        self.welcome: tell.Welcome | None = None
        self.trouble: str | None = None
        self.ticket: tell.Ticket | None = None
        """The ticket in hand, at a terminal."""
        self.protection: tell.YourProtection | None = None
        """What keeps us from a bet, where anything was ever set."""
        self.tickets: dict[str, tell.Ticket] = {}
        """All that we have heard of, by the request of the cash-out."""
        self.received: list[Tell] = []
        """The last messages, for whoever wants to look at them."""
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[tell.Accepted]] = {}
        self._changed = asyncio.Condition()

    # --- connection -----------------------------------------------------------------------------

    async def connect(self) -> None:
        """Connect, or connect again and go on where we were."""
        parts = urlsplit(self.address)
        scheme = "wss" if parts.scheme == "https" else "ws"
        self._socket = await connect(
            f"{scheme}://{parts.netloc}/ws",
            additional_headers=bearing(self.session.token),
            max_size=None,
        )
        self._reading = asyncio.create_task(self._read(self._socket))
        for name, table in self.tables.items():
            await self.say(ask.Watch(table=name, since=table.version))

    @property
    def is_lost(self) -> bool:
        """Whether the house has gone: connect again, and we go on where we were."""
        return self._reading is not None and self._reading.done()

    async def disconnect(self) -> None:
        """Leave the house without a word; what is staked stays."""
        if self._socket is not None:
            await self._socket.close()
        if self._reading is not None:
            with suppress(asyncio.CancelledError):
                await self._reading

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.disconnect()

    async def say(self, message: Ask) -> None:
        """Send a message as it is."""
        assert self._socket is not None, "connect first"
        await self._socket.send(encode(message).decode())

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for frame in socket:
                message = decode_tell(frame)
                async with self._changed:
                    await self._hear(message)
                    self._changed.notify_all()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the connection was lost"))

    async def _hear(self, message: Tell) -> None:
        self.received = [*self.received[-199:], message]
        match message:
            case tell.Welcome():
                self.welcome, self.trouble = message, message.trouble
            case tell.Trouble(words=words):
                self.trouble = words
            case tell.YourBalance():
                self.balance = message
            case tell.YourProtection():
                self.protection = message
            case tell.YourTicket(ticket=ticket):
                self._take(ticket)
            case tell.Accepted() | tell.Refused():
                self._answer(message)
            case _:
                await self._hear_of_table(message)

    def _take(self, ticket: tell.Ticket | None) -> None:
        self.ticket = ticket
        if ticket is not None:
            self.tickets[ticket.id] = ticket

    async def _hear_of_table(self, message: Tell) -> None:
        table = self.tables.get(getattr(message, "table", ""))
        if table is None:
            return
        match message:
            case tell.Snapshot():
                table.begin(message)
            case tell.Happened():
                try:
                    table.follow(message)
                except OutOfStep:
                    await self.say(ask.Watch(table=table.name))
            case tell.ClosedHands():
                table.hear_closed(message)
            case tell.YourStakes():
                table.own_stakes(message)
            case tell.YourResult():
                table.own_result(message)
            case tell.YourStrip():
                table.own_strip(message)
            case tell.YourSeat(position=position):
                table.seat = position
            case _:
                pass

    def _answer(self, message: tell.Reply) -> None:
        future = self._answers.get(message.id)
        if future is None or future.done():
            return
        if isinstance(message, tell.Refused):
            future.set_exception(Refusal(message))
        else:
            future.set_result(message)

    # --- asking ---------------------------------------------------------------------------------

    async def request(self, message: Ask) -> tell.Accepted:
        """Send a request, and wait until it is accepted; raises `Refusal` when it is not."""
        with self._answer_to(message) as answer:
            await self.say(message)
            return await asyncio.wait_for(answer, PATIENCE)

    @contextmanager
    def _answer_to(self, message: Ask) -> "Iterator[asyncio.Future[tell.Accepted]]":
        """Take what comes under the id of a message, for as long as somebody waits for it."""
        name: str = getattr(message, "id", "")
        answer: asyncio.Future[tell.Accepted] = asyncio.get_running_loop().create_future()
        self._answers[name] = answer
        try:
            yield answer
        finally:
            self._answers.pop(name, None)

    async def until(self, holds: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Wait until something holds of what we have heard."""
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(holds), patience)

    async def watch(self, name: str, *, squeeze: bool = False) -> TableView:
        """Follow a table; raises `Refusal` where it is not shown to us."""
        table = self.tables.setdefault(name, TableView(name))
        said = ask.Watch(table=name, since=table.version, id=new_id(), squeeze=squeeze)
        with self._answer_to(said) as refused:
            await self.say(said)
            await self.until(lambda: table.version is not None or refused.done())
            if refused.done():
                await refused
        return table

    async def history(self, table: str = "", limit: int = 50) -> list[PlayedRound]:
        """Read the rounds that we have played, the newest first."""
        query = urlencode({"limit": limit} | ({"table": table} if table else {}))
        path, token = f"/api/history?{query}", self.session.token
        return await asyncio.to_thread(read, self.address, path, list[PlayedRound], token)

    # --- betting --------------------------------------------------------------------------------

    async def take_seat(self, table: str, position: int) -> tell.Accepted:
        """Sit down at a playing position."""
        return await self.request(ask.TakeSeat(id=new_id(), table=table, position=position))

    async def open_card(self, table: str, place: int) -> tell.Accepted:
        """Open a card that we have squeezed, for all to see."""
        number = self.tables[table].round
        said = ask.OpenCard(id=new_id(), table=table, round=number, place=place)
        return await self.request(said)

    async def stand_behind(self, table: str, position: int) -> tell.Accepted:
        """Stand behind a seat that somebody has, and bet on its position."""
        return await self.request(ask.StandBehind(id=new_id(), table=table, position=position))

    async def leave_seat(self, table: str) -> tell.Accepted:
        """Give the seat up."""
        return await self.request(ask.LeaveSeat(id=new_id(), table=table))

    async def bet(self, table: str, wager: str, amount: int) -> tell.Accepted:
        """Put a chip on a wager."""
        said = ask.Chip(id=new_id(), table=table, wager=wager, amount=amount)
        return await self.request(said)

    async def deal(self, table: str, seed: str | None = None) -> TableView:
        """Deal a hand of the online game with a seed of our own, and give the table after it."""
        view = self.tables[table]
        before = view.settled_round
        own = secrets.token_hex(16) if seed is None else seed
        await self.request(ask.Deal(id=new_id(), table=table, seed=own))
        await self.until(lambda: view.settled_round > before)
        return view

    async def result(self, table: str) -> TableView:
        """Wait until our wagers of the present round are settled."""
        view = self.tables[table]
        wanted = view.round
        await self.until(lambda: view.settled_round >= wanted, patience=120)
        return view

    async def betting(self, table: str) -> TableView:
        """Wait until a table takes bets."""
        view = self.tables[table]
        await self.until(lambda: view.phase == "betting", patience=120)
        return view


def new_id() -> str:
    """Make an id for a request."""
    return secrets.token_hex(12)


async def join(address: str) -> Player:
    """Come in as a guest, with credits to play."""
    answer = await asyncio.to_thread(post, address, "/api/guests", None)
    return Player(address, msgspec.json.decode(answer, type=Session))


async def join_as_terminal(address: str, terminal: str, code: str) -> Player:
    """Sign a Player Terminal in."""
    content = msgspec.json.encode({"terminal": terminal, "code": code})
    answer = await asyncio.to_thread(post, address, "/api/terminals", content)
    return Player(address, msgspec.json.decode(answer, type=Session))
