"""How many questions are answered at the same time, in all and for one address; sockets too.

Connections are counted elsewhere, where a proxy is one address; here whoever asked it counts. A
question has its place when it is asked to its end, so that nobody holds one with a body that never
ends. Bodies that are too long for that have few places for each address.
"""

from collections import defaultdict
from functools import partial
from typing import Final

from litestar.types import ASGIApp, Receive, Scope, Send

from punto.server.connection_limits import ConnectionLimits
from punto.server.networks import place_of
from punto.server.rejecting import client_address, reject
from punto.server.request_body import RequestBody
from punto.server.socket_protocol import when_over

_ALWAYS: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""Whoever watches over the house must be able to, above all when it is crowded."""

_Kinds = tuple[str, ...]
"""What a question counts as: `http` or `websocket`, and `body` while that is still coming."""


class ConcurrentRequests:
    """Counts what is being answered now."""

    def __init__(self, connection_limits: ConnectionLimits) -> None:
        self._connection_limits = connection_limits
        self._questions = 0
        self._of_address: defaultdict[tuple[str, str], int] = defaultdict(int)

    def bounded(self, app: ASGIApp) -> ASGIApp:
        """Answer what can be answered now, and say of the rest that it cannot."""

        async def answered(scope: Scope, receive: Receive, send: Send) -> None:
            kind: str = scope["type"]  # the beginning and the end of serving have another
            if kind == "websocket":
                await self._in_its_place((kind,), app, scope, receive, send)
            elif kind == "http" and scope["path"] not in _ALWAYS:
                body = RequestBody(receive)
                await body.hear()
                if not body.is_lost:  # nobody would hear an answer
                    kinds = (kind,) if body.is_whole else (kind, "body")
                    await self._in_its_place(kinds, app, scope, body.receive, send)
            else:
                await app(scope, receive, send)

        return answered

    async def _in_its_place(
        self, kinds: _Kinds, app: ASGIApp, scope: Scope, receive: Receive, send: Send
    ) -> None:
        address = client_address(scope)
        place = place_of(address)
        limit = self._limit(kinds, place)
        if limit is not None:
            self._connection_limits.limit_hits.note(limit, address)
            await reject(scope, send, 503, "too much is asked at the same time: ask again")
            return
        self._count(kinds, place, 1)
        try:
            await app(scope, receive, send)
        finally:
            when_over(scope, partial(self._count, kinds, place, -1))

    def _limit(self, kinds: _Kinds, place: str) -> str | None:
        """Name the setting that one more would exceed."""
        limits, so_many = self._connection_limits.limits, [self._of(kind, place) for kind in kinds]
        if kinds[0] == "websocket":
            most = self._connection_limits.most_of_one
            return "connections_per_address" if so_many[0] >= most else None
        if self._questions >= limits.questions:
            return "questions"
        if so_many[0] >= limits.questions_per_address:
            return "questions_per_address"
        return "bodies_per_address" if so_many[1:] >= [limits.bodies_per_address] else None

    def _of(self, kind: str, place: str) -> int:
        return self._of_address.get((kind, place), 0)

    def _count(self, kinds: _Kinds, place: str, change: int) -> None:
        self._questions += change * (kinds[0] == "http")
        for kind in kinds:
            self._of_address[kind, place] += change
            if not self._of_address[kind, place]:
                del self._of_address[kind, place]
