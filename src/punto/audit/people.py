"""The audit of who is staff: every entry made by somebody with the right to it, every name once."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from punto.audit.authority import EntryAuthority
from punto.audit.finding import UNFOLDABLE, UNREADABLE, Finding, at
from punto.house.authority import Action, Subject
from punto.house.chain import COMMITS, PEOPLE, Link
from punto.house.record import CommitRecord, PersonRecord, decode_commit, decode_person
from punto.people import Person, Role
from punto.people.one_time_code import OneTimeSecret
from punto.store import reading


class Arrival(NamedTuple):
    """A dealer who has taken a table, and where that is on record."""

    who: str
    chain: str
    position: int


class _Service(NamedTuple):
    """As what somebody is staff, and by which entries of the chain from when to when."""

    role: Role
    since: int
    until: int | None = None


def audit_people(
    connection: Connection, sound: Mapping[str, int], arrivals: Sequence[Arrival]
) -> Iterator[Finding]:
    """Go through the entries of the chain that hold; whoever deals must be in them."""
    known: dict[str, Person] = {}
    services: dict[str, _Service] = {}
    for link in reading.links(connection, PEOPLE, 0, sound.get(PEOPLE, 0)):
        try:
            record = decode_person(link.body or b"")
        except UNREADABLE as error:
            yield at(PEOPLE, link.position, f"cannot be read: {error}")
            return
        person = record.person
        for what in _wrong(record, known.get(person.id)):
            yield at(PEOPLE, link.position, what)
        known[person.id] = person
        service = services.get(person.id, _Service(person.role, link.position))
        until = link.position if person.is_revoked else None
        services[person.id] = service._replace(until=until)
    if arrivals:
        commits = reading.links(connection, COMMITS, 0, sound.get(COMMITS, 0))
        for arrival, before in _with_people_before(commits, arrivals):
            if not _is_dealer(services.get(arrival.who), before):
                what = f"{arrival.who} took the table, and was no dealer of the house then"
                yield at(arrival.chain, arrival.position, what)


def _is_dealer(service: _Service | None, before: int) -> bool:
    """Whether somebody was a dealer after so many entries of the chain; clocks are set back."""
    if service is None or service.role is not Role.DEALER:
        return False
    return service.since <= before and (service.until is None or before < service.until)


def _with_people_before(
    commits: Iterable[Link], arrivals: Iterable[Arrival]
) -> Iterator[tuple[Arrival, int]]:
    """Count for every arrival the entries about people that were stored before it.

    What is wrong with a commit, or is in none, is found by the audit of commits.
    """
    waiting: dict[str, deque[Arrival]] = {}
    for each in arrivals:
        waiting.setdefault(each.chain, deque()).append(each)
    reached: dict[str, int] = {}
    for link in commits:
        try:
            runs = _runs(decode_commit(link.body or b""), reached)
        except (*UNFOLDABLE, *UNREADABLE):
            return
        for chain, count in runs:
            reached[chain] = reached.get(chain, 0) + count
            coming = waiting.get(chain, deque())
            while coming and coming[0].position <= reached[chain]:
                yield coming.popleft(), reached.get(PEOPLE, 0)


def _runs(commit: CommitRecord, reached: Mapping[str, int]) -> list[tuple[str, int]]:
    """Give the chains of a commit, in its order, each with how many entries it has next."""
    if commit.order:
        return [(commit.heads[place][0], count) for place, count in commit.order]
    return [(chain, position - reached.get(chain, 0)) for chain, position, _ in commit.heads]


def _wrong(record: PersonRecord, before: Person | None) -> Iterator[str]:
    """Compare somebody with what was on record, and ask who may have made it so."""
    person = record.person
    if before is not None and (before.is_revoked or before.role is not person.role):
        yield f"{person.id} is on record already, as {before.role.value}"
        return
    authority = EntryAuthority(record.who, record.role)
    yield from authority.wrong([(_action(before, person), Subject(person.id))])
    if before is not None and before.one_time != person.one_time:
        yield from _wrong_codes(before.one_time, person)


def _action(before: Person | None, person: Person) -> Action:
    """Tell which right it takes to make this of somebody."""
    if person.is_revoked or before is None:
        return Action.REVOKE_STAFF if person.is_revoked else Action.ENROL_STAFF
    was, now = before.one_time, person.one_time
    if was == now:
        return Action.CHANGE_PIN
    if now is None:
        return Action.RESET_CODES
    is_same = was is not None and was.sealed == now.sealed
    return Action.USE_CODE if is_same else Action.SET_UP_CODES


def _wrong_codes(was: OneTimeSecret | None, person: Person) -> Iterator[str]:
    """Want every code used once, and no secret that counts replaced before somebody reset it."""
    now = person.one_time
    if was is None or now is None:
        return
    if was.sealed != now.sealed and was.is_confirmed:
        yield f"the one-time codes of {person.id} were replaced, and nobody had reset them"
    if was.sealed == now.sealed and (now.used <= was.used or not now.is_confirmed):
        yield f"a one-time code of {person.id} was used twice"
