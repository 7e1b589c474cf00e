"""The body of a question, heard before the question takes a place from others.

Somebody who begins a body and does not end it then holds nothing but his own connection. What is
heard so far is no more than the connection would keep anyway.
"""

from collections import deque
from typing import Final

from litestar.types import Receive, ReceiveMessage

HEARD_AHEAD: Final = 65_536
"""So many bytes of a body are heard; a longer one takes its place while it is still coming."""


class RequestBody:
    """What has come of a body, and then the rest."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._heard: deque[ReceiveMessage] = deque()
        self.is_whole = False
        self.is_lost = False
        """Whether whoever asked is gone, or was too slow."""

    async def hear(self) -> None:
        """Hear it to its end, or as far as it is heard ahead."""
        size = 0
        while size <= HEARD_AHEAD and not self.is_whole:
            message = await self._receive()
            if message["type"] != "http.request":
                self.is_lost = True
                return
            self._heard.append(message)
            size += len(message["body"])
            self.is_whole = not message["more_body"]

    async def receive(self) -> ReceiveMessage:
        """Give what was heard, and then whatever comes."""
        return self._heard.popleft() if self._heard else await self._receive()
