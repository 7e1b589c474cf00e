"""The nodes of a house: several processes on one PostgreSQL, each in one life of its name.

A life has an epoch. Every group locks the row of its node `FOR KEY SHARE`; whoever declares a node
dead locks it `FOR UPDATE`, and so waits for the group in flight. From then on the dead write
nothing. A beat waits for no group, however long it takes: it changes no key of the row.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection

from punto.errors import PuntoError
from punto.store.lease import Lease

CHANNEL: Final = "punto"
"""Where PostgreSQL tells the nodes that one of them has stored something."""

BEAT_SECONDS: Final = 1.0
DEAD_SECONDS: Final = 5.0
"""Who was not seen for so long, by the clock of the database, is dead."""

_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT"
_MINE: Final = "name = %(node)s AND epoch = %(epoch)s"
_ENDED: Final = (
    "WITH ended AS (SELECT name FROM nodes WHERE {which} FOR UPDATE)"
    " UPDATE nodes SET epoch = epoch + 1, seen_ms = 0 FROM ended WHERE nodes.name = ended.name"
    " RETURNING nodes.name"
)
"""Ends lives; what is asked of them is asked again of each once its group in flight is over."""


class Fenced(PuntoError):
    """This process was declared dead: another may have its tables, and it writes nothing more."""


class Living(NamedTuple):
    """A node that lives, and where it is reached."""

    name: str
    epoch: int
    address: str


def begin_life(connection: Connection, name: str, address: str) -> Lease:
    """Begin the next life of a node; what its last one had is nobody's then."""
    connection.exec_driver_sql("SELECT FROM nodes WHERE name = %(node)s FOR UPDATE", {"node": name})
    asked = (
        f"INSERT INTO nodes VALUES (%(node)s, 1, {_NOW}, %(address)s) ON CONFLICT (name) DO UPDATE"  # noqa: S608
        f" SET epoch = nodes.epoch + 1, seen_ms = {_NOW}, address = %(address)s RETURNING epoch"
    )
    row = connection.exec_driver_sql(asked, {"node": name, "address": address}).one()
    return Lease(name, row.epoch)


def hold_life(connection: Connection, lease: Lease) -> None:
    """Keep this life from being ended until the transaction is; the others are told of that.

    They are told by PostgreSQL, once it is committed, and not at all if it never is.
    """
    asked = f"SELECT pg_notify('{CHANNEL}', name) FROM nodes WHERE {_MINE} FOR KEY SHARE"  # noqa: S608
    if connection.exec_driver_sql(asked, lease._asdict()).one_or_none() is None:
        raise Fenced(f"node {lease.node} was declared dead: others have its tables")


def beat(connection: Connection, lease: Lease) -> int | None:
    """Say that a node lives, and give when, by the database; None where it was declared dead."""
    asked = f"UPDATE nodes SET seen_ms = {_NOW} WHERE {_MINE} RETURNING seen_ms"  # noqa: S608
    seen_ms: int | None = connection.exec_driver_sql(asked, lease._asdict()).scalar()
    return seen_ms


def end_life(connection: Connection, lease: Lease) -> None:
    """End a life in order; its tables are nobody's."""
    connection.exec_driver_sql(_ENDED.format(which=_MINE), lease._asdict())


def end_silent_lives(connection: Connection, seen_ms: int) -> list[str]:
    """Declare dead who was not seen for too long before one's own last beat, and name them."""
    asked = _ENDED.format(which="seen_ms BETWEEN 1 AND %(last_ms)s")
    last_ms = seen_ms - int(DEAD_SECONDS * 1000)
    return list(connection.exec_driver_sql(asked, {"last_ms": last_ms}).scalars())


def living(connection: Connection) -> tuple[Living, ...]:
    """Name the nodes that live."""
    asked = "SELECT name, epoch, address FROM nodes WHERE seen_ms > 0 ORDER BY name"
    return tuple(Living(*row) for row in connection.exec_driver_sql(asked))


# --- leases -------------------------------------------------------------------------------------


def owners(connection: Connection, chains: Sequence[str]) -> dict[str, str]:
    """Name the nodes that have tables, of those that there are, by their chains.

    A table whose node has ended that life is nobody's: its name is empty.
    """
    asked = (
        "SELECT heads.chain, coalesce(nodes.name, '') AS node FROM heads LEFT JOIN nodes"
        " ON nodes.name = heads.node AND nodes.epoch = heads.epoch"
        " WHERE heads.chain = ANY(%(chains)s::VARCHAR[])"
    )
    rows = connection.exec_driver_sql(asked, {"chains": list(chains)})
    return {row.chain: row.node for row in rows}


def claim(connection: Connection, chains: Sequence[str], lease: Lease) -> None:
    """Take tables that are nobody's; nodes do so in turn."""
    asked = (
        "UPDATE heads SET node = %(node)s, epoch = %(epoch)s"
        " WHERE chain = ANY(%(chains)s::VARCHAR[])"
    )
    connection.exec_driver_sql(asked, {"chains": list(chains), **lease._asdict()})


def give_up(connection: Connection, chains: Sequence[str], lease: Lease) -> None:
    """Let others have tables."""
    asked = (
        "UPDATE heads SET node = '', epoch = 0 WHERE chain = ANY(%(chains)s::VARCHAR[])"
        " AND node = %(node)s AND epoch = %(epoch)s"
    )
    connection.exec_driver_sql(asked, {"chains": list(chains), **lease._asdict()})
