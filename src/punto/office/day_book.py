"""The book of one gaming day, read on from where it was left: a first look costs the day so far."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from sqlalchemy import Connection

from punto.coup.event import BettingOpened
from punto.house.chain import CAGE, Link, is_of_table, table_of
from punto.house.record import decode_table
from punto.office.committed import Span, commit_since, entries_in, span
from punto.office.gaming_day import GamingDay
from punto.office.takings import PaidRound, TableTakings
from punto.office.theory import Theory
from punto.office.till import Till
from punto.store import reading
from punto.table import Settings

HOUR_MS: Final = 3_600_000
_AT_ONCE: Final = 64
_MOST_BACK: Final = 4_096
"""How far back the beginning of a round is looked for: no round has so many entries."""

FindSettings = Callable[[str], Settings | None]
"""Tells how a table is set up now."""


class Takings(NamedTuple):
    """What some rounds brought, and what they should have brought."""

    rounds: int = 0
    voids: int = 0
    turnover: int = 0
    win: int = 0
    mean: float = 0.0
    variance: float = 0.0
    an_hour: int | None = None
    """Rounds of the last hour, or as many as that would be while the day is younger."""

    @property
    def deviations(self) -> float | None:
        """How many standard deviations the win lies above what it should be."""
        return (self.win - self.mean) / self.variance**0.5 if self.variance > 0 else None


class DayBook:
    """One gaming day. Not for two threads at once."""

    def __init__(self, day: GamingDay, theory: Theory, find_settings: FindSettings) -> None:
        self.day = day
        self.till = Till()
        self._theory = theory
        self._find_settings = find_settings
        self._tables: dict[str, TableTakings] = {}
        self._through: int | None = None
        """The last commit that was read."""

    def read_on(self, connection: Connection) -> None:
        """Take in what was stored since the last look, as far as it is of this day."""
        if self._through is None:
            self._through = commit_since(connection, self.day.begins_ms)
        found = span(connection, self._through, self.day.ends_ms)
        for chain in found.chains:
            if chain == CAGE:
                for link in entries_in(connection, found, chain):
                    self.till.add(link, lambda key: reading.entry(connection, key))
            elif is_of_table(chain):
                self._read_table(connection, found, chain)
        self._through = found.through

    def _read_table(self, connection: Connection, found: Span, chain: str) -> None:
        table = table_of(chain)
        takings = self._tables.get(table)
        if takings is None:
            takings = TableTakings(self._theory, self._find_settings(table))
            takings.begin_with(_round_before(connection, chain, found.after(chain)))
            self._tables[table] = takings
        for link in entries_in(connection, found, chain):
            takings.add(link)

    # --- what it comes to -----------------------------------------------------------------------

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables at which something was stored on this day."""
        return tuple(self._tables)

    def by_dealer(self) -> dict[str, Takings]:
        """Add up the rounds that each person has dealt, as they were first paid."""
        found: dict[str, list[PaidRound]] = {}
        for takings in self._tables.values():
            for paid in takings.rounds.values():
                if paid.dealer:
                    found.setdefault(paid.dealer, []).append(paid)
        return {dealer: _sum(rounds) for dealer, rounds in sorted(found.items())}

    def of_tables(self, tables: Iterable[str], now_ms: int) -> Takings:
        """Add up what some tables took."""
        found = [self._tables[table] for table in tables if table in self._tables]
        rounds = [paid for each in found for paid in each.rounds.values()]
        since = max(self.day.begins_ms, min(now_ms, self.day.ends_ms) - HOUR_MS)
        lately = sum(paid.at_ms > since for paid in rounds)
        span_ms = min(now_ms, self.day.ends_ms) - since
        sums = _sum(rounds)
        return sums._replace(
            voids=sum(each.voids for each in found),
            win=sums.win + sum(each.corrections for each in found),
            an_hour=lately * HOUR_MS // span_ms if span_ms > 0 else None,
        )

    def irregularities(self) -> Iterator[tuple[str, int, str, int]]:
        """Give the rounds of the day in which something was ruled on: what, and when."""
        for table, takings in self._tables.items():
            for number, (words, at_ms) in takings.irregularities.items():
                yield table, number, words, at_ms

    def rounds(self) -> list[PaidRound]:
        """Give every round of the day with a stake in it, as they were paid."""
        found = (paid for each in self._tables.values() for paid in each.rounds.values())
        return sorted((paid for paid in found if paid.turnover), key=lambda paid: paid.at_ms)


def _sum(rounds: list[PaidRound]) -> Takings:
    return Takings(
        rounds=len(rounds),
        turnover=sum(paid.turnover for paid in rounds),
        win=sum(paid.win for paid in rounds),
        mean=sum(paid.expected.mean for paid in rounds),
        variance=sum(paid.expected.variance for paid in rounds),
    )


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


def _opens(link: Link) -> bool:
    if link.body is None:
        return True
    return any(isinstance(event, BettingOpened) for event in decode_table(link.body).events)


def series(rounds: list[PaidRound], most: int) -> Iterator[tuple[int, Takings]]:
    """Add rounds up one after the other, and give the sums at so many places."""
    sums = Takings()
    step = max(1, -(-len(rounds) // most))
    for number, paid in enumerate(rounds, 1):
        sums = sums._replace(
            turnover=sums.turnover + paid.turnover,
            win=sums.win + paid.win,
            mean=sums.mean + paid.expected.mean,
            variance=sums.variance + paid.expected.variance,
        )
        if number % step == 0 or number == len(rounds):
            yield number, sums
