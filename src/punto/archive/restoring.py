"""Writing a backup to an empty database: journal, heads and secrets as the lines say them.

All else is folded from the journal anew, and compared with what must hold.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NoReturn

import msgspec
from sqlalchemy import Connection

from punto.archive.lines import EntryLine, ForwardLine, Header, SecretLine, SnapshotLine
from punto.archive.reader import ArchiveReader
from punto.errors import Unverified
from punto.house.chain import RETENTION, Head, Link
from punto.store import schema
from punto.store.bulk import Row, insert_all
from punto.store.forward import keep_forward
from punto.store.key import HouseKey
from punto.store.lease import NOBODYS
from punto.store.rebuilding import Impossible, rebuild, require_tables
from punto.store.storing import write_journal
from punto.store.terms import BOUND

_AT_ONCE: Final = 2_000


def write_all(connection: Connection, path: Path, key: HouseKey | None) -> None:
    """Write what the lines say; what they do not lead to is named with the line."""
    reader = ArchiveReader(path, key)
    _write_lines(connection, reader)
    try:
        rebuild(connection, key)
        require_tables(connection)
    except Impossible as error:
        # The hashes fit, and still no house of ours has written this.
        _refuse_entry(ArchiveReader(path, key), error)
    except Unverified as error:
        reader.refuse(str(error))


def _write_lines(connection: Connection, reader: ArchiveReader) -> None:
    journal, state = _Journal(connection), b""
    for content in reader.contents():
        match content:
            case EntryLine():
                journal.add(content.link)
            case ForwardLine(body) | SnapshotLine(number=0, body=body):
                state = body.encode()
            case SecretLine():
                insert_all(connection, schema.secrets, [msgspec.structs.astuple(content)])
            case _:
                pass
    journal.finish()
    if RETENTION in journal.heads:
        keep_forward(connection, journal.heads[RETENTION].position, state)
    insert_all(connection, schema.house, [*_bound(reader.header)])


def _refuse_entry(reader: ArchiveReader, found: Impossible) -> NoReturn:
    """Name the line of an entry."""
    for content in reader.contents():
        if isinstance(content, EntryLine) and content.link.head == found.link.head:
            break
    reader.refuse(str(found))


def _bound(header: Header) -> Iterator[Row]:
    """Say whose books these are, and what they are kept in."""
    yield "public key", header.house
    for name in BOUND:
        if name in header.terms:
            yield name, header.terms[name]


class _Journal:
    """Writes entries, many at a time."""

    def __init__(self, connection: Connection) -> None:
        self.heads: dict[str, Head] = {}
        self._connection = connection
        self._links: list[Link] = []

    def add(self, link: Link) -> None:
        """Write the next entry."""
        self._links.append(link)
        self.heads[link.chain] = link.head
        if len(self._links) >= _AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        write_journal(self._connection, self._links)
        self._links = []

    def finish(self) -> None:
        """Write the last ones, and where the chains end."""
        self._flush()
        heads = [(chain, *head, *NOBODYS) for chain, head in self.heads.items()]
        insert_all(self._connection, schema.heads, heads)
