"""The ledger: all accounts and all that was ever written; how an entry changes it.

Nothing is checked here: `apply` asks first and writes then.
"""

from collections.abc import Iterable
from typing import assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from punto.ledger.account import Account
from punto.ledger.transfer import (
    Batch,
    Entry,
    Movement,
    OpenAccount,
    Post,
    Transfer,
    Void,
    post_id,
    void_id,
)


class Ledger(msgspec.Struct, frozen=True):
    """The accounts, and every entry by its id; nothing is ever taken out."""

    accounts: Map[str, Account] = Map()
    entries: Map[str, Movement] = Map()

    def transfer(self, key: str) -> Transfer:
        """Give a transfer that is known to be there; a client's id is never anything else."""
        entry = self.entries[key]
        assert isinstance(entry, Transfer), f"{key} is not a transfer"
        return entry

    def has(self, entry: Entry) -> bool:
        """Whether an entry of this id is there, whatever it says."""
        return entry.id in (self.accounts if isinstance(entry, OpenAccount) else self.entries)

    def is_posted(self, pending: str) -> bool:
        """Whether a pending transfer took place."""
        return post_id(pending) in self.entries

    def is_voided(self, pending: str) -> bool:
        """Whether a pending transfer was let go."""
        return void_id(pending) in self.entries

    def is_open(self, pending: str) -> bool:
        """Whether a transfer is pending and still waits."""
        if pending not in self.entries or not self.transfer(pending).is_pending:
            return False
        return not self.is_posted(pending) and not self.is_voided(pending)


def written(ledger: Ledger, entry: Entry) -> Ledger:
    """Write one entry that has been found good."""
    match entry:
        case OpenAccount(id, kind, owner):
            account = Account(id=id, kind=kind, owner=owner)
            return replace(ledger, accounts=ledger.accounts.set(id, account))
        case Transfer():
            if entry.is_pending:
                return _kept(_pending(ledger, entry, entry.amount), entry)
            return _kept(_posted(ledger, entry), entry)
        case Post(pending):
            transfer = ledger.transfer(pending)
            return _kept(_posted(_pending(ledger, transfer, -transfer.amount), transfer), entry)
        case Void(pending):
            transfer = ledger.transfer(pending)
            return _kept(_pending(ledger, transfer, -transfer.amount), entry)
        case _:
            assert_never(entry)


def _kept(ledger: Ledger, entry: Movement) -> Ledger:
    return replace(ledger, entries=ledger.entries.set(entry.id, entry))


def _pending(ledger: Ledger, transfer: Transfer, amount: int) -> Ledger:
    debit, credit = ledger.accounts[transfer.debit], ledger.accounts[transfer.credit]
    return _with_accounts(
        ledger,
        replace(debit, debits_pending=debit.debits_pending + amount),
        replace(credit, credits_pending=credit.credits_pending + amount),
    )


def _posted(ledger: Ledger, transfer: Transfer) -> Ledger:
    debit, credit = ledger.accounts[transfer.debit], ledger.accounts[transfer.credit]
    return _with_accounts(
        ledger,
        replace(debit, debits_posted=debit.debits_posted + transfer.amount),
        replace(credit, credits_posted=credit.credits_posted + transfer.amount),
    )


def _with_accounts(ledger: Ledger, *accounts: Account) -> Ledger:
    held = ledger.accounts
    for account in accounts:
        held = held.set(account.id, account)
    return replace(ledger, accounts=held)


def replayed(batches: Iterable[Batch]) -> Ledger:
    """Fold the batches that were written, in their order, into the ledger that they make."""
    ledger = Ledger()
    for batch in batches:
        for entry in batch.entries:
            ledger = written(ledger, entry)
    return ledger
