"""The writer of a node, asked from the event loop: what is at a table of another is asked there."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from punto.house.answer import Answer, Done, NotStored
from punto.house.code import Code
from punto.house.needs import table_needed
from punto.house.request import Request, What
from punto.people import Actor
from punto.refusal import Refusal
from punto.server.async_writer import AsyncWriter
from punto.server.node_wire import Present
from punto.server.peers import Peers
from punto.server.staff_screen import StaffScreen
from punto.store import HouseKey, Writer
from punto.store.lookup import Followed
from punto.store.node_writer import NodeWriter
from punto.store.probe import Visit

_TRIES: Final = 3
"""How often a table is looked for that goes from node to node."""

_NOBODY: Final = NotStored("no node has this table now: ask again")


class NodeAsyncWriter(AsyncWriter):
    """Asks this node, and whichever has the table."""

    has_all = False

    def __init__(self, writer: NodeWriter, key: HouseKey, clock: Callable[[], int]) -> None:
        super().__init__(writer, clock)
        self.node: Final = writer
        self._peers = Peers(key, lambda: writer.living)
        self._looking: asyncio.Task[None] | None = None
        self._looking_next: asyncio.Task[None] | None = None

    async def ask(
        self, actor: Actor, what: What, request: str = "", said: str = "", at: Actor | None = None
    ) -> Answer:
        """Put a request to whoever has the table, and wait until it is stored or refused."""
        asked = Request(actor, what, request, said, at)
        table = table_needed(asked) or ""
        node = self.node.node_of(table)
        for _ in range(_TRIES):
            answer: Answer
            if node:
                answer = await self._ask_at(node, table, asked)
            else:
                answer = await self.ask_here(asked)
            if not _is_elsewhere(answer):
                return answer
            node = None if node else self.node.node_of(table)
            if node == "":
                break
        return _NOBODY

    async def ask_here(self, asked: Request) -> Answer:
        """Put a request to this node, whoever has the table."""
        return await super().ask(asked.actor, asked.what, asked.id, asked.said, asked.at)

    async def _ask_at(self, node: str, table: str, asked: Request) -> Answer:
        """Ask another node; what it has stored is known here before anybody is answered."""
        answer = self.halting(asked.what) or await self._peers.ask(node, asked)
        if isinstance(answer, Done):
            await self.look_soon()
        elif isinstance(answer, NotStored) or _is_elsewhere(answer):
            self.node.forget_node(table)
        return answer

    async def look_soon(self) -> None:
        """Take over what others have stored by now: once for all who ask while one is at it."""
        if self._looking_next is None:
            self._looking_next = asyncio.create_task(self._look_after(self._looking))
        await asyncio.shield(self._looking_next)

    async def _look_after(self, before: "asyncio.Task[None] | None") -> None:
        if before is not None:
            await before
        self._looking, self._looking_next = self._looking_next, None
        await self.look()

    async def look(
        self,
        take: tuple[str, ...] = (),
        leave: tuple[str, ...] = (),
        follow: tuple[str, ...] = (),
        find: tuple[str, ...] = (),
    ) -> str | None:
        """Look what others have done, and take or leave tables; gives why it could not be."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[str | None] = loop.create_future()

        def told(why: str | None) -> None:
            loop.call_soon_threadsafe(_settle, future, why)

        self.node.visit(Visit(told, take, leave, follow, find))
        return await future

    # --- tables of this node and of others ------------------------------------------------------

    def has(self, table: str) -> bool:
        """Whether this node has a table."""
        return self.node.has(table)

    async def come_to(self, table: str) -> None:
        """Have a player's own table, or look at it where another node has it."""
        if not self.has(table):
            await self.look(take=(table,), follow=(table,))

    def go_from(self, table: str) -> None:
        """Look at a table of another node no longer: it is shown no more."""
        self.node.visit(Visit(lambda _: None, forget=(table,)))

    def followed(self, table: str) -> Followed | None:
        """Give a table of another node as it is known here."""
        return self.node.followed.get(table)

    async def tell_present(self, tables: dict[str, list[str]]) -> None:
        """Tell the nodes that have tables who is there, at the screens of this one."""
        by_node: dict[str, dict[str, list[str]]] = {}
        for table, bettors in tables.items():
            node = self.node.node_of(table)
            if node:
                by_node.setdefault(node, {})[table] = bettors
        for node, told in by_node.items():
            await self._peers.tell(node, Present(self.node.name, told))

    async def tell_screens(self, screens: Mapping[str, StaffScreen]) -> None:
        """Tell all other nodes of screens of the staff, and wait until they know."""
        others = {each.name for each in self.node.living} - {self.node.name}
        await asyncio.gather(*(self._peers.tell_screens(each, screens) for each in others))

    async def close(self) -> None:
        """Finish what waits, and let others have the tables."""
        self._peers.close()
        await super().close()


def _settle(future: "asyncio.Future[str | None]", why: str | None) -> None:
    """Tell whoever has looked, unless they have gone."""
    if not future.done():
        future.set_result(why)


def _is_elsewhere(answer: Answer) -> bool:
    return isinstance(answer, Refusal) and answer.code == Code.ELSEWHERE


def async_writer_of(writer: Writer, key: HouseKey, clock: Callable[[], int]) -> AsyncWriter:
    """Ask a writer from the event loop, and other nodes where it is that of one."""
    if isinstance(writer, NodeWriter):
        return NodeAsyncWriter(writer, key, clock)
    return AsyncWriter(writer, clock)
