"""What is true of a ledger after every batch; each function answers alone, to be blamed alone."""

from collections.abc import Iterable
from typing import Final

from punto.ledger.account import Account, Kind, visit_in
from punto.ledger.ledger import Ledger, written
from punto.ledger.transfer import Movement, OpenAccount, Transfer

_OWED_TO_PLAYERS: Final = frozenset({Kind.PLAYER, Kind.TICKET, Kind.FELT})


def debits_equal_credits(ledger: Ledger) -> bool:
    """Whether every amount stands on both sides, posted and pending."""
    accounts = ledger.accounts.values()
    posted = sum(account.debits_posted - account.credits_posted for account in accounts)
    pending = sum(account.debits_pending - account.credits_pending for account in accounts)
    return posted == 0 and pending == 0


def balances_sum_to_zero(ledger: Ledger) -> bool:
    """Whether no money has been made or lost."""
    return sum(account.balance for account in ledger.accounts.values()) == 0


def guards_hold(ledger: Ledger) -> bool:
    """Whether no player or ticket is below zero, and no receivable above."""
    return all(account.is_sound for account in ledger.accounts.values())


def held_is_open(ledger: Ledger) -> bool:
    """Whether what is held is exactly what waits, account by account."""
    waiting = dict.fromkeys(ledger.accounts, 0)
    for transfer in open_transfers(ledger):
        waiting[transfer.debit] += transfer.amount
    return all(account.held == waiting[key] for key, account in ledger.accounts.items())


def accounts_follow_entries(ledger: Ledger) -> bool:
    """Whether every total is what the entries add up to: none has a life of its own."""
    again = Ledger()
    for account in sorted(ledger.accounts.values(), key=_opening_order):
        again = written(again, OpenAccount(account.id, account.kind, account.owner))
    for entry in sorted(ledger.entries.values(), key=lambda entry: _moving_order(ledger, entry)):
        again = written(again, entry)
    return again == ledger


def _opening_order(account: Account) -> tuple[bool, int]:
    """Open who owes before what is owed, and visits as they came."""
    is_debt = account.kind is Kind.RECEIVABLE
    return is_debt, visit_in(account.id) if is_debt else 0


def _moving_order(ledger: Ledger, entry: Movement) -> tuple[bool, str, bool]:
    """Let what waited end at once, and begin with it what waits still."""
    is_transfer = isinstance(entry, Transfer)
    moved = entry.id if isinstance(entry, Transfer) else entry.pending
    return is_transfer and ledger.is_open(moved), moved, not is_transfer


INVARIANTS = (
    debits_equal_credits,
    balances_sum_to_zero,
    guards_hold,
    held_is_open,
    accounts_follow_entries,
)


def broken(ledger: Ledger) -> tuple[str, ...]:
    """Name the invariants that do not hold: none, unless the ledger was changed from outside."""
    return tuple(invariant.__name__ for invariant in INVARIANTS if not invariant(ledger))


def open_transfers(ledger: Ledger) -> Iterable[Transfer]:
    """Give all that waits to be posted or let go."""
    for entry in ledger.entries.values():
        if isinstance(entry, Transfer) and ledger.is_open(entry.id):
            yield entry


def liability(ledger: Ledger) -> int:
    """Add up what is owed to players: credits, held stakes among them, and unredeemed tickets."""
    return sum(
        account.balance for account in ledger.accounts.values() if account.kind in _OWED_TO_PLAYERS
    )
