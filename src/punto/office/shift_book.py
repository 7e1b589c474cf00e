"""Shifts told from the books: what moved between two counts, and what should have been there."""

from collections import Counter
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection

from punto.house.chain import SHIFTS, Link
from punto.house.record import decode_cage, decode_shift, decode_table
from punto.house.shift import Shift, chain_of, person_at, table_at
from punto.ledger import Purpose, Transfer
from punto.office.day_book import UNREADABLE
from punto.office.gaming_day import GamingDay
from punto.office.takings import TableTakings, Takings
from punto.office.theory import Theory
from punto.office.till import Till
from punto.store import reading
from punto.table.record import FloatMove

_LAST: Final = 2**62
_KEPT: Final = 500
"""How many shifts that are over are not read again."""


class ShiftSums(NamedTuple):
    """What moved in a shift: at a table chips, at a till money."""

    brought: int = 0
    """Chips that were brought, or money that was taken."""
    taken: int = 0
    """Chips that were taken away, or money that was paid out."""
    drop: int = 0
    """Chips that were sold at the table for money."""
    chips: int = 0
    """What the house has won of the chips that were laid on the felt."""
    takings: Takings = Takings()
    """What the rounds of a table have brought, chips and credits together."""

    @property
    def change(self) -> int:
        """By how much there should be more at the end than at the beginning."""
        return self.brought - self.taken - self.drop + self.chips


class ToldShift(NamedTuple):
    """A shift, and what the books say of it; nothing where they were dropped after their time."""

    shift: Shift
    sums: ShiftSums | None

    @property
    def expected(self) -> int | None:
        """What there should be at the end, or now."""
        return None if self.sums is None else self.shift.opened.amount + self.sums.change

    @property
    def over(self) -> int | None:
        """What was counted too much; below zero where it was too little."""
        closed, expected = self.shift.closed, self.expected
        return None if closed is None or expected is None else closed.amount - expected


class ShiftBook:
    """Reads shifts, on from where it was left. Not for two threads at once."""

    def __init__(self) -> None:
        self.damaged: dict[str, str] = {}
        self._shifts: dict[tuple[str, int], Shift] = {}
        self._through = 0
        self._over: dict[tuple[str, int], ToldShift] = {}
        """Those that are over and were asked for last."""
        self._open: dict[tuple[str, int], Moved] = {}
        """Those that go on are read on."""

    def of_day(self, connection: Connection, day: GamingDay) -> list[ToldShift]:
        """Tell the shifts that were open in a gaming day, in the order in which they began."""
        self._read_on(connection)
        return [self._told(connection, each) for each in self._shifts.values() if _is_in(each, day)]

    def _read_on(self, connection: Connection) -> None:
        for link in reading.links(connection, SHIFTS, self._through):
            self._through = link.position
            try:
                shift = decode_shift(link.body or b"").shift
            except msgspec.MsgspecError as error:
                self.damaged[SHIFTS] = f"entry {link.position} is not read: {error}"
                continue
            self._shifts[shift.place, shift.number] = shift

    def _told(self, connection: Connection, shift: Shift) -> ToldShift:
        key = shift.place, shift.number
        told = self._over.pop(key, None) or ToldShift(shift, self._sums(connection, shift))
        if shift.closed is not None:
            self._open.pop(key, None)
            self._over[key] = told
            for old in list(self._over)[:-_KEPT]:
                del self._over[old]
        return told

    def _sums(self, connection: Connection, shift: Shift) -> ShiftSums | None:
        """Add up what moved; what cannot be read is noted, and the other shifts are told."""
        key = shift.place, shift.number
        moved = self._open.pop(key, None) or Moved(shift)
        try:
            sums = moved.read_on(connection, shift)
        except UNREADABLE as error:
            chain = chain_of(shift.place)
            self.damaged[chain] = f"what moved in shift {shift.number} is not read: {error}"
            return None
        self._open[key] = moved
        return sums


def _is_in(shift: Shift, day: GamingDay) -> bool:
    is_over = shift.closed is not None and shift.closed.at_ms < day.begins_ms
    return shift.opened.at_ms < day.ends_ms and not is_over


# --- what moved ---------------------------------------------------------------------------------


class Moved:
    """What moved at a place in a shift, as far as it was read."""

    def __init__(self, shift: Shift) -> None:
        self._chain = chain_of(shift.place)
        self._through = shift.opened.after
        person = person_at(shift.place)
        self._place = _AtTable() if table_at(shift.place) else _AtTill(person)
        self._dropped = False

    def read_on(self, connection: Connection, shift: Shift) -> ShiftSums | None:
        """Add up what came since, and tell all of it; nothing if a part was dropped."""
        through = _LAST if shift.closed is None else shift.closed.after
        for link in reading.links(connection, self._chain, self._through, through):
            self._through = link.position
            if link.body is None:
                self._dropped = True
            else:
                self._place.add(link, link.body)
        return None if self._dropped else self._place.sums


class _AtTable:
    def __init__(self) -> None:
        self._takings = TableTakings(Theory(), None)
        self._moved = Counter[Purpose]()

    def add(self, link: Link, body: bytes) -> None:
        self._takings.add(link)
        for entry in decode_table(body).entries:
            if isinstance(entry, Transfer):
                self._moved[entry.purpose] += entry.amount

    @property
    def sums(self) -> ShiftSums:
        floated = self._takings.floated
        return ShiftSums(
            brought=floated[FloatMove.FILL],
            taken=floated[FloatMove.CREDIT],
            drop=floated[FloatMove.DROP],
            chips=self._moved[Purpose.CHIPS_DOWN] - self._moved[Purpose.CHIPS_UP],
            takings=self._takings.sums,
        )


class _AtTill:
    def __init__(self, person: str) -> None:
        self._person = person
        self._till = Till()

    def add(self, link: Link, body: bytes) -> None:
        if decode_cage(body).who == self._person:
            self._till.add(link, lambda _: None)

    @property
    def sums(self) -> ShiftSums:
        return ShiftSums(brought=self._till.taken.total(), taken=self._till.paid.total())
