"""A house that is served inside the test, so that the test can look into it and break it."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, NamedTuple

import msgspec

from punto.audit.report import Audit, audit
from punto.coup import Phase
from punto.house import Done, EnrolStaff, InviteTerminal
from punto.house.chain import TERMINALS
from punto.people import Actor, Role
from punto.server.config import NO_ENVIRONMENT, HouseConfig, read_config, terms_of
from punto.server.documentation import Documentation
from punto.server.invitation import code_mark
from punto.server.open_house import OpenHouse
from punto.server.pin import pin_hash
from punto.server.serving import listen, make_server
from punto.store import Database, HouseKey, Writer
from punto.store.node_writer import NodeWriter
from punto.testing.driven_time import DrivenTime
from punto.testing.serving import ATTENDANT, quick_house
from tests.server.waiting import until

KEY: Final = HouseKey(bytes(range(32)))
SUPERVISOR: Final = Actor("sue", Role.SUPERVISOR)
CASHIER: Final = Actor("cass", Role.CAGE)
HOUSE: Final = Actor("house", Role.HOUSE)
MANAGER: Final = Actor("mary", Role.MANAGER)


@cache
def _pin_of_attendant() -> str:
    name, pin = ATTENDANT
    return pin_hash(KEY, name, Role.CAGE, pin)


class Here(NamedTuple):
    """Where the house is, and the house itself."""

    address: str
    house: OpenHouse
    writer: Writer

    time: DrivenTime

    async def code_for(self, terminal: str) -> str:
        """Invite a browser to be a terminal, and give its code."""
        code = f"code-{self.house.writer.house.head(TERMINALS).position}"
        invited = InviteTerminal(terminal, code_mark(KEY, terminal, code), 2**53)
        assert isinstance(await self.house.writer.ask(MANAGER, invited, token_hex(8)), Done)
        return code

    async def advance(self, ms: int) -> None:
        """Let time pass; what falls due on the way is done."""
        await self.time.advance(ms)

    async def until(self, table: str, phase: Phase) -> None:
        """Let time pass until a table has come to a phase, and then stand still."""
        await self.time.pass_until(lambda: self._phase(table) is phase)

    def _phase(self, table: str) -> Phase | None:
        coup = self.house.tables.broadcasts[table].view.house_table.table.coup
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
    *,
    client: Path | None = None,
    docs: Documentation | None = None,
    attended: bool = True,
    node: str = "",
) -> AsyncIterator[Here]:
    """Serve a house on a free port for as long as the block lasts; its time stands still.

    One of the staff is there to sell credits at terminals, unless nobody is to be.
    """
    text = config or (_text(file) if file is not None else quick_house())
    place = str(file or "house.toml")
    plan = read_config(text, place, environment) if isinstance(text, str) else text
    time = time or DrivenTime()
    given: dict[str, Any] = {"clock": time.now_ms, "terms": terms_of(plan)}
    books, nodes = database or Database(url), listen("127.0.0.1", 0) if node else None
    if nodes is None:
        writer = Writer(books, KEY, **given)
    else:
        address = f"127.0.0.1:{nodes.getsockname()[1]}"
        # In a thread: several nodes live in this process, and one may wait for another's turn.
        opening = partial(NodeWriter, books, KEY, name=node, address=address, **given)
        writer = await asyncio.to_thread(opening)
    house = OpenHouse(plan, writer, KEY, "test", time, file, tokens, environment)
    if nodes is not None:
        house.join(nodes)
    listening = listen("127.0.0.1", 0)
    server = make_server(house, client, docs=docs)
    house.ask_to_close = partial(setattr, server, "should_exit", True)  # noqa: FBT003 – what it is set to
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    await until(lambda: server.started)
    if attended and ATTENDANT[0] not in house.staff.known:
        enrolment = EnrolStaff(ATTENDANT[0], Role.CAGE, _pin_of_attendant())
        await house.writer.ask(HOUSE, enrolment, "attendant")
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
