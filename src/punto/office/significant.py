"""Significant events: who did what, and when, told from the journal from its end backwards."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from sqlalchemy import Connection

from punto.coup import event as coup
from punto.house.chain import CAGE, COMMITS, OFFICE, PEOPLE, RETENTION, STAFF, Link, is_of_table
from punto.house.record import (
    decode_alert,
    decode_cage,
    decode_person,
    decode_staff,
    decode_table,
)
from punto.ledger import Entry, Post, Purpose, Transfer, Void
from punto.office.committed import entries_in, span
from punto.replay.telling import told
from punto.store import reading
from punto.table import event
from punto.table.record import (
    DealerCame,
    DealerLeft,
    Recorded,
    RequestRefused,
    TableClosed,
    TableOpened,
)

_AT_ONCE: Final = 500
"""So many commits are looked through at a time."""

_MOST: Final = 20_000
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
    end = before - 1 if before is not None else head.position if head is not None else 0
    first, found = end, list[Noted]()
    while first > 0 and len(found) < count and end - first < _MOST:
        last, first = first, max(0, first - _AT_ONCE)
        part = span(connection, first, most=last - first)
        noted = [
            (part.commit_of(link), each)
            for chain in part.chains
            for link in entries_in(connection, part, chain)
            for each in _noted(link)
        ]
        found += [each for _, each in sorted(noted, reverse=True)]
    return found, first + 1 if first > 0 else None


def _noted(link: Link) -> Iterator[Noted]:
    read = _table if is_of_table(link.chain) else _READERS.get(link.chain)
    for who, role, what in read(link.body or b"") if read is not None else ():
        yield Noted(link.at_ms, link.chain, link.position, who, role, what)


Line = tuple[str, str, str]


def _table(body: bytes) -> Iterator[Line]:
    record = decode_table(body)
    for happened in record.events:
        words = _at_table(happened)
        if words:
            yield record.who, record.role, words


def _at_table(happened: Recorded) -> str:  # noqa: PLR0911 – one match shows all
    match happened:
        case TableOpened(settings):
            limit = settings.limit
            return f"opened: {settings.rulebook.key}, stakes {limit.minimum} to {limit.maximum}"
        case TableClosed(why):
            return f"closed: {why}"
        case DealerCame(who, before):
            return f"{who} deals{f', after {before}' if before else ''}"
        case DealerLeft(who):
            return f"{who} has left the table"
        case RequestRefused(who, what, code, words):
            return f"refused to {who or 'nobody'}: {what}: {words} ({code})"
        case coup.CardSetAside(card, who, why):
            return f"{card} is set aside by {who}: {why}"
        case _ if isinstance(happened, _IN_ROUND):
            return told(happened, 0)
        case _:
            return ""


def _cage(body: bytes) -> Iterator[Line]:
    record = decode_cage(body)
    if record.role in _OF_PLAY or record.role in {"", "house"}:
        return
    why = f", by {record.staff}: {record.why}" if record.staff else ""
    for entry in record.entries:
        words = _moved(entry)
        if words:
            yield record.who, record.role, f"{words}{why}"


_MOVED: Final[dict[Purpose, Callable[[Transfer], str]]] = {
    Purpose.BUY_IN: lambda each: f"sold {each.amount} to {each.credit}",
    Purpose.CASH_OUT: lambda each: f"paid {each.amount} to {each.debit}",
    Purpose.TICKET_IN: lambda each: f"paid a ticket of {each.amount}",
    Purpose.REPAYMENT: lambda each: f"took {each.amount} for {each.credit}",
    Purpose.WRITE_OFF: lambda each: f"gave up {each.amount} of {each.credit}",
}


def _moved(entry: Entry) -> str:
    match entry:
        case Transfer() if entry.purpose in _MOVED:
            return _MOVED[entry.purpose](entry)
        case Post():
            return "a ticket is on paper"
        case Void():
            return "a ticket was not printed, and the credits are put back"
        case _:
            return ""


def _staff(body: bytes) -> Iterator[Line]:
    record = decode_staff(body)
    yield record.who, record.role, f"refused: {record.what}: {record.words}"


def _people(body: bytes) -> Iterator[Line]:
    record = decode_person(body)
    person = record.person
    revoked = f"{person.id} is staff no longer: {record.why}"
    words = revoked if person.is_revoked else f"{person.id} is {person.role.value}"
    yield record.who, record.role, words


def _office(body: bytes) -> Iterator[Line]:
    record = decode_alert(body)
    yield record.who, record.role, f"has seen the alert {record.alert}"


def _retention(_: bytes) -> Iterator[Line]:
    yield "", "manager", "old entries were dropped"


_READERS: Final[dict[str, Callable[[bytes], Iterator[Line]]]] = {
    CAGE: _cage,
    STAFF: _staff,
    PEOPLE: _people,
    OFFICE: _office,
    RETENTION: _retention,
}
