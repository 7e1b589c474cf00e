"""A socket that says anything and hears everything: every frame is kept as it came."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from punto.client.http import bearing
from punto.protocol import Ask, encode
from tests.server.schema_check import defects

Frame = dict[str, Any]
PATIENCE = 60.0


class Raw:
    """A client without any sense of its own."""

    union = "Tell"
    """What it may be told."""

    def __init__(self, address: str, token: str = "", **options: object) -> None:
        self._url = f"ws://{urlsplit(address).netloc}/ws"
        self._options = ({"additional_headers": bearing(token)} if token else {}) | options
        self.texts: list[str] = []
        self.frames: list[Frame] = []
        self._answers: dict[str, list[Frame]] = defaultdict(list)
        self._heard = asyncio.Condition()

    async def __aenter__(self) -> Self:
        options: dict[str, Any] = {"max_size": None, **self._options}
        self.socket: ClientConnection = await connect(self._url, **options)
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.socket.close()
        await self._reading

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str), "the house sends text"
                async with self._heard:
                    self._keep(text)
                    self._heard.notify_all()
        except ConnectionClosed:
            pass

    def _keep(self, text: str) -> None:
        frame = json.loads(text)
        found = defects(frame, self.union)
        assert not found, found
        self.texts.append(text)
        self.frames.append(frame)
        if frame["type"] in {"Accepted", "Refused", "Ruling"}:
            self._answers[frame["id"]].append(frame)

    async def send(self, said: Ask | str | bytes) -> None:
        """Send a message, or whatever it is."""
        await self.socket.send(said if isinstance(said, str | bytes) else encode(said).decode())

    async def until(self, holds: Callable[[Frame], bool]) -> Frame:
        """Wait for a frame, or find it among those that came."""
        async with self._heard:
            found = asyncio.wait_for(self._heard.wait_for(lambda: self.find(holds)), PATIENCE)
            return (await found)[0]

    def find(self, holds: Callable[[Frame], bool]) -> list[Frame]:
        """Give all frames so far of which something holds."""
        return [frame for frame in self.frames if holds(frame)]

    async def of(self, kind: str) -> Frame:
        """Wait for a message of a kind."""
        return await self.until(lambda frame: frame["type"] == kind)

    async def answer(self, said: Ask) -> Frame:
        """Send a request and wait for its answer."""
        await self.send(said)
        return await self.answer_to(getattr(said, "id", ""))

    async def answer_to(self, request: str, count: int = 1) -> Frame:
        """Wait for the answer to an id, or for so many of them; the last is given."""
        answers = self._answers[request]
        async with self._heard:
            enough = self._heard.wait_for(lambda: len(answers) >= count)
            await asyncio.wait_for(enough, PATIENCE)
            return answers[-1]
