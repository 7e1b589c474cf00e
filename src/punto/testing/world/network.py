"""A network that fails: what is sent comes late, twice, in another order, or never.

The house is asked as a server library would ask it: by the ASGI protocol, without any socket. Every
connection has chances of its own, so what happens on one says nothing about another.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from punto.testing.world.agenda import Agenda
from punto.testing.world.house_end import HouseEnd
from punto.testing.world.server import Server

GONE: Final = 1006
"""How a connection ends that was not closed by anybody."""

_QUICK: Final = 0.02


class Conditions(NamedTuple):
    """How bad a network is."""

    slowest: float = _QUICK
    """The most seconds that a message takes."""
    lost: float = 0.0
    doubled: float = 0.0
    overtaking: float = 0.0
    cut: float = 0.0
    """How likely a message is the last that a connection carries."""


HEALED: Final = Conditions()


class Caller(Protocol):
    """Whoever talks to the house."""

    name: str
    address: str

    def hear(self, socket: "Socket", text: str) -> None:
        """Take a frame."""

    def lose(self, socket: "Socket", code: int) -> None:
        """Learn that a connection is over."""


Told = Callable[[int, bytes, dict[str, str]], None]
"""Takes the answer to a question over HTTP: status, body, headers; status 0 where none came."""


class Network:
    """Between all who talk to the house, and the house."""

    def __init__(self, agenda: Agenda, seed: str, conditions: Conditions) -> None:
        self.agenda = agenda
        self.conditions = conditions
        self.server: Server | None = None
        self.failures: list[str] = []
        """What the house has let through to whoever serves it: it never should."""
        self._seed = seed
        self._numbers: dict[str, int] = {}
        self._sockets: list[Socket] = []
        self._exchanges: list[_Exchange] = []
        self.messages = 0
        self.under_way = 0
        """How many messages were sent and have not come yet."""

    def chance_for(self, caller: Caller) -> Random:
        """Give one connection the chances that it has by its caller and its number."""
        number = self._numbers[caller.name] = self._numbers.get(caller.name, 0) + 1
        return Random(f"{self._seed} {caller.name} {number}")  # noqa: S311 – repeatable

    # --- sockets --------------------------------------------------------------------------------

    def connect(self, caller: Caller, path: str, token: str) -> "Socket | None":
        """Open a socket; None where nobody listens."""
        server = self.server
        if server is None or not server.is_open:
            return None
        socket = Socket(self, server, caller, self.chance_for(caller))
        self._sockets.append(socket)
        scope = _scope(caller, path, token) | {"type": "websocket", "scheme": "ws"}
        scope["subprotocols"] = []
        scope["extensions"]["punto"] = socket.house_end
        self._begin(server, scope, socket.receive, socket.tell)
        return socket

    def forget(self, socket: "Socket") -> None:
        """Forget a socket that is over."""
        if socket in self._sockets:
            self._sockets.remove(socket)

    def drop_all(self) -> None:
        """Let every connection end, because the house is gone."""
        for socket in list(self._sockets):
            socket.break_off()
        for exchange in self._exchanges:
            exchange.break_off()
        self._exchanges.clear()

    # --- questions ------------------------------------------------------------------------------

    def ask(
        self, caller: Caller, method: str, path: str, body: bytes, token: str, told: Told
    ) -> None:
        """Ask something over HTTP; the question or the answer may be lost."""
        chance = self.chance_for(caller)

        def arrive() -> None:
            server = self.server
            if server is None or not server.is_open or chance.random() < self.conditions.lost:
                self.agenda.after(1.0, lambda: told(0, b"", {}))
                return
            exchange = _Exchange(body, lambda *given: self._answer(chance, told, *given))
            self._exchanges.append(exchange)
            scope = _scope(caller, path, token) | {"type": "http", "method": method}
            self._begin(server, scope, exchange.receive, exchange.send)

        self.carry(self.delay(chance), arrive)

    def _answer(
        self, chance: Random, told: Told, status: int, body: bytes, headers: dict[str, str]
    ) -> None:
        if chance.random() < self.conditions.lost:
            status, body, headers = 0, b"", {}
        self.carry(self.delay(chance), lambda: told(status, body, headers))

    # --- the house ------------------------------------------------------------------------------

    def _begin(self, server: Server, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        task = server.loop.create_task(server.app(scope, receive, send))
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and task.exception() is not None:
            self.failures.append(repr(task.exception()))

    def delay(self, chance: Random) -> float:
        """Tell how long a message takes."""
        self.messages += 1
        return chance.random() * self.conditions.slowest

    def carry(self, seconds: float, do: Callable[[], None]) -> None:
        """Let a message come after a while."""

        def come() -> None:
            self.under_way -= 1
            do()

        self.under_way += 1
        self.agenda.after(seconds, come)


def _scope(caller: Caller, path: str, token: str) -> dict[str, Any]:
    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    if token:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    path, _, query = path.partition("?")
    return {
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": headers,
        "client": (caller.address, 1024),
        "server": ("localhost", 80),
        "state": {},
        "extensions": {},
    }


class _Exchange:
    """One question and its answer."""

    def __init__(self, body: bytes, told: Told) -> None:
        self._body: bytes | None = body
        self._is_over = False
        self._told = told
        self._status = 0
        self._headers: dict[str, str] = {}
        self._parts: list[bytes] = []

    async def receive(self) -> dict[str, Any]:
        if self._body is None:
            await asyncio.Event().wait()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._headers = {k.decode().lower(): v.decode() for k, v in message["headers"]}
            return
        self._parts.append(message.get("body", b""))
        if not message.get("more_body") and not self._is_over:
            self._is_over = True
            self._told(self._status, b"".join(self._parts), self._headers)

    def break_off(self) -> None:
        """Give no answer, where none was given yet."""
        if not self._is_over:
            self._is_over = True
            self._told(0, b"", {})


class Socket:
    """One connection: the caller has one end of it, the house the other."""

    def __init__(self, network: Network, server: Server, caller: Caller, chance: Random) -> None:
        self._network, self._caller, self._chance = network, caller, chance
        self._server = server
        self.house_end = HouseEnd(server, self._say, self._part, self._hand_on)
        self._heard: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self._waiter: asyncio.Future[None] | None = None
        self._last_up = self._last_down = 0.0
        self.is_open = True
        """As the caller knows it."""
        self._carries = True

    # --- the caller's end -----------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Say something; what becomes of it is the network's."""
        for _ in range(self._copies()):
            self._last_up = self._due(self._last_up, lambda: self._arrive(text))

    def break_off(self) -> None:
        """End the connection: each end learns of it when it does."""
        if self._carries:
            self._carries = False
            self._after(lambda: self._put({"type": "websocket.disconnect", "code": GONE}))
            self._after(lambda: self._lose(GONE))

    # --- the house's end ------------------------------------------------------------------------

    async def receive(self) -> dict[str, Any]:
        """Give the house what has come."""
        while not self._heard:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._heard.popleft()

    async def tell(self, message: dict[str, Any]) -> None:
        """Take what the house says before the socket is open: that it is, or that it is not."""
        if message["type"] == "websocket.close":
            self._part(message.get("code", 1000))

    def _say(self, text: str) -> None:
        for _ in range(self._copies()):
            self._last_down = self._due(self._last_down, lambda: self._give(text))

    def _part(self, code: int) -> None:
        self._last_down = self._due(self._last_down, lambda: self._lose(code))

    # --- in between -----------------------------------------------------------------------------

    def _copies(self) -> int:
        """Say how often a message comes: once as a rule."""
        conditions = self._network.conditions
        if self._chance.random() < conditions.cut:
            self.break_off()
        if not self._carries or self._chance.random() < conditions.lost:
            return 0
        return 2 if self._chance.random() < conditions.doubled else 1

    def _due(self, last: float, do: Callable[[], None]) -> float:
        """Let a message come after the one before, unless it overtakes it; give when."""
        now = self._network.agenda.now
        at = now + self._network.delay(self._chance)
        if self._chance.random() >= self._network.conditions.overtaking:
            at = max(at, last)
        self._network.carry(at - now, do)
        return max(at, last)

    def _after(self, do: Callable[[], None]) -> None:
        self._network.carry(self._network.delay(self._chance), do)

    def _arrive(self, text: str) -> None:
        if self._carries:
            self._put({"type": "websocket.receive", "text": text})

    def _put(self, message: dict[str, Any]) -> None:
        self._heard.append(message)
        if not self._server.is_up:
            return
        if self.house_end.opened is not None:
            self._hand_on()
        elif self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _hand_on(self) -> None:
        """Let the house hear what has come since the socket is open, or while it was opened."""
        while self._heard:
            message = self._heard.popleft()
            if message["type"] == "websocket.receive":
                self.house_end.hear(message["text"])
            elif message["type"] == "websocket.disconnect":
                self.house_end.lose()

    def _give(self, text: str) -> None:
        if self.is_open:
            self._caller.hear(self, text)

    def _lose(self, code: int) -> None:
        if self.is_open:
            self.is_open = self._carries = False
            self._network.forget(self)
            self._caller.lose(self, code)
            self._put({"type": "websocket.disconnect", "code": code})
