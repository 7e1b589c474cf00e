"""The ledger: all accounts and all that was ever written; how an entry changes it.

Nothing is checked here: `apply` asks first and writes then.
"""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec
from immutables import Map
from msgspec.structs import replace

from punto.ledger.account import Account, Kind, visit_in
from punto.ledger.transfer import (
    PENDING,
    Batch,
    Entry,
    Movement,
    OpenAccount,
    Post,
    Purpose,
    Transfer,
    post_id,
    void_id,
)

Accounts: TypeAlias = Map[str, Account]


class Ledger(msgspec.Struct, frozen=True):
    """Accounts, and entries by their ids: all of them, or as many as somebody needs."""

    accounts: Accounts = Map()
    entries: Map[str, Movement] = Map()

    def transfer(self, key: str) -> Transfer:
        """Give a transfer that is known to be there; a client's id is never anything else."""
        entry = self.entries[key]
        assert isinstance(entry, Transfer), f"{key} is not a transfer"
        return entry

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
    if type(entry) is OpenAccount:
        return replace(ledger, accounts=_opened(ledger.accounts, entry))
    if type(entry) is Transfer:
        held = entry.amount if entry.purpose in PENDING else 0
        accounts = _moved(ledger, entry, pending=held, posted=entry.amount - held)
    else:
        transfer = ledger.transfer(entry.pending)
        posted = transfer.amount if type(entry) is Post else 0
        accounts = _moved(ledger, transfer, pending=-transfer.amount, posted=posted)
    return Ledger(accounts, ledger.entries.set(entry.id, entry))


def _opened(accounts: Accounts, entry: OpenAccount) -> Accounts:
    """Open an account at zero; that of a visit's debt begins the visit."""
    accounts = accounts.set(entry.id, Account(id=entry.id, kind=entry.kind, owner=entry.owner))
    visit = visit_in(entry.id) if entry.kind is Kind.RECEIVABLE else 0
    if not visit:
        return accounts
    return accounts.set(entry.owner, replace(accounts[entry.owner], visit=visit))


def _moved(ledger: Ledger, transfer: Transfer, *, pending: int, posted: int) -> Accounts:
    """Add to the totals of both sides, or take away from what is pending."""
    debit, credit = ledger.accounts[transfer.debit], ledger.accounts[transfer.credit]
    of_ticket = transfer.purpose is Purpose.TICKET_OUT
    debit = replace(
        debit,
        debits_pending=debit.debits_pending + pending,
        debits_posted=debit.debits_posted + posted,
        sequence=debit.sequence + 1,
        ticket=_ticket_after(debit, transfer, pending) if of_ticket else debit.ticket,
    )
    credit = replace(
        credit,
        credits_pending=credit.credits_pending + pending,
        credits_posted=credit.credits_posted + posted,
        sequence=credit.sequence + 1,
    )
    changing = ledger.accounts.mutate()
    changing[debit.id], changing[credit.id] = debit, credit
    return changing.finish()


def _ticket_after(account: Account, transfer: Transfer, pending: int) -> str:
    """Tell which ticket waits for its printer after its transfer began or ceased to wait."""
    if pending > 0:
        return transfer.id
    return "" if account.ticket == transfer.id else account.ticket


def numbered(before: Accounts, ledger: Ledger, batch: Batch) -> tuple[tuple[int, int], ...]:
    """Number every entry of a batch in the lives of the account debited and the one credited.

    `ledger` has the batch in it, `before` are the accounts without. Opening an account is no
    movement of it.
    """
    reached: dict[str, int] = {}
    numbers: list[tuple[int, int]] = []
    for entry in batch.entries:
        if type(entry) is Transfer:
            moved = entry
        elif type(entry) is OpenAccount:
            numbers.append((0, 0))
            continue
        else:
            moved = ledger.transfer(entry.pending)
        for name in (moved.debit, moved.credit):
            known = before.get(name)
            reached[name] = reached.get(name, known.sequence if known else 0) + 1
        numbers.append((reached[moved.debit], reached[moved.credit]))
    return tuple(numbers)


def replayed(batches: Iterable[Batch]) -> Ledger:
    """Fold the batches that were written, in their order, into the ledger that they make."""
    ledger = Ledger()
    for batch in batches:
        for entry in batch.entries:
            ledger = written(ledger, entry)
    return ledger
