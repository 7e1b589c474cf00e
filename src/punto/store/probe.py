"""Whether anything can be stored: a word is written, and committed as a bet would be."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, insert, update

from punto.store import schema
from punto.store.database import begin_writing


class Probe(NamedTuple):
    """Somebody who wants to know it from the writer, in turn with those who bet."""

    reply: Callable[[str | None], None]
    """Told why nothing can be stored; None where a word was."""


def store_word(connection: Connection, now_ms: int) -> None:
    """Write a word that is in no books."""
    begin_writing(connection)
    table = schema.house
    asked = update(table).where(table.c.name == "probe").values(value=str(now_ms))
    if not connection.execute(asked).rowcount:
        connection.execute(insert(table), [{"name": "probe", "value": str(now_ms)}])
    connection.commit()


def store_all_again(connection: Connection) -> None:
    """Copy what waits: after a failed sync its pages may never have reached the disk."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
