"""Another key that signs: the one before names it in the journal, and what it signed stays good."""

import os
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, delete, insert, update

from punto.house.chain import CHECKPOINTS, EMPTY, Head, Link, linked
from punto.house.record import encode
from punto.store import reading, schema
from punto.store.checkpoint import checkpoint_of, checkpoint_record, heir_record
from punto.store.database import Database, SoleWriter, begin_writing, plainly
from punto.store.key import KEY_BYTES, HouseKey
from punto.store.opening import opened
from punto.store.storing import write_journal
from punto.store.terms import require_key
from punto.store.timestamp import utc_ms

_KEPT: Final = "public key"


def rotate(
    database: Database,
    key: HouseKey,
    keep: Callable[[HouseKey], None],
    clock: Callable[[], int] = utc_ms,
) -> HouseKey:
    """Hand over to a new key, in a house that is closed; it is kept before the books want it."""
    database.require_schema()
    new = key.signing_anew(os.urandom(KEY_BYTES))
    right = SoleWriter(database)
    try:
        with plainly(database), right.connect() as connection:
            begin_writing(connection)
            require_key(connection, key)
            opened(connection, key)  # or what was changed since the last checkpoint would be signed
            _hand_over(connection, key, new, clock())
            keep(new)
            connection.commit()
    finally:
        right.release()
    return new


def _hand_over(connection: Connection, key: HouseKey, new: HouseKey, now_ms: int) -> None:
    heads = reading.heads(connection)
    record = heir_record(heads, now_ms, key, new.public)
    last = linked(heads.get(CHECKPOINTS, EMPTY), CHECKPOINTS, now_ms, None, encode(record))
    signed = checkpoint_of(heads, now_ms, new, vouched=last.head)
    first = linked(last.head, CHECKPOINTS, now_ms, None, encode(checkpoint_record(signed)))
    write_journal(connection, [last, first])
    _move_head(connection, first)
    house = schema.house
    connection.execute(update(house).where(house.c.name == _KEPT).values(value=new.public))


def _move_head(connection: Connection, link: Link) -> None:
    heads, head = schema.heads, Head(link.position, link.hash)
    connection.execute(delete(heads).where(heads.c.chain == CHECKPOINTS))
    row = {"chain": CHECKPOINTS, "position": head.position, "hash": head.hash}
    connection.execute(insert(heads), [row])
