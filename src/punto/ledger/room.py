"""Whether the books have room for what may come of a stake, whatever the cards will be.

No total of an account may exceed `MAX_TOTAL`, and no transfer `MAX_AMOUNT`. A payment that did not
fit would hang its round, and a refusal then would depend on the cards. So it is asked before, when
credits are sold or a stake is placed, as if every stake won at the longest odds that exist. What is
taken in this way is at most a ninth of what fits: the rest is room for voids and for rounds that
are settled again, each of which moves as much once more at the most.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from punto.ledger.account import Account
from punto.ledger.ledger import Ledger
from punto.ledger.transfer import MAX_AMOUNT, Batch, Purpose, Transfer
from punto.money import MAX_ODDS

ROOM: Final = MAX_AMOUNT
"""The most that may ever have moved on an account, both ways, with all that is staked won."""

AT_MOST: Final = MAX_ODDS + 1
"""How many times a stake can move at the most: once itself, and once for each unit of odds."""

LARGEST_STAKE: Final = ROOM // AT_MOST
"""No larger stake is ever taken, so a table must not allow one."""

_WEIGHT: Final = {Purpose.BUY_IN: 1, Purpose.TICKET_IN: 1, Purpose.WAGER: AT_MOST}
"""What people decide to do. All else follows from it, and is never refused for want of room."""


def has_room(ledger: Ledger, batch: Batch) -> bool:
    """Whether all that a batch asks for fits, on every account that it touches.

    What the cards bring about is in the batch of an online hand too, and is left out here.
    """
    more: Counter[str] = Counter()
    for transfer in _wanted(batch):
        for name in (transfer.debit, transfer.credit):
            more[name] += transfer.amount * _WEIGHT[transfer.purpose]
    accounts = {name: ledger.accounts.get(name) for name in more}
    return all(_used(each) + more[name] <= ROOM for name, each in accounts.items())


def _wanted(batch: Batch) -> Iterable[Transfer]:
    for entry in batch.entries:
        if isinstance(entry, Transfer) and entry.purpose in _WEIGHT and _is_sound(entry):
            yield entry


def _is_sound(transfer: Transfer) -> bool:
    """Leave to the ledger what is no amount at all."""
    return type(transfer.amount) is int and transfer.amount > 0


def _used(account: Account | None) -> int:
    if account is None:
        return 0
    posted = account.debits_posted + account.credits_posted
    return posted + AT_MOST * (account.debits_pending + account.credits_pending)
