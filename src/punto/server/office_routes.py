"""The questions of the cage and the back office over HTTP: one to act, the others to look."""

from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery
from sqlalchemy import Connection

from punto.errors import WrongInput
from punto.house.code import Code as HouseCode
from punto.office.day_book import DayBook
from punto.office.gaming_day import GamingDay, day_named
from punto.protocol import decode_office_ask
from punto.protocol.office import (
    AccountInfo,
    DayReport,
    EventPage,
    OfficeDone,
    OfficeFloor,
    OfficeMeters,
    OfficeRefused,
    TicketInfo,
    ToldRound,
)
from punto.protocol.roster import OfficeRoster
from punto.protocol.settings import OfficeSettings
from punto.protocol.shift import OfficeShifts
from punto.refusal import Refusal
from punto.server.code import Code
from punto.server.day_report import as_csv, day_report
from punto.server.http_answers import answers, refusals
from punto.server.office import answer_office, present, reader
from punto.server.office_account import read_account, read_ticket
from punto.server.office_books import read_meters
from punto.server.office_floor import groups_of, office_floor, today
from punto.server.office_report import event_page, round_bundle, told_round
from punto.server.office_roster import office_roster
from punto.server.office_settings import office_settings
from punto.server.open_house import OpenHouse
from punto.server.origin import STAFF_COOKIE, given_token
from punto.server.shift_report import shift_info
from punto.server.staff_session import StaffSession

Asking = Request[Any, Any, State]

_STATUS: Final[dict[str, int]] = {
    Code.SIGN_IN: 401,
    Code.LOCKED: 403,
    HouseCode.NOT_PERMITTED: 403,
    HouseCode.REQUEST_MALFORMED: 400,
    Code.NOT_FOUND: 404,
    Code.NOT_STORED: 503,
}


class OfficeDenied(Exception):
    """What was asked is not done or not shown."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.words)
        self.refusal = refusal


def denied(request: Asking, error: OfficeDenied) -> Response[OfficeRefused]:
    """Say no, in words and with a code."""
    refusal = error.refusal
    request.app.state.house.counters.refusals[refusal.code] += 1
    status = _STATUS.get(refusal.code, 409)
    said = OfficeRefused(status_code=status, detail=refusal.words, code=refusal.code)
    return Response(said, status_code=status)


def _token(request: Asking) -> str | None:
    return given_token(request, STAFF_COOKIE)


def _let_in(found: StaffSession | Refusal) -> StaffSession:
    if isinstance(found, Refusal):
        raise OfficeDenied(found)
    return found


def _reading(request: Asking) -> OpenHouse:
    """Let somebody look who may, and note that somebody is there."""
    house: OpenHouse = request.app.state.house
    _let_in(reader(house, _token(request))).touch(house.time.now_ms())
    return house


def _found(what: Any, words: str) -> Any:  # noqa: ANN401 – what was looked for
    if what is None:
        raise OfficeDenied(Refusal(Code.NOT_FOUND, words))
    return what


# --- acting -------------------------------------------------------------------------------------


@post("/api/office", status_code=200, responses=refusals(401, 403, 404, 409, 413))
async def do_in_office(request: Asking) -> OfficeDone:
    """Do something at the cage or in the office, once under its id."""
    house: OpenHouse = request.app.state.house
    body = await request.body()
    # From here on nothing is waited for: whoever is present now is who asks.
    session = _let_in(present(house, _token(request)))
    try:
        said = decode_office_ask(body.decode())
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise OfficeDenied(Refusal(HouseCode.REQUEST_MALFORMED, str(error)[:200])) from None
    session.touch(house.time.now_ms())
    answer = await answer_office(house, session.actor, said)
    if isinstance(answer, Refusal):
        raise OfficeDenied(answer)
    return answer


# --- looking ------------------------------------------------------------------------------------


@get("/api/office/floor", responses=refusals(401, 403, 409))
async def read_floor(request: Asking) -> OfficeFloor:
    """Show the house at a glance. A screen asks by itself: that keeps nobody signed in."""
    house: OpenHouse = request.app.state.house
    _let_in(reader(house, _token(request)))
    return await office_floor(house)


@get("/api/office/accounts/{account:str}", responses=refusals(401, 403, 404, 409))
async def read_office_account(request: Asking, account: FromPath[str]) -> AccountInfo:
    """Show the account of a player, also by the name that he signs in with, or of a terminal."""
    house = _reading(request)
    named = house.writer.house.names.get(account, "")
    # An account goes before a name: who is paid must never depend on what a stranger is called.
    found = await house.books.read(
        lambda books: (
            read_account(books, account, house.key) or read_account(books, named, house.key)
        )
    )
    shown: AccountInfo = _found(found, f"there is no account {account!r} that plays")
    return shown


@get("/api/office/tickets/{number:str}", responses=refusals(401, 403, 404, 409))
async def read_office_ticket(request: Asking, number: FromPath[str]) -> TicketInfo:
    """Show a ticket by its number."""
    house = _reading(request)
    found = await house.books.read(lambda books: read_ticket(books, number, house.key))
    shown: TicketInfo = _found(found, "there is no ticket with this number")
    return shown


@get("/api/office/meters", responses=refusals(401, 403, 409))
async def read_office_meters(request: Asking) -> OfficeMeters:
    """Compare the meters with the accounts."""
    return await _reading(request).books.read(read_meters)


@get("/api/office/settings", responses=refusals(401, 403, 409))
async def read_settings(request: Asking) -> OfficeSettings:
    """Show how the tables are set. A screen asks by itself: that keeps nobody signed in."""
    house: OpenHouse = request.app.state.house
    _let_in(reader(house, _token(request)))
    return office_settings(house)


@get("/api/office/roster", responses=refusals(401, 403, 409))
async def read_roster(request: Asking) -> OfficeRoster:
    """Show who is staff, and which browsers are terminals."""
    return office_roster(_reading(request))


@get("/api/office/events", responses=refusals(401, 403, 409))
async def read_events(request: Asking, before: FromQuery[int | None] = None) -> EventPage:
    """Show significant events, the newest first, or those before a place."""
    return await _reading(request).books.read(lambda books: event_page(books, before))


@get("/api/office/day", responses=refusals(401, 403, 409))
async def read_day(request: Asking, day: FromQuery[str | None] = None) -> DayReport:
    """Report on a gaming day: this one, or one by its name."""
    return await _day_report(_reading(request), day)


@get("/api/office/day.csv", responses=answers(str, 401, 403, 409, media_type="text/csv"))
async def read_day_csv(request: Asking, day: FromQuery[str | None] = None) -> Response[str]:
    """Give the same report as a file."""
    report = await _day_report(_reading(request), day)
    return _file(as_csv(report), "text/csv; charset=utf-8", f"day-{report.day}.csv")


async def _day_report(house: OpenHouse, day: str | None) -> DayReport:
    wanted = today(house) if day is None else _named(day, house)
    now_ms = house.time.now_ms()

    def look(books: Connection, book: DayBook) -> DayReport:
        shifts = house.books.shifts.of_day(books, wanted)
        return day_report(book, groups_of(house, book), shifts, now_ms)

    return await house.books.of_day(wanted, look)


@get("/api/office/shifts", responses=refusals(401, 403, 409))
async def read_shifts(request: Asking, day: FromQuery[str | None] = None) -> OfficeShifts:
    """Show the shifts of a gaming day, and those that go on."""
    house = _reading(request)
    wanted = today(house) if day is None else _named(day, house)
    found = await house.books.of_shifts(wanted)
    return OfficeShifts(day=wanted.name, shifts=[shift_info(each) for each in found])


def _named(day: str, house: OpenHouse) -> GamingDay:
    try:
        return day_named(day, house.config.gaming_day_hour)
    except WrongInput as error:
        raise OfficeDenied(Refusal(HouseCode.REQUEST_MALFORMED, str(error))) from None


@get("/api/office/rounds/{name:str}", responses=refusals(401, 403, 404, 409))
async def read_told_round(request: Asking, name: FromPath[str]) -> ToldRound:
    """Tell a round, for a dispute."""
    house = _reading(request)
    told = await house.books.dispute(lambda books: told_round(books, name))
    if isinstance(told, str):
        raise OfficeDenied(Refusal(Code.NOT_FOUND, told))
    return told


@get("/api/office/rounds/{name:str}/bundle", responses=answers(dict[str, Any], 401, 403, 404, 409))
async def read_bundle(request: Asking, name: FromPath[str]) -> Response[bytes]:
    """Give a round with all that proves it, signed."""
    house = _reading(request)
    now_ms = house.time.now_ms()
    made = await house.books.dispute(lambda books: round_bundle(books, name, house.key, now_ms))
    if isinstance(made, str):
        raise OfficeDenied(Refusal(Code.NOT_FOUND, made))
    return _file(made, "application/json", f"{name}.bundle.json")


def _file(content: Any, media_type: str, name: str) -> Response[Any]:  # noqa: ANN401 – text, bytes
    disposition = f'attachment; filename="{name}"'
    return Response(content, media_type=media_type, headers={"content-disposition": disposition})


ROUTES: Final = [
    *(do_in_office, read_floor, read_office_account, read_office_ticket, read_office_meters),
    *(read_settings, read_roster, read_events, read_day, read_day_csv, read_shifts),
    *(read_told_round, read_bundle),
]
