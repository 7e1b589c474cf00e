"""Reading and keeping what was brought forward when the bodies of old entries were dropped."""

from sqlalchemy import Connection, delete, insert, select

from punto.errors import Unverified
from punto.house.chain import RETENTION
from punto.house.forward import NOTHING_DROPPED, BroughtForward, forward_of
from punto.store import reading, schema
from punto.store.rulebooks import with_rulebooks, without_rulebooks


def brought_forward(connection: Connection) -> BroughtForward:
    """Read where to begin: at nothing, or at the state that the last retention entry binds."""
    last = reading.heads(connection, [RETENTION]).get(RETENTION)
    if last is None:
        return NOTHING_DROPPED
    link = reading.link_at(connection, RETENTION, last.position)
    state = forward_state(connection)
    if link is None or state is None:
        raise Unverified(f"{RETENTION}, entry {last.position}: what it brings forward is missing")
    return forward_of(link, state)


def forward_state(connection: Connection) -> bytes | None:
    """Read the state as it is stored."""
    table = schema.forward
    short = connection.execute(select(table.c.body).order_by(table.c.position.desc())).scalar()
    return None if short is None else with_rulebooks(connection, short)


def keep_forward(connection: Connection, position: int, state: bytes) -> None:
    """Store what is brought forward, in the place of the state before."""
    connection.execute(delete(schema.forward))
    short = without_rulebooks(connection, state)
    connection.execute(insert(schema.forward), [{"position": position, "body": short}])
