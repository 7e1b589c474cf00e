"""HTTP over one connection: counted among all, and asked within a time, or not at all.

The server library waits for ever for the end of a question once its first byte has come.
"""

import asyncio
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from punto.server.connection_limits import ConnectionLimits
from punto.server.security_headers import refusal

PARTING_SECONDS: Final = 1.0
"""How long somebody who is turned away has to read why."""

_REASONS: Final = {
    400: "Bad Request",
    408: "Request Timeout",
    503: "Service Unavailable",
}
_ASKING: Final = {h11.IDLE: "header_seconds", h11.SEND_BODY: "body_seconds"}
"""What is waited for, by what the client is still to send."""


class HttpProtocol(H11Protocol):
    """The library's, with limits before it and a clock beside it."""

    def __init__(self, connection_limits: ConnectionLimits, **given: Any) -> None:  # noqa: ANN401 – the library's own
        super().__init__(**given)
        self._connection_limits = connection_limits
        self._waits_for: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._is_turned_away = False
        self._is_over = False
        """No question comes any more: a socket has taken the connection over."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, or tell him that there is no room."""
        super().connection_made(transport)
        if self._connection_limits.enter(transport, self._address):
            self._wait()
        else:
            self.connections.discard(self)
            self._turn_away()

    def data_received(self, data: bytes) -> None:
        """Hear more of a question; who is turned away is heard out, but not listened to."""
        if self._is_turned_away:
            return
        super().data_received(data)
        self._wait()

    def on_response_complete(self) -> None:
        """Go on to the next question, of which nothing may have come yet."""
        super().on_response_complete()
        self._stop_waiting()
        if self.conn.their_state is h11.SEND_BODY:  # answered before it was asked to its end
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to whoever speaks that: its place in the house stays taken."""
        self._is_over = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._stop_waiting()
        if self._is_turned_away:
            self._connection_limits.end_parting(self.transport)
            return
        self._connection_limits.leave(self.transport)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Say that this was no question, unless an answer has begun already."""
        self._stop_waiting()
        self._say(400, msg)
        self.transport.close()

    # --- waiting --------------------------------------------------------------------------------

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _wait(self) -> None:
        """Give the client so long for what is still to come of its question."""
        waits_for = None if self._is_over else _ASKING.get(self.conn.their_state)
        if waits_for == self._waits_for:
            return
        self._stop_waiting()
        if waits_for is not None and not self.transport.is_closing():
            seconds = getattr(self._connection_limits.limits, waits_for)
            self._waits_for = waits_for
            self._deadline = self.loop.call_later(seconds, self._give_up)

    def _stop_waiting(self) -> None:
        self._waits_for = None
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        assert self._waits_for is not None, "it was waited for"
        self._connection_limits.limit_hits.note(self._waits_for, self._address)
        self._say(408, "the question took too long to be asked")
        self.transport.close()

    # --- turning away ---------------------------------------------------------------------------

    def _turn_away(self) -> None:
        """Say why, and close only when it can have been read: a close at once would undo it."""
        self._is_turned_away = True
        self._connection_limits.begin_parting(self.transport)
        self._say(503, "the house is full: come again later")
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(PARTING_SECONDS, self.transport.abort)

    def _say(self, status: int, words: str) -> None:
        """Answer what is no question as such, where nothing else was answered."""
        asked: Any = self.cycle  # none before the first question
        if asked is not None and asked.response_started:
            return
        headers, body = refusal(status, words)
        lines = [f"HTTP/1.1 {status} {_REASONS[status]}".encode()]
        lines += [name + b": " + value for name, value in headers]
        if status == 503:
            lines.append(b"retry-after: 5")
        self.transport.write(b"\r\n".join([*lines, b"", body]))
