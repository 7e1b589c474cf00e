"""Who is staff: enrolled by a link or by a manager, given another PIN, revoked."""

from typing import Final, assert_never

from msgspec.structs import replace

from punto.house.answer import UNSIGNED, name_taken
from punto.house.chain import PEOPLE
from punto.house.code import Code
from punto.house.context import Context
from punto.house.house import CAGE, HOUSE, Change, House, Written, chained, extended
from punto.house.record import PersonRecord, encode
from punto.house.request import Request, is_said
from punto.house.roster_request import (
    ChangePin,
    EnrolStaff,
    ResetCodes,
    RevokeStaff,
    RosterRequest,
    SetUpCodes,
    UseCode,
)
from punto.house.staff_request import ATTENDANT
from punto.people import Person
from punto.people.one_time_code import OneTimeSecret
from punto.people.person import ENROLLED_ROLES, NAMED, is_staff_name
from punto.refusal import Refusal

RESERVED: Final = frozenset({CAGE, HOUSE, ATTENDANT})
"""The names under which the house itself acts."""

_CODE_USED: Final = Refusal(Code.CODE_USED, "this one-time code was used, or is of before: wait")
_SET_ALREADY: Final = Refusal(Code.CODES_SET, "one-time codes are set up: a manager resets them")
_OWN_CODES: Final = Refusal(Code.NOT_YOUR_OWN, "another manager, or the owner, resets your codes")
_NO_CODES: Final = Refusal(Code.NOTHING_TO_DO, "no one-time codes are set up")
_PIN_MEANWHILE: Final = Refusal(Code.SET_MEANWHILE, "the PIN was changed meanwhile")
_RESET_MEANWHILE: Final = Refusal(Code.SET_MEANWHILE, "one-time codes were reset meanwhile")


def at_roster(
    house: House, request: Request, what: RosterRequest, context: Context
) -> Change | Refusal:
    """Carry out a request about who is staff."""
    if request.key is None:
        return Refusal(Code.ID_WANTED, "whoever becomes staff does so once, under an id")
    why = what.why if isinstance(what, RevokeStaff | ResetCodes) else None
    if why is not None and not is_said(why):
        return UNSIGNED
    person = _person_after(house, request, what)
    if isinstance(person, Refusal):
        return person
    actor = request.actor
    record = PersonRecord(actor.id, actor.role.value, person, request.digest, why or "")
    link = chained(house, PEOPLE, request, context.now_ms, encode(record))
    after = replace(house, staff=house.staff.set(person.id, person))
    return Change(extended(after, link), (Written(link),))


def _person_after(  # noqa: PLR0911 – one match shows all that becomes of somebody
    house: House, request: Request, what: RosterRequest
) -> Person | Refusal:
    if isinstance(what, EnrolStaff):
        return _enrolled(house, what)
    person = house.staff.get(what.person)
    if person is None or person.is_revoked:
        return Refusal(Code.NO_SUCH_PERSON, f"there is no {what.person!r} among the staff")
    match what:
        case ChangePin(pin=pin, before=before):
            is_known = before in {"", person.pin}
            return replace(person, pin=pin) if is_known else _PIN_MEANWHILE
        case RevokeStaff():
            return replace(person, is_revoked=True)
        case SetUpCodes():
            return _with_codes_set_up(person, what)
        case UseCode():
            return _with_code_used(person, what)
        case ResetCodes():
            is_own = request.actor.id == person.id  # whoever found a console open would do it
            return _OWN_CODES if is_own else _without_codes(person)
        case _:
            assert_never(what)


def _with_codes_set_up(person: Person, what: SetUpCodes) -> Person | Refusal:
    if person.has_codes:
        return _SET_ALREADY
    if what.pin != person.pin:
        return _PIN_MEANWHILE
    return replace(person, one_time=OneTimeSecret(sealed=what.sealed))


def _without_codes(person: Person) -> Person | Refusal:
    return _NO_CODES if person.one_time is None else replace(person, one_time=None)


def _with_code_used(person: Person, what: UseCode) -> Person | Refusal:
    secret = person.one_time
    if secret is None or secret.sealed != what.sealed:
        return _RESET_MEANWHILE
    if what.step <= secret.used:
        return _CODE_USED
    return replace(person, one_time=replace(secret, is_confirmed=True, used=what.step))


def _enrolled(house: House, what: EnrolStaff) -> Person | Refusal:
    if not is_staff_name(what.person) or what.person in RESERVED:
        return Refusal(Code.REQUEST_MALFORMED, NAMED)
    if what.role not in ENROLLED_ROLES:
        return Refusal(Code.REQUEST_MALFORMED, f"nobody can be enrolled as {what.role.value}")
    known = (house.staff, house.accounts, house.names, house.terminals)
    if any(what.person in each for each in known):  # also of somebody who was revoked
        return name_taken(what.person)
    return Person(id=what.person, role=what.role, pin=what.pin)
