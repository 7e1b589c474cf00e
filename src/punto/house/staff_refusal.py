"""What is refused to staff away from the tables, put on record in a chain of its own."""

from punto.house.chain import STAFF as STAFF_CHAIN
from punto.house.chain import linked
from punto.house.context import Context
from punto.house.house import Change, House, Written, extended
from punto.house.record import StaffRecord, encode
from punto.house.request import Request
from punto.people import STAFF
from punto.refusal import Refusal


def refused_away_from_tables(
    house: House, request: Request, refusal: Refusal, context: Context
) -> Change | Refusal:
    """Put on record what a role of the staff may not do; what players may not is only refused.

    Under no id, so that it can be asked again by somebody who may.
    """
    actor = request.actor
    if actor.role not in STAFF or not request.is_well_formed:
        return refusal
    what = type(request.what).__name__
    record = StaffRecord(actor.id, actor.role.value, what, refusal.code, refusal.words)
    head = house.head(STAFF_CHAIN)
    link = linked(head, STAFF_CHAIN, context.now_ms, None, encode(record))
    return Change(extended(house, link), (Written(link),), refusal=refusal)
