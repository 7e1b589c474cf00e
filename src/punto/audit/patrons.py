"""The audit of those who play and are on record: who changed it, and what may only get stricter.

Whether every bet was within the limits of its time is not worked out again.
"""

from collections.abc import Iterator

from msgspec.structs import replace
from sqlalchemy import Connection

from punto.audit.authority import EntryAuthority
from punto.audit.finding import UNREADABLE, Finding, at
from punto.house.authority import Action, Subject
from punto.house.chain import PATRONS
from punto.house.record import PatronRecord, decode_patron
from punto.people import STAFF, Patron, Protection, Role
from punto.people.limits import stricter
from punto.people.protection import LOOSENED_AFTER_MS, Played
from punto.store import reading


def audit_patrons(connection: Connection, sound: int) -> Iterator[Finding]:
    """Go through the entries of the chain that hold."""
    known: dict[str, Patron] = {}
    names: dict[str, str] = {}
    for link in reading.links(connection, PATRONS, 0, sound):
        try:
            record = decode_patron(link.body or b"")
        except UNREADABLE as error:
            yield at(PATRONS, link.position, f"cannot be read: {error}")
            return
        patron = record.patron
        before = known.get(patron.id, Patron(id=patron.id))
        for what in (*_unauthorized(record, before), *_weakened(record, before, link.at_ms)):
            yield at(PATRONS, link.position, what)
        owner = names.setdefault(patron.name, patron.id) if patron.name else patron.id
        if owner != patron.id:
            yield at(PATRONS, link.position, f"{patron.id} has the name {patron.name} of {owner}")
        known[patron.id] = patron


def _unauthorized(record: PatronRecord, before: Patron) -> Iterator[str]:
    """Ask who may have made it so."""
    authority = EntryAuthority(record.who, record.role)
    deed = _action(record, before), Subject(record.patron.id)
    yield from authority.wrong([deed])


def _action(record: PatronRecord, before: Patron) -> Action:
    was, now = before.protection or Protection(), record.patron.protection or Protection()
    if record.bet:
        return Action.BET
    if was == now:
        return _of_identity(record, before)
    if was.excluded_until_ms != now.excluded_until_ms:
        return Action.EXCLUDE
    return Action.ACKNOWLEDGE_CHECK if was.checked_ms != now.checked_ms else Action.SET_LIMITS


def _of_identity(record: PatronRecord, before: Patron) -> Action:
    """Tell which right it takes to be known otherwise than before, or to leave all as it was."""
    patron = record.patron
    if patron.name != before.name:
        return Action.SIGN_UP
    if patron.password != before.password:
        return Action.CHANGE_PASSWORD
    if (patron.signed_out, patron.ended) != (before.signed_out, before.ended):
        return Action.SIGN_OUT
    return Action.SIGN_IN if record.role == Role.HOUSE.value else Action.SET_LIMITS


def _weakened(record: PatronRecord, before: Patron, at_ms: int) -> Iterator[str]:
    """Name what holds somebody back less than what was on record, before its time."""
    was, now = before.protection or Protection(), record.patron.protection or Protection()
    name = record.patron.id
    if before.name not in {"", record.patron.name}:
        yield f"{name} was called {before.name}, and is to be {record.patron.name}"
    if now.excluded_until_ms < was.excluded_until_ms:
        yield f"the exclusion of {name} was shortened"
    held, holds = was.own_at(at_ms), now.own_at(at_ms)
    if stricter(held, holds) != holds:
        yield f"limits of {name} were loosened at once"
    is_early = now.coming is not None and now.coming.from_ms < at_ms + LOOSENED_AFTER_MS
    if is_early and now.coming != was.coming:
        yield f"limits of {name} were to be looser before a day was over"
    if now.of_house != was.of_house and record.role not in {each.value for each in STAFF}:
        yield f"limits that the house has set for {name} were changed by {record.who}"
    if record.bet and replace(now, played=Played()) != replace(was, played=Played()):
        yield f"more than a bet of {name} was counted"
