"""A house that is served inside the test, so that the test can look into it and break it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

import msgspec

from punto.server.config import HouseConfig, read_config, terms_of
from punto.server.open_house import OpenHouse
from punto.server.serving import listen, make_server
from punto.store import Database, HouseKey, Writer
from punto.store.audit.report import Audit, audit
from punto.testing.serving import quick_house

KEY: Final = HouseKey(bytes(range(32)))


class Here(NamedTuple):
    """Where the house is, and the house itself."""

    address: str
    house: OpenHouse
    writer: Writer


@asynccontextmanager
async def open_house(
    url: str, config: str | HouseConfig = "", database: Database | None = None
) -> AsyncIterator[Here]:
    """Serve a house on a free port for as long as the block lasts."""
    text = config or quick_house()
    plan = read_config(text, "house.toml") if isinstance(text, str) else text
    writer = Writer(database or Database(url), KEY, terms=terms_of(plan))
    house = OpenHouse(plan, writer, KEY, "test")
    listening = listen("127.0.0.1", 0)
    server = make_server(house, None)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:  # noqa: ASYNC110 – uvicorn tells nobody
        await asyncio.sleep(0.005)
    try:
        yield Here(f"http://127.0.0.1:{listening.getsockname()[1]}/", house, writer)
    finally:
        server.should_exit = True
        await serving


def audited(url: str) -> Audit:
    """Audit the books of a house that is closed."""
    with Database(url).reading() as connection:
        return audit(connection)


def assert_books_hold(url: str) -> Audit:
    """Want every entry, payment and balance to be right."""
    found = audited(url)
    assert found.findings == (), msgspec.json.encode(found.findings).decode()
    return found
