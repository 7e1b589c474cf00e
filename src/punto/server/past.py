"""What must be known of a table's past to show it: promises made, and the last round's wagers."""

from itertools import chain as chained

from sqlalchemy import Connection

from punto.store import reading
from punto.store.chain import table_chain
from punto.store.record import decode_table
from punto.table.floor import Floor
from punto.table.record import Recorded, ShoeCommitted

AT_ONCE = 1_000
"""How many entries are read at a time, from the end backwards."""

Entries = list[tuple[Recorded, ...]]


def past_of(connection: Connection, floor: Floor, version: int) -> Entries:
    """Read a journal back to where the house bound itself to the shoe on the table, or further."""
    found: Entries = []
    while version > 0:
        before = max(0, version - AT_ONCE)
        found = _part(connection, floor.id, before, version) + found
        version = before
        if floor.unrevealed is None or _is_promised(found, floor.unrevealed):
            break
    return found


def _part(connection: Connection, table: str, after: int, through: int) -> Entries:
    links = reading.links(connection, table_chain(table), after, through)
    return [decode_table(link.body).events for link in links if link.body is not None]


def _is_promised(entries: Entries, shoe: int) -> bool:
    events = chained.from_iterable(entries)
    return any(isinstance(event, ShoeCommitted) and event.number == shoe for event in events)
