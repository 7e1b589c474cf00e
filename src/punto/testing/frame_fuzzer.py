"""A house that is told nonsense: mutated frames, given to it where it hears messages.

What is said must not be stored, must not take long, and must leave nothing behind.
"""

import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

import msgspec

from punto.protocol import Ask, decode_ask, decode_console_ask
from punto.protocol.console import ConsoleAsk
from punto.server.answering import answer
from punto.server.connection import Connection
from punto.server.console import answer_console
from punto.server.consoles import ConsoleConnection
from punto.server.open_house import OpenHouse
from punto.server.open_socket import hear_out
from punto.server.session import Session
from punto.testing.frame_grammar import Frame, FrameGrammar, is_message

A_SOCKET: Final = 40
"""So many frames come over one connection; if it is cut off before, those left do not count."""


class Found(NamedTuple):
    """What came of it."""

    frames: int
    answers: Counter[str]
    """By kind, and refusals by code."""
    longest: float
    """The most seconds of the processor that one socketful of frames took."""


class FrameFuzzer:
    """Talks to a house as a spectator, as somebody signed in, and as one of the staff."""

    def __init__(self, house: OpenHouse, session: Session, staff: str, seed: int) -> None:
        self._house = house
        self._session = session
        self._staff = staff
        self._asks = FrameGrammar(Ask, seed)
        self._console = FrameGrammar(ConsoleAsk, seed)
        self._frames = 0
        self._longest = 0.0
        self._answers: Counter[str] = Counter()

    @property
    def found(self) -> Found:
        """What came of all until now."""
        return Found(self._frames, self._answers, self._longest)

    async def run(self, frames: int) -> None:
        """Say so much nonsense more."""
        end, turn = self._frames + frames, 0
        while self._frames < end:
            turn += 1
            if turn % 4 == 0:
                await self._at_console()
            else:
                said = [self._asks.frame() for _ in range(A_SOCKET)]
                await self._at_table(self._session if turn % 4 == 1 else None, said)

    async def say_as_terminal(self, texts: list[str]) -> None:
        """Say these as somebody signed in, over one connection."""
        await self._at_table(self._session, [Frame(text) for text in texts])

    async def _at_table(self, session: Session | None, said: list[Frame]) -> None:
        house = self._house
        connection = house.connect(session)
        await self._say(
            connection, said, decode_ask, lambda asked: answer(house, connection, asked)
        )

    async def _at_console(self) -> None:
        """Say what is no message: staff who ask for what they may not are put on record."""
        house, staff = self._house, self._house.staff.find(self._staff)
        assert staff is not None, "they are enrolled"
        connection = ConsoleConnection(self._staff, 2_000)
        house.connections.add(connection)
        said = [self._console.frame() for _ in range(A_SOCKET)]
        said = [frame for frame in said if not is_message(frame, decode_console_ask)]
        await self._say(
            connection,
            said,
            decode_console_ask,
            lambda asked: answer_console(house, connection, asked),
        )

    async def _say(
        self,
        connection: Connection,
        said: list[Frame],
        decode: Callable[[str], Any],
        do: Callable[[Any], Awaitable[None]],
    ) -> None:
        """Let the house hear a socketful, and look at what it answers."""
        texts = [_as_heard(frame) for frame in said]
        now_ms = self._house.time.now_ms()
        connection.heard.extend((text, now_ms) for text in texts if text is not None)
        began = time.process_time()
        await hear_out(self._house, connection, decode, do)
        self._longest = max(self._longest, time.process_time() - began)
        self._house.disconnect(connection)
        self._frames += len(said) - len(connection.heard)
        for told in connection.queue:
            frame = msgspec.json.decode(told)
            self._answers[frame.get("code") or frame["type"]] += 1


def _as_heard(frame: Frame) -> str | None:
    """Give a frame as the server library does: bytes as text, and none of what is no text."""
    try:
        content = frame.content
        return content if isinstance(content, str) else content.decode()
    except UnicodeDecodeError:
        return None
