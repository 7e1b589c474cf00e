"""Folding from the entries of the journal: a table from its chain, accounts from all of them."""

from typing import NamedTuple

from immutables import Map
from msgspec.structs import replace

from punto.house.chain import ACCOUNTS, CAGE, Link, is_of_table, table_of
from punto.house.record import CageRecord, TableRecord, decode_cage, decode_table
from punto.ledger import Account, Batch, Ledger, Movement, Post, Transfer, Void, written
from punto.table.house_table import HouseTable, cards_gone, fold_entry, opened_house_table
from punto.table.record import TableOpened


def fold_house_table(house_table: HouseTable | None, link: Link) -> HouseTable:
    """Add an entry to its table; the first one opens it."""
    assert link.body is not None, "an entry to fold has its body"
    record = decode_table(link.body)
    if house_table is None:
        first = record.events[0]
        assert isinstance(first, TableOpened), "a table begins with its opening"
        house_table = opened_house_table(table_of(link.chain), first)
    marks = house_table.landmarks.after(link.position, record.events, cards_gone(house_table))
    house_table = fold_entry(house_table, link.request or "", record.events, record.entries)
    return house_table if marks is house_table.landmarks else replace(house_table, landmarks=marks)


def money_record(link: Link) -> TableRecord | CageRecord | None:
    """Read an entry that may have moved money; None of a chain that never does."""
    assert link.body is not None, "an entry to fold has its body"
    if is_of_table(link.chain):
        return decode_table(link.body)
    return decode_cage(link.body) if link.chain in {CAGE, ACCOUNTS} else None


class Balances(NamedTuple):
    """The accounts, and of what has moved only what still waits."""

    accounts: Map[str, Account] = Map()
    waiting: Map[str, Movement] = Map()

    @property
    def ledger(self) -> Ledger:
        """As the ledger sees it."""
        return Ledger(self.accounts, self.waiting)


class Folded(NamedTuple):
    """The accounts after an entry, and what meters and the places of entries are made from."""

    balances: Balances
    ledger: Ledger
    batch: Batch


def fold_money(balances: Balances, record: TableRecord | CageRecord) -> Folded:
    """Add what an entry has moved."""
    if isinstance(record, CageRecord) and record.brought:
        accounts = {account.id: account for account in record.brought}
        brought = balances.accounts.update(accounts)
        return Folded(balances._replace(accounts=brought), balances.ledger, Batch(()))
    batch, ledger = Batch(record.entries), balances.ledger
    for entry in batch.entries:
        ledger = written(ledger, entry)
    return Folded(Balances(ledger.accounts, _waiting(balances.waiting, batch)), ledger, batch)


def _waiting(waiting: Map[str, Movement], batch: Batch) -> Map[str, Movement]:
    for entry in batch.entries:
        match entry:
            case Transfer(is_pending=True):
                waiting = waiting.set(entry.id, entry)
            case Post(pending) | Void(pending):
                waiting = waiting.delete(pending)
            case _:
                pass
    return waiting


def begun_anew(account: Account) -> Account:
    """Bring an account of older books forward: its movements are numbered from here on."""
    return replace(account, sequence=0)
