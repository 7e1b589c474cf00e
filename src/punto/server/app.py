"""The web application: pages, questions over HTTP, and one WebSocket for play."""

import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import unquote

import msgspec
from litestar import Litestar, Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import (
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import FromPath, JSONBody

from punto.errors import Unverified
from punto.people import Role
from punto.protocol import (
    HouseInfo,
    Lesson,
    LobbyTile,
    Session,
    SignInRefused,
    TableInfo,
    schema,
)
from punto.server import damage
from punto.server.address_check import check_address
from punto.server.api_viewer import description
from punto.server.async_writer import HouseCannotOpen
from punto.server.code import Code
from punto.server.counter import unattended
from punto.server.documentation import documentation
from punto.server.health_routes import ROUTES as HEALTH_ROUTES
from punto.server.history_routes import ROUTES as HISTORY_ROUTES
from punto.server.history_routes import signed, signed_in
from punto.server.http_log import note_exception
from punto.server.lab_routes import ROUTES as LAB_ROUTES
from punto.server.lesson import lesson
from punto.server.office_routes import ROUTES as OFFICE_ROUTES
from punto.server.office_routes import OfficeDenied, denied
from punto.server.open_house import OpenHouse
from punto.server.origin import COOKIE, give_cookie, is_same_origin
from punto.server.pages import pages
from punto.server.refusals import NOT_NOW
from punto.server.session import Token
from punto.server.sessions import NoGuest
from punto.server.sockets import look_on, play, work
from punto.server.staff_routes import (
    change_pin,
    enrol,
    read_staff,
    sign_staff_in,
    sign_staff_out,
)
from punto.server.staff_server import staff_server
from punto.server.table_info import house_info, lobby_tile, settings_now, table_info

log = logging.getLogger("punto.server")

_NO_GUEST = {
    NoGuest.REAL_MONEY: (403, "this house plays for money: credits are bought at its terminals"),
    NoGuest.NO_ROOM: (409, "the house can give no more credits: its books have no room for them"),
    NoGuest.HAS_CREDITS: (409, "there are credits left to bet with at every table"),
    NoGuest.TOO_OFTEN: (429, "credits were given a moment ago: wait a minute"),
}


class TerminalSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terminal and its code."""

    terminal: Annotated[str, msgspec.Meta(max_length=24)]
    code: Annotated[str, msgspec.Meta(max_length=64)]


@get("/api/house")
async def read_house(state: State) -> HouseInfo:
    """Describe the house."""
    house: OpenHouse = state.house
    return house_info(house.config, house.key, house.version, house.time.now_ms())


@get("/api/tables")
async def read_tables(state: State) -> list[LobbyTile]:
    """List the tables of the lobby."""
    house: OpenHouse = state.house
    return [
        lobby_tile(table, house.tables.broadcasts.get(table.id))
        for table in house.tables.configs.values()
    ]


@get("/api/tables/{table:str}")
async def read_table(state: State, table: FromPath[str]) -> TableInfo:
    """Describe a table: readable before any bet, by anyone."""
    house: OpenHouse = state.house
    if table not in house.tables.configs:
        raise NotFoundException(f"there is no table {table!r}")
    shown = house.tables.broadcasts.get(table)
    return table_info(house.config, house.tables.configs[table], shown)


@get("/api/tables/{table:str}/lesson")
async def read_lesson(state: State, table: FromPath[str]) -> Lesson:
    """Teach the game of a table."""
    house: OpenHouse = state.house
    if table not in house.tables.configs:
        raise NotFoundException(f"there is no table {table!r}")
    shown = house.tables.broadcasts.get(table)
    return lesson(settings_now(house.tables.configs[table], shown))


@get("/api/protocol")
async def read_protocol() -> dict[str, Any]:
    """Give the JSON Schema of all messages."""
    return schema()


@post("/api/guests")
async def sign_guest_in(
    request: Request[Any, Any, State],
) -> Response[Session] | Response[SignInRefused]:
    """Let a guest in, with credits to play."""
    house, address = _from_own_page(request)
    _want_attendant(house, request)
    if house.guests_made.is_full(address):
        raise TooManyRequestsException("too many guests from one address: wait a minute")
    house.guests_made.count(address)
    guest = await house.sessions.new_guest()
    if isinstance(guest, NoGuest):
        return _nobody_in(house, guest)
    return _signed_in(request, guest)


@post("/api/credits")
async def take_credits(
    request: Request[Any, Any, State],
) -> Response[None] | Response[SignInRefused]:
    """Give a guest who has run out credits to play with again."""
    _from_own_page(request)
    house, session = signed(request)
    refused = await house.sessions.give_more(session)
    return Response(None, status_code=201) if refused is None else _nobody_in(house, refused)


def _nobody_in(house: OpenHouse, why: NoGuest) -> Response[SignInRefused]:
    house.counters.refusals[why.value] += 1
    status, words = _NO_GUEST[why]
    return Response(
        SignInRefused(status_code=status, detail=words, code=why.value), status_code=status
    )


@post("/api/terminals")
async def sign_terminal_in(
    request: Request[Any, Any, State], data: JSONBody[TerminalSignIn]
) -> Response[Session]:
    """Let an enrolled terminal in; whoever guesses codes has to wait."""
    house, address = _from_own_page(request)
    _want_attendant(house, request)
    if house.wrong_codes.is_full(address):
        raise TooManyRequestsException("too many wrong codes: wait a minute")
    token = house.sessions.terminal(data.terminal, data.code)
    if token is None:
        house.wrong_codes.count(address)
        known = data.terminal in house.sessions.terminals
        log.warning("a wrong code for %s", data.terminal if known else "a terminal that is none")
        raise NotAuthorizedException("this terminal is not enrolled, or the code is wrong")
    return _signed_in(request, token)


@delete("/api/sessions")
async def sign_out(request: Request[Any, Any, State]) -> Response[None]:
    """Let this browser forget who it was: a guest, or a terminal that is taken out of use."""
    house, _ = _from_own_page(request)
    _want_attendant(house, request)
    session = signed_in(house, request)
    if session is not None:
        for connection in list(house.connections.of_account(session.account)):
            connection.end(4401, "signed out")
    response = Response(None, status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response


def _want_attendant(house: OpenHouse, request: Request[Any, Any, State]) -> None:
    """Keep a kiosk a terminal: only an attendant takes its cookie away, or has another put there.

    The cookie is what would go, so that it counts whatever else the question brings.
    """
    given = request.cookies.get(COOKIE), request.headers.get("x-token")
    found = filter(None, map(house.sessions.find, given))
    terminal = next((one for one in found if one.role is Role.TERMINAL), None)
    if not house.config.kiosk or terminal is None:
        return
    code = unquote(request.headers.get("x-attendant", ""))
    if not code:  # Nobody has guessed.
        raise PermissionDeniedException("only an attendant takes this terminal out of use")
    refused = unattended(house, terminal.account, code)
    if refused is not None and refused.code == Code.TOO_OFTEN:
        raise TooManyRequestsException(refused.words)
    if refused is not None:
        raise PermissionDeniedException(refused.words)


def _from_own_page(request: Request[Any, Any, State]) -> tuple[OpenHouse, str]:
    """Refuse a page of another house: it could sign a visitor in under another name."""
    if not is_same_origin(request):
        raise PermissionDeniedException("this page is not of this house")
    return request.app.state.house, request.client.host if request.client else ""


def _signed_in(request: Request[Any, Any, State], token: Token) -> Response[Session]:
    house: OpenHouse = request.app.state.house
    text = house.sessions.token_text(token)
    session = Session(token=text, who=token.who, name=token.account, since_ms=token.since_ms)
    response = Response(session, status_code=201)
    give_cookie(request, response, COOKIE, text, 30 * 24 * 3600)
    return response


def _not_now(_: Request[Any, Any, State], __: HouseCannotOpen) -> Response[dict[str, Any]]:
    """Say that nothing can be stored now; the question may be asked again."""
    return Response({"status_code": 503, "detail": NOT_NOW}, status_code=503)


def _damaged(_: Request[Any, Any, State], error: Unverified) -> Response[dict[str, Any]]:
    """Say that a part of the books does not hold; the log says which."""
    damage.note_damage(error)
    said = {"status_code": 409, "detail": damage.DAMAGED.words, "code": damage.DAMAGED.code}
    return Response(said, status_code=409)


def _not_json(_: Request[Any, Any, State], __: Exception) -> Response[dict[str, Any]]:
    """Say that a body is not UTF-8, or nested deeper than anything that is asked for."""
    detail = "the body is not UTF-8, or too deep"
    return Response({"status_code": 400, "detail": detail}, status_code=400)


def make_app(
    house: OpenHouse,
    client: Path | None,
    staff_path: Path | None = None,
    docs: Path | None = None,
) -> Litestar:
    """Put the application together around a house, with a socket for staff where one is named."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            async with staff_server(house, staff_path):
                yield
        finally:
            await house.close()

    return Litestar(
        route_handlers=[
            *(read_house, read_tables, read_table, read_lesson, read_protocol),
            *(sign_guest_in, take_credits, sign_out, sign_terminal_in),
            *(enrol, sign_staff_in, sign_staff_out, change_pin, read_staff),
            *HISTORY_ROUTES,
            *OFFICE_ROUTES,
            *LAB_ROUTES,
            *HEALTH_ROUTES,
            *(play, look_on, work),
            *documentation(docs),
            *(pages(client) if client else []),
        ],
        state=State({"house": house}),
        lifespan=[lifespan],
        middleware=[check_address],
        exception_handlers={
            HouseCannotOpen: _not_now,
            Unverified: _damaged,
            OfficeDenied: denied,
            UnicodeDecodeError: _not_json,
            RecursionError: _not_json,
        },
        after_exception=[note_exception],
        logging_config=None,
        openapi_config=description(house.version, client),
        debug=False,
    )
