"""One client: what is sent to it and what it has said; a slow reader holds up nobody.

A house has thousands of them, most of which only watch. What is told goes out at once; only what a
client does not take, and what it has said and is not answered, is kept.
"""

import asyncio
import logging
from typing import Final, Protocol

from punto.protocol import Tell, encode
from punto.protocol.console import ConsoleTell
from punto.server.rate_limit import RateLimit
from punto.server.session import Session

log = logging.getLogger("punto.server")

MOST_HEARD: Final = 64
"""So many frames of a client may wait for an answer; then nothing more is read from it."""


class Wire(Protocol):
    """What carries messages to a client."""

    is_free: bool
    """Whether the client takes what is sent."""

    def write(self, message: bytes) -> None:
        """Send a message."""

    def close(self, code: int, reason: str) -> None:
        """Say goodbye."""

    def cut(self) -> None:
        """Give up a client that does not read."""


class Sending(Protocol):
    """Somebody who has something to send."""

    def send_out(self) -> None:
        """Send all that was told."""


class Connection:
    """What waits to be sent to one client, what it has said, and which tables it follows."""

    __slots__ = (
        *("__weakref__", "_is_over", "_most_queued", "bad_frames", "goodbye", "heard"),
        *("heard_ms", "is_cut", "kept_ms", "rate_limits", "queue", "session", "squeezing"),
        *("tables", "wire"),
    )

    def __init__(self, session: Session | None, most_queued: int) -> None:
        self.session = session
        self.tables: set[str] = set()
        self.squeezing: frozenset[str] = frozenset()
        """The tables at which whoever is signed in squeezes on this screen."""
        self.bad_frames = 0
        self.heard: list[tuple[str, int]] = []
        """What the client has said and is not answered, each with the time when it came."""
        self.heard_ms = 0
        """When that came which is answered now."""
        self.kept_ms = 0
        """Until when it had to wait last because it was too fast: that is no wait for the house."""
        self.is_cut = False
        """The client does not read: nothing more can be told to it."""
        self._is_over = False
        """Nothing more is told: it is said goodbye to, as soon as it has taken what waits."""
        self.goodbye = (1000, "")
        self.queue: list[bytes] = []
        """What is to be sent. Who is further behind may come back and resume."""
        self.wire: Wire | None = None
        """What carries it, once the socket is open."""
        self._most_queued = most_queued
        self.rate_limits: tuple[RateLimit, ...] = ()
        """How fast the client may talk."""

    @property
    def account(self) -> str:
        """Whose screen it is; empty for whoever only looks on."""
        return self.session.account if self.session is not None else ""

    @property
    def sees_all(self) -> bool:
        """Whether it is shown every card that is dealt: staff deal them."""
        return False

    def send(self, frame: bytes) -> None:
        """Send a frame, or let it wait; where too many wait already, the connection is over."""
        if self._is_over:
            return
        if self.wire is not None and self.wire.is_free:
            self.wire.write(frame)
        elif len(self.queue) < self._most_queued:
            self.queue.append(frame)
        else:
            self._cut()

    def _cut(self) -> None:
        self.is_cut = self._is_over = True
        self.goodbye = (1013, "too slow")
        self.queue.clear()
        if self.wire is not None:
            self.wire.cut()

    def attach(self, wire: Wire) -> None:
        """Begin to send: first what has waited for that."""
        self.wire = wire
        self.flush()

    def flush(self) -> None:
        """Send what waits, as far as the client takes it, and say goodbye if that was all."""
        if self.wire is None:
            return
        sent = 0
        for frame in self.queue:
            if not self.wire.is_free:
                break
            self.wire.write(frame)
            sent += 1
        del self.queue[:sent]
        if self._is_over and not self.queue:
            self.wire.close(*self.goodbye)

    def tell(self, message: Tell | ConsoleTell) -> None:
        """Send a message to this client alone."""
        frame = encode(message)
        if self.wire is not None and self.wire.is_free and not self._is_over:
            self.wire.write(frame)  # as nearly always
        else:
            self.send(frame)

    def sign_out(self) -> None:
        """Say goodbye to whoever is signed in no more: nothing that he has said is heard now.

        What waits to be sent is let go: whoever does not read would be heard for so long.
        """
        self.heard.clear()
        self.queue.clear()
        self.end(4401, "signed out")

    def end(self, code: int, reason: str) -> None:
        """Send what waits, then say goodbye."""
        if not self._is_over:
            self._is_over, self.goodbye = True, (code, reason)
            self.flush()


class Outgoing:
    """What is told within a moment goes out together: one call of the system for each client.

    A bet is answered with three messages, and whoever has won hears of cards, credits and result at
    once. Each by itself, most of what a message costs would be the system's own `send`.
    """

    def __init__(self) -> None:
        self._sockets: list[Sending] = []

    def add(self, socket: Sending) -> None:
        """Let a socket send two turns later: what is shown in one is answered in the next."""
        if not self._sockets:
            loop = asyncio.get_running_loop()
            loop.call_soon(loop.call_soon, self._send_all)
        self._sockets.append(socket)

    def _send_all(self) -> None:
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            try:
                socket.send_out()
            except Exception:  # the others are still to be told
                log.exception("a socket failed")
