"""What can be written in the ledger: an account opened, money moved, a promise kept or let go.

Entries are never changed. A client makes the id of what it asks for, so that asking again is
harmless; the ids of what follows are made from that one, and no client can claim them first.
"""

import re
from enum import Enum
from typing import Final, TypeAlias, final

import msgspec

from punto.ledger.account import Kind

MAX_AMOUNT: Final = 10**18
"""The largest amount of one transfer; a wager is bounded by the largest stake instead."""

_CLIENT_ID = r"[A-Za-z0-9_-]{1,64}"

is_client_id: Final = re.compile(_CLIENT_ID, re.ASCII).fullmatch
"""Whether a client may give this id: letters, digits, `-` and `_`, at most 64."""

is_derived_id: Final = re.compile(rf"(?:{_CLIENT_ID})(?::{_CLIENT_ID}){{1,2}}", re.ASCII).fullmatch
"""Whether this is a word and one or two ids of clients, with colons between."""


class Purpose(Enum):
    """Why money moves. The purpose decides between which accounts, and whether it waits."""

    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    """Credits paid by an attendant."""
    WAGER = "wager"
    PAYOUT = "payout"
    """Winnings alone: the stake of a winning wager is let go, not paid."""
    TICKET_OUT = "ticket-out"
    TICKET_IN = "ticket-in"
    CORRECTION = "correction"
    """What the void or the settling again of a paid round gives or takes back."""
    RECEIVABLE = "receivable"
    """What a void cannot take back because it is spent."""
    REPAYMENT = "repayment"
    COLLECTION = "collection"
    """What a player owes, taken from credits that have just come or are about to go."""
    WRITE_OFF = "write-off"
    """What a player owed and the house gives up: the winnings stay the player's after all."""
    CHIPS_DOWN = "chips-down"
    """Chips laid at a position, or laid there again to be taken back."""
    CHIPS_UP = "chips-up"
    """Chips that go from a position, with what they have won."""
    FILL = "fill"
    """Chips brought from the vault to the float of a table."""
    CREDIT = "credit"
    """Chips taken from the float of a table to the vault."""
    DROP = "drop"
    """Money for chips that were sold at a table, out of its drop box."""

    __hash__ = object.__hash__  # quicker, as for `Kind`


class Release(Enum):
    """Why a pending transfer is let go."""

    WITHDRAWN = "withdrawn"
    PUSHED = "pushed"
    WON = "won"
    ROUND_VOID = "round-void"
    NOT_PRINTED = "not-printed"

    __hash__ = object.__hash__


PENDING: Final = frozenset({Purpose.WAGER, Purpose.TICKET_OUT})
"""A wager waits for its result, a ticket for its printer; all else is posted at once."""

DERIVED: Final = frozenset(
    {
        Purpose.PAYOUT,
        Purpose.TICKET_IN,
        Purpose.CORRECTION,
        Purpose.RECEIVABLE,
        Purpose.COLLECTION,
        Purpose.WRITE_OFF,
        Purpose.CHIPS_DOWN,
        Purpose.CHIPS_UP,
        Purpose.FILL,
        Purpose.CREDIT,
        Purpose.DROP,
    }
)
"""The purposes whose ids are not the client's to choose."""

BETWEEN: Final = {
    Purpose.BUY_IN: {(Kind.CASH, Kind.PLAYER)},
    Purpose.CASH_OUT: {(Kind.PLAYER, Kind.CASH)},
    Purpose.WAGER: {(Kind.PLAYER, Kind.HOUSE), (Kind.FELT, Kind.HOUSE)},
    Purpose.PAYOUT: {(Kind.HOUSE, Kind.PLAYER), (Kind.HOUSE, Kind.FELT)},
    Purpose.TICKET_OUT: {(Kind.PLAYER, Kind.TICKET)},
    Purpose.TICKET_IN: {(Kind.TICKET, Kind.PLAYER), (Kind.TICKET, Kind.CASH)},
    Purpose.CORRECTION: {
        *((Kind.HOUSE, Kind.PLAYER), (Kind.PLAYER, Kind.HOUSE)),
        *((Kind.HOUSE, Kind.FELT), (Kind.FELT, Kind.HOUSE)),
    },
    Purpose.RECEIVABLE: {(Kind.RECEIVABLE, Kind.HOUSE)},
    Purpose.REPAYMENT: {(Kind.CASH, Kind.RECEIVABLE), (Kind.PLAYER, Kind.RECEIVABLE)},
    Purpose.COLLECTION: {(Kind.PLAYER, Kind.RECEIVABLE)},
    Purpose.WRITE_OFF: {(Kind.HOUSE, Kind.RECEIVABLE)},
    Purpose.CHIPS_DOWN: {(Kind.CHIPS, Kind.FELT)},
    Purpose.CHIPS_UP: {(Kind.FELT, Kind.CHIPS)},
    Purpose.FILL: {(Kind.FLOAT, Kind.FLOAT)},
    Purpose.CREDIT: {(Kind.FLOAT, Kind.FLOAT)},
    Purpose.DROP: {(Kind.CASH, Kind.CHIPS)},
}
"""Debit and credit of every purpose. No pair has two players, and none will."""

RELEASES: Final = {
    Purpose.WAGER: {Release.WITHDRAWN, Release.PUSHED, Release.WON, Release.ROUND_VOID},
    Purpose.TICKET_OUT: {Release.NOT_PRINTED},
}


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """What a transfer belongs to; what does not apply is empty."""

    table: str = ""
    round: str = ""
    wager: str = ""
    rulebook: str = ""
    request: str = ""
    """The client's own id where the id of the transfer is not its to choose."""
    visit: int = 0
    """Of a stake at a terminal, the visit that it belongs to; 0 for everybody else."""


@final
class OpenAccount(msgspec.Struct, frozen=True, tag=True):
    """A new account, at zero."""

    id: str
    kind: Kind
    owner: str = ""


@final
class Transfer(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Money from the debited account to the credited one, in minor units."""

    id: str
    debit: str
    credit: str
    amount: int
    purpose: Purpose
    reference: Reference = Reference()

    @property
    def is_pending(self) -> bool:
        """Whether the money is only held until a `Post` or a `Void`."""
        return self.purpose in PENDING


@final
class Post(msgspec.Struct, frozen=True, tag=True):
    """A pending transfer takes place."""

    pending: str

    @property
    def id(self) -> str:
        """Made from the pending transfer: it can be posted once."""
        return post_id(self.pending)


@final
class Void(msgspec.Struct, frozen=True, tag=True):
    """A pending transfer is let go, and the money is free again."""

    pending: str
    why: Release

    @property
    def id(self) -> str:
        """Made from the pending transfer: it can be let go once."""
        return void_id(self.pending)


Movement: TypeAlias = Transfer | Post | Void
Entry: TypeAlias = OpenAccount | Transfer | Post | Void


class Batch(msgspec.Struct, frozen=True):
    """Linked entries: all of them are written, or none."""

    entries: tuple[Entry, ...]


def post_id(pending: str) -> str:
    """Name the posting of a pending transfer."""
    return f"post:{pending}"


def void_id(pending: str) -> str:
    """Name the release of a pending transfer."""
    return f"void:{pending}"


def derived_id(purpose: Purpose, *of: str) -> str:
    """Name what follows from a round and a wager, or from a ticket: the same every time."""
    return ":".join((purpose.value, *of))
