"""A backup of a house in one file, the same from SQLite and from PostgreSQL, made while it is open.

The journal is the truth, so the journal is what is kept: all else is folded from it again.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Table, exists, select

from punto.archive.lines import (
    FORMAT,
    VERSION,
    ArchiveWriter,
    Content,
    EntryLine,
    Header,
    SecretLine,
    SnapshotLine,
    compressed,
    half_written,
)
from punto.archive.reader import ArchiveReader
from punto.archive.rebuilding import Rebuilding
from punto.errors import DatabaseUnusable, PuntoError, Unverified, WrongKey
from punto.house.chain import RETENTION
from punto.store import reading, schema
from punto.store.bulk import Row, insert_all
from punto.store.database import Database, SoleWriter, begin_writing, plainly, url_of
from punto.store.key import HouseKey
from punto.store.snapshots import FORWARD
from punto.store.terms import BOUND, bound_terms
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
    yield from _snapshots(connection, key)
    # What was brought forward must be known before the entries that come after it.
    chains = sorted(reading.chains(connection), key=lambda chain: (chain != RETENTION, chain))
    for chain in chains:
        for link in reading.links(connection, chain):
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
    return Header(FORMAT, VERSION, house, at_ms, heads, bound_terms(connection))


def _snapshots(connection: Connection, key: HouseKey | None) -> Iterator[SnapshotLine]:
    """Give the state brought forward, and the newest snapshot that is not known to be damaged."""
    table = schema.snapshots
    numbers = connection.execute(select(table.c.number).order_by(table.c.number)).scalars().all()
    newest: SnapshotLine | None = None
    for number in numbers:
        row = connection.execute(select(table).where(table.c.number == number)).one()
        if key is None or key.authentication(row.body) == row.authentication:
            line = SnapshotLine(number, row.body.decode(), row.authentication)
            if number == FORWARD:
                yield line
            else:
                newest = line
    if newest is not None:
        yield newest


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
            _rebuild(connection, ArchiveReader(path, key))
            connection.commit()
    finally:
        right.release()
    return kept


def _require_empty(database: Database, connection: Connection) -> None:
    for table in schema.metadata.sorted_tables:
        if connection.execute(select(exists(select(table)))).scalar():
            raise DatabaseUnusable(f"{database!r} is not empty: restore into an empty one")


def _rebuild(connection: Connection, reader: ArchiveReader) -> None:
    """Write what the lines say; what they do not lead to is named with the line."""
    try:
        _write(connection, reader)
    except Unverified as error:
        reader.refuse(str(error))
    except (AssertionError, KeyError, ValueError, IndexError, msgspec.MsgspecError) as error:
        if isinstance(error, PuntoError):
            raise
        # The hashes fit, and still no house of ours has written this.
        reader.refuse(f"this cannot have happened: {error!r}")


def _write(connection: Connection, reader: ArchiveReader) -> None:
    snapshots: dict[int, bytes] = {}
    rebuilding: Rebuilding | None = None
    for content in reader.contents():
        match content:
            case SnapshotLine(number, body, authentication):
                snapshots[number] = body.encode()
                row = {"number": number, "body": body.encode(), "authentication": authentication}
                _insert(connection, schema.snapshots, row)
            case EntryLine():
                rebuilding = rebuilding or Rebuilding(connection, snapshots)
                rebuilding.add(content.link)
            case SecretLine():
                _insert(connection, schema.secrets, msgspec.structs.asdict(content))
            case _:
                pass
    (rebuilding or Rebuilding(connection, snapshots)).finish()
    _insert(connection, schema.house, {"name": "public key", "value": reader.header.house})
    for name in BOUND:
        if name in reader.header.terms:
            _insert(connection, schema.house, {"name": name, "value": reader.header.terms[name]})


def _insert(connection: Connection, table: Table, row: Row) -> None:
    insert_all(connection, table, [row])


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
