"""A house that is served inside the test, so that the test can look into it and break it."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from punto.audit.report import Audit, audit
from punto.coup import Phase
from punto.people import Actor, Role
from punto.server.config import NO_ENVIRONMENT, HouseConfig, read_config, terms_of
from punto.server.open_house import OpenHouse
from punto.server.serving import listen, make_server
from punto.store import Database, HouseKey, Writer
from punto.testing.driven_time import DrivenTime
from punto.testing.serving import quick_house

KEY: Final = HouseKey(bytes(range(32)))
SUPERVISOR: Final = Actor("sue", Role.SUPERVISOR)
CASHIER: Final = Actor("cass", Role.CAGE)


class Here(NamedTuple):
    """Where the house is, and the house itself."""

    address: str
    house: OpenHouse
    writer: Writer

    time: DrivenTime

    async def advance(self, ms: int) -> None:
        """Let time pass; what falls due on the way is done."""
        await self.time.advance(ms)

    async def until(self, table: str, phase: Phase) -> None:
        """Let time pass until a table has come to a phase, and then stand still."""
        await self.time.pass_until(lambda: self._phase(table) is phase)

    def _phase(self, table: str) -> Phase | None:
        coup = self.house.tables.broadcasts[table].view.floor.table.coup
        return coup.phase if coup is not None else None


@asynccontextmanager
async def open_house(
    url: str,
    config: str | HouseConfig = "",
    database: Database | None = None,
    time: DrivenTime | None = None,
    file: Path | None = None,
    tokens: Path | None = None,
    environment: Mapping[str, str] = NO_ENVIRONMENT,
) -> AsyncIterator[Here]:
    """Serve a house on a free port for as long as the block lasts; its time stands still."""
    text = config or (_text(file) if file is not None else quick_house())
    place = str(file or "house.toml")
    plan = read_config(text, place, environment) if isinstance(text, str) else text
    time = time or DrivenTime()
    writer = Writer(database or Database(url), KEY, clock=time.now_ms, terms=terms_of(plan))
    house = OpenHouse(plan, writer, KEY, "test", time, file, tokens, environment)
    listening = listen("127.0.0.1", 0)
    server = make_server(house, None)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:  # noqa: ASYNC110 – uvicorn tells nobody
        await asyncio.sleep(0.005)
    try:
        yield Here(f"http://127.0.0.1:{listening.getsockname()[1]}/", house, writer, time)
    finally:
        server.should_exit = True
        await serving


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def audited(url: str) -> Audit:
    """Audit the books of a house that is closed."""
    with Database(url).reading() as connection:
        return audit(connection)


def assert_books_hold(url: str) -> Audit:
    """Want every entry, payment and balance to be right."""
    found = audited(url)
    assert found.findings == (), msgspec.json.encode(found.findings).decode()
    return found
