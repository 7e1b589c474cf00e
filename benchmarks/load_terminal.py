"""A terminal that is light enough for thousands in one process: frames written and read by hand."""

import asyncio
import base64
import json
import os
from collections.abc import Callable
from functools import lru_cache
from time import perf_counter, time
from typing import Any, Final, NamedTuple

from websockets.speedups import apply_mask

_MASK: Final = b"\x01\x02\x03\x04"
_PING, _CLOSE = 0x89, 0x88


class Told(NamedTuple):
    """What a frame to all says, read once for all who are sent it."""

    after: int
    version: int
    at_ms: int
    kinds: frozenset[str]


@lru_cache(maxsize=8)
def told_by(frame: bytes) -> Told:
    """Read a frame that everybody gets."""
    said = json.loads(frame)
    kinds = frozenset(event["type"] for event in said["events"])
    return Told(said["after"], said["version"], said["at_ms"], kinds)


class Log:
    """What all terminals have seen, in milliseconds."""

    def __init__(self) -> None:
        self.public: list[float] = []
        """From the stamp of an entry, which is before its commit, to the receipt of the frame."""
        self.private: list[float] = []
        """From the same stamp of a payment to the receipt of one's own result."""
        self.bets: list[float] = []
        """From a bet sent to its answer."""
        self.refused: dict[str, int] = {}
        self.accepted: list[str] = []
        self.turned_away: list[str] = []
        """The ids of all bets that were taken or refused, by whatever was done."""
        self.gaps = 0
        """Frames that did not follow the one before."""
        self.lost = 0
        """Links that the house has closed."""


class Terminal(asyncio.Protocol):
    """One of them."""

    def __init__(self, log: Log, table: str, token: str, host: str) -> None:
        self.log, self.table, self._token, self._host = log, table, token, host
        self.transport: asyncio.Transport | None = None
        self.ready = asyncio.Event()
        """The table is seen."""
        self.version: int | None = None
        self.paid_ms = 0
        self.opened: Callable[[Terminal], None] | None = None
        """Called when bets are open."""
        self.answered: Callable[[Terminal], None] | None = None
        self._asked: dict[str, float] = {}
        self._number = 0
        self._rest = b""
        self._is_open = False
        self.is_leaving = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, self._rest, self._is_open = transport, b"", False
        key = base64.b64encode(os.urandom(16)).decode()
        bearer = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: {self._host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{bearer}\r\n".encode()
        )

    def connection_lost(self, _: Exception | None) -> None:
        self.log.lost += not self.is_leaving

    @property
    def unanswered(self) -> int:
        """How many bets have no answer yet."""
        return len(self._asked)

    def say(self, what: dict[str, Any]) -> None:
        """Send a message."""
        content = json.dumps(what).encode()
        size = len(content)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2)
        assert self.transport is not None, "it is connected"
        self.transport.write(b"\x81" + length + _MASK + apply_mask(content, _MASK))

    def ask(self, what: dict[str, Any]) -> None:
        """Send a request, and time its answer."""
        self._number += 1
        id_ = f"{id(self):x}-{self._number}"
        self._asked[id_] = perf_counter()
        self.say({**what, "id": id_})

    def bet(self, wager: str = "banker", amount: int = 200) -> None:
        """Put a chip on a wager."""
        self.ask({"type": "Chip", "table": self.table, "wager": wager, "amount": amount})

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        if not self._is_open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            assert b" 101 " in head, head
            self._is_open = True
            self.say({"type": "Watch", "table": self.table, "since": self.version})
            if self.version is not None:
                self.ready.set()
        begin = 0
        while (end := self._end(data, begin)) is not None:
            begin = end
        self._rest = data[begin:]

    def _end(self, data: bytes, begin: int) -> int | None:
        """Hear the frame that begins there, if it is whole, and say where it ends."""
        if len(data) < begin + 4:
            return None if len(data) < begin + 2 or data[begin + 1] else self._control(data, begin)
        size, content = data[begin + 1], begin + 2
        if size == 126:
            size, content = int.from_bytes(data[content : content + 2]), content + 2
        elif size == 127:
            if len(data) < content + 8:
                return None
            size, content = int.from_bytes(data[content : content + 8]), content + 8
        end = content + size
        if len(data) < end:
            return None
        if data[begin] == 0x81:
            self._hear(data[content:end])
        else:
            self._control(data, begin)
        return end

    def _control(self, data: bytes, begin: int) -> int:
        if data[begin] == _PING and self.transport is not None:
            self.transport.write(b"\x8a\x80" + _MASK)
        return begin + 2

    def _hear(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"Happened"'):
            self._happened(told_by(frame))
        elif frame.startswith((b'{"type":"Accepted"', b'{"type":"Refused"')):
            self._answer(json.loads(frame))
        elif frame.startswith(b'{"type":"YourResult"') and self.paid_ms:
            self.log.private.append(time() * 1_000 - self.paid_ms)
        elif frame.startswith(b'{"type":"Snapshot"'):
            self.version = json.loads(frame)["version"]
            self.ready.set()

    def _happened(self, told: Told) -> None:
        self.log.public.append(time() * 1_000 - told.at_ms)
        if self.version != told.after:
            self.log.gaps += 1
        self.version = told.version
        if "RoundSettled" in told.kinds:
            self.paid_ms = told.at_ms
        if "BettingOpened" in told.kinds and self.opened is not None:
            self.opened(self)

    def _answer(self, said: dict[str, Any]) -> None:
        since = self._asked.pop(said["id"], None)
        if said["type"] == "Refused":
            self.log.refused[said["code"]] = self.log.refused.get(said["code"], 0) + 1
            self.log.turned_away.append(said["id"])
        elif since is not None:
            self.log.bets.append((perf_counter() - since) * 1_000)
            self.log.accepted.append(said["id"])
        if self.answered is not None:
            self.answered(self)
