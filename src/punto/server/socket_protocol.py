"""The handshake of a socket, which the library answers; once it is open, the connection goes on.

What the application asks of a question over HTTP it asks of a socket too: names, origins, limits,
who is signed in. Then it hands the connection over and is done, and nothing of all that is kept.
"""

from collections.abc import Callable
from typing import Any, Final, cast

from litestar.types import Scope
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from punto.server.connection import Connection
from punto.server.open_house import OpenHouse
from punto.server.open_socket import Hearing, OpenSocket

_EXTENSION: Final = "punto"


class SocketProtocol(WebSocketsSansIOProtocol):
    """The library's, until the socket is open."""

    def __init__(self, house: OpenHouse, **given: Any) -> None:  # noqa: ANN401 – the library's own
        super().__init__(**given)
        self._house = house
        self.opened: OpenSocket | None = None
        """What has the connection now."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back that the connection has had since it was made."""
        self._house.connection_limits.leave(self.transport)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """Let the application answer, and find its way back here."""
        super().handle_connect(event)
        if self.handshake_complete:  # it was no handshake
            return
        extensions = cast("dict[str, Any]", self.scope["extensions"])
        extensions[_EXTENSION] = self

    def start_keepalive(self) -> None:
        """Ask nothing yet: open sockets are asked together."""

    def hand_over(self, connection: Connection, hearing: Hearing, address: str) -> None:
        """Let a connection carry on that is open now."""
        transport = self.transport
        self.opened = OpenSocket(self._house, transport, self.connections, self.tasks, address)
        self.connections.discard(self)
        transport.set_protocol(self.opened)
        self.opened.begin(connection, hearing)
        if self.queue.qsize() or transport.is_closing():  # it spoke too early, or is gone
            transport.abort()

    async def run_asgi(self) -> None:
        """Let the application answer; what it has not handed over is closed."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("a handshake failed")
        if not self.handshake_complete:
            self.send_500_response()
        if self.opened is None and self.close_timer is None:
            self.transport.close()
        # It leads back here: without this, what is done with would wait for the collector.
        cast("dict[str, Any]", self.scope).clear()


def handing_over(scope: Scope) -> SocketProtocol:
    """Find who has the connection of a socket that was just opened."""
    found: SocketProtocol = cast("dict[str, Any]", scope)["extensions"][_EXTENSION]
    return found


def when_over(scope: Scope, ending: Callable[[], None]) -> None:
    """Do something now that a question is answered, or when the socket is closed that it opened."""
    extensions = cast("dict[str, Any]", scope).get("extensions") or {}
    handshake: SocketProtocol | None = extensions.get(_EXTENSION)
    if handshake is not None and handshake.opened is not None:
        handshake.opened.when_over(ending)
    else:
        ending()
