"""Questions of whoever watches over the house: does it live, can it take a bet, how does it run?"""

import asyncio
from typing import Any, Final

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import PermissionDeniedException
from prometheus_client.exposition import choose_encoder
from sqlalchemy.exc import SQLAlchemyError

from punto.server.http_answers import refusals
from punto.server.metrics import registry_of
from punto.server.monitoring import may_monitor
from punto.server.open_house import OpenHouse
from punto.server.refusals import NOT_NOW
from punto.store.journal_size import JournalSize, journal_size

_ANEW: Final = {"Cache-Control": "no-store"}
"""An answer of a moment ago says nothing about now."""

_JOURNAL_SECONDS: Final = 1.0
"""How long the numbers wait for the database; without it they are told all the same."""


@get("/healthz", responses=refusals())
async def read_health(state: State) -> Response[dict[str, str]]:
    """Say that the process answers, whatever is with its books; a node names itself."""
    house: OpenHouse = state.house
    named = {"node": house.node.name} if house.node is not None else {}
    return Response({"status": "alive", **named}, headers=_ANEW)


@get("/readyz", responses=refusals())
async def read_readiness(request: Request[Any, Any, State]) -> Response[dict[str, Any]]:
    """Say whether a bet can be taken and stored now; 503 with the reason where it cannot."""
    house: OpenHouse = request.app.state.house
    why_not = await house.readiness.why_not()
    if why_not is None:
        return Response({"status": "ready"}, headers=_ANEW)
    detail = why_not if may_monitor(request, house.config.watched_from) else NOT_NOW
    return Response({"status_code": 503, "detail": detail}, status_code=503, headers=_ANEW)


@get("/metrics", include_in_schema=False)
async def read_metrics(request: Request[Any, Any, State]) -> Response[bytes]:
    """Give the numbers of the house, in the form that whoever asks reads best."""
    house: OpenHouse = request.app.state.house
    if not may_monitor(request, house.config.watched_from):
        raise PermissionDeniedException("metrics are for this machine, and for watched_from")
    registry = registry_of(house, await _journal(house))
    encode, media_type = choose_encoder(request.headers.get("accept", ""))
    return Response(encode(registry), headers={**_ANEW, "Content-Type": media_type})


async def _journal(house: OpenHouse) -> JournalSize | None:
    """Read how large the journal is, unless that cannot be known soon."""
    if house.writer.trouble is not None:
        return None
    try:
        return await asyncio.wait_for(house.books.read(journal_size), _JOURNAL_SECONDS)
    except (SQLAlchemyError, OSError, TimeoutError):
        return None


ROUTES = [read_health, read_readiness, read_metrics]
