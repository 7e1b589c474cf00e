"""A table at one moment, in plain data: a shorter way back than all of its journal."""

import msgspec

from punto.house.canonical import canonical
from punto.house.chain import Head
from punto.table.carried import CarriedTable, carried, restored
from punto.table.house_table import HouseTable


class TableSnapshot(msgspec.Struct, frozen=True):
    """A table after one entry of its chain; secrets and the order of its shoe are not in it."""

    position: int
    hash: bytes
    house_table: CarriedTable = msgspec.field(name="floor")


_decode = msgspec.json.Decoder(TableSnapshot).decode


def snapshot_of(house_table: HouseTable, head: Head) -> bytes:
    """Write a table down. Equal tables give equal bytes."""
    return canonical(TableSnapshot(head.position, head.hash, carried(house_table)))


def house_table_of(body: bytes) -> tuple[HouseTable, Head]:
    """Read a table back; its shoe still wants its secret."""
    snapshot = _decode(body)
    return restored(snapshot.house_table), Head(snapshot.position, snapshot.hash)
