"""Coming back after a stop or a crash: the journal is checked, and the house folded from it."""

from collections.abc import Iterable

from immutables import Map
from msgspec.structs import replace
from sqlalchemy import Connection

from punto.errors import Unverified
from punto.fair import commitment
from punto.house.chain import Link, breaks
from punto.house.folding import fold_link
from punto.house.house import House
from punto.house.tables import order_for
from punto.store import reading
from punto.store.key import HouseKey
from punto.store.snapshots import newest_snapshot
from punto.store.storing import seal_place
from punto.table.floor import Floor
from punto.table.step import with_order


def recovered(connection: Connection, key: HouseKey) -> House:
    """Check every chain, fold the house, compare the balances; raises `Unverified` at a fault."""
    require_chains(connection)
    house = newest_snapshot(connection, key) or House()
    require_on_chains(connection, house)
    for chain in reading.heads(connection):
        after = house.head(chain).position
        house = _folded(house, chain, reading.links(connection, chain, after))
    require_balances(connection, house)
    return _with_secrets(house, reading.sealed_secrets(connection), key)


def require_chains(connection: Connection) -> None:
    """Refuse a journal that does not hold, and say where."""
    known = reading.heads(connection)
    for chain in reading.chains(connection):
        if chain not in known:
            raise Unverified(f"{chain}: there are entries and no head")
        for found in breaks(chain, reading.links(connection, chain), known[chain]):
            raise Unverified(str(found))


def require_on_chains(connection: Connection, snapshot: House) -> None:
    """Refuse a journal that a snapshot of ours knows otherwise: it was written anew."""
    for chain, head in sorted(snapshot.heads.items()):
        link = reading.link_at(connection, chain, head.position)
        if link is None or link.hash != head.hash:
            raise Unverified(f"{chain}, entry {head.position}: not the entry of the snapshot")


def require_balances(connection: Connection, house: House) -> None:
    """Refuse balances that are not what the journal adds up to."""
    stored = reading.accounts(connection)
    for name in sorted({*stored, *house.accounts}):
        if stored.get(name) != house.accounts.get(name):
            raise Unverified(f"account {name}: the balance stored is not that of the journal")


# --- folding ------------------------------------------------------------------------------------


def _folded(house: House, chain: str, links: Iterable[Link]) -> House:
    for link in links:
        if link.body is None:
            raise Unverified(f"{chain}, entry {link.position}: dropped, and no snapshot after it")
        house = replace(fold_link(house, link), heads=house.heads.set(chain, link.head))
    return house


# --- secrets ------------------------------------------------------------------------------------


def _with_secrets(house: House, sealed: dict[tuple[str, int], bytes], key: HouseKey) -> House:
    """Open the secrets of the promised shoes, and give the shoes on the tables their order."""
    opened = {place: key.unseal(each, seal_place(*place)) for place, each in sealed.items()}
    floors = Map({name: _with_order(floor, opened) for name, floor in house.floors.items()})
    return replace(house, floors=floors, secrets=Map(opened))


def _with_order(floor: Floor, opened: dict[tuple[str, int], bytes]) -> Floor:
    promised = floor.committed
    if promised is not None:
        _require_secret(floor, promised.number, promised.commitment, opened)
    shoe = floor.table.shoe
    if shoe is None or shoe.scanned:
        return floor
    secret = opened.get((floor.id, shoe.number))
    if secret is None:
        raise Unverified(f"the secret of {seal_place(floor.id, shoe.number)} is not stored")
    order = order_for(floor, shoe.number, secret, floor.outside)
    return replace(floor, table=with_order(floor.table, order))


def _require_secret(
    floor: Floor, number: int, committed: str, opened: dict[tuple[str, int], bytes]
) -> None:
    secret = opened.get((floor.id, number))
    if secret is None or commitment(secret, table=floor.id, shoe=number) != committed:
        raise Unverified(f"the secret of {seal_place(floor.id, number)} is not the promised one")
