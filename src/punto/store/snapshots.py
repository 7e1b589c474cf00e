"""A shorter way back to a table: as it was a few entries ago, so that only those are replayed."""

from typing import Final

from sqlalchemy import Connection, select

from punto.house.chain import Head
from punto.house.snapshot import house_table_of, snapshot_of
from punto.store import schema
from punto.store.bulk import Row, put_all, rows_among
from punto.store.key import HouseKey
from punto.store.rulebooks import with_rulebooks, without_rulebooks
from punto.table.house_table import HouseTable

EVERY: Final = 100
"""After so many entries of a table it is written down again: or, in a rush, as many as it holds."""

AT_ONCE: Final = 4
"""The most tables that are written down with one group, so that no group takes long."""


def snapshot_row(house_table: HouseTable, head: Head, key: HouseKey) -> Row:
    """Write a table down as a row."""
    body = snapshot_of(house_table, head)
    return house_table.id, head.position, body, key.authentication(body)


def keep_snapshots(connection: Connection, rows: list[Row]) -> None:
    """Store tables, each in the place of what was known of it before."""
    short = [
        (table, position, without_rulebooks(connection, body), mark)
        for table, position, body, mark in rows
    ]
    put_all(connection, schema.snapshots, short)


def snapshot_positions(connection: Connection, tables: list[str]) -> dict[str, int]:
    """Tell after which entries tables were last written down."""
    rows = rows_among(connection, schema.snapshots, "table", tables)
    return {row.table: row.position for row in rows}


def newest_snapshot(
    connection: Connection, table: str, key: HouseKey
) -> tuple[HouseTable, Head] | None:
    """Read a table as it was last written down; what this house has not written is no snapshot."""
    asked = select(schema.snapshots).where(schema.snapshots.c.table == table)
    row = connection.execute(asked).one_or_none()
    body = b"" if row is None else with_rulebooks(connection, row.body)
    if row is None or key.authentication(body) != row.authentication:
        return None
    return house_table_of(body)
