"""Questions of whoever watches over the house: does it live, and can it take a bet now?"""

from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State

from punto.server.open_house import OpenHouse
from punto.server.refusals import NOT_NOW
from punto.server.watchman import is_watchman

_ANEW = {"Cache-Control": "no-store"}
"""An answer of a moment ago says nothing about now."""


@get("/healthz")
async def read_health() -> Response[dict[str, str]]:
    """Say that the process answers, whatever is with its books."""
    return Response({"status": "alive"}, headers=_ANEW)


@get("/readyz")
async def read_readiness(request: Request[Any, Any, State]) -> Response[dict[str, Any]]:
    """Say whether a bet can be taken and stored now; 503 with the reason where it cannot."""
    house: OpenHouse = request.app.state.house
    why_not = await house.readiness.why_not()
    if why_not is None:
        return Response({"status": "ready"}, headers=_ANEW)
    detail = why_not if is_watchman(request, house.config.watched_from) else NOT_NOW
    return Response({"status_code": 503, "detail": detail}, status_code=503, headers=_ANEW)


ROUTES = [read_health, read_readiness]
