"""The other nodes: asked for what is at their tables, and heard when they ask."""

import asyncio
import logging
import socket
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Final

import msgspec

from punto.house.answer import Answer, NotStored
from punto.house.request import Request
from punto.server.node_wire import (
    FIRST_FRAME,
    HELLO_SECONDS,
    MOST_UNPROVEN,
    Answered,
    Asked,
    Channel,
    Heard,
    Message,
    Present,
    Unlocked,
)
from punto.server.staff_screen import StaffScreen
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

    async def tell_screens(self, node: str, screens: Mapping[str, StaffScreen]) -> None:
        """Tell a node of screens of the staff, and wait until it knows."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await (await self._link(node)).tell_screens(screens)
        except _LOST:
            log.warning("node %s cannot be told of the screens of the staff", node)

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
        channel = Channel(*streams, self._key, node.name)
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
        self._waiting: dict[int, asyncio.Future[Answered | Heard]] = {}
        self._hearing = asyncio.create_task(self._hear())

    @property
    def is_lost(self) -> bool:
        return self._hearing.done()

    async def ask(self, asked: Request) -> Answer:
        said = await self._said(lambda number: Asked(number, asked))
        assert isinstance(said, Answered), "a request is answered"
        return said.answer

    async def tell_screens(self, screens: Mapping[str, StaffScreen]) -> None:
        await self._said(lambda number: Unlocked(number, dict(screens)))

    async def _said(self, message: Callable[[int], Message]) -> Answered | Heard:
        """Say something under a number, and wait for what comes back under it."""
        number = next(self._numbers)
        future: asyncio.Future[Answered | Heard] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            self._channel.say(message(number))
            return await future
        finally:
            del self._waiting[number]

    def tell(self, present: Present) -> None:
        self._channel.say(present)

    async def _hear(self) -> None:
        try:
            while True:
                message = await self._channel.hear()
                if isinstance(message, Answered | Heard):
                    self._settle(message)
        except _LOST:
            pass
        finally:
            self._channel.close()
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ConnectionError("the node is gone"))

    def _settle(self, said: Answered | Heard) -> None:
        """Hand over what came back, unless whoever asked has just lost patience."""
        future = self._waiting.get(said.number)
        if future is not None and not future.done():
            future.set_result(said)

    def close(self) -> None:
        self._hearing.cancel()


class Hearing:
    """Hears what other nodes ask of this one."""

    def __init__(
        self,
        node: str,
        key: HouseKey,
        ask: Callable[[Request], Awaitable[Answer]],
        present: Callable[[Present], None],
        screens: Callable[[Mapping[str, StaffScreen]], Awaitable[None]],
    ) -> None:
        self._node = node
        self._key = key
        self._unproven = 0
        """How many callers have not shown yet that they are nodes."""
        self._ask = ask
        self._present = present
        self._screens = screens
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
        if self._unproven >= MOST_UNPROVEN:
            writer.close()
            return
        self._unproven += 1
        self._begin(self._serve(Channel(reader, writer, self._key, self._node)))

    def _begin(self, work: "Awaitable[None]") -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, channel: Channel) -> None:
        try:
            self._take(channel, await self._proven(channel))
            while True:
                self._take(channel, await channel.hear())
        except _LOST as error:
            if isinstance(error, ConnectionError):
                log.warning("another node: %s", error)
        finally:
            channel.close()

    async def _proven(self, channel: Channel) -> Message:
        """Hear the first message: whoever can mark it is a node."""
        try:
            await channel.greet()
            return await asyncio.wait_for(channel.hear(FIRST_FRAME), HELLO_SECONDS)
        finally:
            self._unproven -= 1

    def _take(self, channel: Channel, message: Message) -> None:
        if isinstance(message, Asked):
            self._begin(self._answer(channel, message))
        elif isinstance(message, Present):
            self._present(message)
        elif isinstance(message, Unlocked):
            self._begin(self._hear_screens(channel, message))

    async def _hear_screens(self, channel: Channel, told: Unlocked) -> None:
        await self._screens(told.screens)
        channel.say(Heard(told.number))

    async def _answer(self, channel: Channel, asked: Asked) -> None:
        channel.say(Answered(asked.number, await self._ask(asked.request)))
