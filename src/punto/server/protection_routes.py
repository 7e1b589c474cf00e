"""Limits, pauses, checks and statements of whoever plays, over HTTP."""

from typing import Any, Final, TypeAlias, assert_never

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import TooManyRequestsException
from litestar.params import FromQuery

from punto.house import AcknowledgeCheck, Done, Exclude, NotStored, SetLimits
from punto.house.code import Code
from punto.protocol import HistoryRefused, decode_protection_ask
from punto.protocol.protection import (
    CheckSeen,
    LimitsWanted,
    PauseWanted,
    ProtectionAsk,
    ProtectionInfo,
    ProtectionRefused,
    Statement,
)
from punto.refusal import Refusal
from punto.server.history_routes import clipped, signed
from punto.server.http_answers import answers, refusals
from punto.server.open_house import OpenHouse
from punto.server.protection import limits_in, protection_info, protection_of
from punto.server.refusals import NOT_STORED
from punto.server.session import Session
from punto.store import reading
from punto.store.round_index import Sought

Asking: TypeAlias = Request[Any, Any, State]
Answered: TypeAlias = Response[ProtectionInfo] | Response[ProtectionRefused]


@get("/api/protection", responses=refusals(401, 409))
async def read_protection(request: Asking) -> ProtectionInfo:
    """Tell what protects whoever is signed in, and what day and week have come to."""
    house, session = signed(request)
    return await _told(house, session)


@post(
    "/api/protection", status_code=200, responses=answers(ProtectionInfo, 401, 403, 409, 413, 429)
)
async def protect(request: Asking) -> Answered:
    """Set limits, take a pause or acknowledge a check, once under its id."""
    house, session = signed(request)
    body = await request.body()
    try:
        said = decode_protection_ask(body.decode())
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return _refused(house, Refusal(Code.REQUEST_MALFORMED, str(error)[:200]), 400)
    if house.protections.is_full(session.account):
        raise TooManyRequestsException("too many changes at once: wait a minute")
    house.protections.count(session.account)
    answer = await house.writer.ask(session.actor, _what(session.account, said), said.id)
    is_so = isinstance(answer, Refusal) and answer.code == Code.NOTHING_TO_DO
    if isinstance(answer, Done) or is_so:
        return Response(await _told(house, session))
    return _refused(house, NOT_STORED if isinstance(answer, NotStored) else answer)


def _what(account: str, said: ProtectionAsk) -> SetLimits | Exclude | AcknowledgeCheck:
    match said:
        case LimitsWanted(limits=limits):
            return SetLimits(account=account, limits=limits_in(limits))
        case PauseWanted(days=days):
            return Exclude(account=account, days=days)
        case CheckSeen():
            return AcknowledgeCheck(account)
        case _:
            assert_never(said)


@get("/api/statement", responses=answers(Statement, 401, 409, 429))
async def read_statement(
    request: Asking, since_ms: FromQuery[int], until_ms: FromQuery[int]
) -> Response[Statement] | Response[HistoryRefused]:
    """Add up a period, from the first round that ended in it to the last."""
    house, session = signed(request)
    sought = Sought(since_ms=clipped(since_ms), until_ms=clipped(until_ms))
    export = house.history.export(session.account, sought, None)
    if isinstance(export, HistoryRefused):
        house.counters.refusals[export.code] += 1
        return Response(export, status_code=export.status_code)
    rounds = staked = returned = 0
    try:
        async for played in export.rounds():
            rounds += 1
            staked += played.staked
            returned += played.returned
    finally:
        export.release()
    account = house.writer.account(session.account)
    return Response(
        Statement(
            since_ms=since_ms,
            until_ms=until_ms,
            rounds=rounds,
            staked=staked,
            returned=returned,
            net=returned - staked,
            balance=account.balance if account is not None else 0,
        )
    )


def _refused(house: OpenHouse, refusal: Refusal, status: int = 409) -> Response[ProtectionRefused]:
    house.counters.refusals[refusal.code] += 1
    told = ProtectionRefused(status_code=status, detail=refusal.words, code=refusal.code)
    return Response(told, status_code=status)


async def _told(house: OpenHouse, session: Session) -> ProtectionInfo:
    account = session.account
    lost = await house.history.read(lambda books: reading.lost(books, account))
    protection = protection_of(house.writer.house, account)
    return protection_info(protection, lost, house.time.now_ms(), house.config.gaming_day_hour)


ROUTES: Final = [read_protection, protect, read_statement]
