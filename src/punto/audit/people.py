"""The audit of who is staff: every entry made by somebody with the right to it, every name once."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sqlalchemy import Connection

from punto.audit.authority import EntryAuthority
from punto.audit.finding import UNREADABLE, Finding, at
from punto.house.authority import Action, Subject
from punto.house.chain import PEOPLE
from punto.house.record import PersonRecord, decode_person
from punto.people import Person, Role
from punto.store import reading


class Arrival(NamedTuple):
    """A dealer who has taken a table, and where and when that is on record."""

    who: str
    chain: str
    position: int
    at_ms: int


class _Service(NamedTuple):
    """As what and since when somebody is staff, and until when."""

    role: Role
    since_ms: int
    until_ms: int | None = None


def audit_people(
    connection: Connection, sound: int, arrivals: Iterable[Arrival]
) -> Iterator[Finding]:
    """Go through the entries of the chain that hold; whoever deals must be in them."""
    known: dict[str, Person] = {}
    services: dict[str, _Service] = {}
    for link in reading.links(connection, PEOPLE, 0, sound):
        try:
            record = decode_person(link.body or b"")
        except UNREADABLE as error:
            yield at(PEOPLE, link.position, f"cannot be read: {error}")
            return
        person = record.person
        for what in _wrong(record, known.get(person.id)):
            yield at(PEOPLE, link.position, what)
        known[person.id] = person
        service = services.get(person.id, _Service(person.role, link.at_ms))
        until_ms = link.at_ms if person.is_revoked else None
        services[person.id] = service._replace(until_ms=until_ms)
    for arrival in arrivals:
        if not _is_dealer(services.get(arrival.who), arrival.at_ms):
            what = f"{arrival.who} took the table, and was no dealer of the house then"
            yield at(arrival.chain, arrival.position, what)


def _is_dealer(service: _Service | None, at_ms: int) -> bool:
    if service is None or service.role is not Role.DEALER:
        return False
    return service.since_ms <= at_ms and (service.until_ms is None or at_ms <= service.until_ms)


def _wrong(record: PersonRecord, before: Person | None) -> Iterator[str]:
    """Compare somebody with what was on record, and ask who may have made it so."""
    person = record.person
    if before is not None and (before.is_revoked or before.role is not person.role):
        yield f"{person.id} is on record already, as {before.role.value}"
        return
    action = Action.CHANGE_PIN if before is not None else Action.ENROL_STAFF
    action = Action.REVOKE_STAFF if person.is_revoked else action
    authority = EntryAuthority(record.who, record.role)
    yield from authority.wrong([(action, Subject(person.id))])
