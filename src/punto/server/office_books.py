"""The books as the office reads them: in a thread, on a connection of their own, beside play."""

import asyncio
from collections.abc import Callable
from threading import Lock
from typing import Final, TypeVar

from immutables import Map
from sqlalchemy import Connection

from punto.house.chain import COMMITS, OFFICE, Link
from punto.house.metering import unmatched
from punto.house.record import decode_alert
from punto.ledger import Kind, Ledger, meter
from punto.office.day_book import DayBook, FindSettings
from punto.office.gaming_day import GamingDay
from punto.office.theory import Theory
from punto.protocol.office import MeterLine, OfficeMeters
from punto.store import Database, reading

_SEEN_KEPT: Final = 500
"""How many of the last acknowledgements are looked at: alerts are few."""

_DAYS_KEPT: Final = 4

Result = TypeVar("Result")


class OfficeBooks:
    """Reads for the office; what was read of a day is kept, and read on from there."""

    def __init__(self, database: Database, find_settings: FindSettings) -> None:
        self._database = database
        self._find_settings = find_settings
        self._theory = Theory()
        self._days: dict[GamingDay, DayBook] = {}
        self._reading = Lock()

    async def read(self, look: Callable[[Connection], Result]) -> Result:
        """Look at one state of the books, while everybody plays on."""
        return await asyncio.to_thread(self._read, look)

    def _read(self, look: Callable[[Connection], Result]) -> Result:
        with self._database.reading() as connection:
            return look(connection)

    async def of_day(self, day: GamingDay, look: Callable[[Connection, DayBook], Result]) -> Result:
        """Bring the book of a day up to date, and look at it; one reader at a time."""
        return await asyncio.to_thread(self._of_day, day, look)

    def _of_day(self, day: GamingDay, look: Callable[[Connection, DayBook], Result]) -> Result:
        with self._reading, self._database.reading() as connection:
            book = self._days.pop(day, None) or DayBook(day, self._theory, self._find_settings)
            book.read_on(connection)
            self._days[day] = book
            for old in list(self._days)[:-_DAYS_KEPT]:
                del self._days[old]
            return look(connection, book)


def seen_alerts(connection: Connection) -> dict[str, tuple[str, int]]:
    """Read which alerts were acknowledged lately, by whom and when."""
    head = reading.heads(connection, [OFFICE]).get(OFFICE)
    last = head.position if head is not None else 0
    found: dict[str, tuple[str, int]] = {}
    for link in reading.links(connection, OFFICE, max(0, last - _SEEN_KEPT)):
        record = decode_alert(link.body or b"")
        found.setdefault(record.alert, (record.who, link.at_ms))
    return found


def last_commit(connection: Connection) -> Link | None:
    """Read the last entry of the chain of commits, which binds all others."""
    head = reading.heads(connection, [COMMITS]).get(COMMITS)
    return reading.link_at(connection, COMMITS, head.position) if head is not None else None


def read_meters(connection: Connection) -> OfficeMeters:
    """Compare the meters with the accounts."""
    meters, accounts = Map(reading.meters(connection)), reading.accounts(connection)
    total, ledger = meter(meters), Ledger(Map(accounts))

    def balance(*kinds: Kind) -> int:
        return sum(each.balance for each in accounts.values() if each.kind in kinds)

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
        ("credits", has, balance(Kind.PLAYER, Kind.RECEIVABLE, Kind.FELT)),
    )
    shown = [MeterLine(name=name, meter=said, ledger=other) for name, said, other in lines]
    return OfficeMeters(lines=shown, unreconciled=list(unmatched(ledger, meters)))
