"""The audit of requests: each is in the journal once, as it was asked; nothing else is there."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from punto.coup.command import PlaceWager, WithdrawWager
from punto.coup.event import WagerPlaced, WagerWithdrawn
from punto.house import (
    Act,
    BuyIn,
    CashOut,
    CloseShift,
    CloseTable,
    ConfirmTicket,
    EnrolStaff,
    EnrolTerminal,
    LayChips,
    MoveFloat,
    OpenAccount,
    OpenShift,
    OpenTable,
    PayCredits,
    RedeemTicket,
    Repay,
    Request,
    TakeChips,
    WriteOff,
)
from punto.house.chain import CAGE, PEOPLE, SHIFTS, Link, is_of_table, table_chain
from punto.house.house import house_account
from punto.house.record import (
    CageRecord,
    PersonRecord,
    ShiftRecord,
    TableRecord,
    decode_cage,
    decode_person,
    decode_shift,
    decode_table,
    encode,
)
from punto.ledger import OpenAccount as AccountOpened
from punto.ledger import Post, Purpose, Transfer, Void, felt_account, without_collections
from punto.ledger.transfer import Entry
from punto.people import Actor, Role
from punto.table.record import FloatMoved, RequestRefused, TableClosed, TableOpened
from punto.testing.violation import require
from tests.support.house.truth import Truth

Chains = Mapping[str, list[Link]]


def audit_requests(chains: Chains, truth: Truth) -> frozenset[str]:
    """Compare the journal with what the clients asked for and were told; give what it holds."""
    named = _named(chains)
    for key, request in truth.requests.items():
        link = named.get(key)
        if request.done is not None:
            require(link is not None, f"{key} was acknowledged and is lost")
        if link is not None:
            require(not request.was_denied, f"{key} was denied and is in the journal")
            place = link.chain, link.position, link.hash
            told = request.done.place if request.done else place
            require(place == told, f"{key} was acknowledged elsewhere")
            require(_is_as_asked(link, request.asked), f"{key} is not what was asked for")
    invented = named.keys() - truth.requests.keys()
    require(not invented, f"nobody asked for {sorted(invented)}")
    _audit_unnamed(chains, truth)
    return frozenset(named)


def _named(chains: Chains) -> dict[str, Link]:
    named: dict[str, Link] = {}
    for links in chains.values():
        for link in links:
            if link.request is not None:
                require(link.request not in named, f"{link.request} was carried out twice")
                named[link.request] = link
    return named


def _audit_unnamed(chains: Chains, truth: Truth) -> None:
    """Entries without a request: of dealers, commits, and checkpoints."""
    for chain, links in chains.items():
        unnamed = [link for link in links if link.request is None]
        if chain == CAGE:
            require(not unnamed, "money moved away from the tables, and nobody asked for it")
        elif is_of_table(chain):
            sent = truth.unnamed_sent[chain]
            done = [link for link in unnamed if not _is_refusal(link)]
            require(len(done) <= sent, f"{chain}: more entries than were asked for")
    for chain, position, mark in truth.unnamed_done:
        there = chains[chain][position - 1 : position]
        require(bool(there) and there[0].hash == mark, f"{chain} {position} is lost")


# --- content ------------------------------------------------------------------------------------


def _is_as_asked(link: Link, asked: Request) -> bool:
    if isinstance(asked.what, Act | OpenTable | CloseTable):
        chain = table_chain(asked.what.table)
        table = decode_table(link.body or b"")
        named = link.chain == chain and _is_marked(table, asked)
        return named and _happened(table, asked.what)
    if isinstance(asked.what, EnrolStaff):
        person = decode_person(link.body or b"")
        return link.chain == PEOPLE and _is_marked(person, asked) and _enrolled(person, asked.what)
    if isinstance(asked.what, OpenShift | CloseShift):
        counted = decode_shift(link.body or b"")
        return link.chain == SHIFTS and _is_marked(counted, asked) and _counted(counted, asked.what)
    record = decode_cage(link.body or b"")
    return link.chain == CAGE and _is_marked(record, asked) and _moved(record, asked)


def _enrolled(record: PersonRecord, what: EnrolStaff) -> bool:
    person = record.person
    return (person.id, person.role, person.pin) == (what.person, what.role, what.pin)


def _counted(record: ShiftRecord, what: OpenShift | CloseShift) -> bool:
    shift = record.shift
    count = shift.opened if isinstance(what, OpenShift) else shift.closed
    assert count is not None, "it was asked for"
    said = shift.place, count.amount, count.who, count.note
    return said == (what.place, what.counted, what.who, what.note)


def _is_marked(
    record: TableRecord | CageRecord | PersonRecord | ShiftRecord, asked: Request
) -> bool:
    by = Actor(record.who, Role(record.role)) if record.role else None
    return by == asked.actor and record.asked == asked.digest


def _happened(record: TableRecord, what: Act | OpenTable | CloseTable) -> bool:
    match what:
        case OpenTable(table, settings, owner, house):
            event = TableOpened(settings, owner, house or house_account(table))
            first = record.events[0]
            assert isinstance(first, TableOpened), "it was asked for"
            return encode(event) == encode(replace(first, goes_on=False))
        case CloseTable(why=why):
            return record.events[0] == TableClosed(why)
        case Act(table, actions):
            placed = [
                (each.bettor, each.wager, each.amount)
                for each in record.events
                if isinstance(each, WagerPlaced)
            ]
            back = [
                (each.bettor, each.wager)
                for each in record.events
                if isinstance(each, WagerWithdrawn)
            ]
            floats = [each for each in record.events if isinstance(each, FloatMoved)]
            return (
                placed == [*_asked_to_place(table, actions)]
                and back == [*_asked_to_withdraw(table, actions)]
                and floats == [*_asked_of_float(actions)]
            )


def _asked_to_place(table: str, actions: Iterable[object]) -> Iterator[tuple[str, str, int]]:
    for each in actions:
        match each:
            case PlaceWager(bettor, wager, amount):
                yield bettor, wager, amount
            case LayChips(position, wager, amount):
                yield felt_account(table, position), wager, amount
            case _:
                pass


def _asked_to_withdraw(table: str, actions: Iterable[object]) -> Iterator[tuple[str, str]]:
    for each in actions:
        match each:
            case WithdrawWager(bettor, wager):
                yield bettor, wager
            case TakeChips(position, wager):
                yield felt_account(table, position), wager
            case _:
                pass


def _asked_of_float(actions: Iterable[object]) -> Iterator[FloatMoved]:
    for each in actions:
        if isinstance(each, MoveFloat):
            yield FloatMoved(each.move, each.amount, each.who, each.why)


def _moved(record: CageRecord, asked: Request) -> bool:  # noqa: PLR0911 – one match
    """Whether the entry has moved what the request says, between the accounts that it names."""
    # A cash-out of no more than is owed is nothing but a collection.
    last = (without_collections(record.entries) or record.entries)[-1]
    match asked.what:
        case OpenAccount(account, kind):
            return record.entries == (AccountOpened(account, kind),)
        case BuyIn(account, amount):
            return _is_transfer(last, ("cage", account, amount, Purpose.BUY_IN))
        case PayCredits(account, amount):
            return _is_transfer(last, (account, "cage", amount, Purpose.CASH_OUT))
        case Repay(account, amount, in_money):
            source = "cage" if in_money else account
            return _is_transfer(last, (source, f"receivable:{account}", amount, Purpose.REPAYMENT))
        case ConfirmTicket(cash_out, printed):
            return isinstance(last, Post if printed else Void) and last.pending == cash_out
        case CashOut(account):
            named = {asked.key, f"{Purpose.COLLECTION.value}:{asked.key}"}
            return isinstance(last, Transfer) and last.id in named and last.debit == account
        case RedeemTicket(_, to):
            return isinstance(last, Transfer) and last.credit == to
        case EnrolTerminal(account):
            return isinstance(last, AccountOpened) and last.owner == account
        case WriteOff(account, who, why):
            is_signed = (record.staff, record.why) == (who, why)
            return is_signed and isinstance(last, Transfer) and last.purpose is Purpose.WRITE_OFF
        case _:
            return False


def _is_transfer(entry: Entry, wanted: tuple[str, str, int, Purpose]) -> bool:
    if not isinstance(entry, Transfer):
        return False
    return (entry.debit, entry.credit, entry.amount, entry.purpose) == wanted


def _is_refusal(link: Link) -> bool:
    """Whether an entry only says what was refused to staff; such a one never has an id."""
    events = decode_table(link.body or b"").events
    return all(isinstance(event, RequestRefused) for event in events)
