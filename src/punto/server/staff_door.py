"""Staff at the door: requests over the owner's socket, each answered as the house answers."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from punto.server.open_house import OpenHouse
from punto.store import Answer, BuyIn, Denied, Done, EndCashOut, RedeemTicket
from punto.store.door import Door
from punto.store.staff import LONGEST_LINE, StaffRequest, StaffWhat, decode_request, encode_line

log = logging.getLogger("punto.server")

PATIENCE: Final = 5.0
"""Seconds in which a caller must have said what he wants, and have taken the answer."""


@asynccontextmanager
async def staff_door(house: OpenHouse, place: Path | None) -> AsyncIterator[None]:
    """Keep the door for as long as the house is open; a house can be kept without one."""
    door = _opened(place)
    if door is None:
        yield
        return
    visits: set[asyncio.Task[None]] = set()

    def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visit = asyncio.create_task(_visit(house, reader, writer))
        visits.add(visit)
        visit.add_done_callback(visits.discard)

    server = await asyncio.start_unix_server(come, sock=door.socket, limit=LONGEST_LINE)
    try:
        yield
    finally:
        server.close()
        door.close()
        for visit in visits:
            visit.cancel()
        await asyncio.gather(*visits, return_exceptions=True)


def _opened(place: Path | None) -> Door | None:
    if place is None:
        return None
    try:
        return Door(place)
    except OSError as error:
        log.warning("staff cannot ask this house while it is open: %s: %s", place, error)
        return None


async def _visit(
    house: OpenHouse, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Hear one request and answer it; whoever says nothing is sent away."""
    with suppress(OSError, TimeoutError, ValueError):
        line = await asyncio.wait_for(reader.readline(), PATIENCE)
        if line.endswith(b"\n"):
            writer.write(encode_line(await _answered(house, line)) + b"\n")
            await asyncio.wait_for(writer.drain(), PATIENCE)
    writer.close()


async def _answered(house: OpenHouse, line: bytes) -> Answer:
    try:
        request = decode_request(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return Denied("request-malformed", f"this is no request of staff: {error}"[:200])
    return await _done(house, request)


async def _done(house: OpenHouse, request: StaffRequest) -> Answer:
    asked = request.asked
    answer = await house.desk.ask(asked.who, asked.what, asked.id)
    if isinstance(answer, Done):
        _tell(house, request.what)
    return answer


def _tell(house: OpenHouse, what: StaffWhat) -> None:
    """Show the balance to whose it is; what happens at a table is told by the table."""
    match what:
        case BuyIn(account=account) | EndCashOut(account=account) | RedeemTicket(to=account):
            house.tell_balance(account)
        case _:
            pass
