"""The sockets: one for play, one for those who only watch, one for the consoles of the staff."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from punto.errors import Unverified
from punto.protocol import decode_ask, decode_console_ask
from punto.protocol.tell import BadFrame
from punto.server import damage
from punto.server.answering import answer
from punto.server.connection import MOST_HEARD, Connection
from punto.server.console import answer_console
from punto.server.consoles import AT_TABLES
from punto.server.log_context import hear_message
from punto.server.open_house import OpenHouse
from punto.server.origin import COOKIE, STAFF_COOKIE, is_same_origin

log = logging.getLogger("punto.server")

MOST_BAD_FRAMES: Final = 20
"""A client that sends so many frames that are none is cut off."""

PARTING_SECONDS: Final = 1.0
"""How long a client that is cut off has to take what is still to be sent."""

Socket = WebSocket[Any, Any, State]
Said = TypeVar("Said")


@websocket("/ws")
async def play(socket: Socket) -> None:
    """Play, or watch: messages in, messages out."""
    house: OpenHouse = socket.app.state.house
    if not await _is_let_in(socket):
        return
    given = socket.query_params.get("token") or socket.cookies.get(COOKIE)
    try:
        connection = house.connect(house.sessions.find(given))
    except Unverified as error:
        damage.note_damage(error)
        await socket.close(code=1011, reason=damage.DAMAGED.code)
        return
    await _play(socket, house, connection)


@websocket("/ws/watch")
async def look_on(socket: Socket) -> None:
    """Watch as nobody: a wall display has no account, whoever is signed in at its browser."""
    house: OpenHouse = socket.app.state.house
    if await _is_let_in(socket):
        await _play(socket, house, house.connect(None))


async def _play(socket: Socket, house: OpenHouse, connection: Connection) -> None:
    answering = _answer(house, connection, decode_ask, lambda said: answer(house, connection, said))
    await _converse(socket, house, connection, asyncio.create_task(answering))


@websocket("/ws/console")
async def work(socket: Socket) -> None:
    """Deal, or supervise: for those of the staff whose work is at the tables."""
    house: OpenHouse = socket.app.state.house
    if not await _is_let_in(socket):
        return
    token = socket.cookies.get(STAFF_COOKIE) or socket.headers.get("x-token") or ""
    staff = house.staff.find(token)
    if staff is None or staff.actor.role not in AT_TABLES:
        await socket.close(code=4401, reason="sign in as dealer, supervisor or manager")
        return
    connection = house.connect_console(staff, token)
    answering = _answer(
        house,
        connection,
        decode_console_ask,
        lambda said: answer_console(house, connection, said),
    )
    await _converse(socket, house, connection, asyncio.create_task(answering))


async def _is_let_in(socket: Socket) -> bool:
    if not is_same_origin(socket):
        log.warning("turned away: a page of %.200r", socket.headers.get("origin"))
        await socket.close(code=4403, reason="another origin")
        return False
    await socket.accept()
    return True


async def _converse(
    socket: Socket, house: OpenHouse, connection: Connection, answering: "asyncio.Task[None]"
) -> None:
    listener = asyncio.create_task(_listen(socket, house, connection))
    sender = asyncio.create_task(_send(socket, house, connection))
    cut = asyncio.create_task(connection.is_cut.wait())
    try:
        await asyncio.wait({answering, cut}, return_when=asyncio.FIRST_COMPLETED)
        if cut.done():
            connection.goodbye = (1013, "too slow")
    finally:
        house.disconnect(connection)
        await _stopped(listener)
        await _stopped(cut)
        connection.end(*connection.goodbye)
        with contextlib.suppress(asyncio.CancelledError, TimeoutError, Exception):
            await asyncio.wait_for(sender, PARTING_SECONDS)
        await answering  # what was asked is done, whoever is there to hear of it
        house.disconnect(connection)  # and may have been to watch a table


async def _stopped(task: "asyncio.Task[Any]") -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _send(socket: Socket, house: OpenHouse, connection: Connection) -> None:
    while (frame := await connection.queue.get()) is not None:
        await socket.send_data(frame.decode(), mode="text")
        house.counters.frames_sent += 1
    code, reason = connection.goodbye
    await socket.close(code=code, reason=reason)


async def _listen(socket: Socket, house: OpenHouse, connection: Connection) -> None:
    """Hear what comes while the last request is still being stored: so a lost link is noticed."""
    try:
        while True:
            connection.heard.put_nowait(await socket.receive_data(mode="text"))
            house.counters.frames_heard += 1
            while connection.heard.qsize() >= MOST_HEARD:  # noqa: ASYNC110 – it talks too fast
                await asyncio.sleep(0.01)
    except WebSocketDisconnect:
        house.disconnect(connection)
    finally:
        connection.heard.put_nowait(None)


async def _answer(
    house: OpenHouse,
    connection: Connection,
    decode: Callable[[str], Said],
    do: Callable[[Said], Awaitable[None]],
) -> None:
    """Do what the client says, one thing after the other, in the order in which it came."""
    while (frame := await connection.heard.get()) is not None:
        try:
            said = decode(frame)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            hear_message("")
            house.bad_frames += 1
            connection.bad_frames += 1
            connection.tell(BadFrame(words=str(error)[:200]))
        else:
            hear_message(getattr(said, "id", None) or "")
            log.debug("%s", type(said).__name__)
            await do(said)
        if connection.bad_frames >= MOST_BAD_FRAMES:
            log.warning("turned away: too many frames that are none")
            connection.goodbye = (1008, "too many frames that are none")
            return
