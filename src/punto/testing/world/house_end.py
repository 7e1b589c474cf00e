"""The house's end of an open socket, in a simulated world: what `OpenSocket` is on a real one."""

import asyncio
from collections.abc import Callable
from contextvars import copy_context

from punto.server.connection import Connection
from punto.server.open_socket import Hearing
from punto.testing.world.server import Server


class HouseEnd:
    """Takes the connection over once the handshake is answered, and carries what both ends say."""

    is_free = True
    """Nobody here reads slowly: what waits too long is lost by the network."""

    def __init__(
        self,
        server: Server,
        say: Callable[[str], None],
        part: Callable[[int], None],
        hand_on: Callable[[], None],
    ) -> None:
        self.opened: HouseEnd | None = None
        """Itself, once it has the connection."""
        self._server = server
        self._say, self._part, self._hand_on = say, part, hand_on
        self._endings: list[Callable[[], None]] = []
        self._answering: asyncio.Task[None] | None = None
        self._is_over = self._is_lost = False

    def hand_over(self, connection: Connection, hearing: Hearing, address: str) -> None:
        """Carry what a connection says and hears from now on."""
        del address  # nobody is too slow here, so nobody is noted for it
        self.opened, self._context = self, copy_context()
        self._connection, self._hearing = connection, hearing
        connection.attach(self)
        self._server.loop.call_soon(self._hand_on)

    def when_over(self, ending: Callable[[], None]) -> None:
        """Do something when the link is lost."""
        self._endings.append(ending)

    # --- out ------------------------------------------------------------------------------------

    def write(self, message: bytes) -> None:
        """Send a message."""
        if not self._is_over:
            self._say(message.decode())

    def close(self, code: int, reason: str) -> None:
        """Say goodbye."""
        del reason
        if not self._is_over:
            self._is_over = True
            self._part(code)

    def cut(self) -> None:
        """Give up a client that does not read."""
        self._server.loop.call_soon(self.close, *self._connection.goodbye)

    # --- in -------------------------------------------------------------------------------------

    def hear(self, text: str) -> None:
        """Take what the client has said, and have it answered after what came before."""
        if not self._is_over:
            assert self._server.house is not None, "it hears"
            self._connection.heard.append((text, self._server.house.time.now_ms()))
            if self._answering is None:
                self._answer()

    def _answer(self) -> None:
        task = self._server.loop.create_task(self._hearing(), context=self._context)
        self._answering = task
        task.add_done_callback(self._answered)

    def _answered(self, task: "asyncio.Task[None]") -> None:
        self._answering = None
        if not task.cancelled() and task.exception() is not None:
            task.result()
        if self._is_lost:
            self._disconnect()  # it may have asked to watch a table meanwhile
        elif self._connection.heard and not self._is_over:
            self._answer()

    # --- the end --------------------------------------------------------------------------------

    def lose(self) -> None:
        """Be gone; what was asked is done all the same."""
        if not self._is_lost:
            self._is_over = self._is_lost = True
            self._disconnect()
            for ending in self._endings:
                self._context.run(ending)

    def _disconnect(self) -> None:
        if self._server.house is not None:
            self._server.house.disconnect(self._connection)
