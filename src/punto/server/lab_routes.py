"""The questions of the laboratory over HTTP. Anybody may ask; nothing of it is stored."""

from typing import Any, Final, TypeVar

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody
from litestar.response import Stream

from punto.protocol.lab import (
    MOST_TOML,
    LabCounted,
    LabCounting,
    LabGame,
    LabOdds,
    LabPoint,
    LabRefused,
    LabRulebook,
    LabSheet,
    LabShoe,
    LabSimulation,
    LabStudy,
)
from punto.rules import newest_rulebooks
from punto.server.http_answers import answers, refusals
from punto.server.lab import Lab
from punto.server.lab_answers import count_odds, study, write_sheet
from punto.server.networks import place_of

_Asking = Request[Any, Any, State]
_Answer = TypeVar("_Answer")

_MOST_BODY: Final = 4 * MOST_TOML
"""A text may grow when it is written as JSON."""

_SHEETS: Final = {"html": "text/html", "md": "text/markdown", "json": "application/json"}
_LINES: Final = "application/x-ndjson"
# It is never shown as a page of this house.
_AS_A_FILE: Final = {"Content-Disposition": "attachment", "X-Content-Type-Options": "nosniff"}


@get("/api/lab/rulebooks", responses=refusals())
async def read_rulebooks() -> list[LabRulebook]:
    """List the rulebooks that come with the house."""
    return [
        LabRulebook(
            key=rulebook.key,
            title=rulebook.title,
            family=rulebook.deck_rule.family,
            decks=rulebook.shoe.default_decks,
        )
        for rulebook in newest_rulebooks()
    ]


@post(
    "/api/lab/odds",
    status_code=200,
    request_max_body_size=_MOST_BODY,
    responses=answers(LabOdds, 403, 413, 422, 429),
)
async def read_odds(
    request: _Asking, data: JSONBody[LabShoe]
) -> Response[LabOdds] | Response[LabRefused]:
    """Count every wager of a game on what is left of a shoe."""
    lab, visitor = _asked(request)
    return _told(await lab.short(visitor, count_odds, data))


@post(
    "/api/lab/study",
    status_code=200,
    request_max_body_size=_MOST_BODY,
    responses=answers(LabStudy, 403, 413, 422, 429),
)
async def read_study(
    request: _Asking, data: JSONBody[LabGame]
) -> Response[LabStudy] | Response[LabRefused]:
    """Count the effects of removal, and the edges by decks."""
    lab, visitor = _asked(request)
    return _told(await lab.long(visitor, study, data))


@post(
    "/api/lab/parsheet",
    status_code=200,
    request_max_body_size=_MOST_BODY,
    responses=answers(Any, 403, 413, 422, 429, media_type="*/*"),  # by the form that is asked for
)
async def read_sheet(
    request: _Asking, data: JSONBody[LabSheet]
) -> Response[str] | Response[LabRefused]:
    """Write the PAR sheet of a game, to be kept as a file."""
    lab, visitor = _asked(request)
    answer = await lab.long(visitor, write_sheet, data)
    if isinstance(answer, LabRefused):
        return _told(answer)
    return Response(answer, media_type=_SHEETS[data.form], headers=_AS_A_FILE)


@post(
    "/api/lab/simulations",
    status_code=200,
    request_max_body_size=_MOST_BODY,
    responses=answers(LabPoint, 403, 409, 413, 422, 429, media_type=_LINES),
)
async def simulate(
    request: _Asking, data: JSONBody[LabSimulation]
) -> Stream | Response[LabRefused]:
    """Deal rounds, and tell of them on the way: a `LabPoint` a line. Whoever hangs up ends it."""
    return await _dealt(request, data)


@post(
    "/api/lab/countability",
    status_code=200,
    request_max_body_size=_MOST_BODY,
    responses=answers(LabCounted, 403, 409, 413, 422, 429, media_type=_LINES),
)
async def solve(request: _Asking, data: JSONBody[LabCounting]) -> Stream | Response[LabRefused]:
    """Solve shoes, and tell of them on the way: a `LabCounted` a line. Whoever hangs up ends it."""
    return await _dealt(request, data)


async def _dealt(
    request: _Asking, data: LabSimulation | LabCounting
) -> Stream | Response[LabRefused]:
    lab, visitor = _asked(request)
    told = await lab.simulations.begin(visitor, data)
    if isinstance(told, LabRefused):
        return _told(told)
    return Stream(told, media_type=_LINES, headers={"Cache-Control": "no-store"})


def _asked(request: _Asking) -> tuple[Lab, str]:
    return request.app.state.house.lab, place_of(request.client.host if request.client else "")


def _told(answer: _Answer | LabRefused) -> Response[_Answer] | Response[LabRefused]:
    if isinstance(answer, LabRefused):
        return Response(answer, status_code=answer.status_code)
    return Response(answer)


ROUTES: Final = [read_rulebooks, read_odds, read_study, read_sheet, simulate, solve]
