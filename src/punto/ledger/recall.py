"""The last tickets of every terminal, as a screen may show them."""

from collections.abc import Iterable
from enum import Enum
from typing import Final

import msgspec
from immutables import Map

from punto.ledger.account import Account
from punto.ledger.ledger import Ledger
from punto.ledger.ticket import masked
from punto.ledger.transfer import Entry, Post, Purpose

KEPT: Final = 35
"""How many tickets of a terminal stay in view."""

Recall = Map[str, tuple[str, ...]]
"""The accounts of the last tickets of every player or terminal, the oldest first."""


class TicketState(Enum):
    """Whether a ticket waits to be printed, is good, was good once, or never was."""

    IN_HAND = "in-hand"
    OUTSTANDING = "outstanding"
    REDEEMED = "redeemed"
    PUT_BACK = "put-back"
    """Its credits were put back, because it was not printed."""


class TicketView(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket without the number that would redeem it."""

    number: str
    amount: int
    state: TicketState


def recalled(recall: Recall, ledger: Ledger, entries: Iterable[Entry]) -> Recall:
    """Note the tickets that were printed, and forget those that are too long ago."""
    for entry in entries:
        if isinstance(entry, Post):
            transfer = ledger.transfer(entry.pending)
            if transfer.purpose is Purpose.TICKET_OUT:
                before = recall.get(transfer.debit, ())
                recall = recall.set(transfer.debit, (*before, transfer.credit)[-KEPT:])
    return recall


def last_tickets(recall: Recall, ledger: Ledger, player: str) -> tuple[TicketView, ...]:
    """Show the last tickets of a player or terminal, the newest first."""
    return tuple(_view(ledger, ticket) for ticket in reversed(recall.get(player, ())))


def _view(ledger: Ledger, ticket: str) -> TicketView:
    account = ledger.accounts[ticket]
    amount = account.credits_posted or account.credits_pending
    return TicketView(number=masked(ticket), amount=amount, state=ticket_state(account))


def ticket_state(account: Account) -> TicketState:
    """Tell what has become of a ticket from what its account has seen."""
    if not account.credits_posted:
        return TicketState.IN_HAND if account.credits_pending else TicketState.PUT_BACK
    return TicketState.OUTSTANDING if account.balance else TicketState.REDEEMED
