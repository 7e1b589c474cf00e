"""How many questions are answered at the same time, in all and for one address; sockets too.

Connections are counted elsewhere, where a proxy is one address; here whoever asked it counts.
"""

from collections import defaultdict
from functools import partial
from typing import Final

from litestar.types import ASGIApp, Receive, Scope, Send

from punto.server.connection_limits import ConnectionLimits
from punto.server.networks import place_of
from punto.server.rejecting import client_address, reject
from punto.server.socket_protocol import when_over

_ALWAYS: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""Whoever watches over the house must be able to, above all when it is crowded."""


class ConcurrentRequests:
    """Counts what is being answered now."""

    def __init__(self, connection_limits: ConnectionLimits) -> None:
        self._connection_limits = connection_limits
        self._questions = 0
        self._of_address: defaultdict[tuple[str, str], int] = defaultdict(int)

    def bounded(self, app: ASGIApp) -> ASGIApp:
        """Answer what can be answered now, and say of the rest that it cannot."""

        async def answered(scope: Scope, receive: Receive, send: Send) -> None:
            kind = scope["type"]
            if kind not in {"http", "websocket"} or scope["path"] in _ALWAYS:
                await app(scope, receive, send)
                return
            address = client_address(scope)
            place = place_of(address)
            limit = self._limit(kind, place)
            if limit is not None:
                self._connection_limits.limit_hits.note(limit, address)
                await reject(scope, send, 503, "too much is asked at the same time: ask again")
                return
            self._count(kind, place, 1)
            try:
                await app(scope, receive, send)
            finally:
                when_over(scope, partial(self._count, kind, place, -1))

        return answered

    def _limit(self, kind: str, place: str) -> str | None:
        """Name the setting that one more would exceed."""
        limits, of_address = self._connection_limits.limits, self._of_address.get((kind, place), 0)
        if kind == "websocket":
            most = self._connection_limits.most_of_one
            return "connections_per_address" if of_address >= most else None
        if self._questions >= limits.questions:
            return "questions"
        return "questions_per_address" if of_address >= limits.questions_per_address else None

    def _count(self, kind: str, place: str, change: int) -> None:
        self._questions += change * (kind == "http")
        self._of_address[kind, place] += change
        if not self._of_address[kind, place]:
            del self._of_address[kind, place]
