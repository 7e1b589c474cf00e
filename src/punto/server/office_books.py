"""The books as the office reads them: in threads and on connections of their own, beside play."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from sqlalchemy import Connection, func, select

from punto.house.chain import OFFICE
from punto.house.record import decode_alert
from punto.ledger import Kind, Meter
from punto.office.day_book import UNREADABLE, DayBook
from punto.office.gaming_day import GamingDay
from punto.office.irregularities import Irregularities
from punto.office.shift_book import ShiftBook, ToldShift
from punto.office.theory import Theory
from punto.protocol.office import MeterLine, OfficeFloor, OfficeMeters
from punto.server.reading_threads import ReadingThreads
from punto.store import Database, reading, schema

_DAYS_KEPT: Final = 4

_THREADS: Final = 3
"""One for days, one for disputes, and one for whoever stands at the cage and waits."""

Result = TypeVar("Result")


class OfficeBooks:
    """Reads for the office; what was read of a day is kept, and read on from there."""

    def __init__(self, database: Database) -> None:
        self._theory = Theory()
        self._days: dict[GamingDay, DayBook] = {}
        self.irregularities = Irregularities()
        """For whoever looks at a day: those are one at a time."""
        self.seen = SeenAlerts()
        self.shifts = ShiftBook()
        """For whoever looks at a day, too."""
        self._threads = ReadingThreads(database, _THREADS, "punto-office")
        self._one_day, self._one_dispute = asyncio.Lock(), asyncio.Lock()
        self._floor: asyncio.Task[OfficeFloor] | None = None

    def close(self) -> None:
        """Let nobody read any more."""
        self._threads.close()

    async def read(self, look: Callable[[Connection], Result]) -> Result:
        """Look at one state of the books, while everybody plays on."""
        return await self._threads.read(look)

    async def dispute(self, look: Callable[[Connection], Result]) -> Result:
        """Look for long, one after the other."""
        async with self._one_dispute:
            return await self.read(look)

    async def of_day(self, day: GamingDay, look: Callable[[Connection, DayBook], Result]) -> Result:
        """Bring the book of a day up to date, and look at it; one reader at a time."""
        async with self._one_day:  # before a thread is taken: who waits here holds up nobody
            return await self.read(lambda connection: self._of_day(connection, day, look))

    async def of_shifts(self, day: GamingDay) -> list[ToldShift]:
        """Tell the shifts of a day; one reader at a time, as for the day itself."""
        async with self._one_day:
            return await self.read(lambda connection: self.shifts.of_day(connection, day))

    def _of_day(
        self, connection: Connection, day: GamingDay, look: Callable[[Connection, DayBook], Result]
    ) -> Result:
        book = self._days.pop(day, None) or DayBook(day, self._theory)
        book.read_on(connection)
        self._days[day] = book
        for old in list(self._days)[:-_DAYS_KEPT]:
            del self._days[old]
        return look(connection, book)

    async def shared_floor(self, look: Callable[[], asyncio.Task[OfficeFloor]]) -> OfficeFloor:
        """Look at the floor once for all who ask while it is looked at."""
        if self._floor is None or self._floor.done():
            self._floor = look()
        # One who goes away does not take it from the others.
        return await asyncio.shield(self._floor)


class SeenAlerts:
    """Which alerts were acknowledged, by whom and when; read on from where it was left."""

    def __init__(self) -> None:
        self.damaged: dict[str, str] = {}
        self._seen: dict[str, tuple[str, int]] = {}
        self._through = 0

    def read_on(self, connection: Connection) -> dict[str, tuple[str, int]]:
        """Take in what is new; whoever was first has seen it."""
        for link in reading.links(connection, OFFICE, self._through):
            self._through = link.position
            if link.body is None:
                continue
            try:
                record = decode_alert(link.body)
            except UNREADABLE as error:
                self.damaged[OFFICE] = f"entry {link.position} is not read: {error}"
                continue
            self._seen.setdefault(record.alert, (record.who, link.at_ms))
        return self._seen


# --- meters -------------------------------------------------------------------------------------


def read_meters(connection: Connection) -> OfficeMeters:
    """Compare the meters of the whole house with the accounts; the audit does so one by one."""
    total, balances = _metered(connection), _balances(connection)

    def balance(*kinds: Kind) -> int:
        return sum(balances.get(kind.value, 0) for kind in kinds)

    won = total.coin_in - total.coin_out
    has = total.brought - won
    lines = (
        ("money-in", total.money_in, None),
        ("money-out", total.money_out, None),
        ("chips-down", total.chips_down, None),
        ("chips-up", total.chips_up, None),
        ("coin-in", total.coin_in, None),
        ("coin-out", total.coin_out, None),
        ("win", won, balance(Kind.HOUSE)),
        ("credits", has, balance(Kind.PLAYER, Kind.FELT, Kind.RECEIVABLE)),
    )
    wrong = [name for name, said, other in lines if other not in (None, said)]
    shown = [MeterLine(name=name, meter=said, ledger=other) for name, said, other in lines]
    return OfficeMeters(lines=shown, unreconciled=wrong)


def _metered(connection: Connection) -> Meter:
    table = schema.meters
    names = Meter.__struct_fields__
    row = connection.execute(select(*(func.sum(table.c[name]) for name in names))).one()
    return Meter(**{name: int(sums or 0) for name, sums in zip(names, row, strict=True)})


def _balances(connection: Connection) -> dict[str, int]:
    table = schema.accounts
    balance = func.sum(table.c.credits_posted - table.c.debits_posted)
    rows = connection.execute(select(table.c.kind, balance).group_by(table.c.kind))
    return {kind: int(sums) for kind, sums in rows}
