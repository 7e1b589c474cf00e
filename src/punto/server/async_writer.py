"""The writer, asked from the event loop; and the accounts and tables that a house begins with."""

import asyncio
from collections import deque
from typing import Final

from immutables import Map

from punto.errors import PuntoError
from punto.house import (
    Act,
    Answer,
    BuyIn,
    CloseTable,
    Done,
    EnrolTerminal,
    OpenAccount,
    OpenTable,
    Request,
)
from punto.house.answer import NO_ROOM
from punto.house.canonical import canonical
from punto.house.configuration import Configuration
from punto.house.going_on import goes_on
from punto.house.house import CAGE, HOUSE, fits, house_account
from punto.house.record import decode_request
from punto.house.request import What
from punto.ledger import Kind, Ledger, buy_in
from punto.people import Actor, Person, Role
from punto.rules.library import rulebook_keys
from punto.store import Writer, reading
from punto.store.counters import StoreCounters
from punto.table import Settings
from punto.table.floor import Floor
from punto.table.record import TableOpened

DRIVER: Final = Actor(HOUSE, Role.HOUSE)
"""The house itself, where it opens, deals or gives."""


class HouseCannotOpen(PuntoError):
    """What every house begins with could not be stored."""


class AsyncWriter:
    """Asks the writer, and waits without holding anyone else up."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.database = writer.database
        # Looking up needs no waiting: these are the writer's own.
        self.account: Final = writer.account
        self.table: Final = writer.table
        self.floor: Final = writer.floor
        self.owed: Final = writer.owed
        self.watch: Final = writer.watch
        self._told: deque[tuple[asyncio.Future[Answer], Answer]] = deque()
        """Answers on their way from the writer's thread; those of a group wake the loop once."""
        self._is_waking = False

    async def ask(self, actor: Actor, what: What, request: str = "", said: str = "") -> Answer:
        """Put a request to the house and wait until it is stored or refused."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()

        def told(answer: Answer) -> None:
            self._told.append((future, answer))
            if not self._is_waking:
                self._is_waking = True
                loop.call_soon_threadsafe(self._settle)

        self._writer.submit(Request(actor, what, request, said), told)
        return await future

    def _settle(self) -> None:
        """Hand answers over, unless whoever asked has gone."""
        # Before the first is taken: whoever comes after the last wakes the loop again.
        self._is_waking = False
        while self._told:
            future, answer = self._told.popleft()
            if not future.done():
                future.set_result(answer)

    async def close(self) -> None:
        """Finish what waits, and let the database go."""
        await asyncio.to_thread(self._writer.close)

    @property
    def trouble(self) -> str | None:
        """Why nothing can be stored now, in words; None while all is well."""
        return self._writer.trouble

    @property
    def counters(self) -> StoreCounters:
        """What the writer has done."""
        return self._writer.counters

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return self._writer.waiting

    def probe(self) -> "asyncio.Future[str | None]":
        """Ask whether a bet can be stored now; give why not, or None."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[str | None] = loop.create_future()

        def told(said: str | None) -> None:
            loop.call_soon_threadsafe(future.set_result, said)

        self._writer.probe(told)
        return future

    @property
    def staff(self) -> Map[str, Person]:
        """Everyone who was ever enrolled as staff."""
        return self._writer.house.staff

    @property
    def damaged(self) -> dict[str, str]:
        """What of the books cannot be used, and why."""
        return self._writer.damaged

    @property
    def configuration(self) -> Configuration:
        """How the tables are set."""
        return self._writer.house.configuration

    async def done_before(self, actor: Actor, request: str, said: str) -> int | None:
        """Find the version that a request has made before this process was there to remember."""
        return await asyncio.to_thread(self._found, Request(actor, Act("", ()), request, said))

    def _found(self, asked: Request) -> int | None:
        with self.database.reading() as connection:
            link = reading.answered(connection, [asked.key or ""]).get(asked.key or "")
        if link is None or link.body is None:
            return None
        return link.position if decode_request(link.body).asked == asked.digest else None

    # --- opening --------------------------------------------------------------------------------

    async def open_accounts(self) -> None:
        """Open the accounts of the house itself, the first time."""
        for name, kind in ((CAGE, Kind.CASH), (HOUSE, Kind.HOUSE)):
            await self.open_account(name, kind)

    async def open_account(self, name: str, kind: Kind = Kind.PLAYER) -> None:
        """Open an account, unless it is open."""
        if self.account(name) is None:
            _require(await self.ask(DRIVER, OpenAccount(name, kind), f"open-{name}"))

    async def open_terminal(self, name: str) -> None:
        """Open the account of a terminal, where one customer follows another."""
        await self.open_account(name)
        account = self.account(name)
        if account is None or not account.visit:
            _require(await self.ask(DRIVER, EnrolTerminal(name), f"enrol-{name}"))

    async def give(self, name: str, amount: int, request: str) -> bool:
        """Sell credits, once under each id, if the books have room for them."""
        answer = await self.ask(DRIVER, BuyIn(name, amount), request)
        if answer != NO_ROOM:
            _require(answer)
        return answer != NO_ROOM

    def can_give(self, amount: int) -> bool:
        """Whether the books have room for credits for somebody new."""
        sale = buy_in("", cash=CAGE, player="", amount=amount)
        cage = self.account(CAGE)
        ledger = Ledger(Map({CAGE: cage} if cage is not None else {}))
        return fits(ledger, sale, self._writer.longest_odds)

    async def open_table(
        self, table: str, settings: Settings, owner: str = "", house: str = ""
    ) -> Floor:
        """Open a table, or set it otherwise between rounds; for another game it is closed first."""
        floor = self.floor(table)
        if floor is not None and floor.is_open:
            same = is_set(floor, settings)
            if is_busy(floor) or (same and floor.owner == owner):
                return floor
            wanted = TableOpened(settings, owner, house or house_account(table))
            if not goes_on(floor, wanted):
                await self.close_table(table, _why_closed(floor, wanted))
        _require(await self.ask(DRIVER, OpenTable(table, settings, owner, house)))
        opened = self.floor(table)
        assert opened is not None, "it was opened just now"
        return opened

    async def close_table(self, table: str, why: str) -> None:
        """Close a table between two rounds."""
        _require(await self.ask(DRIVER, CloseTable(table, why)))


def _require(answer: Answer) -> Done:
    if isinstance(answer, Done):
        return answer
    raise HouseCannotOpen(f"the house cannot open: {answer.words}")


def _why_closed(floor: Floor, wanted: TableOpened) -> str:
    """Say what a table cannot become while it is open."""
    if floor.owner != wanted.owner:
        return "its owner goes on record"
    return "another account" if floor.house != wanted.house else "another game"


def is_busy(floor: Floor) -> bool:
    """Whether a table must stay as it is until its round is over, or decided."""
    return floor.table.in_play or floor.table.undecided is not None


def is_set(floor: Floor, settings: Settings) -> bool:
    """Whether a table has these settings.

    A rulebook is the same if its edition is, one's own if all of it is.
    """
    one, other = floor.table.settings, settings
    fields = [name for name in one.__struct_fields__ if name != "rulebook"]
    same = all(getattr(one, name) == getattr(other, name) for name in fields)
    is_ours = one.rulebook.key in rulebook_keys() and one.rulebook.key == other.rulebook.key
    return same and (is_ours or canonical(one.rulebook) == canonical(other.rulebook))
