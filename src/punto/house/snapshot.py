"""A table at one moment, in plain data: a shorter way back than all of its journal."""

import msgspec

from punto.house.canonical import canonical
from punto.house.chain import Head
from punto.table.carried import CarriedFloor, carried, restored
from punto.table.floor import Floor


class TableSnapshot(msgspec.Struct, frozen=True):
    """A table after one entry of its chain; secrets and the order of its shoe are not in it."""

    position: int
    hash: bytes
    floor: CarriedFloor


_decode = msgspec.json.Decoder(TableSnapshot).decode


def snapshot_of(floor: Floor, head: Head) -> bytes:
    """Write a table down. Equal tables give equal bytes."""
    return canonical(TableSnapshot(head.position, head.hash, carried(floor)))


def floor_of(body: bytes) -> tuple[Floor, Head]:
    """Read a table back; its shoe still wants its secret."""
    snapshot = _decode(body)
    return restored(snapshot.floor), Head(snapshot.position, snapshot.hash)
