"""Whether anything can be stored: a word is written, and committed as a bet would be."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection

from punto.store import schema
from punto.store.bulk import put_all
from punto.store.database import SoleWriter


class Probe(NamedTuple):
    """Somebody who wants to know it from the writer, in turn with those who bet."""

    reply: Callable[[str | None], None]
    """Told why nothing can be stored; None where a word was."""


class Visit(NamedTuple):
    """Somebody who wants a node to look what the others have done, and to take or leave tables."""

    reply: Callable[[str | None], None]
    """Told why that could not be; None where it was done."""
    take: tuple[str, ...] = ()
    """Tables to take, as far as they are nobody's."""
    leave: tuple[str, ...] = ()
    """Tables to let others have."""
    follow: tuple[str, ...] = ()
    """Tables of others to look at from now on."""
    find: tuple[str, ...] = ()
    """Tables of which it is to be known who has them."""
    forget: tuple[str, ...] = ()
    """Tables to look at no longer."""


def store_word(right: SoleWriter, connection: Connection, now_ms: int) -> None:
    """Write a word that is in no books, by whoever has the right to write."""
    right.begin(connection)
    put_word(connection, now_ms)
    connection.commit()


def put_word(connection: Connection, now_ms: int) -> None:
    """Write a word in a transaction that has begun."""
    put_all(connection, schema.house, [("probe", str(now_ms))])


def store_all_again(connection: Connection) -> None:
    """Copy what waits: after a failed sync its pages may never have reached the disk."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
