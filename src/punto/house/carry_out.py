"""Carrying out a request: which part of the house it is for."""

from typing import Final

from punto.house.alerts import acknowledge
from punto.house.answer import MALFORMED
from punto.house.authority import actions_of, not_permitted, permits
from punto.house.code import Code
from punto.house.context import Context
from punto.house.counter import at_counter
from punto.house.house import Change, House
from punto.house.patrons import OfPatron, at_patrons
from punto.house.protecting import play_protected
from punto.house.request import (
    Acknowledge,
    Act,
    ChangeSettings,
    CloseShift,
    CloseTable,
    DropOld,
    OpenShift,
    OpenTable,
    ReadFile,
    Request,
)
from punto.house.retention import drop_old
from punto.house.roster import at_roster
from punto.house.roster_request import RosterRequest
from punto.house.set_up import set_up
from punto.house.shift_count import count_shift
from punto.house.staff_refusal import refused_away_from_tables
from punto.house.tables import at_table, put_on_record
from punto.house.terminal_request import TerminalRequest
from punto.house.terminals import NOT_ENROLLED, at_terminals, is_enrolled
from punto.people import Role
from punto.refusal import Refusal

_AT_TABLES: Final = (Act, OpenTable, CloseTable)


def carry_out(house: House, request: Request, context: Context) -> Change | Refusal:
    """Say what a request makes of the house, or why it may not be done. Nothing is stored yet."""
    unauthorized = first_unauthorized(house, request)
    if request.actor.id in house.staff:
        unauthorized = revoked(house, request) or unauthorized
    if unauthorized is not None:
        return _put_on_record(house, request, *unauthorized, context)
    asker = request.at or request.actor
    if asker.role is Role.TERMINAL and not is_enrolled(house, asker):
        return NOT_ENROLLED
    if not request.is_well_formed:
        return MALFORMED
    return _carried_out(house, request, context)


def _carried_out(  # noqa: PLR0911 – one list shows all parts of the house
    house: House, request: Request, context: Context
) -> Change | Refusal:
    what = request.what
    if isinstance(what, _AT_TABLES):  # play first: there is most of it
        # Whoever is not protected, at a game without a pace, costs no call for it.
        patron = house.patrons.get(request.actor.id)
        if context.game_ms or (patron is not None and patron.protection is not None):
            return play_protected(house, request, what, context)
        return at_table(house, request, what, context)
    if isinstance(what, RosterRequest):
        return at_roster(house, request, what, context)
    if isinstance(what, TerminalRequest):
        return at_terminals(house, request, what, context)
    if isinstance(what, OfPatron):
        return at_patrons(house, request, what, context)
    if isinstance(what, Acknowledge):
        return acknowledge(house, request, what, context)
    if isinstance(what, ChangeSettings | ReadFile):
        return set_up(house, request, what, context)
    if isinstance(what, OpenShift | CloseShift):
        return count_shift(house, request, what, context)
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
    house_table = house.tables.get(what.table) if isinstance(what, Act) else None
    for place, (action, subject) in enumerate(
        actions_of(what, house_table.owner if house_table else "")
    ):
        if not permits(request.actor, action, subject):
            return place, not_permitted(action)
    return None
