"""Significant events: who did what, and when, told from the journal from its end backwards."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from sqlalchemy import Connection

from punto.coup import event as coup
from punto.house.chain import (
    CAGE,
    COMMITS,
    OFFICE,
    PATRONS,
    PEOPLE,
    RETENTION,
    SETTINGS,
    SHIFTS,
    STAFF,
    TERMINALS,
    Link,
    is_of_table,
)
from punto.house.configuration import Value
from punto.house.forward import decode_retention
from punto.house.record import (
    decode_alert,
    decode_cage,
    decode_patron,
    decode_person,
    decode_settings,
    decode_shift,
    decode_staff,
    decode_table,
    decode_terminal,
)
from punto.ledger import Entry, Post, Purpose, Transfer, Void
from punto.money import in_major_units
from punto.office.committed import entries_in, span
from punto.office.day_book import UNREADABLE
from punto.people import Person, Protection
from punto.people.limits import LIMIT_NAMES, stricter
from punto.people.protection import FOR_EVER
from punto.replay.telling import told
from punto.store import reading
from punto.store.terms import minor_digits
from punto.store.timestamp import utc
from punto.table import event
from punto.table.record import (
    DealerCame,
    DealerLeft,
    DealerRelieved,
    FloatMoved,
    Recorded,
    RequestRefused,
    TableClosed,
    TableOpened,
)

_AT_ONCE: Final = 500
"""So many commits are looked through at a time."""

_MOST: Final = 2_000
"""After so many without anything of note the reader is asked whether to go on."""

_IN_ROUND: Final = (
    coup.CardCorrected,
    coup.CardSetAside,
    coup.CardsReconstructed,
    coup.RoundSettledAgain,
    coup.RoundVoided,
    event.IrregularityRuled,
    event.EarlierRoundVoided,
    event.SupervisorDecided,
    event.ResultDropped,
)
_OF_PLAY: Final = frozenset({"guest", "player", "terminal"})
"""Whoever plays does so all day: that is no event."""


_AMOUNTS: Final = frozenset({"minimum", "maximum", "seat_maximum", "table_maximum", "differential"})
"""The settings that are money."""


class Known(NamedTuple):
    """What must be known to tell an entry."""

    people: Mapping[int, Person]
    """Of each entry about somebody of the staff, as what they were known before; they are few."""
    digits: int
    """Those of the currency behind the point."""

    def money(self, amount: int) -> str:
        """Write an amount as people read it."""
        return in_major_units(amount, self.digits)

    def setting(self, key: str, value: Value) -> str:
        """Write the value of a setting as people read it; that of none is the usual one."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):  # chips; those of the house where a table has none
            return ", ".join(map(self.money, value)) or "the usual"
        if isinstance(value, int) and key.rpartition(".")[2] in _AMOUNTS:
            return self.money(value)
        return "the usual" if value is None else str(value)


class Noted(NamedTuple):
    """Something of note, with the entry that says so."""

    at_ms: int
    chain: str
    position: int
    who: str
    role: str
    what: str


def significant(
    connection: Connection, before: int | None, count: int
) -> tuple[list[Noted], int | None]:
    """Read back from a commit, or from the end; give where to read on, if there is more."""
    head = reading.heads(connection, [COMMITS]).get(COMMITS)
    last_commit = head.position if head is not None else 0
    end = last_commit if before is None else min(before - 1, last_commit)
    first, found = end, list[Noted]()
    known = Known({}, minor_digits(connection))
    while first > 0 and len(found) < count and end - first < _MOST:
        last, first = first, max(0, first - _AT_ONCE)
        part = span(connection, first, last)
        if PEOPLE in part.chains and not known.people:  # all of the chain is read for it
            known = known._replace(people=_known_before(connection))
        noted = [
            (part.commit_of(link), each)
            for chain in part.chains
            for link in entries_in(connection, part, chain)
            for each in _noted(link, known)
        ]
        found += [each for _, each in sorted(noted, reverse=True)]
    return found, first + 1 if first > 0 else None


def _known_before(connection: Connection) -> dict[int, Person]:
    known, before = dict[str, Person](), dict[int, Person]()
    for link in reading.links(connection, PEOPLE):
        with suppress(*UNREADABLE):
            person = decode_person(link.body or b"").person
            if person.id in known:
                before[link.position] = known[person.id]
            known[person.id] = person
    return before


def _noted(link: Link, known: Known) -> Iterator[Noted]:
    """Tell what is of note in an entry; one that cannot be read is."""
    try:
        lines = list(_lines(link, known))
    except UNREADABLE as error:
        lines = [("", "", f"this entry cannot be read: {error}")]
    for who, role, what in lines:
        yield Noted(link.at_ms, link.chain, link.position, who, role, what)


def _lines(link: Link, known: Known) -> Iterable["Line"]:
    body = link.body or b""
    if is_of_table(link.chain):
        return _table(body, known)
    if link.chain == PEOPLE:
        return _people(body, link.position, known)
    read = _READERS.get(link.chain)
    return read(body, known) if read is not None else ()


Line = tuple[str, str, str]


def _table(body: bytes, known: Known) -> Iterator[Line]:
    record = decode_table(body)
    for happened in record.events:
        words = _at_table(happened, known)
        if words:
            yield record.who, record.role, words


def _at_table(happened: Recorded, known: Known) -> str:  # noqa: PLR0911 – one match shows all
    match happened:
        case TableOpened(settings, owner=""):  # a player who comes to his own one only plays
            limit = settings.limit
            least, most = known.money(limit.minimum), known.money(limit.maximum)
            return f"opened: {settings.rulebook.key}, stakes {least} to {most}"
        case TableClosed(why):
            return f"closed: {why}"
        case DealerCame(who, before):
            return f"{who} deals{f', after {before}' if before else ''}"
        case DealerLeft(who):
            return f"{who} has left the table"
        case DealerRelieved(who, by, why):
            return f"{who} is relieved by {by}: {why}"
        case FloatMoved(move, amount, who, why):
            return f"{move.value} of {known.money(amount)} by {who}: {why}"
        case RequestRefused(who, what, code, words):
            return f"refused to {who or 'nobody'}: {what}: {words} ({code})"
        case coup.CardSetAside(card, who, why):
            return f"{card} is set aside by {who}: {why}"
        case _ if isinstance(happened, _IN_ROUND):
            return told(happened, 0)
        case _:
            return ""


def _cage(body: bytes, known: Known) -> Iterator[Line]:
    record = decode_cage(body)
    if record.role in _OF_PLAY or record.role in {"", "house"}:
        return
    why = f", by {record.staff}: {record.why}" if record.staff else ""
    for entry in record.entries:
        words = _moved(entry, known)
        if words:
            yield record.who, record.role, f"{words}{why}"


_MOVED: Final[dict[Purpose, Callable[[Transfer, str], str]]] = {
    Purpose.BUY_IN: lambda each, amount: f"sold {amount} to {each.credit}",
    Purpose.CASH_OUT: lambda each, amount: f"paid {amount} to {each.debit}",
    Purpose.TICKET_IN: lambda _, amount: f"paid a ticket of {amount}",
    Purpose.REPAYMENT: lambda each, amount: f"took {amount} for {each.credit}",
    Purpose.WRITE_OFF: lambda each, amount: f"gave up {amount} of {each.credit}",
}


def _moved(entry: Entry, known: Known) -> str:
    match entry:
        case Transfer() if entry.purpose in _MOVED:
            return _MOVED[entry.purpose](entry, known.money(entry.amount))
        case Post():
            return "a ticket is on paper"
        case Void():
            return "a ticket was not printed, and the credits are put back"
        case _:
            return ""


def _staff(body: bytes, _: Known) -> Iterator[Line]:
    record = decode_staff(body)
    yield record.who, record.role, f"refused: {record.what}: {record.words}"


def _people(body: bytes, position: int, known: Known) -> Iterator[Line]:
    record = decode_person(body)
    person, before = record.person, known.people.get(position)
    if person.is_revoked:
        words = f"{person.id} is staff no longer: {record.why}"
    elif before is None:
        words = f"{person.id} is {person.role.value}"
    elif before.one_time != person.one_time:
        words = _codes(before, person, record.why)
    else:
        words = f"{person.id} has another PIN"
    if words:
        yield record.who, record.role, words


def _codes(before: Person, person: Person, why: str) -> str:
    """Tell what became of somebody's one-time codes; that one was given is of no note."""
    if person.one_time is None:
        return f"the one-time codes of {person.id} are reset: {why}"
    if not person.one_time.is_confirmed:
        return f"{person.id} sets up one-time codes"
    return "" if before.has_codes else f"{person.id} has one-time codes, and has given the first"


def _terminals(body: bytes, _: Known) -> Iterator[Line]:
    record = decode_terminal(body)
    terminal = record.terminal
    if terminal.code:
        is_endless = terminal.until_ms >= FOR_EVER
        until = "one has given its code" if is_endless else utc(terminal.until_ms)
        words = f"a browser may become {terminal.id} until {until}"
    elif terminal.is_enrolled:
        words = f"a browser is enrolled as {terminal.id}"
    elif not terminal.enrolments:
        words = f"the code for {terminal.id} holds no more"
    else:
        words = f"no browser is {terminal.id} any more: {record.why}"
    yield record.who, record.role, words


def _patrons(body: bytes, known: Known) -> Iterator[Line]:
    """Tell how somebody who plays is protected from now on; that he plays is in its own chain."""
    record = decode_patron(body)
    protection = record.patron.protection
    if record.bet or protection is None:
        return
    why = f", by {record.by}: {record.why}" if record.by else ""
    until = protection.excluded_until_ms
    words = f"limits of {record.patron.id}: {_limits(protection, known)}"
    if until:
        end = "for ever" if until >= FOR_EVER else f"until {utc(until)}"
        words += f"; excluded {end}"
    yield record.who, record.role, f"{words}{why}"


def _limits(protection: Protection, known: Known) -> str:
    limits = stricter(protection.own, protection.of_house)
    amounts = {"stake", "loss_day", "loss_week"}
    given = {name: getattr(limits, name) for name in LIMIT_NAMES}
    shown = (
        f"{name.replace('_', ' ')} {known.money(each) if name in amounts else each}"
        for name, each in given.items()
        if each is not None
    )
    return ", ".join(shown) or "none"


def _office(body: bytes, _: Known) -> Iterator[Line]:
    record = decode_alert(body)
    yield record.who, record.role, f"has seen the alert {record.alert}"


def _retention(body: bytes, _: Known) -> Iterator[Line]:
    record = decode_retention(body)
    words = f"old entries were dropped, of {len(record.through)} chains"
    yield record.who, record.role, words


def _settings(body: bytes, known: Known) -> Iterator[Line]:
    record = decode_settings(body)
    if record.file is not None and not record.changes:
        yield record.who, record.role, "the file of the house was read"
    why = f", by {record.by}: {record.why}" if record.by else ""
    for change in record.changes:
        before, after = (known.setting(change.key, each) for each in (change.before, change.after))
        words = f"{change.key} from {before} to {after}"
        if change.key == "open":
            words = "to be closed" if change.after is False else "to be open"
        yield record.who, record.role, f"{change.table}: {words}{why}"


def _shifts(body: bytes, known: Known) -> Iterator[Line]:
    record = decode_shift(body)
    shift = record.shift
    count = shift.closed or shift.opened
    done = "opened" if shift.closed is None else "closed"
    note = f": {count.note}" if count.note else ""
    words = f"shift {shift.number} of {shift.place} {done} with {known.money(count.amount)}"
    yield record.who, record.role, f"{words} by {count.who}{note}"


_READERS: Final[dict[str, Callable[[bytes, Known], Iterator[Line]]]] = {
    CAGE: _cage,
    STAFF: _staff,
    OFFICE: _office,
    PATRONS: _patrons,
    SETTINGS: _settings,
    SHIFTS: _shifts,
    TERMINALS: _terminals,
    RETENTION: _retention,
}
