"""Somebody who may write to the database as they like, and knows how the journal is made."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, delete, insert, text, update

from punto.house.chain import CHECKPOINTS, EMPTY, Link, linked
from punto.store import Database, reading, schema

_GUARDS = {
    "sqlite": (
        "DROP TRIGGER IF EXISTS journal_no_delete",
        "DROP TRIGGER IF EXISTS journal_no_update",
    ),
    "postgresql": (
        "DROP TRIGGER IF EXISTS journal_kept ON journal",
        "DROP TRIGGER IF EXISTS journal_not_truncated ON journal",
    ),
}

Change = Callable[[Link], bytes | None]
"""Gives the new body of an entry, or None where the entry is to be left out."""


class Tamperer:
    """Takes the guards off, and changes what is written."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        for guard in _GUARDS[connection.dialect.name]:
            connection.execute(text(guard))
        connection.execute(text("DROP INDEX IF EXISTS journal_request"))

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Take everything back afterwards."""
        self.connection.execute(text("SAVEPOINT before"))
        try:
            yield
        finally:
            self.connection.execute(text("ROLLBACK TO SAVEPOINT before"))
            self.connection.execute(text("RELEASE SAVEPOINT before"))

    def links(self, chain: str) -> list[Link]:
        return list(reading.links(self.connection, chain))

    def put(self, chain: str, links: Iterable[Link]) -> None:
        """Put other entries in the place of a chain; its head stays."""
        table = schema.journal
        self.connection.execute(delete(table).where(table.c.chain == chain))
        rows = [link._asdict() for link in links]
        if rows:
            self.connection.execute(insert(table), rows)

    def rewrite(self, chain: str, change: Change) -> None:
        """Write a chain anew, with all hashes and its head: by itself it is without fault."""
        head, new = EMPTY, []
        for link in self.links(chain):
            body = change(link)
            if body is not None:
                new.append(linked(head, chain, link.at_ms, link.request, body))
                head = new[-1].head
        self.put(chain, new)
        table = schema.heads
        values = {"position": head.position, "hash": head.hash}
        self.connection.execute(update(table).where(table.c.chain == chain).values(values))

    def forget_checkpoints(self) -> None:
        """Take away what binds the chains from inside."""
        self.put(CHECKPOINTS, [])
        table = schema.heads
        self.connection.execute(delete(table).where(table.c.chain == CHECKPOINTS))


@contextmanager
def tampering(url: str) -> Iterator[Tamperer]:
    """Come in at night; what is changed stays changed."""
    database = Database(url)
    with database.engine.connect() as connection:
        if database.is_sqlite:
            connection.exec_driver_sql("BEGIN")
        yield Tamperer(connection)
        connection.commit()


def replaced(old: bytes, new: bytes) -> Change:
    """Change the first place where some text is found, in the first entry that has it."""
    is_done = False

    def change(link: Link) -> bytes:
        nonlocal is_done
        body = link.body or b""
        if is_done or old not in body:
            return body
        is_done = True
        return body.replace(old, new, 1)

    return change
