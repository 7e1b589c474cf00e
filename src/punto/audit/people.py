"""The audit of who is staff: every entry made by somebody with the right to it, every name once."""

from collections.abc import Iterator

from sqlalchemy import Connection

from punto.audit.authority import EntryAuthority
from punto.audit.finding import UNREADABLE, Finding, at
from punto.house.authority import Action, Subject
from punto.house.chain import PEOPLE
from punto.house.record import PersonRecord, decode_person
from punto.people import Person
from punto.store import reading


def audit_people(connection: Connection, sound: int) -> Iterator[Finding]:
    """Go through the entries of the chain that hold."""
    known: dict[str, Person] = {}
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
