"""Requests of staff over the owner's socket, each answered as the house answers."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Final

import msgspec

from punto.house import Acknowledge, Answer, Done, RevokeStaff
from punto.house.code import Code
from punto.house.configuration import SettingChange
from punto.house.staff_request import (
    BY_OWNER,
    LONGEST_LINE,
    OnlyWhileOpen,
    SetTable,
    decode_request,
    encode_line,
)
from punto.refusal import Refusal
from punto.server.office import alert_refusal
from punto.server.open_house import OpenHouse
from punto.store.staff_socket import StaffSocket

log = logging.getLogger("punto.server")

PATIENCE: Final = 5.0
"""Seconds in which a caller must have said what he wants, and have taken the answer."""


@asynccontextmanager
async def staff_server(house: OpenHouse, path: Path | None) -> AsyncIterator[None]:
    """Listen to staff for as long as the house is open; a house can be kept without it."""
    bound = _bound(path)
    if bound is None:
        yield
        return
    callers: set[asyncio.Task[None]] = set()

    def called(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        caller = asyncio.create_task(_serve(house, reader, writer))
        callers.add(caller)
        caller.add_done_callback(callers.discard)

    server = await asyncio.start_unix_server(called, sock=bound.socket, limit=LONGEST_LINE)
    try:
        yield
    finally:
        server.close()
        bound.close()
        for caller in callers:
            caller.cancel()
        await asyncio.gather(*callers, return_exceptions=True)


def _bound(path: Path | None) -> StaffSocket | None:
    if path is None:
        return None
    try:
        return StaffSocket(path)
    except OSError as error:
        log.warning("staff cannot ask this house while it is open: %s: %s", path, error)
        return None


async def _serve(
    house: OpenHouse, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Hear one request and answer it; whoever says nothing is sent away."""
    with closing(writer), suppress(OSError, TimeoutError, ValueError):
        line = await asyncio.wait_for(reader.readline(), PATIENCE)
        if line.endswith(b"\n"):
            writer.write(encode_line(await _answered(house, line)) + b"\n")
            await asyncio.wait_for(writer.drain(), PATIENCE)


async def _answered(house: OpenHouse, line: bytes) -> Answer:
    try:
        request = decode_request(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return Refusal(Code.REQUEST_MALFORMED, f"this is no request of staff: {error}"[:200])
    if isinstance(request.what, OnlyWhileOpen):
        return await _set_otherwise(house, request.what, request.id)
    asked = request.request
    if isinstance(request.what, Acknowledge):
        refusal = await alert_refusal(house, asked.actor, request.what.alert, asked.id)
        if refusal is not None:
            return refusal
    answer = await house.writer.ask(asked.actor, asked.what, asked.id)
    if isinstance(asked.what, RevokeStaff) and isinstance(answer, Done):
        log.warning("%s is staff no longer", asked.what.person)
    return answer


async def _set_otherwise(house: OpenHouse, what: OnlyWhileOpen, id_: str) -> Answer:
    settings, tables, why = house.settings, house.tables, what.why
    if not isinstance(what, SetTable):
        return await settings.read_again(tables, BY_OWNER, why, id_, what.who)
    changes = [
        SettingChange(what.table, key, settings.held(what.table, key), value)
        for key, value in what.values.items()
    ]
    return await settings.change(tables, BY_OWNER, changes, why, id_, what.who)
