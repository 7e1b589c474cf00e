"""Frames of a WebSocket: what is sent as one, and those that a client sends in one piece."""

from typing import Final, NamedTuple

from websockets.frames import Close, Frame, Opcode
from websockets.protocol import Protocol, Side, State

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover – where it was not compiled
    from websockets.utils import apply_mask

PING: Final = bytes((0x80 | Opcode.PING, 0))

_SHORT: Final = 125
"""The length of a longer frame stands behind its second byte."""
_TWO_BYTES: Final = 126
_MOST_TWO_BYTES: Final = 0xFFFF
_LONGER, _LONGEST = bytes((126,)), bytes((127,))
_MASKED: Final = 0x80
_WHOLE_TEXT: Final = 0x80 | Opcode.TEXT
_WHOLE_PONG: Final = 0x80 | Opcode.PONG
_TEXT: Final = bytes((_WHOLE_TEXT,))


class Heard(NamedTuple):
    """A frame that has come whole: a text, or the answer to a ping."""

    text: bytes | None
    end: int
    """Where it ends in what has come."""


def head_of(size: int) -> bytes:
    """Give what stands before a message of this size: with it, it is a frame."""
    if size <= _SHORT:
        return _TEXT + size.to_bytes(1)
    if size <= _MOST_TWO_BYTES:
        return _TEXT + _LONGER + size.to_bytes(2)
    return _TEXT + _LONGEST + size.to_bytes(8)


HEADS: Final = tuple(map(head_of, range(1_024)))
"""Those of nearly all messages."""


def goodbye(code: int, reason: str) -> bytes:
    """Say that a socket is closed, and why."""
    return bytes(Frame(Opcode.CLOSE, Close(code, reason).serialize()).serialize(mask=False))


def first_heard(data: bytes, begin: int, most: int) -> Heard | None:
    """Read the frame that begins there, if it is whole and one of the two that most are."""
    kind = data[begin] if len(data) >= begin + 2 else 0
    size = data[begin + 1] - _MASKED if kind else 0
    mask = begin + 2
    if size == _TWO_BYTES:
        size, mask = int.from_bytes(data[mask : mask + 2]), mask + 2
        size = size if size > _SHORT else -1  # so few are written shorter
    elif size > _TWO_BYTES:
        return None
    end = mask + 4 + size
    if kind not in {_WHOLE_TEXT, _WHOLE_PONG} or not 0 <= size <= most or len(data) < end:
        return None
    if kind == _WHOLE_PONG:
        return Heard(None, end) if size <= _SHORT else None
    return Heard(apply_mask(data[mask + 4 : end], data[mask : mask + 4]), end)


def whole_reader(most: int) -> Protocol:
    """Give the library's reader of an open socket, for whatever else may come."""
    return Protocol(Side.SERVER, state=State.OPEN, max_size=most)
