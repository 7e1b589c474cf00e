"""The sockets: one for play, one for those who only watch, one for the consoles of the staff."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State

from punto.errors import Unverified
from punto.protocol import decode_ask, decode_console_ask
from punto.protocol.tell import BadFrame
from punto.server import damage
from punto.server.answering import answer
from punto.server.connection import Connection
from punto.server.console import answer_console
from punto.server.consoles import AT_TABLES
from punto.server.log_context import context_here, message_here
from punto.server.open_house import OpenHouse
from punto.server.open_socket import Hearing
from punto.server.origin import STAFF_COOKIE, given_token
from punto.server.rejecting import client_address
from punto.server.socket_protocol import handing_over

log = logging.getLogger("punto.server")

MOST_BAD_FRAMES: Final = 20
"""A client that sends so many frames that are none is cut off."""

Socket = WebSocket[Any, Any, State]
Said = TypeVar("Said")


@websocket("/ws")
async def play(socket: Socket) -> None:
    """Play, or watch: messages in, messages out."""
    house: OpenHouse = socket.app.state.house
    await socket.accept()
    try:
        connection = house.connect(house.sessions.find(given_token(socket)))
    except Unverified as error:
        damage.note_damage(error)
        await socket.close(code=1011, reason=damage.DAMAGED.code)
        return
    _play(socket, house, connection)


@websocket("/ws/watch")
async def look_on(socket: Socket) -> None:
    """Watch as nobody: a wall display has no account, whoever is signed in at its browser."""
    house: OpenHouse = socket.app.state.house
    await socket.accept()
    _play(socket, house, house.connect(None))


def _play(socket: Socket, house: OpenHouse, connection: Connection) -> None:
    do = partial(answer, house, connection)
    _go_on(socket, house, connection, partial(hear_out, house, connection, decode_ask, do))


@websocket("/ws/console")
async def work(socket: Socket) -> None:
    """Deal, or supervise: for those of the staff whose work is at the tables."""
    house: OpenHouse = socket.app.state.house
    await socket.accept()
    token = given_token(socket, STAFF_COOKIE) or ""
    staff = house.staff.find(token)
    if staff is None or staff.actor.role not in AT_TABLES:
        await socket.close(code=4401, reason="sign in as dealer, supervisor or manager")
        return
    connection = house.connect_console(staff, token)
    do = partial(answer_console, house, connection)
    _go_on(socket, house, connection, partial(hear_out, house, connection, decode_console_ask, do))


def _go_on(socket: Socket, house: OpenHouse, connection: Connection, hearing: Hearing) -> None:
    """Leave the socket to whoever carries it from now on: no task waits for what comes."""
    address = client_address(socket.scope)
    connection.rate_limits = house.rate_limits.of(connection.account, address)
    handing_over(socket.scope).hand_over(connection, hearing, address)


async def hear_out(
    house: OpenHouse,
    connection: Connection,
    decode: Callable[[str], Said],
    do: Callable[[Said], Awaitable[None]],
) -> None:
    """Do what the client has said, one thing after the other, in the order in which it came."""
    while connection.heard:
        for pace in connection.rate_limits:
            pace.left -= 1
            if pace.left < 0:
                await pace.keep(context_here().address)
        house.counters.frames_heard += 1
        frame = connection.heard.pop(0)
        try:
            said = decode(frame)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            message_here.set("")
            house.bad_frames += 1
            connection.bad_frames += 1
            connection.tell(BadFrame(words=str(error)[:200]))
        else:
            message_here.set(getattr(said, "id", None) or "")
            log.debug("%s", type(said).__name__)
            await do(said)
        if connection.bad_frames >= MOST_BAD_FRAMES:
            log.warning("turned away: too many frames that are none")
            connection.end(1008, "too many frames that are none")
            return
