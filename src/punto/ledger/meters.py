"""The meters: what came in, was staked, came back and went out. None of them ever goes down.

A wager is metered when it ends, not when it is placed: one that is withdrawn was never played, so
nobody can run up the coin in by placing and withdrawing.
"""

from collections.abc import Iterable
from typing import Final, Self

import msgspec
from immutables import Map
from msgspec.structs import replace

from punto.ledger.account import Kind
from punto.ledger.debt import debts_of
from punto.ledger.ledger import Ledger
from punto.ledger.transfer import (
    PENDING,
    Entry,
    OpenAccount,
    Purpose,
    Release,
    Transfer,
    Void,
)


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """Counters in minor units; the four meters of the trade are sums of them."""

    buy_ins: int = 0
    tickets_in: int = 0
    repaid: int = 0
    """Debts paid in cash."""
    tickets_out: int = 0
    cash_out: int = 0
    """Credits paid by an attendant."""
    chips_down: int = 0
    """Chips laid at a position, anew for each round: they are no money of the cage."""
    chips_up: int = 0
    """Chips that were taken up again, with what they have won."""
    staked: int = 0
    returned: int = 0
    """Stakes that came back: pushed, won, or void."""
    won: int = 0
    taken_back: int = 0
    """What the void or the settling again of a paid round took back, or put down as owed."""
    voids: int = 0
    """What voids and settlings again moved, either way; it is in other counters too."""

    @property
    def credits_in(self) -> int:
        """Credits bought, for money or for a ticket."""
        return self.buy_ins + self.tickets_in

    @property
    def money_in(self) -> int:
        """All that came from outside."""
        return self.credits_in + self.repaid

    @property
    def money_out(self) -> int:
        """All that left."""
        return self.tickets_out + self.cash_out

    @property
    def brought(self) -> int:
        """What came to play and has not gone from it, as money or as chips."""
        return self.money_in - self.money_out + self.chips_down - self.chips_up

    @property
    def coin_in(self) -> int:
        """All that the house took; winnings taken back are in it, because no meter goes down."""
        return self.staked + self.taken_back

    @property
    def coin_out(self) -> int:
        """All that the house gave, returned stakes included."""
        return self.returned + self.won

    def __add__(self, other: Self) -> Self:
        sums = {name: getattr(self, name) + getattr(other, name) for name in self.__struct_fields__}
        return replace(self, **sums)


class MeterKey(msgspec.Struct, frozen=True):
    """Whose meter; money that is not in play belongs to no table and no rulebook."""

    player: str
    table: str
    rulebook: str


Meters = Map[MeterKey, Meter]

_MOVED: Final = {
    Purpose.BUY_IN: ("buy_ins",),
    Purpose.CASH_OUT: ("cash_out",),
    Purpose.PAYOUT: ("won",),
    Purpose.CHIPS_DOWN: ("chips_down",),
    Purpose.CHIPS_UP: ("chips_up",),
    Purpose.RECEIVABLE: ("taken_back", "voids"),
    # What is given up was taken back before: the winnings stay with the player after all.
    Purpose.WRITE_OFF: ("won",),
}
_POSTED: Final = {Purpose.WAGER: ("staked",), Purpose.TICKET_OUT: ("tickets_out",)}
_RELEASED: Final = {
    Release.WITHDRAWN: (),
    Release.NOT_PRINTED: (),
    Release.PUSHED: ("staked", "returned"),
    Release.WON: ("staked", "returned"),
    Release.ROUND_VOID: ("staked", "returned", "voids"),
}


_PLAYING: Final = frozenset({Kind.PLAYER, Kind.FELT})


def metered(meters: Meters, ledger: Ledger, entries: Iterable[Entry]) -> Meters:
    """Count entries that are in the ledger; each must be counted once."""
    for entry in entries:
        # What only waits is counted when it ends: every bet comes by here.
        if type(entry) is not Transfer or entry.purpose not in PENDING:
            meters = _counted(meters, ledger, entry)
    return meters


def _counted(meters: Meters, ledger: Ledger, entry: Entry) -> Meters:
    if type(entry) is OpenAccount:
        return meters
    if type(entry) is Transfer:
        return _raised(meters, ledger, entry, _counters(ledger, entry))
    transfer = ledger.transfer(entry.pending)
    counters = _RELEASED[entry.why] if type(entry) is Void else _POSTED[transfer.purpose]
    return _raised(meters, ledger, transfer, counters)


def _counters(ledger: Ledger, transfer: Transfer) -> tuple[str, ...]:
    debit = ledger.accounts[transfer.debit].kind
    credit = ledger.accounts[transfer.credit].kind
    match transfer.purpose:
        case Purpose.CORRECTION:
            return ("returned", "voids") if debit is Kind.HOUSE else ("taken_back", "voids")
        case Purpose.TICKET_IN:
            # A ticket paid at the cage was counted as money out when it was printed.
            return ("tickets_in",) if credit is Kind.PLAYER else ()
        case Purpose.REPAYMENT:
            # Paid from credits, a debt only moves between two accounts of one player.
            return ("repaid",) if debit is Kind.CASH else ()
        case purpose:
            return _MOVED.get(purpose, ())


def _raised(
    meters: Meters, ledger: Ledger, transfer: Transfer, counters: tuple[str, ...]
) -> Meters:
    if not counters:
        return meters
    reference = transfer.reference
    key = MeterKey(_player(ledger, transfer), reference.table, reference.rulebook)
    known = meters.get(key, Meter())
    raised = {name: getattr(known, name) + transfer.amount for name in counters}
    return meters.set(key, replace(known, **raised))


def _player(ledger: Ledger, transfer: Transfer) -> str:
    """Find whose money it is: of a player, of the chips at a position, or what a player owes."""
    accounts = (ledger.accounts[transfer.debit], ledger.accounts[transfer.credit])
    names = [each.id if each.kind in _PLAYING else each.owner for each in accounts]
    return next(name for name in names if name)


# --- reading them -------------------------------------------------------------------------------


def meter(
    meters: Meters,
    *,
    player: str | None = None,
    table: str | None = None,
    rulebook: str | None = None,
) -> Meter:
    """Add up the meters of a player or terminal, a table, a rulebook; of all, if none is named."""
    wanted = (player, table, rulebook)
    total = Meter()
    for key, each in meters.items():
        names = (key.player, key.table, key.rulebook)
        if all(want in (None, name) for want, name in zip(wanted, names, strict=True)):
            total += each
    return total


def credits_of(ledger: Ledger, player: str) -> int:
    """What a player has, held stakes included, less what the player owes."""
    account = ledger.accounts.get(player)
    has = account.balance if account is not None else 0
    return has + sum(debt.balance for debt in debts_of(ledger, player))


def unreconciled(ledger: Ledger, meters: Meters, player: str) -> int:
    """Give what was brought − (coin in − coin out + credits): 0, or something is wrong."""
    read = meter(meters, player=player)
    return read.brought - (read.coin_in - read.coin_out) - credits_of(ledger, player)


def house_unreconciled(ledger: Ledger, meters: Meters) -> int:
    """Give coin in − coin out over all tables, less what the house holds: 0 again."""
    read = meter(meters)
    house = (each.balance for each in ledger.accounts.values() if each.kind is Kind.HOUSE)
    return read.coin_in - read.coin_out - sum(house)
