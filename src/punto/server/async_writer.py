"""The writer, asked from the event loop; and the accounts and tables that a house begins with."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from immutables import Map

from punto.coup.command import OpenBetting
from punto.errors import PuntoError
from punto.house import (
    Act,
    Answer,
    BuyIn,
    CloseTable,
    Done,
    EnrolTerminal,
    NotStored,
    OpenAccount,
    OpenTable,
    Request,
)
from punto.house.answer import NO_ROOM
from punto.house.canonical import canonical
from punto.house.configuration import Configuration
from punto.house.going_on import goes_on
from punto.house.house import CAGE, HOUSE, House, fits, house_account
from punto.house.record import decode_request
from punto.house.request import What
from punto.ledger import Account, Kind, Ledger, buy_in, receivable_of
from punto.people import Actor, Person, Role
from punto.refusal import Refusal
from punto.rules.library import rulebook_keys
from punto.store import Writer, reading
from punto.store.counters import StoreCounters
from punto.store.lookup import Followed
from punto.store.timestamp import utc_ms
from punto.table import Settings
from punto.table.command import RecordResult
from punto.table.house_table import HouseTable
from punto.table.record import TableOpened

DRIVER: Final = Actor(HOUSE, Role.HOUSE)
"""The house itself, where it opens, deals or gives."""


_BEGINNING: Final = (OpenBetting, RecordResult)
"""What begins a round: a result that is recorded is a whole one."""


class HouseCannotOpen(PuntoError):
    """What every house begins with could not be stored."""


def _begins_round(what: What) -> bool:
    return isinstance(what, Act) and any(isinstance(each, _BEGINNING) for each in what.actions)


class AsyncWriter:
    """Asks the writer, and waits without holding anyone else up."""

    has_all = True
    """Whether this process has every table."""

    def __init__(self, writer: Writer, clock: Callable[[], int] = utc_ms) -> None:
        self._writer = writer
        self._clock = clock
        self.database = writer.database
        # Looking up needs no waiting: these are the writer's own.
        self.account: Final = writer.account
        self.table: Final = writer.table
        self.house_table: Final = writer.house_table
        self.watch: Final = writer.watch
        self._told: deque[tuple[asyncio.Future[Answer], Answer]] = deque()
        """Answers on their way from the writer's thread; those of a group wake the loop once."""
        writer.after_answers(self._wake)
        self.asked: deque[tuple[asyncio.Future[Answer], int]] = deque()
        """Who waits for an answer, the first first, and since when."""
        self.halted: Refusal | None = None
        """Why no round may be begun now; what was begun is finished."""

    async def ask(
        self, actor: Actor, what: What, request: str = "", said: str = "", at: Actor | None = None
    ) -> Answer:
        """Put a request to the house and wait until it is stored or refused."""
        if self.halted is not None and (halted := self.halting(what)) is not None:
            return halted
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.asked.append((future, self._clock()))

        def told(answer: Answer) -> None:
            self._told.append((future, answer))

        self._writer.submit(Request(actor, what, request, said, at), told)
        return await future

    def halting(self, what: What) -> Refusal | None:
        """Say why something may not be begun now."""
        return self.halted if self.halted is not None and _begins_round(what) else None

    def _wake(self) -> None:
        """Let the loop hand over what is there, in the writer's thread.

        Not with the first answer: the loop would take turns with the writer, answer by answer.
        """
        try:
            future, _ = self._told[-1]
        except IndexError:  # the loop was awake, and has them already
            return
        future.get_loop().call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        """Hand answers over, unless whoever asked has gone."""
        while self._told:
            future, answer = self._told.popleft()
            if not future.done():
                future.set_result(answer)
        while self.asked and self.asked[0][0].done():
            self.asked.popleft()

    def at_table(self, table: str, name: str) -> tuple[HouseTable | None, Account | None]:
        """Find a table and an account: where both are at hand, as they are at one moment."""
        house = self._writer.house
        house_table, account = house.tables.get(table), house.accounts.get(name)
        return house_table or self.house_table(table), account or self.account(name)

    def purse(self, name: str) -> tuple[Account | None, int]:
        """Find an account, and tell what whoever plays under it owes."""
        accounts = self._writer.house.accounts
        account = accounts.get(name)
        if account is not None:
            # With an account comes what belongs to it, if there is any.
            debt = accounts.get(receivable_of(name, account.visit))
        else:
            account = self.account(name)
            debt = self.account(receivable_of(name, account.visit)) if account else None
        return account, -debt.balance if debt is not None else 0

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
    def house(self) -> House:
        """The house as it is now, as much of it as is at hand."""
        return self._writer.house

    @property
    def configuration(self) -> Configuration:
        """How the tables are set."""
        return self._writer.house.configuration

    # --- tables of other nodes, where there are any ---------------------------------------------

    def has(self, table: str) -> bool:  # noqa: ARG002 – a house in one process has all
        """Whether this process has a table."""
        return True

    async def come_to(self, table: str) -> None:
        """Have a table, or look at it where another has it, before it is shown."""

    def go_from(self, table: str) -> None:
        """Look at a table of another node no longer: it is shown no more."""

    def followed(self, table: str) -> Followed | None:  # noqa: ARG002 – nobody else has one
        """Give a table of another node as it is known here."""
        return None

    async def done_before(self, actor: Actor, request: str, said: str) -> int | NotStored | None:
        """Find the version that a request has made before, whether or not anybody remembers it.

        While nothing can be stored nobody can say: what is read may never have reached the disk.
        """
        found = None
        if self.trouble is None:
            asked = Request(actor, Act("", ()), request, said)
            found = await asyncio.to_thread(self._found, asked)
        # Asked once more: it may be since then that nothing can be stored.
        return found if self.trouble is None else NotStored(self.trouble)

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
    ) -> HouseTable:
        """Open a table, or set it otherwise between rounds; for another game it is closed first."""
        house_table = self.house_table(table)
        if house_table is not None and house_table.is_open:
            same = is_set(house_table, settings)
            if is_busy(house_table) or (same and house_table.owner == owner):
                return house_table
            wanted = TableOpened(settings, owner, house or house_account(table))
            if not goes_on(house_table, wanted):
                await self.close_table(table, _why_closed(house_table, wanted))
        _require(await self.ask(DRIVER, OpenTable(table, settings, owner, house)))
        opened = self.house_table(table)
        assert opened is not None, "it was opened just now"
        return opened

    async def close_table(self, table: str, why: str) -> None:
        """Close a table between two rounds."""
        _require(await self.ask(DRIVER, CloseTable(table, why)))


def _require(answer: Answer) -> Done:
    if isinstance(answer, Done):
        return answer
    raise HouseCannotOpen(f"the house cannot open: {answer.words}")


def _why_closed(house_table: HouseTable, wanted: TableOpened) -> str:
    """Say what a table cannot become while it is open."""
    if house_table.owner != wanted.owner:
        return "its owner goes on record"
    return "another account" if house_table.house != wanted.house else "another game"


def is_busy(house_table: HouseTable) -> bool:
    """Whether a table must stay as it is until its round is over or decided, or its shoe there."""
    is_shuffled = house_table.contributing.shuffle is not None
    return is_shuffled or house_table.table.in_play or house_table.table.undecided is not None


def is_set(house_table: HouseTable, settings: Settings) -> bool:
    """Whether a table has these settings.

    A rulebook is the same if its edition is, one's own if all of it is.
    """
    one, other = house_table.table.settings, settings
    fields = [name for name in one.__struct_fields__ if name != "rulebook"]
    same = all(getattr(one, name) == getattr(other, name) for name in fields)
    is_ours = one.rulebook.key in rulebook_keys() and one.rulebook.key == other.rulebook.key
    return same and (is_ours or canonical(one.rulebook) == canonical(other.rulebook))
