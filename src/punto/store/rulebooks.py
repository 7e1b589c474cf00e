"""Rulebooks, stored once: where a table is opened, the database has the digest of its rulebook.

Entries and snapshots are hashed whole. Only on their way to the database is the text of a rulebook
taken out, and on the way back it is put in again, so that nobody else knows of it. Text that does
not have its digest is never put in: the entry does not match its own digest then, as after any
other change.
"""

import json
import re
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, select

from punto.store import schema
from punto.store.bulk import put_all

_NAME: Final = b'"rulebook":'
WHOLE: Final = b'"rulebook":{'
"""What stands in an entry that has a rulebook in it."""

_REFERENCE: Final = re.compile(rb'"rulebook":"sha256:([0-9a-f]{64})"')
_raw_decode = json.JSONDecoder().raw_decode

_read: Final[dict[str, bytes]] = {}
"""Texts that were read, by their digests, which they have: there are as many as editions."""


def without_rulebooks(connection: Connection, body: bytes) -> bytes:
    """Put digests in the place of rulebooks, and store the rulebooks by them."""
    at = body.find(WHOLE)
    while at >= 0:
        begun = at + len(_NAME)
        text = _object_at(body[begun:])
        digest = sha256(text).hexdigest()
        put_all(connection, schema.rulebooks, [(digest, text)])
        body = body[:begun] + f'"sha256:{digest}"'.encode() + body[begun + len(text) :]
        at = body.find(WHOLE, begun)
    return body


def _object_at(body: bytes) -> bytes:
    """Give the JSON object that some text begins with."""
    text = body.decode()
    return text[: _raw_decode(text)[1]].encode()


def with_rulebooks(connection: Connection, body: bytes) -> bytes:
    """Put the rulebooks back in."""

    def text_of(found: re.Match[bytes]) -> bytes:
        text = _text_of(connection, found[1].decode())
        return found[0] if text is None else _NAME + text

    return _REFERENCE.sub(text_of, body) if b'"rulebook":"sha256:' in body else body


def _text_of(connection: Connection, digest: str) -> bytes | None:
    if digest not in _read:
        table = schema.rulebooks
        text = connection.execute(select(table.c.body).where(table.c.digest == digest)).scalar()
        if text is None or sha256(text).hexdigest() != digest:
            return None
        _read[digest] = text
    return _read[digest]
