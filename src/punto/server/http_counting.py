"""Every answer over HTTP, counted by method and status, those of no route included."""

from collections.abc import Awaitable
from typing import Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from punto.server.counters import ServerCounters

_METHODS: Final = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
"""Counted apart; a client may invent any other, and must not make the list grow."""


def counted(app: ASGIApp, counters: ServerCounters) -> ASGIApp:
    """Count what an application answers."""

    def answered(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        method = scope.get("method")
        if method is None:  # a socket, or the beginning and the end of serving
            return app(scope, receive, send)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = str(method) if method in _METHODS else "other"
                counters.http[known, message["status"]] += 1
            await send(message)

        return app(scope, receive, sent)

    return answered
