"""What players owe after a void: whose debt it is, and how it is collected.

A player owes under one account. At a terminal one customer follows another, so every visit has an
account for its debt; the account of the newest visit is opened when the visit begins. What an
earlier customer owes stays where it is, and is never taken from the next.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

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

Visitor: TypeAlias = tuple[str, int]
"""A player and the visit; 0 where the account is no terminal's."""

_BRINGING: Final = frozenset({Purpose.BUY_IN, Purpose.TICKET_IN, Purpose.PAYOUT})
"""How credits come to whoever plays now; what is owed is taken from them at once."""

GIVING: Final = _BRINGING | {Purpose.CORRECTION}
"""Without any of these there is nothing to take from, as with every bet and most ends of rounds."""

NOTHING_ELSE: Final = Reference()
"""What is collected at the counter belongs to no table and no round."""


# --- visits -------------------------------------------------------------------------------------


def visit_of(ledger: Ledger, player: str) -> int:
    """Tell the visit at a terminal that goes on; 0 for an account that is none."""
    account = ledger.accounts.get(player)
    return account.visit if account is not None else 0


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
    return _owed(ledger, (player, visit_of(ledger, player)))


def _owed(ledger: Ledger, visitor: Visitor) -> int:
    debt = ledger.accounts.get(receivable_of(*visitor))
    return -debt.balance if debt is not None else 0


# --- collecting ---------------------------------------------------------------------------------


def collected(ledger: Ledger, batch: Batch) -> Batch:
    """Add to a batch that brings credits what is taken from them for those who owe.

    What a correction gives belongs to the visitor whose bet it was, also if that visit is over.
    """
    bringing = [each for each in _bringing(ledger, batch) if _owed(ledger, each[0])]
    if not bringing:
        return batch
    brought, first = given(batch.entries), dict[Visitor, Transfer]()
    for visitor, transfer in bringing:
        first.setdefault(visitor, transfer)
        if transfer.purpose in _BRINGING:
            brought[visitor] += transfer.amount
    taken = (_from(ledger, who, brought[who], each) for who, each in first.items())
    return Batch((*batch.entries, *(each for some in taken for each in some)))


def given(entries: Iterable[Entry]) -> Counter[Visitor]:
    """Add up what corrections give to every visitor, less what they take from his credits."""
    net = Counter[Visitor]()
    for entry in entries:
        if isinstance(entry, Transfer) and entry.purpose is Purpose.CORRECTION:
            net[entry.credit, entry.reference.visit] += entry.amount
            net[entry.debit, entry.reference.visit] -= entry.amount
    return net


def _bringing(ledger: Ledger, batch: Batch) -> Iterator[tuple[Visitor, Transfer]]:
    """Give all that brings credits, with whom it is for; whoever begins a visit owes nothing."""
    opened = {entry.owner for entry in batch.entries if isinstance(entry, OpenAccount)}
    for entry in batch.entries:
        if not isinstance(entry, Transfer):
            continue
        if entry.purpose is Purpose.CORRECTION:
            yield (entry.credit, entry.reference.visit), entry
        elif entry.purpose in _BRINGING and entry.credit not in opened:
            yield (entry.credit, visit_of(ledger, entry.credit)), entry


def _from(ledger: Ledger, visitor: Visitor, brought: int, first: Transfer) -> tuple[Transfer, ...]:
    taken = max(0, min(_owed(ledger, visitor), brought))
    return collection(first.id, visitor, taken, first.reference)


def collection(
    source: str, visitor: Visitor, amount: int, reference: Reference = NOTHING_ELSE
) -> tuple[Transfer, ...]:
    """Take what a visitor owes from credits, named for a transfer; nothing, if nothing is owed."""
    player, visit = visitor
    taken = Transfer(
        id=derived_id(Purpose.COLLECTION, source.partition(":")[2] or source),
        debit=player,
        credit=receivable_of(player, visit),
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
