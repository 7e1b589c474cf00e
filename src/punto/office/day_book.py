"""The book of one gaming day, read on from where it was left: a first look costs the day so far."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

import msgspec
from sqlalchemy import Connection

from punto.coup.event import BettingOpened
from punto.house.chain import CAGE, COMMITS, Link, is_of_table, table_of
from punto.house.forward import BroughtForward
from punto.house.record import decode_table
from punto.office.committed import Span, commits_of_day, entries_in, span
from punto.office.course import Course
from punto.office.gaming_day import GamingDay
from punto.office.takings import Changed, TableTakings, Takings
from punto.office.theory import Theory
from punto.office.till import Till
from punto.store import reading
from punto.store.forward import brought_forward
from punto.table.record import FloatMove, TableOpened

HOUR_MS: Final = 3_600_000
_YOUNG_MS: Final = 600_000
"""A day of less than this says nothing about an hour."""

_AT_ONCE: Final = 64
_MOST_BACK: Final = 4_096
"""How far back the beginning of a round is looked for: no round has so many entries."""

_OPENED: Final = b'"type":"TableOpened"'

UNREADABLE: Final = (msgspec.MsgspecError, AssertionError, LookupError, ValueError)
"""What an entry raises that is not what the house has written."""


class DayBook:
    """One gaming day. Not for two threads at once."""

    def __init__(self, day: GamingDay, theory: Theory) -> None:
        self.day = day
        self.till = Till()
        self.course = Course()
        self.damaged: dict[str, str] = {}
        """The chains with an entry that cannot be read, and why: such a table is left out."""
        self._theory = theory
        self._tables: dict[str, TableTakings] = {}
        self._through: int | None = None
        """The last commit that was read."""

    def read_on(self, connection: Connection) -> None:
        """Take in what was stored since the last look, as far as it is of this day."""
        if self._through is None:
            before = reading.last_before(connection, COMMITS, self.day.begins_ms)
            begins_ms = self.day.begins_ms
        else:
            before, begins_ms = self._through, 0  # what was taken in stays
        first, last = commits_of_day(connection, before, begins_ms, self.day.ends_ms)
        found = span(connection, first, last)
        opened = _Openings(connection)
        changes: list[Changed] = []
        for chain in found.chains:
            if chain == CAGE:
                self._read_cage(connection, found)
            elif is_of_table(chain) and chain not in self.damaged:
                changes += self._read_table(connection, found, chain, opened)
        for change in sorted(changes, key=lambda each: each.at_ms):
            self.course.add(change.by)
        self._through = last

    def _read_cage(self, connection: Connection, found: Span) -> None:
        for link in entries_in(connection, found, CAGE):
            try:
                self.till.add(link, lambda key: reading.entry(connection, key))
            except UNREADABLE as error:
                self._note_damage(link, error)

    def _read_table(
        self, connection: Connection, found: Span, chain: str, openings: "_Openings"
    ) -> Iterator[Changed]:
        """Take in what a table has of the span, and give what that has changed."""
        table, link = table_of(chain), None
        try:
            takings = self._tables.get(table) or self._begun(connection, found, chain, openings)
            self._tables[table] = takings
            for link in entries_in(connection, found, chain):
                takings.add(link)
        except UNREADABLE as error:
            self._note_damage(link, error, chain)
            return self._left_out(table)
        changes, takings.changes = takings.changes, []
        return iter(changes)

    def _begun(
        self, connection: Connection, found: Span, chain: str, openings: "_Openings"
    ) -> TableTakings:
        after = found.after(chain)
        played = _round_before(connection, chain, after)
        takings = TableTakings(self._theory, openings.before(chain, after, played))
        takings.begin_with(played)
        return takings

    def _left_out(self, table: str) -> Iterator[Changed]:
        """Take a table out with all that the course of the day has of it."""
        takings = self._tables.pop(table, None)
        if takings is not None:
            known = takings.sums
            for change in takings.changes:
                known = known.plus(change.by, -1)
            yield Changed(self.day.ends_ms, Takings().plus(known, -1))

    def _note_damage(self, link: Link | None, error: Exception, chain: str = "") -> None:
        place = f"entry {link.position}" if link is not None else "its beginning"
        self.damaged[link.chain if link is not None else chain] = f"{place} is not read: {error}"

    # --- what it comes to -----------------------------------------------------------------------

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables at which something was stored on this day."""
        return tuple(self._tables)

    def lobby_name(self, table: str) -> str:
        """Name the game of a table: a player's own ones are one, whoever's they are."""
        owner = self._tables[table].owner
        return table.removesuffix(f"-{owner}") if owner else table

    def by_dealer(self) -> dict[str, Takings]:
        """Add up the rounds that each person has dealt, as they were first paid."""
        found: dict[str, Takings] = {}
        for takings in self._tables.values():
            for dealer, dealt in takings.dealers.items():
                found[dealer] = found.get(dealer, Takings()).plus(dealt)
        return dict(sorted(found.items()))

    def floated(self, tables: Iterable[str]) -> Counter[FloatMove]:
        """Add up what came to the floats of some tables, went from them, and was dropped."""
        sums = Counter[FloatMove]()
        for table in tables:
            sums.update(self._tables[table].floated)
        return sums

    def of_tables(self, tables: Iterable[str], now_ms: int) -> Takings:
        """Add up what some tables took."""
        found = [self._tables[table] for table in tables if table in self._tables]
        sums = Takings()
        for each in found:
            sums = sums.plus(each.sums)
        until = min(now_ms, self.day.ends_ms)
        since = max(self.day.begins_ms, until - HOUR_MS)
        if until - since < _YOUNG_MS:
            return sums
        lately = sum(each.rounds_since(since) for each in found)
        return sums._replace(an_hour=lately * HOUR_MS // (until - since))


class _Openings:
    """Finds how tables were opened: their settings are those of then, whatever they are now."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def before(self, chain: str, after: int, played: list[Link]) -> TableOpened | None:
        """Give the last opening of a table through an entry; it may have been dropped since.

        The round in play knows where that is, and what follows it is read anyway; in books of
        before this was kept the database looks for it.
        """
        known = next(filter(None, map(_opened_at, played)), None)
        first, last = (known - 1, known) if known is not None else (0, after)
        span = {"after": first, "through": last}
        for link in reading.links_with(self._connection, chain, _OPENED, **span, most=1):
            for event in reversed(decode_table(link.body or b"").events):
                if isinstance(event, TableOpened):
                    return event
        house_table = self._forward.tables.get(table_of(chain)) if after else None
        return (
            None
            if house_table is None
            else TableOpened(house_table.table.settings, house_table.owner)
        )

    @cached_property
    def _forward(self) -> BroughtForward:
        return brought_forward(self._connection)


def _round_before(connection: Connection, chain: str, after: int) -> list[Link]:
    """Read a table back to the opening of the round that was in play after an entry."""
    found: list[Link] = []
    while after > 0 and len(found) < _MOST_BACK:
        part = list(reading.links(connection, chain, max(0, after - _AT_ONCE), after))
        found = part + found
        if any(map(_opens, part)):
            break
        after -= _AT_ONCE
    return [link for link in found if link.body is not None]


def _opened_at(link: Link) -> int:
    """Tell where the table of an entry was opened, if the entry says so."""
    marks = decode_table(link.body or b"").landmarks
    return marks.opened if marks is not None else 0


def _opens(link: Link) -> bool:
    if link.body is None:
        return True
    return any(isinstance(event, BettingOpened) for event in decode_table(link.body).events)
