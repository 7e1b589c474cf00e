"""What nodes say to each other, and how they know that it is one of them.

Every frame is marked by the key of the house, with its number on this connection and the node that
was called: nobody else can say anything, and nothing can be said again, or to another node. It is
not encrypted: nodes talk in a network of theirs.
"""

import asyncio
import hmac
import os
from typing import Final, TypeAlias

import msgspec

from punto.house.answer import Answer
from punto.house.request import Request
from punto.server.staff_screen import StaffScreen
from punto.store import HouseKey

_NONCE_BYTES: Final = 16
_MARK_BYTES: Final = 64
_LENGTH_BYTES: Final = 4
_USE: Final = "nodes"

LONGEST_FRAME: Final = 64 * 1_048_576
"""An answer holds the entry that was written, which may name every table there is."""

FIRST_FRAME: Final = 1_048_576
"""So much is read of whoever has not shown yet that it is one of the nodes."""

MOST_UNPROVEN: Final = 32
"""So many who have not shown it are heard at the same time."""

HELLO_SECONDS: Final = 5.0
"""In so long a caller must have shown that it is one of the nodes."""


class Asked(msgspec.Struct, frozen=True, tag=True):
    """A request for a table of the node that is asked."""

    number: int
    request: Request


class Present(msgspec.Struct, frozen=True, tag=True):
    """Who is at the caller's screens, by tables of the node that is told."""

    node: str
    tables: dict[str, list[str]]


class Unlocked(msgspec.Struct, frozen=True, tag=True):
    """What the caller knows of screens of the staff; whoever says so waits until it is heard."""

    number: int
    screens: dict[str, StaffScreen]


class Heard(msgspec.Struct, frozen=True, tag=True):
    """What was said under a number is known."""

    number: int


class Answered(msgspec.Struct, frozen=True, tag=True):
    """What came of a request."""

    number: int
    answer: Answer


Message: TypeAlias = Asked | Present | Unlocked | Heard | Answered

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Message).decode


class Stranger(ConnectionError):
    """Whoever is at the other end has not the key of this house."""


class Channel:
    """One connection between two nodes."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        key: HouseKey,
        called: str,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._key = key
        self._called = called.encode()
        """The node that was called, by its name: what was meant for it is said to no other."""
        self._said = self._heard = 0
        self._mine = self._theirs = b""
        """What frames are marked with in each direction: chosen by both, for this connection."""

    async def greet(self) -> None:
        """Exchange what this connection is known by."""
        mine = os.urandom(_NONCE_BYTES)
        self._writer.write(mine)
        theirs = await asyncio.wait_for(self._reader.readexactly(_NONCE_BYTES), HELLO_SECONDS)
        if theirs == mine:
            raise Stranger("an echo")
        self._mine, self._theirs = mine + theirs, theirs + mine

    def say(self, message: Message) -> None:
        """Send a message."""
        content = _encode(message)
        mark = self._mark(self._mine, self._said, content)
        self._said += 1
        length = len(content).to_bytes(_LENGTH_BYTES, "big")
        self._writer.write(length + mark + content)

    async def hear(self, longest: int = LONGEST_FRAME) -> Message:
        """Wait for a message of the other node."""
        start = await self._reader.readexactly(_LENGTH_BYTES + _MARK_BYTES)
        length = int.from_bytes(start[:_LENGTH_BYTES], "big")
        if length > longest:
            raise Stranger("no node says so much")
        content = await self._reader.readexactly(length)
        mark = self._mark(self._theirs, self._heard, content)
        if not hmac.compare_digest(mark, start[_LENGTH_BYTES:]):
            raise Stranger("not marked by the key of this house")
        self._heard += 1
        message: Message = _decode(content)
        return message

    def _mark(self, direction: bytes, number: int, content: bytes) -> bytes:
        name = len(self._called).to_bytes(2, "big") + self._called
        marked = direction + name + number.to_bytes(8, "big") + content
        return self._key.mark(marked, _USE).encode()

    def close(self) -> None:
        """Say nothing more."""
        self._writer.close()
