"""Reading a table: from its last snapshot and what came after, with every hash on the way."""

from typing import NamedTuple

from immutables import Map
from msgspec.structs import replace
from sqlalchemy import Connection

from punto.errors import Unverified
from punto.fair import commitment
from punto.house.chain import EMPTY, Head, Link, break_at, table_chain
from punto.house.draft import order_for
from punto.house.folding import fold_house_table
from punto.ledger import Bet, Ledger, Movement, ids_of
from punto.store import reading
from punto.store.forward import brought_forward
from punto.store.key import HouseKey
from punto.store.snapshots import EVERY, newest_snapshot
from punto.store.storing import seal_place
from punto.table.banking import RoundMoney
from punto.table.house_table import HouseTable
from punto.table.step import with_order

Secrets = dict[tuple[str, int], bytes]


class LoadedTable(NamedTuple):
    """A table as it is stored."""

    house_table: HouseTable
    head: Head
    secrets: Secrets
    snapshot: int
    """The entry after which it was last written down; far back where it is to be soon."""


def load_table(connection: Connection, table: str, key: HouseKey) -> LoadedTable | None:
    """Read a table; None if there is none, and `Unverified` if what is stored does not hold."""
    chain = table_chain(table)
    head = reading.heads(connection, [chain]).get(chain)
    if head is None:
        return None
    house_table, reached, snapshot = _begun(connection, table, key)
    for link in reading.links(connection, chain, reached.position):
        broken = break_at(link, reached)
        if broken is not None:
            raise Unverified(str(broken))
        if link.body is None:
            raise Unverified(f"{chain}, entry {link.position}: dropped, and no snapshot after it")
        house_table, reached = fold_house_table(house_table, link), link.head
    if reached != head or house_table is None:
        raise Unverified(f"{chain}, entry {reached.position}: its head is entry {head.position}")
    sealed = reading.sealed_secrets(connection, table)
    secrets = {shoe: key.unseal(each, seal_place(*shoe)) for shoe, each in sealed.items()}
    house_table = _with_order(_with_money(connection, house_table), secrets)
    return LoadedTable(house_table, head, secrets, snapshot)


class _Begun(NamedTuple):
    """Where to begin: the table there, if it was open by then."""

    house_table: HouseTable | None
    reached: Head
    snapshot: int


def _begun(connection: Connection, table: str, key: HouseKey) -> _Begun:
    """Begin at the snapshot; without one, at the first entry or at what was brought forward."""
    known, chain = newest_snapshot(connection, table, key), table_chain(table)
    if known is not None:
        _require_snapshot(reading.link_at(connection, chain, known[1].position), chain, known[1])
    house_table, reached = known or (None, EMPTY)
    following = reading.link_at(connection, chain, reached.position + 1)
    if following is None or following.body is not None:
        return _Begun(house_table, reached, reached.position)
    # What is brought forward is long: the table is written down as soon as it is played.
    forward = brought_forward(connection)
    cut = forward.cuts.get(chain, EMPTY)
    return _Begun(forward.tables.get(table), cut, cut.position - EVERY)


def _require_snapshot(link: Link | None, chain: str, head: Head) -> None:
    if link is None or link.hash != head.hash:
        raise Unverified(f"{chain}, entry {head.position}: not the entry of the snapshot")


def _with_money(connection: Connection, house_table: HouseTable) -> HouseTable:
    """Find what moved for a round of older books, whose money was in a chain of its own."""
    played, stakes = house_table.played, house_table.stakes
    if played is None or _has_money(house_table):
        return house_table
    bets = (Bet(player=b, wager=wager, stakes=held) for (b, wager), held in stakes.items())
    found = (reading.entry(connection, key) for bet in bets for key in ids_of(played, bet))
    entries: dict[str, Movement] = {each.id: each for each in found if each is not None}
    known = (
        house_table.money.entries if house_table.money.round == played.id else Map[str, Movement]()
    )
    return replace(house_table, money=RoundMoney(played.id, known.update(entries)))


def _has_money(house_table: HouseTable) -> bool:
    """Whether all is at hand that moved for the round: every stake, and its end if it is over."""
    ledger = Ledger(entries=house_table.money.entries)
    stakes = [key for held in house_table.stakes.values() for key in held]
    if any(key not in ledger.entries for key in stakes):
        return False
    return house_table.table.in_play or not any(map(ledger.is_open, stakes))


# --- secrets ------------------------------------------------------------------------------------


def _with_order(house_table: HouseTable, secrets: Secrets) -> HouseTable:
    """Check the secret of the promised shoe, and give the one on the table its order."""
    if house_table.committed is not None:
        _require_secret(
            house_table, house_table.committed.number, house_table.committed.commitment, secrets
        )
    shoe = house_table.table.shoe
    if shoe is None or shoe.scanned:
        return house_table
    secret = secrets.get((house_table.id, shoe.number))
    if secret is None:
        raise Unverified(f"the secret of {seal_place(house_table.id, shoe.number)} is not stored")
    order = order_for(house_table, shoe.number, secret, house_table.outside)
    return replace(house_table, table=with_order(house_table.table, order))


def _require_secret(house_table: HouseTable, number: int, committed: str, secrets: Secrets) -> None:
    secret = secrets.get((house_table.id, number))
    if secret is None or commitment(secret, table=house_table.id, shoe=number) != committed:
        raise Unverified(
            f"the secret of {seal_place(house_table.id, number)} is not the promised one"
        )
