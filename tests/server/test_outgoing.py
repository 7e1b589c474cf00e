"""What is told goes out in its order, whatever ends the socket, and one that fails alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from websockets.frames import Close, Frame, Opcode

from punto.server.connection import Connection
from punto.server.open_socket import MOST_TOLD, OpenSocket
from tests.server.here import Here, open_house

SECONDS: Final = 10


class Wire(asyncio.Transport):
    """Takes what is sent, each time as it is sent, or nothing."""

    def __init__(self, *, is_broken: bool = False) -> None:
        super().__init__()
        self.sent: list[bytes] = []
        self.is_broken = is_broken
        self.is_closed = False

    def write(self, data: Any) -> None:  # noqa: ANN401 – asyncio's
        if self.is_broken:
            raise OSError("broken")
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed


class Socket:
    """A socket of a house, and what goes out there."""

    def __init__(self, here: Here, *, most_queued: int = 100, is_broken: bool = False) -> None:
        self.wire = Wire(is_broken=is_broken)
        self.connection = Connection(None, most_queued)
        self.socket = OpenSocket(here.house, self.wire, set(), set(), "203.0.113.7")
        self.socket.begin(self.connection, self._nothing)

    async def _nothing(self) -> None:
        return

    @property
    def sent(self) -> bytes:
        return b"".join(self.wire.sent)


@asynccontextmanager
async def house(url: str) -> AsyncIterator[Here]:
    async with open_house(url) as here, asyncio.timeout(SECONDS):
        yield here


async def gone_out() -> None:
    """Let so many turns of the loop go by as it takes until all is sent."""
    for _ in range(5):
        await asyncio.sleep(0)


def text(message: bytes) -> bytes:
    return Frame(Opcode.TEXT, message).serialize(mask=False)


def farewell(code: int, reason: str) -> bytes:
    return Frame(Opcode.CLOSE, Close(code, reason).serialize()).serialize(mask=False)


def test_what_is_told_in_one_moment_goes_out_in_order_a_piece_at_a_time(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with house(sqlite_url) as here:
            one, messages = Socket(here), [bytes([65 + each]) * 5_000 for each in range(7)]
            for message in messages:
                one.connection.send(message)
            assert len(one.wire.sent) == 1, "so much does not wait"
            assert MOST_TOLD < len(one.sent) < MOST_TOLD + 5_000
            one.connection.send(b"last")
            await gone_out()
            assert one.sent == b"".join(map(text, [*messages, b"last"]))
            assert len(one.wire.sent) == 2

    asyncio.run(scenario())


@pytest.mark.parametrize("how", ["end", "shutdown", "cut"])
def test_what_was_told_comes_before_the_farewell_and_nothing_after(
    sqlite_url: str, how: str
) -> None:
    async def scenario() -> None:
        async with house(sqlite_url) as here:
            one = Socket(here, most_queued=1)
            one.connection.send(b"told")
            if how == "end":
                one.connection.end(1008, "enough")
            elif how == "shutdown":
                one.socket.shutdown()
            else:  # it takes nothing any more, and too much waits
                one.socket.pause_writing()
                one.connection.send(b"waits")
                one.connection.send(b"is too much")
            one.connection.send(b"late")
            one.socket.write(b"later")
            await gone_out()
            one.socket.write(b"at last")
            await gone_out()
            with_code = {"end": (1008, "enough"), "shutdown": (1012, ""), "cut": (1013, "too slow")}
            told = [b"told"] if how != "cut" else [b"told", b"later"]
            assert one.sent == b"".join(map(text, told)) + farewell(*with_code[how])
            assert one.wire.is_closed is (how == "shutdown")

    asyncio.run(scenario())


def test_a_socket_that_fails_keeps_nothing_from_the_others(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with house(sqlite_url) as here:
            sockets = [Socket(here, is_broken=each == 1) for each in range(3)]
            for each in sockets:
                each.connection.send(b"told")
            await gone_out()
            assert [each.sent for each in sockets] == [text(b"told"), b"", text(b"told")]
            sockets[0].connection.send(b"again")
            await gone_out()
            assert sockets[0].sent == text(b"told") + text(b"again")

    asyncio.run(scenario())
    assert [record.message for record in caplog.records if record.exc_info] == ["a socket failed"]
