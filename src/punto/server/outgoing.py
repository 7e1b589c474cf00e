"""What is told within a moment goes out together: a call of the system for a socket, not a frame.

A bet is answered with three messages, and whoever has won hears of cards, credits and result at
once. Each by itself, most of what a message costs would be the system's own `send`.
"""

import asyncio
import logging
from typing import Protocol

log = logging.getLogger("punto.server")


class Sending(Protocol):
    """Somebody who has something to send."""

    def send_out(self) -> None:
        """Send all that was told."""


class Outgoing:
    """The sockets that have something to send; it goes out two turns of the loop later.

    Two, because what was stored is shown in one turn and answered in the next.
    """

    def __init__(self) -> None:
        self._sockets: list[Sending] = []

    def add(self, socket: Sending) -> None:
        """Let a socket send soon."""
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
