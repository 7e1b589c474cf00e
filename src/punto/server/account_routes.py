"""Accounts with a name and a password over HTTP: signing up, in and out, another password."""

from typing import Annotated, Any, Final, TypeAlias

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import PermissionDeniedException, TooManyRequestsException
from litestar.params import FromQuery, JSONBody

from punto.people import Role
from punto.protocol import AccountRefused, Session
from punto.refusal import Refusal
from punto.server.async_writer import HouseCannotOpen
from punto.server.attempts import Attempts, hear_or_wait
from punto.server.code import Code
from punto.server.hash_queue import wait_for
from punto.server.history_routes import signed, signed_in
from punto.server.http_answers import answers, refusals
from punto.server.open_house import OpenHouse
from punto.server.origin import COOKIE, given_token
from punto.server.refusals import NOT_STORED
from punto.server.session import Token
from punto.server.sessions import NoGuest
from punto.server.signing_in import (
    asked,
    keep_kiosk,
    kiosk_here,
    session_info,
    signed_in_as,
    want_attendant,
)

Asking: TypeAlias = Request[Any, Any, State]
Answered: TypeAlias = Response[Session] | Response[AccountRefused]
Signed: TypeAlias = Token | NoGuest | Refusal
_Words = Annotated[str, msgspec.Meta(max_length=200)]


class NameAndPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody signs up or in with."""

    name: _Words
    password: _Words


class PasswordChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password that somebody has, and the one that is to be."""

    password: _Words
    next: _Words


@post("/api/accounts", responses=answers(Session, 403, 409, 413, 422, 429, status=201))
async def sign_up(request: Asking, data: JSONBody[NameAndPassword]) -> Answered:
    """Open an account; a guest keeps the credits and the history that he has."""
    house, address = asked(request)
    keep_kiosk(house, request)
    if house.guests_made.is_full(address):
        raise TooManyRequestsException("too many accounts from one address: wait a minute")
    house.guests_made.count(address)
    visit = signed_in(house, request)
    guest = visit if visit is not None and visit.role is Role.GUEST else None
    answer = await house.accounts.sign_up(data.name, data.password, guest, address)
    if isinstance(answer, Token):
        house.passwords.trust(data.name, address)
    return _answered(request, _alone(house, answer))


@post("/api/sessions", responses=answers(Session, 401, 403, 409, 413, 429, status=201))
async def sign_in(request: Asking, data: JSONBody[NameAndPassword]) -> Answered:
    """Sign in; an unknown name and a wrong password are answered alike."""
    house, address = asked(request)
    keep_kiosk(house, request)
    hear_or_wait(house.passwords, data.name, address)
    answer = await house.accounts.sign_in(data.name, data.password, address)
    _count(house.passwords, data.name, address, answer)
    return _answered(request, answer)


@post("/api/passwords", responses=answers(Session, 401, 403, 409, 413, 422, 429, status=201))
async def change_password(request: Asking, data: JSONBody[PasswordChange]) -> Answered:
    """Take another password; every other screen of the account is signed out."""
    house, address = asked(request)
    _, visit = signed(request)
    screen = given_token(request) or ""  # his own: nobody keeps him out by guessing elsewhere
    hear_or_wait(house.own_screens, visit.account, screen)
    # He waits with all of his address: anybody may be signed in.
    answer = await house.accounts.change_password(visit, data.password, data.next, address)
    _count(house.own_screens, visit.account, screen, answer)
    return _answered(request, _alone(house, answer))


def _alone(house: OpenHouse, answer: Signed) -> Signed:
    """Close the screens of whoever is known otherwise now: their tokens are worth nothing."""
    if isinstance(answer, Token):
        house.send_away(answer.account)
    return answer


def _count(attempts: Attempts, name: str, place: str, answer: Token | Refusal) -> None:
    if not isinstance(answer, Refusal):
        attempts.right(name, place)
    elif answer.code != Code.PASSWORD_WRONG:
        attempts.forgive(name, place)


@get("/api/sessions", responses=refusals(401, 409))
async def read_session(request: Asking) -> Session:
    """Say who is signed in here, since when, and when he signed in before that."""
    house, visit = signed(request)
    # Not the token: scripts of a page cannot read the cookie either.
    return session_info(house, "", Token(visit.account, visit.who, visit.since_ms))


@delete("/api/sessions", status_code=204, responses=answers(None, 403, 409, 429, status=204))
async def sign_out(request: Asking, everywhere: FromQuery[bool] = False) -> Response[None]:  # noqa: FBT002 – from the address
    """End this visit, or all of whoever asks; a terminal is taken out of use."""
    house, _ = asked(request)
    kiosk = kiosk_here(house, request)
    visit = kiosk or signed_in(house, request)
    refused = None
    if visit is not None and visit.role is Role.TERMINAL:
        actor = await want_attendant(house, request, visit) if kiosk else visit.actor
        _require_left(await house.terminals.leave(visit.actor, actor))
    elif visit is not None:
        # A guest has nothing but his token: it ends for good.
        all_of_them = everywhere or visit.role is Role.GUEST
        refused = await house.accounts.sign_out(visit, everywhere=all_of_them)
        house.end_visits(visit, everywhere=all_of_them)
    response: Response[None] = Response(None, status_code=204 if refused is None else 503)
    response.delete_cookie(COOKIE, path="/")
    return response


def _require_left(refused: Refusal | None) -> None:
    """Let a browser keep its cookie, unless it is on record that it is a terminal no more."""
    if refused == NOT_STORED:
        raise HouseCannotOpen(NOT_STORED.words)
    if refused is not None:
        raise PermissionDeniedException(refused.words)


def _answered(request: Asking, answer: Signed) -> Answered:
    house, _ = asked(request)
    if isinstance(answer, Token):
        return signed_in_as(request, answer)
    if isinstance(answer, NoGuest):
        return _refused(house, answer.value, "the house can open no account now", 409)
    return _refused(house, answer.code, answer.words, _STATUS.get(answer.code, 409))


_STATUS: Final[dict[str, int]] = {
    Code.PASSWORD_WRONG: 401,
    Code.PASSWORD_WEAK: 422,
    Code.TOO_OFTEN: 429,
    Code.OVERLOADED: 503,
}


def _refused(house: OpenHouse, code: str, words: str, status: int) -> Response[AccountRefused]:
    house.counters.refusals[code] += 1
    told = AccountRefused(status_code=status, detail=words, code=code)
    return Response(told, status_code=status, headers=wait_for(code))


ROUTES: Final = [sign_up, sign_in, change_password, read_session, sign_out]
