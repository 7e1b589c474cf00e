"""The questions of staff over HTTP: a link used, signing in, unlocking, signing out."""

import logging
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import (
    NotAuthorizedException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import JSONBody

from punto.protocol import StaffInfo, StaffRefused
from punto.refusal import Refusal
from punto.server.code import Code
from punto.server.open_house import OpenHouse
from punto.server.origin import STAFF_COOKIE, give_cookie, is_same_origin

log = logging.getLogger("punto.server")

_GUESSED = frozenset({Code.PIN_WRONG, Code.LINK_UNKNOWN})
"""What counts against whoever asks."""

_Words = Annotated[str, msgspec.Meta(max_length=200)]


class Enrolment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link, and who comes with it."""

    link: _Words
    name: _Words
    pin: _Words


class StaffSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its PIN."""

    name: _Words
    pin: _Words


class PinChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose PIN it is, the one that they have, and the one that is to be."""

    name: _Words
    pin: _Words
    next: _Words


@post("/api/staff/enrolments")
async def enrol(
    request: Request[Any, Any, State], data: JSONBody[Enrolment]
) -> Response[StaffInfo] | Response[StaffRefused]:
    """Become one of the staff by a link, and be signed in."""
    house, _ = _asked(request)
    return _signed_in(request, await house.staff.enrol(data.link, data.name, data.pin))


@post("/api/staff/sessions")
async def sign_staff_in(
    request: Request[Any, Any, State], data: JSONBody[StaffSignIn]
) -> Response[StaffInfo] | Response[StaffRefused]:
    """Sign in, or unlock the console."""
    house, _ = _asked(request)
    given = request.cookies.get(STAFF_COOKIE)
    here = house.staff.find(given)
    # Nobody can keep somebody out by guessing: whoever only unlocks is not held up with the others.
    is_theirs = here is not None and here.actor.id == data.name
    asked = house.staff.sign_in
    answer = await (
        asked(data.name, data.pin, given)
        if is_theirs
        else _counted(house, data.name, lambda: asked(data.name, data.pin, given))
    )
    return _signed_in(request, answer)


@post("/api/staff/pins")
async def change_pin(
    request: Request[Any, Any, State], data: JSONBody[PinChange]
) -> Response[StaffInfo] | Response[StaffRefused]:
    """Choose another PIN; every other screen under this name is signed out."""
    house, _ = _asked(request)
    changed = await _counted(
        house, data.name, lambda: house.staff.change_pin(data.name, data.pin, data.next)
    )
    return _signed_in(request, changed)


@delete("/api/staff/sessions", status_code=200)
async def sign_staff_out(request: Request[Any, Any, State]) -> Response[None]:
    """Sign out: nothing is done under this name before the PIN is given again."""
    house, address = _asked(request)
    house.wrong_codes.forgive(address)
    house.staff.sign_out(request.cookies.get(STAFF_COOKIE, ""))
    response: Response[None] = Response(None)
    response.delete_cookie(STAFF_COOKIE, path="/")
    return response


@get("/api/staff/me")
async def read_staff(request: Request[Any, Any, State]) -> StaffInfo:
    """Say who is signed in here, and whether the console is locked."""
    house: OpenHouse = request.app.state.house
    session = house.staff.find(request.cookies.get(STAFF_COOKIE))
    if session is None:
        raise NotAuthorizedException("sign in first")
    locked = session.is_locked(house.time.now_ms())
    return StaffInfo(name=session.actor.id, role=session.role, locked=locked)


async def _counted(
    house: OpenHouse, name: str, asked: Callable[[], Awaitable[str | Refusal]]
) -> str | Refusal:
    """Count a PIN against the name that it is tried for, before anything is waited for."""
    if house.wrong_pins.is_full(name):
        raise TooManyRequestsException("too many wrong PINs for this name: wait a minute")
    house.wrong_pins.count(name)
    answer = await asked()
    if not isinstance(answer, Refusal) or answer.code != Code.PIN_WRONG:
        house.wrong_pins.forgive(name)
    return answer


def _asked(request: Request[Any, Any, State]) -> tuple[OpenHouse, str]:
    if not is_same_origin(request):
        raise PermissionDeniedException("this page is not of this house")
    house: OpenHouse = request.app.state.house
    address = _address(request)
    if house.wrong_codes.is_full(address):
        raise TooManyRequestsException("too many wrong codes: wait a minute")
    house.wrong_codes.count(address)  # before anything is waited for; given back where it is none
    return house, address


def _address(request: Request[Any, Any, State]) -> str:
    return request.client.host if request.client else ""


def _signed_in(
    request: Request[Any, Any, State], answer: str | Refusal
) -> Response[StaffInfo] | Response[StaffRefused]:
    house: OpenHouse = request.app.state.house
    if not isinstance(answer, Refusal) or answer.code not in _GUESSED:
        house.wrong_codes.forgive(_address(request))
    if isinstance(answer, Refusal):
        if answer.code == Code.LINK_UNKNOWN:
            log.warning("a link that enrols nobody, or nobody any more")
        house.counters.refusals[answer.code] += 1
        refused = StaffRefused(status_code=403, detail=answer.words, code=answer.code)
        return Response(refused, status_code=403)
    session = house.staff.find(answer)
    if session is None:  # revoked in the same moment
        raise NotAuthorizedException("sign in first")
    info = StaffInfo(name=session.actor.id, role=session.role, locked=False)
    response = Response(info, status_code=201)
    give_cookie(request, response, STAFF_COOKIE, answer)
    return response
