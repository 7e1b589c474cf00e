"""Folding the house from the entries of its journal."""

from typing import NamedTuple

from msgspec.structs import replace

from punto.house.chain import ACCOUNTS, CHECKPOINTS, RETENTION, Link, table_of
from punto.house.house import House, Kept, kept_after, scope_of
from punto.house.record import decode_accounts, decode_table
from punto.ledger import Batch, Ledger, written
from punto.table.floor import Floor, fold_entry, opened_floor
from punto.table.record import TableOpened


def fold_link(house: House, link: Link) -> House:
    """Add one entry of any chain."""
    assert link.body is not None, "an entry to fold has its body"
    if link.chain == ACCOUNTS:
        return fold_batch(house, link.body).house
    if link.chain in {CHECKPOINTS, RETENTION}:
        return house
    floor = fold_floor(house.floors.get(table_of(link.chain)), link)
    return replace(house, floors=house.floors.set(floor.id, floor))


def fold_floor(floor: Floor | None, link: Link) -> Floor:
    """Add an entry to its table; the first one opens it."""
    assert link.body is not None, "an entry to fold has its body"
    events = decode_table(link.body).events
    if floor is None:
        assert isinstance(events[0], TableOpened), "a table begins with its opening"
        floor = opened_floor(table_of(link.chain), events[0])
    return fold_entry(floor, link.request or "", events)


class Folded(NamedTuple):
    """The house after a batch, and what meters and the places of entries are made from."""

    house: House
    ledger: Ledger
    batch: Batch


def fold_batch(house: House, body: bytes) -> Folded:
    """Add what moved between accounts."""
    record = decode_accounts(body)
    scope, batch = scope_of(record.cause), Batch(record.entries)
    ledger = _written(house.ledger(scope), batch)
    kept = kept_after(house.kept.get(scope, Kept()), scope, batch)
    after = replace(house, accounts=ledger.accounts, kept=house.kept.set(scope, kept))
    return Folded(after, ledger, batch)


def _written(ledger: Ledger, batch: Batch) -> Ledger:
    for entry in batch.entries:
        ledger = written(ledger, entry)
    return ledger
