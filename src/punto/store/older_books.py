"""Closing books of before money was in the entries of its table.

The old chains stay as they are, and new entries follow on them. All accounts are brought forward
into the chain of the cage, numbered anew, and the first commit names the old heads.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from immutables import Map
from sqlalchemy import Connection

from punto.house.chain import ACCOUNTS, CAGE, CHECKPOINTS, COMMITS, linked
from punto.house.folding import Balances, begun_anew
from punto.house.house import Change, House, Written, extended
from punto.house.record import CageRecord, encode
from punto.ledger import Account
from punto.store import reading
from punto.store.group import committed
from punto.store.key import HouseKey
from punto.store.opening import require_chains
from punto.store.rebuilding import rebuild
from punto.store.storing import store

_AT_ONCE: Final = 1_000
"""How many accounts one entry brings forward."""


def are_older(connection: Connection) -> bool:
    """Whether there is a chain of all accounts, and no commit that has closed it."""
    return reading.heads(connection, [ACCOUNTS, COMMITS]).keys() == {ACCOUNTS}


def close_older_books(
    connection: Connection, balances: Balances, now_ms: int, key: HouseKey
) -> None:
    """Write the accounts as they are, and a commit that names all heads."""
    house = House(heads=Map(reading.heads(connection)))
    store(connection, house, [_closing(house, balances, now_ms)], key)


def _closing(house: House, balances: Balances, now_ms: int) -> Change:
    written: list[Written] = []
    for part in _parts(balances):
        body = encode(CageRecord("house", (), role="house", brought=part))
        link = linked(house.head(CAGE), CAGE, now_ms, None, body)
        house = extended(house, link)
        written.append(Written(link))
    old = sorted(chain for chain in house.heads if chain not in {CHECKPOINTS, CAGE})
    commit = committed(
        house, [*old, *dict.fromkeys(each.link.chain for each in written)], (), now_ms
    )
    return Change(extended(house, commit), (*written, Written(commit)))


def _parts(balances: Balances) -> Iterator[tuple[Account, ...]]:
    names = iter(sorted(balances.accounts))
    while part := [begun_anew(balances.accounts[name]) for name in islice(names, _AT_ONCE)]:
        yield tuple(part)


def rebuild_books(connection: Connection, key: HouseKey, now_ms: int) -> None:
    """Fold the books again that came without the marks of our key, and close older ones."""
    require_chains(connection)
    balances = rebuild(connection, key)
    if are_older(connection):
        close_older_books(connection, balances, now_ms, key)
        rebuild(connection, key)
