"""What was ruled on at the tables lately, for alerts: a night's shall be there in the morning."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from sqlalchemy import Connection

from punto.house.chain import COMMITS, Link, is_of_table, table_chain, table_of
from punto.house.record import decode_table
from punto.office.committed import span
from punto.office.day_book import UNREADABLE
from punto.store import reading
from punto.table.event import IrregularityRuled

KEPT_MS: Final = 7 * 24 * 3_600_000
"""How far back is looked for what nobody has seen."""

_AT_ONCE: Final = 10_000
"""So many commits are looked through at a time: after a start, older alerts come bit by bit."""

_NAMED: Final = re.compile(r"round:([A-Za-z0-9-]+)-\d+:(\d{1,15})", re.ASCII)
_RULED: Final = b'"type":"IrregularityRuled"'


class Ruled(NamedTuple):
    """A ruling, by the entry that has it: one round can be ruled on twice."""

    at_ms: int
    table: str
    position: int
    round: int
    words: str

    @property
    def alert(self) -> str:
        """Name it as an alert."""
        return f"round:{self.table}-{self.round}:{self.position}"


class Irregularities:
    """Reads on, and back, a part at a time. Not for two threads at once."""

    def __init__(self) -> None:
        self._found: dict[str, Ruled] = {}
        self._first: int | None = None
        """The commit before the first that was read, and the last."""
        self._last = 0

    def read_on(self, connection: Connection, now_ms: int) -> list[Ruled]:
        """Take in what is new, and more of what is old; give what is young enough, in order."""
        since_ms = now_ms - KEPT_MS
        head = reading.heads(connection, [COMMITS]).get(COMMITS)
        end = head.position if head is not None else 0
        if self._first is None:
            self._first = self._last = end
        self._read(connection, self._last, end)
        self._last = end
        self._read_back(connection, since_ms)
        self._found = {name: each for name, each in self._found.items() if each.at_ms >= since_ms}
        return sorted(self._found.values())

    def _read_back(self, connection: Connection, since_ms: int) -> None:
        first = self._first or 0
        link = reading.link_at(connection, COMMITS, first) if first else None
        if link is not None and link.at_ms >= since_ms:
            before = max(0, first - _AT_ONCE)
            self._read(connection, before, first)
            # Only now: what could not be read is read again at the next look.
            self._first = before

    def _read(self, connection: Connection, after: int, through: int) -> None:
        found = span(connection, after, through)
        for chain, runs in found.chains.items():
            if is_of_table(chain):
                place = {"after": runs[0].after, "through": runs[-1].through}
                for each in _ruled(reading.links_with(connection, chain, _RULED, **place)):
                    self._found[each.alert] = each


def _ruled(links: Iterable[Link]) -> Iterator[Ruled]:
    """Read rulings; an entry that cannot be read has none."""
    for link in links:
        try:
            events = decode_table(link.body or b"").events
        except UNREADABLE:
            continue
        for event in events:
            if isinstance(event, IrregularityRuled):
                yield Ruled(
                    link.at_ms, table_of(link.chain), link.position, event.round, event.words
                )


def ruled_as(connection: Connection, alert: str) -> Ruled | None:
    """Find the ruling that an alert is named by, however old: the name has its entry."""
    named = _NAMED.fullmatch(alert)
    link = reading.link_at(connection, table_chain(named[1]), int(named[2])) if named else None
    found = _ruled([link]) if link is not None else iter(())
    return next((each for each in found if each.alert == alert), None)


def last_ruled(connection: Connection, table: str) -> Ruled | None:
    """Find the last ruling of a table, which it may wait on, however old."""
    return next(_ruled(reading.links_with(connection, table_chain(table), _RULED, most=1)), None)
