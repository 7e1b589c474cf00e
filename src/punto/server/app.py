"""The web application: pages, questions over HTTP, and one WebSocket for play."""

import contextlib
import logging
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Litestar, Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import (
    NotAuthorizedException,
    NotFoundException,
    TooManyRequestsException,
)
from litestar.params import FromPath, JSONBody

from punto.errors import Unverified
from punto.protocol import (
    HouseInfo,
    Lesson,
    LobbyTile,
    Session,
    SignInRefused,
    TableInfo,
    schema,
)
from punto.refusal import Refusal
from punto.server import damage
from punto.server.account_routes import ROUTES as ACCOUNT_ROUTES
from punto.server.address_check import check_address
from punto.server.api_viewer import description
from punto.server.async_writer import HouseCannotOpen
from punto.server.attempts import hear_or_wait
from punto.server.code import Code as ServerCode
from punto.server.commitment_routes import ROUTES as COMMITMENT_ROUTES
from punto.server.documentation import Documentation, documentation
from punto.server.health_routes import ROUTES as HEALTH_ROUTES
from punto.server.history_routes import ROUTES as HISTORY_ROUTES
from punto.server.history_routes import signed
from punto.server.http_answers import answers, refusals
from punto.server.http_log import note_exception
from punto.server.lab_routes import ROUTES as LAB_ROUTES
from punto.server.lesson import lesson
from punto.server.office_routes import ROUTES as OFFICE_ROUTES
from punto.server.office_routes import OfficeDenied, denied
from punto.server.open_house import OpenHouse
from punto.server.origin import from_own_pages
from punto.server.pages import pages
from punto.server.protection_routes import ROUTES as PROTECTION_ROUTES
from punto.server.refusals import NOT_NOW
from punto.server.sessions import NoGuest
from punto.server.signing_in import asked, keep_kiosk, signed_in_as, stay_known
from punto.server.sockets import look_on, play, work
from punto.server.staff_routes import (
    change_pin,
    enrol,
    read_staff,
    set_up_codes,
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
    NoGuest.EXCLUDED: (409, "no credits are given to whoever is excluded"),
    NoGuest.TOO_OFTEN: (429, "credits were given a moment ago: wait a minute"),
}


class TerminalSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terminal, and the code with which a browser becomes it."""

    terminal: Annotated[str, msgspec.Meta(max_length=24)]
    code: Annotated[str, msgspec.Meta(max_length=64)]


@get("/api/house", responses=refusals())
async def read_house(request: Request[Any, Any, State]) -> Response[HouseInfo]:
    """Describe the house, as every page asks first; the browser of a terminal stays known."""
    house: OpenHouse = request.app.state.house
    told = house_info(house.config, house.key, house.version, house.time.now_ms())
    response = Response(told)
    stay_known(request, response)
    return response


@get("/api/tables", responses=refusals())
async def read_tables(state: State) -> list[LobbyTile]:
    """List the tables of the lobby."""
    house: OpenHouse = state.house
    return [
        lobby_tile(table, house.tables.broadcasts.get(table.id))
        for table in house.tables.configs.values()
    ]


@get("/api/tables/{table:str}", responses=refusals(404))
async def read_table(state: State, table: FromPath[str]) -> TableInfo:
    """Describe a table: readable before any bet, by anyone."""
    house: OpenHouse = state.house
    if table not in house.tables.configs:
        raise NotFoundException(f"there is no table {table!r}")
    shown = house.tables.broadcasts.get(table)
    return table_info(house.config, house.tables.configs[table], shown)


@get("/api/tables/{table:str}/lesson", responses=refusals(404))
async def read_lesson(state: State, table: FromPath[str]) -> Lesson:
    """Teach the game of a table."""
    house: OpenHouse = state.house
    if table not in house.tables.configs:
        raise NotFoundException(f"there is no table {table!r}")
    shown = house.tables.broadcasts.get(table)
    return lesson(settings_now(house.tables.configs[table], shown))


@get("/api/protocol", responses=refusals())
async def read_protocol() -> dict[str, Any]:
    """Give the JSON Schema of all messages."""
    return schema()


@post("/api/guests", responses=answers(Session, 403, 409, 429, status=201))
async def sign_guest_in(
    request: Request[Any, Any, State],
) -> Response[Session] | Response[SignInRefused]:
    """Let a guest in, with credits to play."""
    house, address = asked(request)
    keep_kiosk(house, request)
    if house.guests_made.is_full(address):
        raise TooManyRequestsException("too many guests from one address: wait a minute")
    house.guests_made.count(address)
    guest = await house.sessions.new_guest()
    if isinstance(guest, NoGuest):
        return _nobody_in(house, guest)
    return signed_in_as(request, guest)


@post("/api/credits", responses=answers(None, 401, 403, 409, 429, status=201))
async def take_credits(
    request: Request[Any, Any, State],
) -> Response[None] | Response[SignInRefused]:
    """Give a guest who has run out credits to play with again."""
    house, session = signed(request)
    refused = await house.sessions.give_more(session)
    return Response(None, status_code=201) if refused is None else _nobody_in(house, refused)


def _nobody_in(house: OpenHouse, why: NoGuest) -> Response[SignInRefused]:
    house.counters.refusals[why.value] += 1
    status, words = _NO_GUEST[why]
    return Response(
        SignInRefused(status_code=status, detail=words, code=why.value), status_code=status
    )


@post("/api/terminals", responses=answers(Session, 401, 403, 413, 429, status=201))
async def sign_terminal_in(
    request: Request[Any, Any, State], data: JSONBody[TerminalSignIn]
) -> Response[Session]:
    """Make this browser a terminal, once for each code; whoever guesses codes has to wait."""
    house, address = asked(request)
    keep_kiosk(house, request)
    hear_or_wait(house.terminal_codes, data.terminal, address)
    token = await house.terminals.admit(data.terminal, data.code)
    if isinstance(token, Refusal) and token.code == ServerCode.NOT_STORED:
        house.terminal_codes.forgive(data.terminal, address)
        raise HouseCannotOpen(token.words)
    if isinstance(token, Refusal):
        known = data.terminal in house.terminals.known
        log.warning("a wrong code for %s", data.terminal if known else "a terminal that is none")
        raise NotAuthorizedException(token.words)
    house.terminal_codes.right(data.terminal, address)
    return signed_in_as(request, token)


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
    docs: Documentation | None = None,
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
            *(sign_guest_in, take_credits, sign_terminal_in),
            *ACCOUNT_ROUTES,
            *(enrol, sign_staff_in, sign_staff_out, change_pin, set_up_codes, read_staff),
            *HISTORY_ROUTES,
            *PROTECTION_ROUTES,
            *COMMITMENT_ROUTES,
            *OFFICE_ROUTES,
            *LAB_ROUTES,
            *HEALTH_ROUTES,
            *(play, look_on, work),
            *documentation(docs),
            *(pages(client) if client else []),
        ],
        state=State({"house": house}),
        lifespan=[lifespan],
        middleware=[partial(check_address, limit_hits=house.limit_hits), from_own_pages],
        request_max_body_size=house.config.traffic.body_bytes,
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
