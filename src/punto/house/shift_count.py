"""Opening and closing a shift: somebody has counted a float or a till, and answers for it."""

from typing import Final

from msgspec.structs import replace

from punto.house.chain import SHIFTS
from punto.house.code import Code
from punto.house.context import Context
from punto.house.house import Change, House, Written, chained, extended
from punto.house.record import ShiftRecord, encode
from punto.house.request import CloseShift, OpenShift, Request, is_said
from punto.house.shift import Count, Shift, chain_of, next_of, person_at, table_at
from punto.ledger import felt_position
from punto.ledger.transfer import MAX_AMOUNT
from punto.people import Role
from punto.refusal import Refusal
from punto.table import Code as TableCode
from punto.table.house_table import HouseTable

_AT_CAGE: Final = frozenset({Role.CAGE, Role.MANAGER})


def count_shift(
    house: House, request: Request, what: OpenShift | CloseShift, context: Context
) -> Change | Refusal:
    """Put a count on record with which a shift begins or ends."""
    refusal = _unfit(request, what) or _no_place(house, what)
    if refusal is not None:
        return refusal
    count = Count(
        amount=what.counted,
        who=what.who,
        at_ms=context.now_ms,
        after=house.head(chain_of(what.place)).position,
        note=what.note,
    )
    shift = _shift(house.shifts.get(what.place), what, count)
    if isinstance(shift, Refusal):
        return shift
    actor = request.actor
    record = ShiftRecord(actor.id, actor.role.value, shift, request.digest)
    link = chained(house, SHIFTS, request, context.now_ms, encode(record))
    after = replace(house, shifts=house.shifts.set(shift.place, shift))
    return Change(extended(after, link), (Written(link),))


def _unfit(request: Request, what: OpenShift | CloseShift) -> Refusal | None:
    if request.key is None:
        return Refusal(Code.ID_WANTED, "a shift is opened and closed once, under an id")
    if not is_said(what.who) or (what.note and not is_said(what.note)):
        return Refusal(TableCode.WHO_AND_WHY_WANTED, "say who has counted, in words for a log")
    if not 0 <= what.counted <= MAX_AMOUNT:
        return Refusal(Code.REQUEST_MALFORMED, "nobody can have counted so much")
    return None


def _no_place(house: House, what: OpenShift | CloseShift) -> Refusal | None:
    """Say why there is nothing to count: no such table or till, or chips lie on the felt."""
    table, person = table_at(what.place), house.staff.get(person_at(what.place))
    house_table = house.tables.get(table) if table else None
    if table and (house_table is None or house_table.owner):
        return Refusal(Code.NO_SUCH_TABLE, f"there is no table {table!r} with a float")
    if house_table is not None and _has_chips_on_felt(house_table):
        words = "chips lie on the felt: count when the round is over"
        return Refusal(TableCode.ROUND_IN_PLAY, words)
    is_closing = isinstance(what, CloseShift)
    if not table and (person is None or (person.is_revoked and not is_closing)):
        return Refusal(Code.NO_SUCH_PERSON, "nobody of this name stands at the cage")
    if person is not None and person.role not in _AT_CAGE:
        return Refusal(Code.NO_SUCH_PERSON, f"{person.id} does not stand at the cage")
    return None


def _has_chips_on_felt(house_table: HouseTable) -> bool:
    """Whether chips lie there; what lay there is known longer, because the round can be void."""
    return house_table.table.in_play and any(
        felt_position(bettor) for bettor, _ in house_table.stakes
    )


def _shift(known: Shift | None, what: OpenShift | CloseShift, count: Count) -> Shift | Refusal:
    is_open = known is not None and known.closed is None
    if isinstance(what, OpenShift):
        if is_open:
            return Refusal(Code.SHIFT_OPEN, f"a shift is open at {what.place} already")
        number, handed_over = next_of(known)
        return Shift(place=what.place, number=number, opened=count, handed_over=handed_over)
    if known is None or not is_open:
        return Refusal(Code.NO_SHIFT, f"no shift is open at {what.place}")
    return replace(known, closed=count)
