"""The sockets: one for play, one for those who only watch, one for the consoles of the staff."""

from functools import partial
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State

from punto.errors import Unverified
from punto.protocol import decode_ask, decode_console_ask
from punto.server import damage
from punto.server.answering import answer
from punto.server.connection import Connection
from punto.server.console import answer_console
from punto.server.consoles import AT_TABLES
from punto.server.open_house import OpenHouse
from punto.server.open_socket import Hearing, hear_out
from punto.server.origin import STAFF_COOKIE, given_token
from punto.server.rejecting import client_address
from punto.server.socket_protocol import handing_over

Socket = WebSocket[Any, Any, State]


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
