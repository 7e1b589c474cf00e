"""The audit of shifts: each count by somebody with the right to it, each shift after the last."""

from collections.abc import Iterator, Mapping

from immutables import Map
from sqlalchemy import Connection

from punto.audit.authority import EntryAuthority
from punto.audit.finding import UNREADABLE, Finding, at
from punto.house.authority import Subject, action_at
from punto.house.chain import SHIFTS
from punto.house.record import ShiftRecord, decode_shift
from punto.house.shift import Shifts, chain_of, defects_of_shift, person_at
from punto.store import reading


def audit_shifts(connection: Connection, sound: Mapping[str, int]) -> Iterator[Finding]:
    """Go through the entries of the chain that hold; after one that cannot be told, stop."""
    known: Shifts = Map()
    for link in reading.links(connection, SHIFTS, 0, sound.get(SHIFTS, 0)):
        try:
            record = decode_shift(link.body or b"")
        except UNREADABLE as error:
            yield at(SHIFTS, link.position, f"cannot be read: {error}")
            return
        for what in _wrong(known, record, link.at_ms, sound):
            yield at(SHIFTS, link.position, what)
        known = known.set(record.shift.place, record.shift)


def _wrong(
    known: Shifts, record: ShiftRecord, at_ms: int, sound: Mapping[str, int]
) -> Iterator[str]:
    shift = record.shift
    count = shift.closed or shift.opened
    right = action_at(shift.place), Subject(person_at(shift.place))
    yield from EntryAuthority(record.who, record.role).wrong([right])
    yield from defects_of_shift(known, shift)
    if count.at_ms != at_ms:
        yield f"{shift.place}: the count is of another time than its entry"
    if count.after > sound.get(chain_of(shift.place), 0):
        yield f"{shift.place}: the count comes after entry {count.after}, which is not there"
