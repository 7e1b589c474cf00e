"""What is done at the counter: accounts, credits bought and paid, tickets made and redeemed."""

from typing import Final, assert_never

from msgspec.structs import replace

from punto.house.answer import UNSIGNED, name_taken
from punto.house.chain import CAGE as CAGE_CHAIN
from punto.house.chain import Link
from punto.house.code import Code
from punto.house.context import Context, TicketKey
from punto.house.house import (
    CAGE,
    HOUSE,
    Change,
    House,
    Moved,
    Written,
    chained,
    extended,
    known,
    moved,
)
from punto.house.record import CageRecord, decode_cage, encode
from punto.house.request import (
    BuyIn,
    CashOut,
    ConfirmTicket,
    EndCashOut,
    EnrolTerminal,
    OpenAccount,
    PayCredits,
    RedeemTicket,
    Repay,
    Request,
    WriteOff,
    is_said,
)
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
    collection,
    first_visit,
    next_visit,
    owed_by,
    pay_credits,
    post_id,
    redeem,
    redemption_id,
    refusal_with,
    repay,
    ticket_account,
    ticket_in_hand,
    ticket_key,
    validation_number,
    visit_of,
    void_id,
    without_collections,
    write_off,
)
from punto.ledger import CashOut as TicketWanted
from punto.ledger import Code as LedgerCode
from punto.ledger import OpenAccount as NewAccount
from punto.ledger.transfer import is_client_id
from punto.people.protection import Code as ProtectionCode
from punto.refusal import Refusal

Counter = (
    OpenAccount
    | BuyIn
    | PayCredits
    | CashOut
    | ConfirmTicket
    | EndCashOut
    | RedeemTicket
    | Repay
    | EnrolTerminal
    | WriteOff
)

_NOTHING_OWED: Final = Refusal(Code.NOTHING_OWED, "nothing is owed under this name")


def at_counter(house: House, request: Request, what: Counter, context: Context) -> Change | Refusal:
    """Carry out a request at the counter. All of them have an id: money is moved once."""
    if request.key is None:
        return Refusal(Code.ID_WANTED, "a request that moves money has an id")
    refused = _refused(house, what, context)
    if refused is not None:
        return refused
    ledger = known(house.ledger(), map(context.find, _wanted(house, what, context)))
    number = ticket_number(request.key, context.key)
    batch = _batch(ledger, request.key, what, context.key.tickets, number)
    if not isinstance(batch, Batch):
        return batch
    paid = moved(ledger, batch, context.longest_odds)
    if isinstance(paid, Refusal):
        return paid
    record = _record(request, what, paid)
    link = chained(house, CAGE_CHAIN, request, context.now_ms, encode(record))
    after = extended(replace(house, accounts=paid.ledger.accounts), link)
    shown = ticket_of(after, request.key, context.key) if isinstance(what, CashOut) else None
    written = Written(link, batch=paid.batch, ledger=paid.ledger)
    return Change(after, (written,), ticket=shown)


def _record(request: Request, what: Counter, paid: Moved) -> CageRecord:
    """Write down what moved, and who of the staff answers for it, where somebody must."""
    staff, why = (what.who, what.why) if isinstance(what, EndCashOut | WriteOff) else ("", "")
    return CageRecord(
        request.actor.id,
        paid.batch.entries,
        asked=request.digest,
        staff=staff,
        why=why,
        role=request.actor.role.value,
        numbers=paid.numbers,
    )


def _refused(house: House, what: Counter, context: Context) -> Refusal | None:
    match what:
        case OpenAccount(account) if account in house.staff or account in house.names:
            return name_taken(account)
        case BuyIn(account) | RedeemTicket(to=account) if _is_excluded(house, account, context):
            return Refusal(ProtectionCode.EXCLUDED, "no credits are sold to whoever is excluded")
        case BuyIn(amount=amount) if amount > context.sale_maximum:
            words = f"at most {context.sale_maximum} are sold at a time"
            return Refusal(Code.ABOVE_SALE_MAXIMUM, words)
        case WriteOff() | EndCashOut() if not all(map(is_said, (what.who, what.why))):
            return UNSIGNED
        case _:
            return None


def _is_excluded(house: House, account: str, context: Context) -> bool:
    patron = house.patrons.get(account)
    return patron is not None and patron.is_excluded(context.now_ms)


def ticket_number(request_id: str, key: TicketKey) -> str:
    """Give the number of the ticket of a cash-out: the same one, however often it is asked for."""
    return validation_number(key.ticket_entropy(request_id, ENTROPY_BYTES))


def ticket_of(house: House, request_id: str, key: TicketKey) -> str | None:
    """Give the number of the ticket that a cash-out has made: none, where all of it was owed."""
    number = ticket_number(request_id, key)
    made = ticket_account(ticket_key(number, key.tickets)) in house.accounts
    return number if made else None


def _wanted(house: House, what: Counter, context: Context) -> tuple[str, ...]:
    """Name the entries of the past that decide: was it printed, was it redeemed?"""
    match what:
        case ConfirmTicket(cash_out=pending) if is_client_id(pending):
            return pending, post_id(pending), void_id(pending)
        case RedeemTicket(number):
            return (redemption_id(number, context.key.tickets),)
        case CashOut(account) | EndCashOut(account=account):
            known_account = house.accounts.get(account)
            return (known_account.ticket,) if known_account is not None else ()
        case _:
            return ()


def _batch(  # noqa: C901, PLR0911 – one match shows all that is done at the counter
    ledger: Ledger, request_id: str, what: Counter, secret: bytes, number: str
) -> Batch | Refusal:
    match what:
        case OpenAccount(account, kind):
            return Batch((NewAccount(account, kind),))
        case BuyIn(account, amount):
            sold = buy_in(request_id, cash=CAGE, player=account, amount=amount)
            return Batch((*next_visit(ledger, account), *sold.entries))
        case PayCredits(account, amount):
            visitor = account, visit_of(ledger, account)
            taken = collection(request_id, visitor, owed_by(ledger, account))
            paid = pay_credits(request_id, cash=CAGE, player=account, amount=amount)
            return Batch((*taken, *paid.entries))
        case CashOut(account):
            wanted = TicketWanted(id=request_id, player=account, number=number)
            return cash_out(ledger, wanted, secret)
        case ConfirmTicket(pending, printed):
            return _confirmed(ledger, pending, printed=printed)
        case EndCashOut():
            return _ended(ledger, what)
        case RedeemTicket(typed, to):
            return _redeemed(ledger, Redemption(request=request_id, number=typed, to=to), secret)
        case Repay(account, amount, in_money):
            source, visit = CAGE if in_money else account, visit_of(ledger, account)
            return repay(request_id, source=source, player=account, amount=amount, visit=visit)
        case EnrolTerminal(account):
            return first_visit(account)
        case WriteOff(account):
            given_up = write_off(ledger, request_id, house=HOUSE, player=account)
            return given_up if given_up.entries else _NOTHING_OWED
        case _:
            assert_never(what)


def _redeemed(ledger: Ledger, redemption: Redemption, secret: bytes) -> Batch | Refusal:
    brought = redeem(ledger, redemption, secret)
    if isinstance(brought, Refusal):
        return brought
    return Batch((*next_visit(ledger, redemption.to), *brought.entries))


def _confirmed(ledger: Ledger, pending: str, *, printed: bool) -> Batch | Refusal:
    """End a cash-out. A stake waits for its end too, but that is for the table to say."""
    held = ledger.entries.get(pending)
    if not isinstance(held, Transfer) or held.purpose is not Purpose.TICKET_OUT:
        return refusal_with(TicketCode.TICKET_UNKNOWN)
    if ledger.is_posted(pending):
        return Refusal(LedgerCode.ALREADY_POSTED, "the ticket was said to be printed already")
    if ledger.is_voided(pending):
        return Refusal(LedgerCode.ALREADY_VOIDED, "the credits of the ticket were put back already")
    return Batch((Post(pending) if printed else Void(pending, Release.NOT_PRINTED),))


def _ended(ledger: Ledger, what: EndCashOut) -> Batch | Refusal:
    """End the one cash-out that an account waits for; it can have no second one meanwhile."""
    if what.account not in ledger.accounts:
        return Refusal(TicketCode.PLAYER_UNKNOWN, f"there is no account {what.account!r}")
    pending = ticket_in_hand(ledger, what.account)
    if pending is None:
        return Refusal(Code.NO_TICKET_IN_HAND, f"{what.account} has no ticket in hand")
    return _confirmed(ledger, pending.id, printed=what.printed)


def moved_at_cage(link: Link) -> int | None:
    """Tell what was asked for, less what was collected with it; None where it was dropped."""
    entries = decode_cage(link.body).entries if link.body else ()
    asked_for = [each for each in without_collections(entries) if isinstance(each, Transfer)]
    return sum(each.amount for each in asked_for) if asked_for else None
