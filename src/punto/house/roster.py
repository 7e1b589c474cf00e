"""Who is staff: enrolled by a link or by a manager, given another PIN, revoked."""

from typing import Final

from msgspec.structs import replace

from punto.house.answer import UNSIGNED, name_taken
from punto.house.chain import PEOPLE
from punto.house.code import Code
from punto.house.context import Context
from punto.house.house import CAGE, HOUSE, Change, House, Written, chained, extended
from punto.house.record import PersonRecord, encode
from punto.house.request import ChangePin, EnrolStaff, Request, RevokeStaff, is_said
from punto.house.staff_request import ATTENDANT
from punto.people import Person
from punto.people.person import ENROLLED_ROLES, NAMED, is_staff_name
from punto.refusal import Refusal

_RESERVED: Final = frozenset({CAGE, HOUSE, ATTENDANT})
"""The names under which the house itself acts."""

OfStaff = EnrolStaff | ChangePin | RevokeStaff


def at_roster(house: House, request: Request, what: OfStaff, context: Context) -> Change | Refusal:
    """Carry out a request about who is staff."""
    if request.key is None:
        return Refusal(Code.ID_WANTED, "whoever becomes staff does so once, under an id")
    if isinstance(what, RevokeStaff) and not is_said(what.why):
        return UNSIGNED
    person = _person_after(house, what)
    if isinstance(person, Refusal):
        return person
    actor = request.actor
    why = what.why if isinstance(what, RevokeStaff) else ""
    record = PersonRecord(actor.id, actor.role.value, person, request.digest, why)
    link = chained(house, PEOPLE, request, context.now_ms, encode(record))
    after = replace(house, staff=house.staff.set(person.id, person))
    return Change(extended(after, link), (Written(link),))


def _person_after(house: House, what: OfStaff) -> Person | Refusal:
    if isinstance(what, EnrolStaff):
        return _enrolled(house, what)
    person = house.staff.get(what.person)
    if person is None or person.is_revoked:
        return Refusal(Code.NO_SUCH_PERSON, f"there is no {what.person!r} among the staff")
    if isinstance(what, ChangePin):
        return replace(person, pin=what.pin)
    return replace(person, is_revoked=True)


def _enrolled(house: House, what: EnrolStaff) -> Person | Refusal:
    if not is_staff_name(what.person) or what.person in _RESERVED:
        return Refusal(Code.REQUEST_MALFORMED, NAMED)
    if what.role not in ENROLLED_ROLES:
        return Refusal(Code.REQUEST_MALFORMED, f"nobody can be enrolled as {what.role.value}")
    if what.person in house.staff or what.person in house.accounts:
        # Also of somebody who was revoked.
        return name_taken(what.person)
    return Person(id=what.person, role=what.role, pin=what.pin)
