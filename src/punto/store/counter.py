"""What is done at the counter: accounts, credits bought and paid, tickets made and redeemed."""

from typing import assert_never

from punto.ledger import (
    ENTROPY_BYTES,
    Batch,
    Ledger,
    Post,
    Purpose,
    Redemption,
    Release,
    TicketCode,
    Transfer,
    Void,
    buy_in,
    cash_out,
    pay_credits,
    post_id,
    redeem,
    redemption_id,
    repay,
    validation_number,
    void_id,
)
from punto.ledger import CashOut as TicketWanted
from punto.ledger import OpenAccount as NewAccount
from punto.ledger.transfer import is_client_id
from punto.store.answer import Denied, denied_by_ledger
from punto.store.house import CAGE, NO_TABLE, Change, House, Means, known, moved
from punto.store.key import HouseKey
from punto.store.request import (
    Asked,
    BuyIn,
    CashOut,
    ConfirmTicket,
    EndCashOut,
    OpenAccount,
    PayCredits,
    RedeemTicket,
    Repay,
)

Counter = (
    OpenAccount | BuyIn | PayCredits | CashOut | ConfirmTicket | EndCashOut | RedeemTicket | Repay
)


def at_counter(house: House, asked: Asked, what: Counter, means: Means) -> Change | Denied:
    """Carry out a request at the counter. All of them have an id: money is moved once."""
    if asked.key is None:
        return Denied("id-wanted", "a request that moves money has an id")
    ledger = known(house.ledger(NO_TABLE), map(means.find, _wanted(what, means)))
    number = ticket_number(asked.key, means.key)
    batch = _batch(ledger, asked.key, what, means.key.tickets, number)
    if isinstance(batch, TicketCode):
        return denied_by_ledger(batch)
    if isinstance(batch, Denied):
        return batch
    paid = moved(house, NO_TABLE, ledger, batch, asked, means.now_ms)
    if isinstance(paid, Denied):
        return paid
    shown = number if isinstance(what, CashOut) else None
    return Change(paid.house, (paid.link,), ((paid.ledger, batch),), shown)


def ticket_number(request: str, key: HouseKey) -> str:
    """Give the number of the ticket of a cash-out: the same one, however often it is asked for."""
    return validation_number(key.ticket_entropy(request, ENTROPY_BYTES))


def _wanted(what: Counter, means: Means) -> tuple[str, ...]:
    """Name the entries of the past that decide: was it printed, was it redeemed?"""
    match what:
        case ConfirmTicket(cash_out=pending) if is_client_id(pending):
            return pending, post_id(pending), void_id(pending)
        case RedeemTicket(number):
            return (redemption_id(number, means.key.tickets),)
        case _:
            return ()


def _batch(  # noqa: PLR0911 – one match shows all that is done at the counter
    ledger: Ledger, request: str, what: Counter, secret: bytes, number: str
) -> Batch | TicketCode | Denied:
    match what:
        case OpenAccount(account, kind):
            return Batch((NewAccount(account, kind),))
        case BuyIn(account, amount):
            return buy_in(request, cash=CAGE, player=account, amount=amount)
        case PayCredits(account, amount):
            return pay_credits(request, cash=CAGE, player=account, amount=amount)
        case CashOut(account):
            wanted = TicketWanted(id=request, player=account, number=number)
            return cash_out(ledger, wanted, secret)
        case ConfirmTicket(pending, printed):
            return _confirmed(ledger, pending, printed=printed)
        case EndCashOut():
            return _ended(ledger, what)
        case RedeemTicket(typed, to):
            return redeem(ledger, Redemption(request=request, number=typed, to=to), secret)
        case Repay(account, amount, in_money):
            source = CAGE if in_money else account
            return repay(request, source=source, player=account, amount=amount)
        case _:
            assert_never(what)


def _confirmed(ledger: Ledger, pending: str, *, printed: bool) -> Batch | TicketCode:
    """End a cash-out. A stake waits for its end too, but that is for the table to say."""
    held = ledger.entries.get(pending)
    if not isinstance(held, Transfer) or held.purpose is not Purpose.TICKET_OUT:
        return TicketCode.TICKET_UNKNOWN
    return Batch((Post(pending) if printed else Void(pending, Release.NOT_PRINTED),))


def _ended(ledger: Ledger, what: EndCashOut) -> Batch | TicketCode | Denied:
    """End the one cash-out that an account waits for; it can have no second one meanwhile."""
    if not (what.who.strip() and what.why.strip()):
        return Denied("who-and-why-wanted", "say who does this, and why")
    if what.account not in ledger.accounts:
        return Denied(TicketCode.PLAYER_UNKNOWN.value, f"there is no account {what.account!r}")
    pending = pending_ticket(ledger, what.account)
    if pending is None:
        return Denied("no-ticket-in-hand", f"{what.account} has no ticket in hand")
    return _confirmed(ledger, pending.id, printed=what.printed)


def pending_ticket(ledger: Ledger, account: str) -> Transfer | None:
    """Find the credits of an account that are held for a ticket which nobody has confirmed."""
    open_ones = (each for each in ledger.entries.values() if isinstance(each, Transfer))
    out = (each for each in open_ones if each.purpose is Purpose.TICKET_OUT)
    return next((each for each in out if each.debit == account), None)
