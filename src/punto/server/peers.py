"""The other nodes: asked for what is at their tables, and heard when they ask."""

import asyncio
import logging
import socket
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Final

import msgspec

from punto.house.answer import Answer, NotStored
from punto.house.request import Request
from punto.server.node_wire import (
    FIRST_FRAME,
    HELLO_SECONDS,
    Answered,
    Asked,
    Channel,
    Message,
    Present,
)
from punto.store import HouseKey
from punto.store.nodes import Living

log = logging.getLogger("punto.server")

PATIENCE_SECONDS: Final = 5.0
"""A node that does not answer for so long may be dead; whether it has done it, the books say."""

_LOST: Final = (OSError, EOFError, TimeoutError, msgspec.MsgspecError)


class Peers:
    """Connections to the other nodes, made when they are needed."""

    def __init__(self, key: HouseKey, living: Callable[[], tuple[Living, ...]]) -> None:
        self._key = key
        self._living = living
        self._links: dict[Living, _Link] = {}
        self._connecting: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """By node: whoever asks one that cannot be reached holds up nobody who asks another."""

    async def ask(self, node: str, asked: Request) -> Answer:
        """Put a request to a node, and wait for what it says."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await (await self._link(node)).ask(asked)
        except _LOST:
            return NotStored(f"node {node} cannot be reached")

    async def tell(self, node: str, present: Present) -> None:
        """Tell a node who is here; if it cannot be reached, it is told again soon."""
        with suppress(*_LOST):
            (await self._link(node)).tell(present)

    async def _link(self, node: str) -> "_Link":
        async with self._connecting[node]:
            found = next((each for each in self._living() if each.name == node), None)
            if found is None:
                raise ConnectionError(f"node {node} is not there")
            link = self._links.get(found)
            if link is None or link.is_lost:
                link = self._links[found] = await self._connected(found)
            return link

    async def _connected(self, node: Living) -> "_Link":
        host, _, port = node.address.rpartition(":")
        opening = asyncio.open_connection(host.strip("[]"), int(port))
        streams = await asyncio.wait_for(opening, HELLO_SECONDS)
        channel = Channel(*streams, self._key)
        await channel.greet()
        return _Link(channel)

    def close(self) -> None:
        """Ask nobody any more."""
        for link in self._links.values():
            link.close()


class _Link:
    """One node, as a caller knows it."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._hearing = asyncio.create_task(self._hear())

    @property
    def is_lost(self) -> bool:
        return self._hearing.done()

    async def ask(self, asked: Request) -> Answer:
        number = next(self._numbers)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            self._channel.say(Asked(number, asked))
            return await future
        finally:
            del self._waiting[number]

    def tell(self, present: Present) -> None:
        self._channel.say(present)

    async def _hear(self) -> None:
        try:
            while True:
                message = await self._channel.hear()
                if isinstance(message, Answered):
                    self._settle(message)
        except _LOST:
            pass
        finally:
            self._channel.close()
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ConnectionError("the node is gone"))

    def _settle(self, answered: Answered) -> None:
        """Hand an answer over, unless whoever asked has just lost patience."""
        future = self._waiting.get(answered.number)
        if future is not None and not future.done():
            future.set_result(answered.answer)

    def close(self) -> None:
        self._hearing.cancel()


class Hearing:
    """Hears what other nodes ask of this one."""

    def __init__(
        self,
        key: HouseKey,
        ask: Callable[[Request], Awaitable[Answer]],
        present: Callable[[Present], None],
    ) -> None:
        self._key = key
        self._ask = ask
        self._present = present
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, listening: socket.socket) -> None:
        """Listen to the other nodes."""
        self._server = await asyncio.start_server(self._called, sock=listening)

    async def close(self) -> None:
        """Hear nobody any more."""
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._begin(self._serve(Channel(reader, writer, self._key)))

    def _begin(self, work: "Awaitable[None]") -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, channel: Channel) -> None:
        try:
            await channel.greet()
            self._take(channel, await asyncio.wait_for(channel.hear(FIRST_FRAME), HELLO_SECONDS))
            while True:
                self._take(channel, await channel.hear())
        except _LOST as error:
            if isinstance(error, ConnectionError):
                log.warning("another node: %s", error)
        finally:
            channel.close()

    def _take(self, channel: Channel, message: Message) -> None:
        if isinstance(message, Asked):
            self._begin(self._answer(channel, message))
        elif isinstance(message, Present):
            self._present(message)

    async def _answer(self, channel: Channel, asked: Asked) -> None:
        channel.say(Answered(asked.number, await self._ask(asked.request)))
