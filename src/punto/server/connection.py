"""One socket: a queue of its own, so that a slow reader holds up nobody but himself."""

import asyncio
from typing import Final

from punto.protocol import Tell, encode
from punto.protocol.console import ConsoleTell
from punto.server.session import Session

MOST_QUEUED: Final = 2_000
"""A reader that is further behind is cut off; it may come back and resume."""

MOST_HEARD: Final = 64
"""So many frames of a client may wait for an answer; then nothing more is read from it."""


class Connection:
    """What waits to be sent to one client, what it has said, and which tables it follows."""

    def __init__(self, session: Session | None) -> None:
        self.session = session
        self.tables: set[str] = set()
        self.squeezing: set[str] = set()
        """The tables at which whoever is signed in squeezes on this screen."""
        self.bad_frames = 0
        self.heard: asyncio.Queue[str | None] = asyncio.Queue()
        """What the client has said and is not answered; None at the end."""
        self.is_cut = asyncio.Event()
        """The client does not read: nothing more can be told to it."""
        self.goodbye = (1000, "")
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_QUEUED)
        """What is to be sent; None at the end."""

    @property
    def account(self) -> str:
        """Whose screen it is; empty for whoever only looks on."""
        return self.session.account if self.session is not None else ""

    @property
    def sees_all(self) -> bool:
        """Whether it is shown every card that is dealt: staff deal them."""
        return False

    def send(self, frame: bytes | None) -> None:
        """Put a frame in the queue; when it is full, the connection is over."""
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            self.is_cut.set()

    def tell(self, message: Tell | ConsoleTell) -> None:
        """Send a message to this client alone."""
        self.send(encode(message))

    def end(self, code: int, reason: str) -> None:
        """Send what waits, then say goodbye."""
        self.goodbye = (code, reason)
        self.send(None)
