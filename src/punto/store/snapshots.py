"""A shorter way back: the whole house at one moment, so that only what came after is replayed."""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from punto.house.house import House
from punto.house.snapshot import house_of, snapshot_of
from punto.store import schema
from punto.store.key import HouseKey

KEPT = 2
"""How many snapshots stay: the newest, and one in case that is damaged."""

FORWARD: Final = 0
"""The number of the state that was brought forward when old bodies were dropped; it stays too."""


def keep_snapshot(connection: Connection, house: House, key: HouseKey) -> None:
    """Store a snapshot, and drop those that are too old."""
    table, body = schema.snapshots, snapshot_of(house)
    newest = connection.execute(select(func.max(table.c.number))).scalar() or 0
    row = {"number": newest + 1, "body": body, "authentication": key.authentication(body)}
    connection.execute(insert(table), [row])
    old = table.c.number.between(FORWARD + 1, newest + 1 - KEPT)
    connection.execute(delete(table).where(old))


def keep_forward(connection: Connection, body: bytes, key: HouseKey) -> None:
    """Store the state that is brought forward, in the place of the one before."""
    table = schema.snapshots
    row = {"number": FORWARD, "body": body, "authentication": key.authentication(body)}
    connection.execute(delete(table).where(table.c.number == FORWARD))
    connection.execute(insert(table), [row])


def newest_snapshot(connection: Connection, key: HouseKey) -> House | None:
    """Read the newest snapshot that this house has made, if there is one."""
    return next((house for _, house in _genuine(connection, key)), None)


def covered(connection: Connection, key: HouseKey) -> dict[str, int]:
    """Tell through which entry of each chain every snapshot reaches: one may be damaged later."""
    reached = [house.heads for number, house in _genuine(connection, key) if number != FORWARD]
    chains = {chain for heads in reached for chain in heads}
    return {
        chain: min(heads[chain].position if chain in heads else 0 for heads in reached)
        for chain in chains
    }


def _genuine(connection: Connection, key: HouseKey) -> Iterator[tuple[int, House]]:
    """Read the snapshots that this house has made, the newest first."""
    table = schema.snapshots
    for row in connection.execute(select(table).order_by(table.c.number.desc())):
        if key.authentication(row.body) == row.authentication:
            yield row.number, house_of(row.body)
