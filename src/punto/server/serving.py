"""Serving: one process, one house, until it is asked to stop."""

import asyncio
import errno
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from punto.errors import WrongInput
from punto.server.app import make_app
from punto.server.concurrent_requests import ConcurrentRequests
from punto.server.documentation import Documentation
from punto.server.hosts import by_known_hosts
from punto.server.http_counting import counted
from punto.server.http_log import logged
from punto.server.http_methods import head_as_get
from punto.server.http_protocol import HttpProtocol
from punto.server.networks import openable
from punto.server.open_house import OpenHouse
from punto.server.proxies import behind_proxies
from punto.server.request_head import with_sound_head
from punto.server.rereading import Rereading
from punto.server.security_headers import strict
from punto.server.socket_protocol import SocketProtocol

log = logging.getLogger("punto.server")

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_BACKLOG: Final = 2_048

_UNREAD_MS: Final = 30_000
"""A client that takes nothing for so long is gone, whatever still waits for it."""


class Server(uvicorn.Server):
    """A server that a signal closes; uvicorn itself would raise the signal again at the end."""

    def __init__(self, config: uvicorn.Config, rereading: Rereading) -> None:
        super().__init__(config)
        self._rereading = rereading
        self._tasks: set[asyncio.Task[None]] = set()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close, and say so; not from within the signal, which may come while a line is made."""
        words = "%s: the house closes when what was asked is stored"
        self._loop.call_soon_threadsafe(log.info, words, signal.Signals(sig).name)
        super().handle_exit(sig, frame)

    def _hear_hangup(self, _: int, __: FrameType | None) -> None:
        """Read the file again: a house goes on when the terminal is gone that it was begun at."""
        self._loop.call_soon_threadsafe(self._reread)

    def _reread(self) -> None:
        if not self.started:  # it reads the file anyway
            return
        task = self._loop.create_task(self._rereading.reread())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Be told of signals, where that is possible."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in _SIGNALS}
        self._loop = asyncio.get_running_loop()
        before[signal.SIGHUP] = signal.signal(signal.SIGHUP, self._hear_hangup)
        if hasattr(signal, "SIGPIPE"):
            # A command of the shell ends with whoever reads it. A house must not end with a client.
            before[signal.SIGPIPE] = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(
    house: OpenHouse,
    client: Path | None,
    listening: socket.socket,
    ready: Callable[[str], None],
    staff_path: Path | None = None,
    docs: Documentation | None = None,
) -> None:
    """Serve until a signal; `ready` is told the address once the house is open."""
    server = make_server(house, client, staff_path, docs)
    host = openable(house.config.server.host)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"

    def close() -> None:
        server.should_exit = True

    house.ask_to_close = close
    if house.is_lost:
        close()
    _run(_served(server, listening, lambda: ready(address)))


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Take the port before anything is opened, or say in one line why it cannot be had.

    Nodes on one machine may share it: whoever connects comes to one that lives.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    place = host, port
    try:
        listening = socket.create_server(place, family=family, backlog=_BACKLOG, reuse_port=shared)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        hint = ": choose another (--port)" if error.errno == errno.EADDRINUSE else ""
        raise WrongInput(f"cannot listen at {host}, port {port}: {why}{hint}") from None
    # Passed on to whoever connects: an answer must not wait until the last one is acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD_MS)
    return listening


def make_server(
    house: OpenHouse,
    client: Path | None,
    staff_path: Path | None = None,
    docs: Documentation | None = None,
) -> Server:
    """Put the server together."""
    reached, limits, connection_limits = (
        house.config.server,
        house.config.traffic,
        house.connection_limits,
    )
    app = ConcurrentRequests(connection_limits).bounded(make_app(house, client, staff_path, docs))
    app = by_known_hosts(
        with_sound_head(app, connection_limits), reached, connection_limits.limit_hits
    )
    app = counted(head_as_get(logged(app)), house.counters)
    config = uvicorn.Config(
        behind_proxies(strict(app, reached.origin), reached.proxy),
        # Layers hand the question on rather than wait for it: each that waits costs every socket.
        interface="asgi3",
        http=partial(HttpProtocol, connection_limits),  # type: ignore[arg-type]
        ws=partial(SocketProtocol, house),  # type: ignore[arg-type]
        proxy_headers=False,  # it would believe whoever connects from this machine
        log_config=None,
        log_level="warning",  # below it, the server library tells addresses whole
        access_log=False,
        server_header=False,
        # A compressor of its own would be half of what a watching socket takes.
        ws_per_message_deflate=False,
        ws_max_size=limits.frame_bytes,
        h11_max_incomplete_event_size=limits.header_bytes,
        timeout_keep_alive=limits.keep_alive_seconds,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    logging.getLogger("uvicorn.error").addFilter(_in_one_line)
    return Server(config, Rereading(house, house.settings.file))


def _in_one_line(record: logging.LogRecord) -> bool:
    """Log a client's bytes that are no text without a trace: the mistake is not ours."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


def _run(serving: Coroutine[None, None, None]) -> None:
    """Run on the faster event loop, where the platform has it."""
    try:
        import uvloop  # noqa: PLC0415 – not on every platform
    except ImportError:
        asyncio.run(serving)
    else:
        uvloop.run(serving)


async def _served(server: Server, listening: socket.socket, ready: Callable[[], None]) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():  # noqa: ASYNC110 – uvicorn tells nobody
        await asyncio.sleep(0.02)
    try:
        if server.started:
            ready()
    except BaseException:
        # Closed in order first: with the loop gone, the house would be cancelled halfway.
        server.should_exit = True
        await serving
        raise
    await serving
