"""What must be known of a table's past to show it after a restart: the last round's wagers."""

from typing import NamedTuple

from sqlalchemy import Connection

from punto.coup.event import BettingOpened
from punto.house.chain import table_chain
from punto.house.record import decode_table
from punto.store import reading
from punto.table.record import Recorded

AT_ONCE = 1_000
"""How many entries are read at a time, from the end backwards."""

Entries = list[tuple[int, tuple[Recorded, ...]]]
"""What happened, each entry with its time."""


class Past(NamedTuple):
    """The last entries of a journal, and the time of the very last."""

    entries: Entries
    since_ms: int


def past_of(connection: Connection, table: str, version: int) -> Past:
    """Read a journal back to where the last round commenced, or further."""
    found, since_ms = Past([], 0), 0
    while version > 0 and not _has_round(found.entries):
        before = max(0, version - AT_ONCE)
        part = _part(connection, table, before, version)
        since_ms = since_ms or part.since_ms
        found = Past(part.entries + found.entries, since_ms)
        version = before
    return found


def _part(connection: Connection, table: str, after: int, through: int) -> Past:
    links = list(reading.links(connection, table_chain(table), after, through))
    told = [(link.at_ms, decode_table(link.body).events) for link in links if link.body is not None]
    return Past(told, links[-1].at_ms)


def _has_round(entries: Entries) -> bool:
    return any(isinstance(event, BettingOpened) for _, events in entries for event in events)
