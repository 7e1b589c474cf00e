"""Reading what was brought forward when the bodies of old entries were dropped."""

from sqlalchemy import Connection, select

from punto.errors import Unverified
from punto.house.chain import RETENTION
from punto.house.forward import NOTHING_DROPPED, Forward, forward_of
from punto.store import reading, schema
from punto.store.snapshots import FORWARD


def brought_forward(connection: Connection) -> Forward:
    """Read where to begin: at nothing, or at the state that the last retention entry binds."""
    last = reading.heads(connection).get(RETENTION)
    if last is None:
        return NOTHING_DROPPED
    link = reading.link_at(connection, RETENTION, last.position)
    table = schema.snapshots
    asked = select(table.c.body).where(table.c.number == FORWARD)
    state = connection.execute(asked).scalar()
    if link is None or state is None:
        raise Unverified(f"{RETENTION}, entry {last.position}: what it brings forward is missing")
    return forward_of(link, state)
