"""Questions over HTTP and sockets in the log: each has an id, and whoever asks is told it."""

import logging
import time
from functools import partial
from secrets import token_hex
from typing import Any, cast

from litestar.enums import ScopeType
from litestar.exceptions import (
    HTTPException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from punto.server.log_context import work_for
from punto.server.networks import place_of
from punto.server.rejecting import client_address
from punto.server.socket_protocol import when_over

log = logging.getLogger("punto.server")


def logged(app: ASGIApp) -> ASGIApp:
    """Give every question an id, and note what became of it."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await app(scope, receive, send)
            return
        id_, since, statuses = token_hex(6), time.monotonic(), []
        client = scope.get("client")
        work_for(id_, client[0] if client else "")

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])
                named = [*message["headers"], (b"x-request-id", id_.encode())]
                message = cast("Message", {**message, "headers": named})
            await send(message)

        # A socket has no such headers, and many frames.
        await app(scope, receive, sent if scope["type"] == ScopeType.HTTP else send)
        when_over(scope, partial(_note, _what(scope, statuses), since))

    return answered


def _note(what: str, since: float) -> None:
    log.debug("%s in %.0f ms", what, 1_000 * (time.monotonic() - since))


def _what(scope: Scope, statuses: list[int]) -> str:
    """Name a question by its route: what stands in its address may be a ticket's number."""
    told = cast("dict[str, Any]", scope)
    route = told.get("path_template", "no route")
    return f"{told.get('method', 'socket')} {route}: {statuses[0] if statuses else 'over'}"


def note_exception(error: Exception, scope: Scope) -> None:
    """Put into the log who was turned away, and what was a mistake of ours."""
    known = tuple(
        each for each in scope["litestar_app"].exception_handlers if isinstance(each, type)
    )
    if isinstance(error, PermissionDeniedException | TooManyRequestsException):
        place = place_of(client_address(scope))
        house = scope["litestar_app"].state.house
        house.rejection_log.note(place, scope["type"], error.detail)
    elif not isinstance(error, (HTTPException, *known)):
        log.error("a question failed", exc_info=error)
