"""Carrying out a request: which part of the house it is for."""

from punto.house.alerts import acknowledge
from punto.house.answer import MALFORMED
from punto.house.authority import actions_of, not_permitted, permits
from punto.house.code import Code
from punto.house.context import Context
from punto.house.counter import at_counter
from punto.house.house import Change, House
from punto.house.request import (
    Acknowledge,
    Act,
    ChangePin,
    ChangeSettings,
    CloseTable,
    DropOld,
    EnrolStaff,
    OpenTable,
    ReadFile,
    Request,
    RevokeStaff,
)
from punto.house.retention import drop_old
from punto.house.roster import at_roster
from punto.house.set_up import set_up
from punto.house.staff_refusal import refused_away_from_tables
from punto.house.tables import at_table, put_on_record
from punto.refusal import Refusal


def carry_out(house: House, request: Request, context: Context) -> Change | Refusal:
    """Say what a request makes of the house, or why it may not be done. Nothing is stored yet."""
    unauthorized = first_unauthorized(house, request)
    if request.actor.id in house.staff:
        unauthorized = revoked(house, request) or unauthorized
    if unauthorized is not None:
        return _put_on_record(house, request, *unauthorized, context)
    if not request.is_well_formed:
        return MALFORMED
    return _carried_out(house, request, context)


def _carried_out(house: House, request: Request, context: Context) -> Change | Refusal:
    what = request.what
    if isinstance(what, Act | OpenTable | CloseTable):  # play first: there is most of it
        return at_table(house, request, what, context)
    if isinstance(what, EnrolStaff | ChangePin | RevokeStaff):
        return at_roster(house, request, what, context)
    if isinstance(what, Acknowledge):
        return acknowledge(house, request, what, context)
    if isinstance(what, ChangeSettings | ReadFile):
        return set_up(house, request, what, context)
    if isinstance(what, DropOld):
        return drop_old(house, request, what, context)
    return at_counter(house, request, what, context)


def _put_on_record(
    house: House, request: Request, place: int, refusal: Refusal, context: Context
) -> Change | Refusal:
    if isinstance(request.what, Act):
        return put_on_record(house, request, request.what, place, refusal, context)
    return refused_away_from_tables(house, request, refusal, context)


def revoked(house: House, request: Request) -> tuple[int, Refusal] | None:
    """Refuse whoever was staff and is so no more, whatever it is and whoever lets them ask."""
    person = house.staff.get(request.actor.id)
    if person is None or not person.is_revoked or request.actor.role is not person.role:
        return None
    return 0, Refusal(Code.NOT_PERMITTED, f"{person.id} is staff no longer")


def first_unauthorized(house: House, request: Request) -> tuple[int, Refusal] | None:
    """Find the first part of a request that its actor may not do, and say so."""
    what = request.what
    floor = house.floors.get(what.table) if isinstance(what, Act) else None
    for place, (action, subject) in enumerate(actions_of(what, floor.owner if floor else "")):
        if not permits(request.actor, action, subject):
            return place, not_permitted(action)
    return None
