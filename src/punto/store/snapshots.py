"""A shorter way back to a table: as it was a few entries ago, so that only those are replayed."""

from typing import Final

from sqlalchemy import Connection, select

from punto.house.chain import Head
from punto.house.snapshot import floor_of, snapshot_of
from punto.store import schema
from punto.store.bulk import Row, put_all, rows_among
from punto.store.key import HouseKey
from punto.store.rulebooks import with_rulebooks, without_rulebooks
from punto.table.floor import Floor

EVERY: Final = 100
"""After so many entries of a table it is written down again: or, in a rush, as many as it holds."""


def is_due(floor: Floor, position: int, written: int) -> bool:
    """Whether a table has come far enough since it was last written down."""
    return position - written >= max(EVERY, len(floor.money.entries))


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
