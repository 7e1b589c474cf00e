"""The questions of the laboratory over HTTP. Anybody may ask; nothing of it is stored."""

from typing import Any, Final, TypeVar

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from punto.protocol.lab import (
    MOST_TOML,
    LabGame,
    LabOdds,
    LabRefused,
    LabRulebook,
    LabShoe,
    LabStudy,
)
from punto.rules import newest_rulebooks
from punto.server.lab import Lab
from punto.server.lab_answers import count_odds, study

_Asking = Request[Any, Any, State]
_Answer = TypeVar("_Answer")

_MOST_BODY: Final = 4 * MOST_TOML
"""A text may grow when it is written as JSON."""


@get("/api/lab/rulebooks")
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


@post("/api/lab/odds", status_code=200, request_max_body_size=_MOST_BODY)
async def read_odds(
    request: _Asking, data: JSONBody[LabShoe]
) -> Response[LabOdds] | Response[LabRefused]:
    """Count every wager of a game on what is left of a shoe."""
    lab, visitor = _asked(request)
    return _told(await lab.short(visitor, count_odds, data))


@post("/api/lab/study", status_code=200, request_max_body_size=_MOST_BODY)
async def read_study(
    request: _Asking, data: JSONBody[LabGame]
) -> Response[LabStudy] | Response[LabRefused]:
    """Count the effects of removal, and the edges by decks."""
    lab, visitor = _asked(request)
    return _told(await lab.long(visitor, study, data))


def _asked(request: _Asking) -> tuple[Lab, str]:
    return request.app.state.house.lab, request.client.host if request.client else ""


def _told(answer: _Answer | LabRefused) -> Response[_Answer] | Response[LabRefused]:
    if isinstance(answer, LabRefused):
        return Response(answer, status_code=answer.status_code)
    return Response(answer)


ROUTES: Final = [read_rulebooks, read_odds, read_study]
