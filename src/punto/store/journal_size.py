"""How large the journal is, for whoever plans disks."""

from typing import NamedTuple

from sqlalchemy import Connection, func, select

from punto.store import schema


class JournalSize(NamedTuple):
    """Entries of all chains, those included of which only the hash is kept; and all on the disk."""

    entries: int
    database_bytes: int


def journal_size(connection: Connection) -> JournalSize:
    """Count entries by the ends of their chains, and ask the database what it takes."""
    entries = connection.execute(select(func.sum(schema.heads.c.position))).scalar()
    return JournalSize(int(entries or 0), _bytes(connection))


def _bytes(connection: Connection) -> int:
    if connection.dialect.name != "sqlite":
        asked = "SELECT pg_database_size(current_database())"
        return int(connection.exec_driver_sql(asked).scalar_one())
    pages, size = (
        int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
        for name in ("page_count", "page_size")
    )
    return pages * size
