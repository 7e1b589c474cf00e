"""Keep-alive: every open socket is asked from time to time whether it is still there.

One round for all of them: a timer for each would cost every socket that only watches.
"""

import asyncio
from typing import Final, Protocol

ROUND: Final = 20
"""Every socket is asked once in so many seconds, and has as long to answer."""


class Asked(Protocol):
    """Somebody who may have gone without a word."""

    def feel(self) -> None:
        """Ask whether it is still there; who has not answered the last time is gone."""


class KeepAlive:
    """All open sockets, by the second of the round in which each is asked."""

    def __init__(self) -> None:
        self._at: list[set[Asked]] = [set() for _ in range(ROUND)]
        self._now = 0

    def join(self, socket: Asked) -> None:
        """Ask a socket from now on, for the first time in a whole round."""
        self._at[self._now].add(socket)

    def leave(self, socket: Asked) -> None:
        """Ask it no more."""
        for sockets in self._at:
            sockets.discard(socket)

    def beat(self) -> None:
        """Ask all those whose turn it is."""
        self._now = (self._now + 1) % ROUND
        for socket in tuple(self._at[self._now]):
            socket.feel()

    async def run(self) -> None:
        """Go round and round."""
        while True:
            await asyncio.sleep(1)
            self.beat()
