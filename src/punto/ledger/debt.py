"""What players owe after a void: whose debt it is, and how it is collected.

A player owes under one account. At a terminal one customer follows another, so every visit has an
account for its debt; the account of the newest visit is opened when the visit begins. What an
earlier customer owes stays where it is, and is never taken from the next.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from punto.ledger.account import Account, Kind, receivable_of
from punto.ledger.ledger import Ledger
from punto.ledger.transfer import (
    Batch,
    Entry,
    OpenAccount,
    Purpose,
    Reference,
    Transfer,
    derived_id,
)

_BRINGING: Final = frozenset({Purpose.BUY_IN, Purpose.TICKET_IN, Purpose.PAYOUT})
"""How credits come to a player; what is owed is taken from them at once."""

NOTHING_ELSE: Final = Reference()
"""What is collected at the counter belongs to no table and no round."""


# --- visits -------------------------------------------------------------------------------------


def visit_of(ledger: Ledger, player: str) -> int:
    """Count the visits at a terminal up to the one that goes on; 0 for an account that is none.

    They have no gaps, so that the last one is found without looking at all of them.
    """
    known, beyond = 0, 1
    while receivable_of(player, beyond) in ledger.accounts:
        known, beyond = beyond, 2 * beyond
    while beyond - known > 1:
        middle = (known + beyond) // 2
        if receivable_of(player, middle) in ledger.accounts:
            known = middle
        else:
            beyond = middle
    return known


def first_visit(terminal: str) -> Batch:
    """Make an account that of a terminal: from now on its visits are told apart."""
    return Batch((_begun(terminal, 1),))


def next_visit(ledger: Ledger, player: str) -> tuple[OpenAccount, ...]:
    """Begin a visit, if credits come to a terminal on which nothing is left of the one before."""
    visit, account = visit_of(ledger, player), ledger.accounts.get(player)
    if not visit or account is None or account.balance or account.held:
        return ()
    return (_begun(player, visit + 1),)


def _begun(terminal: str, visit: int) -> OpenAccount:
    return OpenAccount(receivable_of(terminal, visit), Kind.RECEIVABLE, terminal)


# --- what is owed -------------------------------------------------------------------------------


def debts_of(ledger: Ledger, player: str) -> Iterator[Account]:
    """Give the accounts of all that was ever owed under a name, visit by visit."""
    known = ledger.accounts.get(receivable_of(player))
    if known is not None:
        yield known
    for visit in range(1, visit_of(ledger, player) + 1):
        yield ledger.accounts[receivable_of(player, visit)]


def owed_by(ledger: Ledger, player: str) -> int:
    """Tell what a player owes; at a terminal, the visitor who plays there now."""
    debt = ledger.accounts.get(receivable_of(player, visit_of(ledger, player)))
    return -debt.balance if debt is not None else 0


# --- collecting ---------------------------------------------------------------------------------


def collected(ledger: Ledger, batch: Batch) -> Batch:
    """Add to a batch that brings credits what is taken from them for those who owe."""
    brought: dict[str, list[Transfer]] = {}
    for entry in batch.entries:
        if isinstance(entry, Transfer) and entry.purpose in _BRINGING:
            brought.setdefault(entry.credit, []).append(entry)
    opened = {entry.owner for entry in batch.entries if isinstance(entry, OpenAccount)}
    taken = (_from(ledger, who, came) for who, came in brought.items() if who not in opened)
    return Batch((*batch.entries, *(each for some in taken for each in some)))


def _from(ledger: Ledger, player: str, came: list[Transfer]) -> tuple[Transfer, ...]:
    owed = min(owed_by(ledger, player), sum(each.amount for each in came))
    return collection(ledger, came[0].id, player, owed, came[0].reference)


def collection(
    ledger: Ledger, source: str, player: str, amount: int, reference: Reference = NOTHING_ELSE
) -> tuple[Transfer, ...]:
    """Take what a player owes from credits, named for a transfer; nothing, if nothing is owed."""
    taken = Transfer(
        id=derived_id(Purpose.COLLECTION, source.partition(":")[2] or source),
        debit=player,
        credit=receivable_of(player, visit_of(ledger, player)),
        amount=amount,
        purpose=Purpose.COLLECTION,
        reference=reference,
    )
    return (taken,) if amount else ()


def without_collections(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Leave out what was collected: the rest is what was asked for, or what a table moves."""
    return tuple(entry for entry in entries if not _is_collection(entry))


def _is_collection(entry: Entry) -> bool:
    return isinstance(entry, Transfer) and entry.purpose is Purpose.COLLECTION


# --- giving up ----------------------------------------------------------------------------------


def write_off(ledger: Ledger, request: str, *, house: str, player: str) -> Batch:
    """Give up all that is owed under a name, by whichever visitor; nothing, if nothing is."""
    owing = (debt for debt in debts_of(ledger, player) if debt.balance)
    return Batch(tuple(_given_up(request, at, house, debt) for at, debt in enumerate(owing)))


def _given_up(request: str, at: int, house: str, debt: Account) -> Transfer:
    return Transfer(
        id=derived_id(Purpose.WRITE_OFF, request, str(at)),
        debit=house,
        credit=debt.id,
        amount=-debt.balance,
        purpose=Purpose.WRITE_OFF,
        reference=Reference(request=request),
    )
