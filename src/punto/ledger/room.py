"""Whether the books have room for what may come of a stake, whatever the cards will be.

No total of an account may exceed `MAX_TOTAL`, and no transfer `MAX_AMOUNT`. A payment that did not
fit would hang its round, and a refusal then would depend on the cards. So it is asked before, when
credits are sold or a stake is placed, as if every stake won at the longest odds of the house. What
is taken in this way is at most a ninth of what fits: the rest is room for voids and for rounds that
are settled again, each of which moves as much once more at the most.
"""

from typing import Final

from punto.ledger.ledger import Ledger
from punto.ledger.transfer import MAX_AMOUNT, Batch, Purpose, Transfer
from punto.money import MAX_ODDS, MAX_STAKE

ROOM: Final = MAX_AMOUNT
"""The most that may ever have moved on an account, both ways, with all that is staked won."""

_DECIDED: Final = frozenset(
    {
        *(Purpose.BUY_IN, Purpose.TICKET_IN, Purpose.WAGER),
        *(Purpose.CHIPS_DOWN, Purpose.FILL, Purpose.CREDIT, Purpose.DROP),
    }
)
"""What people decide to do. All else follows from it, and is never refused for want of room."""


def largest_stake(odds: int) -> int:
    """Tell the largest stake that can be paid at these odds: a table must not allow a larger."""
    return min(MAX_STAKE, ROOM // (odds + 1))


def has_room(ledger: Ledger, batch: Batch, odds: int = MAX_ODDS) -> bool:
    """Whether all that a batch asks for fits, on every account that it touches.

    `odds` are the longest that any stake can be paid at, those that are held included. What the
    cards bring about is in the batch of an online hand too, and is left out here.
    """
    more: dict[str, int] = {}
    moves = odds + 1  # a stake can move once itself, and once for each unit of odds
    for entry in batch.entries:
        if type(entry) is not Transfer or (purpose := entry.purpose) not in _DECIDED:
            continue
        most = entry.amount
        if type(most) is int and most > 0:  # or the ledger says what is wrong
            if purpose is Purpose.WAGER:
                most *= moves
            more[entry.debit] = more.get(entry.debit, 0) + most
            more[entry.credit] = more.get(entry.credit, 0) + most
    for name, amount in more.items():
        account, used = ledger.accounts.get(name), 0
        if account is not None:
            used = account.debits_posted + account.credits_posted
            used += moves * (account.debits_pending + account.credits_pending)
        if used + amount > ROOM:
            return False
    return True
