"""Frames of a WebSocket: what stands before a message, and those that are none."""

from typing import Final

from websockets.frames import Close, Frame, Opcode
from websockets.protocol import Protocol, Side, State

PING: Final = bytes((0x80 | Opcode.PING, 0))

SHORT: Final = 125
"""The length of a longer frame stands behind its second byte."""
TWO_BYTES: Final = 126
_MOST_TWO_BYTES: Final = 0xFFFF
_LONGER, _LONGEST = bytes((126,)), bytes((127,))
WHOLE_TEXT: Final = 0x80 | Opcode.TEXT
_TEXT: Final = bytes((WHOLE_TEXT,))


def head_of(size: int) -> bytes:
    """Give what stands before a message of this size: with it, it is a frame."""
    if size <= SHORT:
        return _TEXT + size.to_bytes(1)
    if size <= _MOST_TWO_BYTES:
        return _TEXT + _LONGER + size.to_bytes(2)
    return _TEXT + _LONGEST + size.to_bytes(8)


HEADS: Final = tuple(map(head_of, range(1_024)))
"""Those of nearly all messages."""


def goodbye(code: int, reason: str) -> bytes:
    """Say that a socket is closed, and why."""
    return bytes(Frame(Opcode.CLOSE, Close(code, reason).serialize()).serialize(mask=False))


def whole_reader(most: int) -> Protocol:
    """Give the library's reader of an open socket, for whatever else may come."""
    return Protocol(Side.SERVER, state=State.OPEN, max_size=most)
