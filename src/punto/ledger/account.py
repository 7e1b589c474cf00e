"""Accounts, and which of them may never be on which side of zero.

Credits are what the house owes: a player's balance is above zero, and the cage's is below it once
money has come in. Over all accounts the balances add up to zero.
"""

from enum import Enum
from typing import Final

import msgspec

MAX_TOTAL: Final = 2**63 - 1
"""The largest total an account can hold: what every database stores as a whole number."""


class Kind(Enum):
    """What an account is for."""

    HOUSE = "house"
    CASH = "cash"
    """The cage: the only way for money to come in from outside or to leave."""
    PLAYER = "player"
    """The credits of a player, or of a terminal that plays for whoever bought them."""
    TICKET = "ticket"
    """One ticket: outstanding while its balance is above zero."""
    RECEIVABLE = "receivable"
    """What one player owes the house, or one visitor of a terminal; below zero while it is owed."""
    FELT = "felt"
    """The chips that lie at one position of a table; none between two rounds."""
    FLOAT = "float"
    """The chips that were brought to the float of a table and not taken away, or the vault's."""
    CHIPS = "chips"
    """The chips in the hands of those who play at a table with them, as far as they lay there."""

    # A member is one object. By default it is hashed in Python, by its name, and that dozens of
    # times for every hand.
    __hash__ = object.__hash__


NEVER_BELOW_ZERO: Final = frozenset({Kind.PLAYER, Kind.TICKET, Kind.FELT})
NEVER_ABOVE_ZERO: Final = frozenset({Kind.RECEIVABLE})


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Running totals, from which every balance is worked out; none of them is a balance."""

    id: str
    kind: Kind
    owner: str = ""
    """The player who owes, for a receivable; otherwise empty."""
    debits_posted: int = 0
    credits_posted: int = 0
    debits_pending: int = 0
    credits_pending: int = 0
    sequence: int = 0
    """How many movements there have been: each has its number in the life of the account."""
    visit: int = 0
    """At a terminal, the visit that goes on; 0 for an account that is none."""
    ticket: str = ""
    """The cash-out whose ticket is neither printed nor put back."""

    @property
    def balance(self) -> int:
        """What is posted; money held for open wagers is still in it."""
        return self.credits_posted - self.debits_posted

    @property
    def held(self) -> int:
        """What is promised elsewhere until it is posted or void."""
        return self.debits_pending

    @property
    def available(self) -> int:
        """What can be spent: posted less pending."""
        return self.credits_posted - self.debits_posted - self.debits_pending

    @property
    def is_sound(self) -> bool:
        """Whether the account is on its side of zero, with everything pending posted."""
        if self.kind in NEVER_BELOW_ZERO:
            return self.available >= 0
        if self.kind in NEVER_ABOVE_ZERO:
            return self.balance <= 0
        return True


def receivable_of(player: str, visit: int = 0) -> str:
    """Name the account of what a player owes; at a terminal every visit has one of its own."""
    return f"receivable:{player}:{visit}" if visit else f"receivable:{player}"


def visit_in(receivable: str) -> int:
    """Read the visit from the name of a debt; 0 where it has none."""
    visit = receivable.split(":")[2:]
    return int(visit[0]) if visit else 0


def ticket_account(key: str) -> str:
    """Name the account of one ticket."""
    return f"ticket:{key}"
