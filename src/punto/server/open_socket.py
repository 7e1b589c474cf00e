"""A socket that is open: frames go out and come in without a task that waits for either.

The library answers the handshake and then hands the connection over. What a client says is read
here where it comes in one piece, as nearly everything does; a message in parts, a ping, a farewell
or nonsense is left to the library from then on. Whoever only watches costs what is kept in this
object and in his `Connection`: thousands of them do.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import copy_context
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from websockets.frames import Frame, Opcode

from punto.protocol.tell import BadFrame
from punto.server.connection import MOST_HEARD, Connection
from punto.server.log_context import context_here, message_here
from punto.server.open_house import OpenHouse
from punto.server.socket_frames import (
    HEADS,
    PING,
    SHORT,
    TWO_BYTES,
    WHOLE_TEXT,
    goodbye,
    head_of,
    whole_reader,
)

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover – where it was not compiled
    from websockets.utils import apply_mask

log = logging.getLogger("punto.server")

CLOSING_SECONDS: Final = 10.0
"""How long a client has to answer a farewell."""

PARTING_SECONDS: Final = 1.0
"""How long one that does not read has to take what is still to be sent."""

MOST_TOLD: Final = 16_384
"""So many bytes are sent at once: a client that does not read is known by what it has not taken."""

MOST_FRAGMENTS: Final = 64
"""So many frames make one message at most: empty ones add nothing to its size, but are kept."""

MOST_BAD_FRAMES: Final = 20
"""A client that sends so many frames that are none is cut off."""

_MASKED: Final = 0x80
_WHOLE_PONG: Final = 0x80 | Opcode.PONG

_NO_TEXT: Final = b"\0"
"""Heard in place of bytes, which are no message."""

Said = TypeVar("Said")
Hearing = Callable[[], Coroutine[Any, Any, None]]
"""Answers all that a connection has heard, one thing after the other."""


class OpenSocket(asyncio.Protocol):
    """One of them."""

    __slots__ = (
        *("_address", "_answering", "_connection", "_context", "_endings", "_hearing", "_house"),
        *("_is_alive", "_is_over", "_is_read", "_parts", "_reader", "_served", "_tasks", "_told"),
        "_transport",
        "is_free",
    )

    def __init__(
        self,
        house: OpenHouse,
        transport: asyncio.Transport,
        served: set[Any],
        tasks: set["asyncio.Task[None]"],
        address: str,
    ) -> None:
        self._house = house
        self._transport = transport
        self._served = served
        """All that the server has to close when it closes."""
        self._tasks = tasks
        """All that it has to wait for then."""
        self._address = address
        self._context = copy_context()
        """On whose behalf its messages are answered."""
        self._endings: tuple[Callable[[], None], ...] = ()
        self._answering: asyncio.Task[None] | None = None
        self._reader: Any = None
        self._parts: list[bytes] = []
        self._is_alive = True
        """It has answered the last ping."""
        self._is_over = False
        """Nothing more is said or heard: a farewell was sent, or the link is lost."""
        self._is_read = True
        self._told = b""
        """What is to be sent within this moment."""
        self.is_free = True
        """Whether the client takes what is sent; else it waits in the queue of the connection."""

    def begin(self, connection: Connection, hearing: Hearing) -> None:
        """Carry what a connection says and hears from now on."""
        self._connection, self._hearing = connection, hearing
        self._house.keep_alive.join(self)
        self._served.add(self)
        connection.attach(self)

    def when_over(self, ending: Callable[[], None]) -> None:
        """Do something when the link is lost."""
        self._endings += (ending,)

    # --- out ------------------------------------------------------------------------------------

    def write(self, message: bytes) -> None:
        """Send a message, together with what else is told now."""
        if self._is_over:
            return
        self._house.counters.frames_sent += 1
        if not self._told:
            self._house.outgoing.add(self)
        size = len(message)
        self._told += (HEADS[size] if size < len(HEADS) else head_of(size)) + message
        if len(self._told) > MOST_TOLD:
            self.send_out()

    def send_out(self) -> None:
        """Send all that was told."""
        if self._told:
            told, self._told = self._told, b""
            self._transport.write(told)

    def close(self, code: int, reason: str) -> None:
        """Say goodbye, and go when the client has said it too."""
        self._part(goodbye(code, reason), CLOSING_SECONDS)

    def cut(self) -> None:
        """Give up a client that does not read; not at once, as many are told something just now."""
        asyncio.get_running_loop().call_soon(self._cut)

    def _cut(self) -> None:
        self._house.limit_hits.note("queued_messages", self._address)
        self._house.disconnect(self._connection)
        self._part(goodbye(*self._connection.goodbye), PARTING_SECONDS)

    def _part(self, farewell: bytes, seconds: float) -> None:
        if not self._is_over:
            self._is_over = True
            self.send_out()
            self._transport.write(farewell)
            self._read_on()
            asyncio.get_running_loop().call_later(seconds, self._transport.abort)

    def pause_writing(self) -> None:
        """Be told that the client takes nothing just now."""
        self.is_free = False

    def resume_writing(self) -> None:
        """Be told that it takes more."""
        self.is_free = True
        self._connection.flush()

    def feel(self) -> None:
        """Ask whether the client is still there; who has not answered the last time is gone."""
        if self._is_alive:
            self._is_alive = False
            self._transport.write(PING)
        else:
            self._part(goodbye(1011, "keepalive ping timeout"), PARTING_SECONDS)

    # --- in -------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Hear what comes whole; leave the rest to the library, and all that follows."""
        begin, most = 0, self._house.config.traffic.frame_bytes
        while self._reader is None and begin < len(data):
            heard = first_heard(data, begin, most)
            if heard is None:
                self._reader = whole_reader(most)
                break
            begin = heard.end
            if heard.text is None:
                self._is_alive = True
            else:
                self._hear(heard.text)
        if begin < len(data):
            self._read(data[begin:])

    def _read(self, data: bytes) -> None:
        """Let the library read, and do what it makes of it."""
        reader = self._reader
        reader.receive_data(data)
        for frame in reader.events_received():
            if frame.opcode is Opcode.PONG:
                self._is_alive = True
            elif frame.opcode in {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}:
                self._join(frame)
        output = b"".join(reader.data_to_send())
        if reader.close_sent is not None:  # a farewell, answered; or it was nonsense
            if not self._is_over:
                self._is_over = True
                self.send_out()
                self._transport.write(output)
            self._transport.close()
        elif self.is_free and not self._is_over:  # pings are answered to whoever reads answers
            self._transport.write(output)

    def _join(self, frame: Frame) -> None:
        """Put the parts of a message together; one in too many parts is the end of the socket."""
        if len(self._parts) >= MOST_FRAGMENTS:
            self._parts.clear()
            self.close(1008, "a message in too many fragments")
            return
        is_bytes = frame.opcode is Opcode.BINARY or self._parts[:1] == [_NO_TEXT]
        self._parts.append(_NO_TEXT if is_bytes else bytes(frame.data))
        if frame.fin:
            message, self._parts = b"".join(self._parts), []
            self._hear(message)

    def _hear(self, message: bytes) -> None:
        if self._is_over:
            return
        try:
            self._connection.heard.append((message.decode(), self._house.time.now_ms()))
        except UnicodeDecodeError:
            self.close(1007, "")
            return
        if len(self._connection.heard) >= MOST_HEARD and self._is_read:
            self._is_read = False
            self._transport.pause_reading()
        if self._answering is None:
            self._answer()

    def _answer(self) -> None:
        """Begin to answer; what comes meanwhile is answered too."""
        loop = asyncio.get_running_loop()
        task = loop.create_task(self._hearing(), context=self._context)
        self._answering = task
        self._tasks.add(task)
        task.add_done_callback(self._answered)

    def _answered(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        self._answering = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a socket failed", exc_info=error)
            self.close(1011, "")
        if self._transport.is_closing():
            self._house.disconnect(self._connection)  # it may have asked to watch a table
        elif self._connection.heard and not self._is_over:
            self._answer()
        if not self._is_read:
            self._read_on()

    def _read_on(self) -> None:
        if not self._is_read:
            self._is_read = True
            self._transport.resume_reading()

    # --- the end --------------------------------------------------------------------------------

    def shutdown(self) -> None:
        """Go, because the house closes."""
        self.close(1012, "")
        self._transport.close()

    def connection_lost(self, _: Exception | None) -> None:
        """Give the place back; what was asked is done, whoever is there to hear of it."""
        self._is_over, self.is_free, self._told = True, True, b""
        self._served.discard(self)
        self._house.connection_limits.leave(self._transport)
        self._house.keep_alive.leave(self)
        self._house.disconnect(self._connection)
        for ending in self._endings:
            self._context.run(ending)
        self._endings = ()


# --- what is heard ------------------------------------------------------------------------------


class Heard(NamedTuple):
    """A frame that has come whole: a text, or the answer to a ping."""

    text: bytes | None
    end: int
    """Where it ends in what has come."""


def first_heard(data: bytes, begin: int, most: int) -> Heard | None:
    """Read the frame that begins there, if it is whole and one of the two that most are."""
    kind = data[begin] if len(data) >= begin + 2 else 0
    size = data[begin + 1] - _MASKED if kind else 0
    mask = begin + 2
    if size == TWO_BYTES:
        size, mask = int.from_bytes(data[mask : mask + 2]), mask + 2
        size = size if size > SHORT else -1  # so few are written shorter
    elif size > TWO_BYTES:
        return None
    end = mask + 4 + size
    if kind not in {WHOLE_TEXT, _WHOLE_PONG} or not 0 <= size <= most or len(data) < end:
        return None
    if kind == _WHOLE_PONG:
        return Heard(None, end) if size <= SHORT else None
    return Heard(apply_mask(data[mask + 4 : end], data[mask : mask + 4]), end)


async def hear_out(
    house: OpenHouse,
    connection: Connection,
    decode: Callable[[str], Said],
    do: Callable[[Said], Awaitable[None]],
) -> None:
    """Do what the client has said, one thing after the other, in the order in which it came."""
    while connection.heard:
        for limit in connection.rate_limits:
            limit.left -= 1
            if limit.left < 0:
                await limit.keep(context_here().address)
                connection.kept_ms = house.time.now_ms()
        if not connection.heard:  # it was ended meanwhile
            return
        house.counters.frames_heard += 1
        frame, connection.heard_ms = connection.heard.pop(0)
        try:
            said = decode(frame)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            message_here.set("")
            house.bad_frames += 1
            connection.bad_frames += 1
            connection.tell(BadFrame(words=str(error)[:200]))
        else:
            message_here.set(getattr(said, "id", None) or "")
            log.debug("%s", type(said).__name__)
            await do(said)
        if connection.bad_frames >= MOST_BAD_FRAMES:
            log.warning("turned away: too many frames that are none")
            connection.end(1008, "too many frames that are none")
            return
