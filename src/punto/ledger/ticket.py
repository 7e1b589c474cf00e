"""Tickets: credits on paper, under a number that cannot be guessed and is good once.

The ledger knows a ticket by a key made from its number with a secret. Whoever reads the ledger
learns the last four digits of a number and nothing else, and cannot redeem it.
"""

import hmac
import re
from enum import StrEnum
from typing import Final

import msgspec

from punto.ledger.account import Account, Kind, ticket_account
from punto.ledger.debt import collection, owed_by, visit_of
from punto.ledger.ledger import Ledger
from punto.ledger.result import refusal_with
from punto.ledger.transfer import (
    Batch,
    Entry,
    OpenAccount,
    Purpose,
    Reference,
    Transfer,
    derived_id,
    is_client_id,
)
from punto.refusal import Refusal

ENTROPY_BYTES: Final = 11
"""What a number is made from; 86 of the 88 bits are used, as many as 26 digits can hold."""

DIGITS: Final = 28
"""26 that are random, and 2 that check them."""

_SPARE_BITS: Final = 2
_GROUP: Final = 4
_SHOWN: Final = 4
_SEPARATORS = re.compile(r"[ -]")
_NUMBER = re.compile(rf"[0-9]{{{DIGITS}}}", re.ASCII)
_LONGEST: Final = 2 * DIGITS


# --- the number ---------------------------------------------------------------------------------


def validation_number(entropy: bytes) -> str:
    """Make a number from random bytes, with the two check digits of ISO 7064 MOD 97-10."""
    assert len(entropy) == ENTROPY_BYTES, f"a number is made from {ENTROPY_BYTES} bytes"
    body = int.from_bytes(entropy) >> _SPARE_BITS
    check = 98 - body * 100 % 97
    return f"{body * 100 + check:0{DIGITS}}"


def is_checked(number: str) -> bool:
    """Whether the check digits fit. 97 is prime, so no one wrong digit and no swap can fit."""
    return int(number) % 97 == 1


def grouped(number: str) -> str:
    """Write a number as it is printed: in groups of four."""
    return " ".join(number[at : at + _GROUP] for at in range(0, DIGITS, _GROUP))


def ticket_key(number: str, secret: bytes) -> str:
    """Name a ticket in the ledger: its fingerprint, and the digits that may be shown."""
    fingerprint = hmac.digest(secret, number.encode(), "sha256").hex()[:48]
    return f"{fingerprint}-{number[-_SHOWN:]}"


def masked(key: str) -> str:
    """Show the end of a number only."""
    return grouped("•" * (DIGITS - _SHOWN) + key[-_SHOWN:])


# --- refusals -----------------------------------------------------------------------------------


class TicketCode(StrEnum):
    """Why a ticket is not made or not taken. Where several hold, the first is the answer."""

    PLAYER_UNKNOWN = "player-unknown"
    TICKET_IN_HAND = "ticket-in-hand"
    IN_PLAY = "in-play"
    NOTHING_TO_CASH_OUT = "nothing-to-cash-out"
    NUMBER_TAKEN = "number-taken"
    NUMBER_MALFORMED = "number-malformed"
    NUMBER_MISREAD = "number-misread"
    TICKET_UNKNOWN = "ticket-unknown"
    TICKET_NOT_PRINTED = "ticket-not-printed"
    ALREADY_REDEEMED = "already-redeemed"


# --- cashing out --------------------------------------------------------------------------------


class CashOut(msgspec.Struct, frozen=True, kw_only=True):
    """A player asks for all credits on a ticket."""

    id: str
    player: str
    number: str


def cash_out(ledger: Ledger, asked: CashOut, secret: bytes) -> Batch | Refusal:
    """Hold the whole balance for a ticket, to the last unit, less what the player owes.

    Post the transfer when the ticket is printed, void it when it is not: the money is on the
    credit meter or on one ticket, never on both. Where all of it is owed, there is no ticket, and
    nothing is left: whoever comes to the terminal next has nothing to do with the debt.
    """
    key = ticket_key(asked.number, secret)
    if is_client_id(asked.id) and asked.id in ledger.entries:
        # A retry: by now the balance is another one.
        return Batch(_on_ticket(asked, key, ledger.transfer(asked.id).amount))
    taken = ledger.entries.get(derived_id(Purpose.COLLECTION, asked.id))
    if taken is not None:
        return Batch((taken,))
    refused = _cash_out_refused(ledger, asked, key)
    if refused is not None:
        return refused
    available = ledger.accounts[asked.player].available
    owed = min(available, owed_by(ledger, asked.player))
    visitor = asked.player, visit_of(ledger, asked.player)
    ticket = _on_ticket(asked, key, available - owed) if owed < available else ()
    return Batch((*collection(asked.id, visitor, owed), *ticket))


def _cash_out_refused(ledger: Ledger, asked: CashOut, key: str) -> Refusal | None:
    account = ledger.accounts.get(asked.player)
    if account is None or account.kind is not Kind.PLAYER:
        return refusal_with(TicketCode.PLAYER_UNKNOWN)
    if ticket_in_hand(ledger, asked.player) is not None:
        return refusal_with(TicketCode.TICKET_IN_HAND)
    if account.held:
        return refusal_with(TicketCode.IN_PLAY)
    if not account.available:
        return refusal_with(TicketCode.NOTHING_TO_CASH_OUT)
    is_taken = ticket_account(key) in ledger.accounts
    return refusal_with(TicketCode.NUMBER_TAKEN) if is_taken else None


def ticket_in_hand(ledger: Ledger, player: str) -> Transfer | None:
    """Find the cash-out of a player whose ticket is neither printed nor put back."""
    account = ledger.accounts.get(player)
    return ledger.transfer(account.ticket) if account is not None and account.ticket else None


def _on_ticket(asked: CashOut, key: str, amount: int) -> tuple[Entry, ...]:
    ticket = ticket_account(key)
    transfer = Transfer(
        id=asked.id, debit=asked.player, credit=ticket, amount=amount, purpose=Purpose.TICKET_OUT
    )
    return OpenAccount(ticket, Kind.TICKET), transfer


# --- redeeming ----------------------------------------------------------------------------------


class Redemption(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody brings a ticket, to a terminal or to the cage."""

    request: str
    """Made by the client: the same again is a retry, another one is a second redemption."""
    number: str
    """As typed or scanned; spaces and hyphens do not matter."""
    to: str


def redeem(ledger: Ledger, asked: Redemption, secret: bytes) -> Batch | Refusal:
    """Move the whole amount of a ticket, once."""
    number = _read(asked.number)
    if isinstance(number, Refusal):
        return number
    key = ticket_key(number, secret)
    account = ledger.accounts.get(ticket_account(key))
    if account is None:
        return refusal_with(TicketCode.TICKET_UNKNOWN)
    if not account.credits_posted:
        return refusal_with(TicketCode.TICKET_NOT_PRINTED)
    transfer = _redeemed(asked, key, account)
    before = ledger.entries.get(transfer.id)
    # Of a redemption long ago only the empty account may be left.
    is_good = account.balance > 0 if before is None else before == transfer
    return Batch((transfer,)) if is_good else refusal_with(TicketCode.ALREADY_REDEEMED)


def redemption_id(typed: str, secret: bytes) -> str:
    """Name the transfer that redeems a ticket, if it was redeemed; empty for no number at all."""
    number = _read(typed)
    if isinstance(number, Refusal):
        return ""
    return derived_id(Purpose.TICKET_IN, ticket_key(number, secret))


def redeemed_ticket(typed: str, secret: bytes) -> str:
    """Name the account of the ticket with a number as it was typed; empty for no number at all."""
    number = _read(typed)
    return "" if isinstance(number, Refusal) else ticket_account(ticket_key(number, secret))


def _read(typed: str) -> str | Refusal:
    number = _SEPARATORS.sub("", typed[:_LONGEST])
    if len(typed) > _LONGEST or _NUMBER.fullmatch(number) is None:
        return refusal_with(TicketCode.NUMBER_MALFORMED)
    return number if is_checked(number) else refusal_with(TicketCode.NUMBER_MISREAD)


def _redeemed(asked: Redemption, key: str, ticket: Account) -> Transfer:
    return Transfer(
        id=derived_id(Purpose.TICKET_IN, key),
        debit=ticket.id,
        credit=asked.to,
        amount=ticket.credits_posted,
        purpose=Purpose.TICKET_IN,
        reference=Reference(request=asked.request),
    )
