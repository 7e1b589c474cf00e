"""Those who play and are on record: names and passwords, limits, pauses, checks they have seen."""

from typing import Final

from msgspec.structs import replace

from punto.house.answer import UNSIGNED, name_taken
from punto.house.chain import PATRONS, linked
from punto.house.code import Code
from punto.house.context import Context
from punto.house.house import Change, House, Written, extended
from punto.house.record import PatronRecord, encode
from punto.house.request import (
    AcknowledgeCheck,
    ChangePassword,
    Exclude,
    Request,
    SetLimits,
    SignIn,
    SignOut,
    SignUp,
    is_said,
)
from punto.house.roster import RESERVED
from punto.ledger import Kind
from punto.money import MAX_STAKE
from punto.people import STAFF, Patron, Protection
from punto.people.limits import is_readable
from punto.people.patron import PATRON_NAMED, is_patron_name, signed_in, signed_out
from punto.people.protection import DAY_MS, FOR_EVER, excluded, with_limits
from punto.refusal import Refusal

MOST_DAYS: Final = 3_650
"""The longest exclusion that has an end."""

_NO_LIMITS: Final = Refusal(
    Code.REQUEST_MALFORMED,
    f"amounts are from 1 to {MAX_STAKE}, minutes from 5 to 1440 in steps of 5",
)

_NOTHING_TO_DO: Final = Refusal(Code.NOTHING_TO_DO, "it is so already")

Protecting = SetLimits | Exclude | AcknowledgeCheck
OfPatron = Protecting | SignUp | ChangePassword | SignIn | SignOut


def at_patrons(
    house: House, request: Request, what: OfPatron, context: Context
) -> Change | Refusal:
    """Carry out a request about somebody who plays."""
    refusal = _refused(house, request, what)
    if refusal is not None:
        return refusal
    patron = house.patrons.get(what.account, Patron(id=what.account))
    after = _patron_after(house, patron, request, what, context)
    if isinstance(after, Refusal):
        return after
    by, why = (what.who, what.why) if isinstance(what, SetLimits | Exclude) else ("", "")
    actor = request.actor
    record = PatronRecord(actor.id, actor.role.value, after, request.digest, by, why)
    house, written = written_patron(house, record, request.key, context.now_ms)
    return Change(house, (written,))


def _patron_after(
    house: House, patron: Patron, request: Request, what: OfPatron, context: Context
) -> Patron | Refusal:
    match what:
        case ChangePassword(before=held) | SignIn(password=held) if held != patron.password:
            return Refusal(Code.SET_MEANWHILE, "the password was changed meanwhile")
        case SignUp():
            return _named(house, patron, what)
        case ChangePassword(password=password):
            return replace(patron, password=password)
        case SignIn():
            return signed_in(patron, context.now_ms)
        case SignOut(since_ms=since_ms):
            return signed_out(patron, since_ms, context.now_ms)
        case _:
            return _protected(patron, request, what, context)


def _protected(
    patron: Patron, request: Request, what: Protecting, context: Context
) -> Patron | Refusal:
    before = patron.protection or Protection()
    after = _protection_after(before, request, what, context)
    if isinstance(after, Refusal):
        return after
    if after == before and request.actor.role not in STAFF:
        return _NOTHING_TO_DO  # of staff the reason goes on record at least
    return replace(patron, protection=after)


def _named(house: House, patron: Patron, what: SignUp) -> Patron | Refusal:
    if patron.name:
        return Refusal(Code.NAME_TAKEN, f"this account is called {patron.name!r} already")
    refusal = name_refusal(house, what.name)
    return refusal or replace(patron, name=what.name, password=what.password)


def name_refusal(house: House, name: str) -> Refusal | None:
    """Want a name that nobody has: not of the staff, nor the house, nor as an account at hand."""
    if not is_patron_name(name) or name in RESERVED:
        return Refusal(Code.REQUEST_MALFORMED, PATRON_NAMED)
    is_taken = any(
        name in each for each in (house.names, house.staff, house.accounts, house.terminals)
    )
    return name_taken(name) if is_taken else None


def written_patron(
    house: House, record: PatronRecord, key: str | None, now_ms: int
) -> tuple[House, Written]:
    """Put somebody on record as he is from now on."""
    link = linked(house.head(PATRONS), PATRONS, now_ms, key, encode(record))
    patron = record.patron
    patrons = house.patrons.set(patron.id, patron)
    names = house.names.set(patron.name, patron.id) if patron.name else house.names
    return extended(replace(house, patrons=patrons, names=names), link), Written(link)


def _refused(house: House, request: Request, what: OfPatron) -> Refusal | None:
    if request.key is None:
        return Refusal(Code.ID_WANTED, "what protects somebody is changed once, under an id")
    if isinstance(what, SetLimits) and not is_readable(what.limits):
        return _NO_LIMITS
    account = house.accounts.get(what.account)
    if account is None or account.kind is not Kind.PLAYER or account.visit:
        return Refusal(Code.NO_SUCH_PLAYER, f"nobody plays as {what.account!r} in person")
    if request.actor.role in STAFF and isinstance(what, SetLimits | Exclude):
        return None if is_said(what.who) and is_said(what.why) else UNSIGNED
    return None


def _protection_after(
    protection: Protection, request: Request, what: Protecting, context: Context
) -> Protection | Refusal:
    now_ms = context.now_ms
    match what:
        case SetLimits(limits=limits) if request.actor.role in STAFF:
            return replace(protection, of_house=limits)
        case SetLimits(limits=limits):
            return with_limits(protection, limits, now_ms)
        case Exclude(days=None):
            return excluded(protection, FOR_EVER)
        case Exclude(days=days) if days is not None and 1 <= days <= MOST_DAYS:
            return excluded(protection, now_ms + days * DAY_MS)
        case Exclude():
            words = f"a pause has 1 to {MOST_DAYS} days, or no end"
            return Refusal(Code.REQUEST_MALFORMED, words)
        case _:
            return _checked(protection, now_ms)


def _checked(protection: Protection, now_ms: int) -> Protection | Refusal:
    """Note that time and result were seen, also by somebody who only looks on meanwhile.

    His screen may wait for it still, and would for ever where it is refused.
    """
    set_ = protection.own, protection.limits_at(now_ms)  # a looser limit is told to no screen
    if all(limits.check_minutes is None for limits in set_):
        return Refusal(Code.NO_CHECK_DUE, "there is nothing to be acknowledged")
    return replace(protection, checked_ms=now_ms)
