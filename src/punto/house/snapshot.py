"""The whole house at one moment, in plain data."""

import msgspec
from immutables import Map

from punto.house.canonical import canonical
from punto.house.chain import Head
from punto.house.house import House, Kept
from punto.ledger import Account, Movement
from punto.table.carried import CarriedFloor, carried, restored


class Snapshot(msgspec.Struct, frozen=True):
    """A house in plain data; secrets and the orders of shoes are not in it."""

    heads: dict[str, tuple[int, bytes]]
    accounts: list[Account]
    kept: dict[str, tuple[str, list[Movement]]]
    floors: list[CarriedFloor]


_decode = msgspec.json.Decoder(Snapshot).decode


def snapshot_of(house: House) -> bytes:
    """Write a house down. Equal houses give equal bytes."""
    return canonical(
        Snapshot(
            heads={chain: (*head,) for chain, head in sorted(house.heads.items())},
            accounts=[house.accounts[key] for key in sorted(house.accounts)],
            kept={scope: _plain(kept) for scope, kept in sorted(house.kept.items())},
            floors=[carried(house.floors[key]) for key in sorted(house.floors)],
        )
    )


def _plain(kept: Kept) -> tuple[str, list[Movement]]:
    return kept.round, [kept.entries[key] for key in sorted(kept.entries)]


def house_of(body: bytes) -> House:
    """Read a house back; its shoes still want their secrets."""
    snapshot = _decode(body)
    return House(
        floors=Map({each.id: restored(each) for each in snapshot.floors}),
        accounts=Map({each.id: each for each in snapshot.accounts}),
        kept=Map({scope: _kept(*plain) for scope, plain in snapshot.kept.items()}),
        heads=Map({chain: Head(*head) for chain, head in snapshot.heads.items()}),
    )


def _kept(played: str, entries: list[Movement]) -> Kept:
    return Kept(played, Map({entry.id: entry for entry in entries}))
