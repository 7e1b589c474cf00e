"""What must be known of a table's past to show it after a restart: the last round's wagers."""

from sqlalchemy import Connection

from punto.coup.event import BettingOpened
from punto.store import reading
from punto.store.chain import table_chain
from punto.store.record import decode_table
from punto.table.record import Recorded

AT_ONCE = 1_000
"""How many entries are read at a time, from the end backwards."""

Entries = list[tuple[int, tuple[Recorded, ...]]]
"""What happened, each entry with its time."""


def past_of(connection: Connection, table: str, version: int) -> Entries:
    """Read a journal back to where the last round commenced, or further."""
    found: Entries = []
    while version > 0 and not _has_round(found):
        before = max(0, version - AT_ONCE)
        found = _part(connection, table, before, version) + found
        version = before
    return found


def _part(connection: Connection, table: str, after: int, through: int) -> Entries:
    links = reading.links(connection, table_chain(table), after, through)
    return [(link.at_ms, decode_table(link.body).events) for link in links if link.body is not None]


def _has_round(entries: Entries) -> bool:
    return any(isinstance(event, BettingOpened) for _, events in entries for event in events)
