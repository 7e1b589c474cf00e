"""The history of whoever is signed in, over HTTP: pages, one round, or all of it as a file."""

import csv
import io
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import urlencode

import msgspec
from litestar import Request, Response, get
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from punto.protocol import HistoryRefused, PlayedRound, RoundProof
from punto.replay.signed_history import SignedHistory
from punto.server.history import Ended
from punto.server.http_answers import answers
from punto.server.http_methods import is_without_body
from punto.server.open_house import OpenHouse
from punto.server.origin import given_token
from punto.server.session import Session
from punto.store.round_index import Sought

MOST_ROUNDS: Final = 200
"""The most rounds of a history that are told at once."""

_END_OF_TIME: Final = 2**53

Asking: TypeAlias = Request[Any, Any, State]
Rounds: TypeAlias = AsyncIterator[PlayedRound]


@get("/api/history", responses=answers(list[PlayedRound], 401, 409, 429))
async def read_history(
    request: Asking,
    table: FromQuery[str | None] = None,
    since_ms: FromQuery[int | None] = None,
    until_ms: FromQuery[int | None] = None,
    ended: FromQuery[Ended | None] = None,
    before: FromQuery[str | None] = None,
    limit: FromQuery[int] = 50,
) -> Response[list[PlayedRound]] | Response[HistoryRefused]:
    """List the last rounds of whoever is signed in; `Link` says where the older ones are."""
    house, session = signed(request)
    sought = _sought(house, session, table, since_ms, until_ms)
    most = max(1, min(limit, MOST_ROUNDS))
    meant = replace(sought, before=before)
    page = await house.history.page(session.account, meant, ended, most)
    if isinstance(page, HistoryRefused):
        return _refused(house, page)
    if page.last is None:
        return Response(page.rounds)
    asked = {**dict(request.query_params), "before": page.last}
    link = f'</api/history?{urlencode(asked)}>; rel="next"'
    return Response(page.rounds, headers={"link": link})


@get("/api/history.csv", responses=answers(str, 401, 409, 429, media_type="text/csv"))
async def read_history_csv(
    request: Asking,
    table: FromQuery[str | None] = None,
    since_ms: FromQuery[int | None] = None,
    until_ms: FromQuery[int | None] = None,
    ended: FromQuery[Ended | None] = None,
) -> Stream | Response[HistoryRefused]:
    """Give the whole history as a sheet, a line for each bet; amounts are minor units."""
    house, session = signed(request)
    sought = _sought(house, session, table, since_ms, until_ms)
    return _file(request, _all(request, sought, ended), _CSV)


@get("/api/history.json", responses=answers(dict[str, Any], 401, 409, 429))
async def read_history_json(
    request: Asking,
    table: FromQuery[str | None] = None,
    since_ms: FromQuery[int | None] = None,
    until_ms: FromQuery[int | None] = None,
    ended: FromQuery[Ended | None] = None,
) -> Stream | Response[HistoryRefused]:
    """Give the whole history as a list of rounds, signed."""
    house, session = signed(request)
    sought = _sought(house, session, table, since_ms, until_ms)
    asked = {"table": table, "since_ms": since_ms, "until_ms": until_ms, "ended": ended}
    meant = {name: value for name, value in asked.items() if value is not None}
    file = SignedHistory(house.key, session.account, meant, house.time.now_ms())
    return _file(request, _all(request, sought, ended), _Form(_as_json(file), *_JSON))


@get("/api/rounds/{name:str}", responses=answers(PlayedRound, 401, 404, 409, 429))
async def read_round(
    request: Asking, name: FromPath[str]
) -> Response[PlayedRound] | Response[HistoryRefused]:
    """Tell one round to whoever has played it."""
    house, session = signed(request)
    found = await house.history.round(session.account, name)
    if found is None:
        raise NotFoundException(f"there is no round {name!r} of yours that is over")
    return _refused(house, found) if isinstance(found, HistoryRefused) else Response(found)


@get("/api/rounds/{name:str}/proof", responses=answers(RoundProof, 401, 404, 409, 429))
async def read_proof(
    request: Asking, name: FromPath[str]
) -> Response[RoundProof] | Response[HistoryRefused]:
    """Tell what a round is checked with: any at a table that all share, or one of one's own."""
    house, session = signed(request)
    found = await house.history.proof(session.account, name)
    if found is None:
        raise NotFoundException(f"there is no round {name!r} that can be checked")
    if isinstance(found, HistoryRefused):
        return _refused(house, found)
    return Response(msgspec.convert(found, RoundProof, from_attributes=True))


def signed(request: Asking) -> tuple[OpenHouse, Session]:
    """Tell who asks; whoever is not signed in has no history."""
    house: OpenHouse = request.app.state.house
    session = signed_in(house, request)
    if session is None:
        raise NotAuthorizedException("sign in first")
    return house, session


def signed_in(house: OpenHouse, request: Asking) -> Session | None:
    """Find who a browser or a program is in this house."""
    session = house.sessions.find(given_token(request))
    if session is not None and session.expires:
        house.sessions.is_idle(session)  # found just now, so it is not, and is seen
    return session


def _sought(
    house: OpenHouse,
    session: Session,
    table: str | None,
    since_ms: int | None,
    until_ms: int | None,
) -> Sought:
    named = table and house.tables.id_of(table, session)
    return Sought(named or table, clipped(since_ms), clipped(until_ms))


def clipped(at_ms: int | None) -> int | None:
    """Keep a moment within what a database can compare."""
    return None if at_ms is None else max(0, min(at_ms, _END_OF_TIME))


def _refused(house: OpenHouse, refusal: HistoryRefused) -> Response[HistoryRefused]:
    house.counters.refusals[refusal.code] += 1
    return Response(refusal, status_code=refusal.status_code)


# --- as a file ----------------------------------------------------------------------------------


class _Told(NamedTuple):
    """The rounds of a file, and what is to be done when it is sent or nobody wants it any more."""

    rounds: Rounds
    after: BackgroundTask | None = None


def _all(request: Asking, sought: Sought, ended: Ended | None) -> _Told | HistoryRefused:
    """Begin to read a whole history, unless only the head of its file is wanted."""
    house, session = signed(request)
    if is_without_body(request.scope):
        return _Told(_no_rounds())
    export = house.history.export(session.account, sought, ended)
    if isinstance(export, HistoryRefused):
        return export
    return _Told(export.rounds(), BackgroundTask(export.release))


async def _no_rounds() -> Rounds:
    none: tuple[PlayedRound, ...] = ()
    for played in none:
        yield played


_COLUMNS: Final = (
    *("round", "table", "rulebook", "at", "player_cards", "banker_cards", "player", "banker"),
    *("result", "wager", "stake", "outcome", "pays", "returned", "net", "clause"),
)


async def _as_csv(rounds: Rounds) -> AsyncIterator[str]:
    yield _lines([_COLUMNS])
    async for played in rounds:
        yield _lines(_bets(played))


def _bets(played: PlayedRound) -> Iterator[tuple[object, ...]]:
    at = datetime.fromtimestamp(played.at_ms / 1000, UTC).isoformat(timespec="milliseconds")
    cards = (" ".join(played.player_cards), " ".join(played.banker_cards))
    totals = (played.player, played.banker, played.winner or "void")
    for bet in played.bets:
        stake = (bet.wager, bet.stake, bet.outcome, bet.pays, bet.returned, bet.net, bet.clause)
        yield (played.round, played.table, played.rulebook, at, *cards, *totals, *stake)


def _lines(rows: Any) -> str:  # noqa: ANN401 – anything that a sheet can show
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _as_json(file: SignedHistory) -> Callable[[Rounds], AsyncIterator[bytes]]:
    async def write(rounds: Rounds) -> AsyncIterator[bytes]:
        yield file.begun()
        async for played in rounds:
            yield file.told(played)
        yield file.ended()

    return write


class _Form(NamedTuple):
    """A form that a history is written in."""

    write: Callable[[Rounds], AsyncIterator[str] | AsyncIterator[bytes]]
    media_type: str
    name: str


_CSV: Final = _Form(_as_csv, "text/csv", "history.csv")
_JSON: Final = ("application/json", "history.json")


def _file(
    request: Asking, told: _Told | HistoryRefused, form: _Form
) -> Stream | Response[HistoryRefused]:
    if isinstance(told, HistoryRefused):
        return _refused(request.app.state.house, told)
    return Stream(
        form.write(told.rounds),
        media_type=form.media_type,
        headers={"content-disposition": f'attachment; filename="{form.name}"'},
        background=told.after,
    )


ROUTES: Final = [read_history, read_history_csv, read_history_json, read_round, read_proof]
