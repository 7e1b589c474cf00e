"""The questions of staff over HTTP: a link used, signing in, unlocking, signing out."""

import logging
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException
from litestar.params import JSONBody

from punto.protocol import CodesSetUp, StaffInfo, StaffRefused
from punto.refusal import Refusal
from punto.server.attempts import Attempts, hear_or_wait
from punto.server.code import Code
from punto.server.hash_queue import wait_for
from punto.server.http_answers import answers, refusals
from punto.server.networks import place_of
from punto.server.open_house import OpenHouse
from punto.server.origin import STAFF_COOKIE, give_cookie

log = logging.getLogger("punto.server")

Found = TypeVar("Found")

_GUESSES: Final = frozenset({Code.PIN_WRONG, Code.CODE_WRONG})

_STATUS: Final[dict[str, int]] = {Code.TOO_OFTEN: 429, Code.OVERLOADED: 503}

_Words = Annotated[str, msgspec.Meta(max_length=200)]


class Enrolment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link, and who comes with it."""

    link: _Words
    name: _Words
    pin: _Words


class StaffSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its PIN, and a one-time code of whoever has them."""

    name: _Words
    pin: _Words
    code: _Words = ""


class PinChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose PIN it is, the one that they have, and the one that is to be."""

    name: _Words
    pin: _Words
    next: _Words


@post("/api/staff/enrolments", responses=answers(StaffInfo, 401, 403, 413, 429, status=201))
async def enrol(
    request: Request[Any, Any, State], data: JSONBody[Enrolment]
) -> Response[StaffInfo] | Response[StaffRefused]:
    """Become one of the staff by a link, and be signed in."""
    house, address = _asked(request)
    hear_or_wait(house.links, "link", address)
    answer = await house.staff.enrol(data.link, data.name, data.pin, address)
    if not isinstance(answer, Refusal) or answer.code != Code.LINK_UNKNOWN:
        house.links.forgive("link", address)
    if isinstance(answer, str):
        house.pins.trust(data.name, address)
    return _signed_in(request, answer)


@post("/api/staff/sessions", responses=answers(StaffInfo, 401, 403, 413, 429, status=201))
async def sign_staff_in(
    request: Request[Any, Any, State], data: JSONBody[StaffSignIn]
) -> Response[StaffInfo] | Response[StaffRefused]:
    """Sign in, or unlock the console."""
    house, _ = _asked(request)
    given = request.cookies.get(STAFF_COOKIE)
    asked = house.staff.sign_in
    answer = await _counted(
        request, data.name, lambda place: asked(data.name, data.pin, place, data.code, given)
    )
    return _signed_in(request, answer)


@post("/api/staff/pins", responses=answers(StaffInfo, 401, 403, 413, 429, status=201))
async def change_pin(
    request: Request[Any, Any, State], data: JSONBody[PinChange]
) -> Response[StaffInfo] | Response[StaffRefused]:
    """Choose another PIN; every other screen under this name is signed out."""
    house, _ = _asked(request)
    given = request.cookies.get(STAFF_COOKIE)
    asked = house.staff.change_pin
    changed = await _counted(
        request, data.name, lambda place: asked(data.name, data.pin, data.next, place, given)
    )
    return _signed_in(request, changed)


@post("/api/staff/codes", responses=answers(CodesSetUp, 403, 413, 429, status=201))
async def set_up_codes(
    request: Request[Any, Any, State], data: JSONBody[StaffSignIn]
) -> Response[CodesSetUp] | Response[StaffRefused]:
    """Show what one-time codes are made from, once; the first code, at signing in, confirms it."""
    house, _ = _asked(request)
    shown = await _counted(
        request, data.name, lambda place: house.staff.set_up_codes(data.name, data.pin, place)
    )
    return _refused(request, shown) if isinstance(shown, Refusal) else Response(shown)


@delete("/api/staff/sessions", status_code=200, responses=answers(None, 403))
async def sign_staff_out(request: Request[Any, Any, State]) -> Response[None]:
    """Sign out: nothing is done under this name before the PIN is given again."""
    house, _ = _asked(request)
    await house.staff.sign_out(request.cookies.get(STAFF_COOKIE, ""))
    response: Response[None] = Response(None)
    response.delete_cookie(STAFF_COOKIE, path="/")
    return response


@get("/api/staff/me", responses=refusals(401))
async def read_staff(request: Request[Any, Any, State]) -> StaffInfo:
    """Say who is signed in here, and whether the console is locked."""
    house: OpenHouse = request.app.state.house
    session = house.staff.find(request.cookies.get(STAFF_COOKIE))
    if session is None:
        raise NotAuthorizedException("sign in first")
    locked = session.is_locked(house.time.now_ms())
    return StaffInfo(name=session.actor.id, role=session.role, locked=locked)


async def _counted(
    request: Request[Any, Any, State],
    name: str,
    asked: Callable[[str], Awaitable[Found | Refusal]],
) -> Found | Refusal:
    """Count a PIN against the name that it is tried for and the place, before it is looked at."""
    attempts, place = _counted_at(request, name)
    hear_or_wait(attempts, name, place)
    answer = await asked(place)
    if isinstance(answer, str):  # a token: all that is asked for was given
        attempts.right(name, place)
    elif not isinstance(answer, Refusal) or answer.code not in _GUESSES:
        attempts.forgive(name, place)
    return answer


def _counted_at(request: Request[Any, Any, State], name: str) -> tuple[Attempts, str]:
    """Tell what a PIN counts for: at a screen of whoever has this name, for that screen alone.

    There they only unlock it, and nobody keeps them out by guessing elsewhere.
    """
    house, address = _asked(request)
    given = request.cookies.get(STAFF_COOKIE)
    here = house.staff.find(given)
    if given is None or here is None or here.actor.id != name:
        return house.pins, address
    return house.own_screens, given


def _asked(request: Request[Any, Any, State]) -> tuple[OpenHouse, str]:
    return request.app.state.house, place_of(request.client.host if request.client else "")


def _signed_in(
    request: Request[Any, Any, State], answer: str | Refusal
) -> Response[StaffInfo] | Response[StaffRefused]:
    house: OpenHouse = request.app.state.house
    if isinstance(answer, Refusal):
        if answer.code == Code.LINK_UNKNOWN:
            log.warning("a link that enrols nobody, or nobody any more")
        return _refused(request, answer)
    session = house.staff.find(answer)
    if session is None:  # revoked in the same moment
        raise NotAuthorizedException("sign in first")
    info = StaffInfo(name=session.actor.id, role=session.role, locked=False)
    response = Response(info, status_code=201)
    give_cookie(request, response, STAFF_COOKIE, answer)
    return response


def _refused(request: Request[Any, Any, State], refusal: Refusal) -> Response[StaffRefused]:
    request.app.state.house.counters.refusals[refusal.code] += 1
    status = _STATUS.get(refusal.code, 403)
    refused = StaffRefused(status_code=status, detail=refusal.words, code=refusal.code)
    return Response(refused, status_code=status, headers=wait_for(refusal.code))
