"""A shorter way back to a table: as it was a few entries ago, so that only those are replayed."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, select

from punto.house.chain import Head, is_of_table, table_chain, table_of
from punto.house.house import Change, House
from punto.house.snapshot import floor_of, snapshot_of
from punto.store import schema
from punto.store.bulk import Row, put_all, rows_among
from punto.store.key import HouseKey
from punto.store.rulebooks import with_rulebooks, without_rulebooks
from punto.table.floor import Floor

EVERY: Final = 100
"""After so many entries of a table it is written down again: or, in a rush, as many as it holds."""


AT_ONCE: Final = 4
"""The most tables that are written down with one group, so that no group takes long."""


def keep_due_snapshots(
    connection: Connection, changes: Sequence[Change], written: dict[str, int], key: HouseKey
) -> None:
    """Write down the tables that have come far since they last were, and note that in `written`."""
    house = changes[-1].house
    chains = dict.fromkeys([each.link.chain for change in changes for each in change.written])
    tables = (table_of(chain) for chain in chains if is_of_table(chain))
    due = [table for table in tables if _is_due(house, table, written.get(table, 0))][:AT_ONCE]
    if not due:
        return
    heads = {table: house.head(table_chain(table)) for table in due}
    rows = [snapshot_row(house.floors[table], head, key) for table, head in heads.items()]
    keep_snapshots(connection, rows)
    written |= {table: head.position for table, head in heads.items()}


def _is_due(house: House, table: str, written: int) -> bool:
    reached = house.head(table_chain(table)).position
    return reached - written >= max(EVERY, len(house.floors[table].money.entries))


def snapshot_row(floor: Floor, head: Head, key: HouseKey) -> Row:
    """Write a table down as a row."""
    body = snapshot_of(floor, head)
    return {
        "table": floor.id,
        "position": head.position,
        "body": body,
        "authentication": key.authentication(body),
    }


def keep_snapshots(connection: Connection, rows: list[Row]) -> None:
    """Store tables, each in the place of what was known of it before."""
    short = [row | {"body": without_rulebooks(connection, row["body"])} for row in rows]
    put_all(connection, schema.snapshots, short)


def snapshot_positions(connection: Connection, tables: list[str]) -> dict[str, int]:
    """Tell after which entries tables were last written down."""
    rows = rows_among(connection, schema.snapshots, "table", tables)
    return {row.table: row.position for row in rows}


def newest_snapshot(connection: Connection, table: str, key: HouseKey) -> tuple[Floor, Head] | None:
    """Read a table as it was last written down; what this house has not written is no snapshot."""
    asked = select(schema.snapshots).where(schema.snapshots.c.table == table)
    row = connection.execute(asked).one_or_none()
    body = b"" if row is None else with_rulebooks(connection, row.body)
    if row is None or key.authentication(body) != row.authentication:
        return None
    return floor_of(body)
