"""A backup of a house in one file, the same from SQLite and from PostgreSQL, made while it is open.

The journal is the truth, so the journal is what is kept: all else is folded from it again.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET
from sqlalchemy import Connection, exists, select

from punto.archive.lines import (
    FORMAT,
    VERSION,
    ArchiveWriter,
    Content,
    EntryLine,
    ForwardLine,
    Header,
    SecretLine,
    compressed,
    half_written,
)
from punto.archive.reader import ArchiveReader
from punto.archive.restoring import write_all
from punto.archive.stored_order import entries_in_order
from punto.errors import DatabaseUnusable, WrongKey
from punto.store import reading, schema
from punto.store.database import Database, SoleWriter, begin_writing, plainly, url_of
from punto.store.forward import forward_state
from punto.store.key import HouseKey
from punto.store.succession import keys_of
from punto.store.terms import bound_terms
from punto.store.timestamp import utc_ms


class Kept(NamedTuple):
    """What a backup holds."""

    house: str
    """The public key of the house."""
    at_ms: int
    entries: int
    is_signed: bool


def back_up(
    database: Database,
    path: Path,
    key: HouseKey | None = None,
    *,
    clock: Callable[[], int] = utc_ms,
) -> Kept:
    """Write a backup, read it through, and only then give it its name."""
    database.require_schema()
    with half_written(path) as part:
        with plainly(database), database.reading() as connection, compressed(part) as file:
            writer = ArchiveWriter(file)
            for content in _contents(database, connection, key, clock()):
                writer.write(content)
            writer.end(key)
        return _checked(ArchiveReader(part, key, str(path)))


def _checked(reader: ArchiveReader) -> Kept:
    entries = sum(isinstance(each, EntryLine) for each in reader.contents())
    header = reader.header
    return Kept(header.house, header.at_ms, entries, reader.is_signed)


# --- what is kept -------------------------------------------------------------------------------


def _contents(
    database: Database, connection: Connection, key: HouseKey | None, at_ms: int
) -> Iterator[Content]:
    yield _header(database, connection, key, at_ms)
    state = forward_state(connection)
    if state is not None:
        yield ForwardLine(state.decode())
    for link in entries_in_order(connection):
        yield EntryLine.of(link)
    for (table, shoe), sealed in sorted(reading.sealed_secrets(connection).items()):
        yield SecretLine(table, shoe, sealed)


def _header(database: Database, connection: Connection, key: HouseKey | None, at_ms: int) -> Header:
    heads = {chain: (*head,) for chain, head in reading.heads(connection).items()}
    house = reading.house_value(connection, "public key")
    if house is None:
        raise DatabaseUnusable(f"there is no house in {database!r}")
    if key is not None and key.public != house:
        raise WrongKey("the key is not the one that this database was made with")
    first, *heirs = keys_of(connection)
    terms = bound_terms(connection)
    return Header(FORMAT, VERSION, house, at_ms, heads, terms, first if heirs else UNSET)


# --- restoring ----------------------------------------------------------------------------------


def restore(path: Path, database: Database, key: HouseKey | None = None) -> Kept:
    """Check all of a backup, then write it to an empty database, whole or not at all."""
    kept = _checked(ArchiveReader(path, key))
    database.migrate()
    right = SoleWriter(database)
    try:
        with plainly(database), right.connect() as connection:
            begin_writing(connection)
            _require_empty(database, connection)
            write_all(connection, path, key)
            connection.commit()
    finally:
        right.release()
    return kept


def _require_empty(database: Database, connection: Connection) -> None:
    for table in schema.metadata.sorted_tables:
        if connection.execute(select(exists(select(table)))).scalar():
            raise DatabaseUnusable(f"{database!r} is not empty: restore into an empty one")


@contextmanager
def restored_temporarily(path: Path, key: HouseKey | None = None) -> Iterator[Database]:
    """Restore a backup to a database of its own that is gone afterwards, to look at it."""
    with tempfile.TemporaryDirectory(prefix="punto-") as directory:
        database = Database(url_of(Path(directory)))
        try:
            restore(path, database, key)
            yield database
        finally:
            database.engine.dispose()
