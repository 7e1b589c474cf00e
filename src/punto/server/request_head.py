"""The head of a question: no larger than the house says, and clear about where its body ends.

The server library bounds only heads that have not come whole. Where two headers say differently how
long a body is, a proxy and this house could see another end of it, and another next question.
"""

from collections.abc import Awaitable
from typing import Final

from litestar.types import ASGIApp, Receive, Scope, Send

from punto.server.connection_limits import ConnectionLimits
from punto.server.rejecting import client_address, reject

_LENGTHS: Final = frozenset({b"content-length", b"transfer-encoding"})


def with_sound_head(app: ASGIApp, connection_limits: ConnectionLimits) -> ASGIApp:
    """Refuse heads that are too large, or that tell two lengths of one body."""
    most = connection_limits.limits.header_bytes

    def asked(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] not in {"http", "websocket"}:
            return app(scope, receive, send)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > most:
            connection_limits.limit_hits.note("header_bytes", client_address(scope))
            return reject(scope, send, 431, f"the headers are longer than {most} bytes")
        if {name for name, _ in scope["headers"]} >= _LENGTHS:
            return reject(scope, send, 400, "the length of the body is told in two ways")
        return app(scope, receive, send)

    return asked
