"""Who may say what at a console: every message, by everybody who can sign in, over the wire."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final, get_args

import pytest
from websockets.exceptions import ConnectionClosed

from punto.house.chain import table_chain
from punto.house.record import decode_table
from punto.people import Role
from punto.protocol import console
from punto.protocol.ask import Ping, Unwatch, Watch
from punto.protocol.console import ConsoleAsk
from punto.store import reading
from punto.table.record import RequestRefused
from tests.server.console import Console, enrolled
from tests.server.here import Here, assert_books_hold, open_house

WHO: Final = ("dora", "dave", "sue", "mary", "cass", "audrey")
"""The dealer of the table, another one, a supervisor, a manager, the cage, an auditor."""

ROLES: Final = {
    "dora": Role.DEALER,
    "dave": Role.DEALER,
    "sue": Role.SUPERVISOR,
    "mary": Role.MANAGER,
    "cass": Role.CAGE,
    "audrey": Role.AUDITOR,
}

MATRIX: Final = """
message             dora     dave     sue      mary
Watch               +        +        +        +
Unwatch             +        +        +        +
Ping                +        +        +        +
AskRuling           +        +        +        +
TakeTable           +        +        never    never
LeaveTable          +        away     never    never
RelieveDealer       never    never    +        +
BringShoe           +        away     never    never
OpenBets            +        away     never    never
CloseBets           +        away     never    never
DrawCard            +        away     never    never
ScanCard            +        away     never    never
AnnounceTotals      +        away     never    never
AnnounceResult      +        away     never    never
CollectLosing       +        away     never    never
PayWinning          +        away     never    never
CorrectCard         +        away     +        +
SetCardAside        +        away     never    never
LayChips            +        away     never    never
TakeChips           +        away     never    never
MoveFloat           never    never    +        +
ReportIrregularity  +        away     +        +
DecideRound         never    never    +        +
RecordResult        +        away     away     away
DropResult          +        away     away     away
"""
"""By hand: + may, never has not the right by the role, away has it only at the own table. The cage
and an auditor have no console at all."""

CODES: Final = {"never": "not-permitted", "away": "not-at-table"}

FIELDS: Final[dict[str, dict[str, Any]]] = {
    "AskRuling": {"irregularity": console.Irregularity(found="malfunction")},
    "ReportIrregularity": {
        "irregularity": console.Irregularity(found="wager-placed-late"),
        "why": "a chip",
    },
    "RelieveDealer": {"why": "ill"},
    "LayChips": {"position": 1, "wager": "player", "amount": 1_00},
    "TakeChips": {"position": 1, "wager": "player"},
    "MoveFloat": {"move": "fill", "amount": 1_00, "why": "for the evening"},
    "ScanCard": {"card": "9s"},
    "CorrectCard": {"place": 0, "card": "9s", "why": "misread"},
    "SetCardAside": {"card": "9s", "why": "drawn in error"},
    "DecideRound": {"void": False, "why": "as seen"},
    "RecordResult": {"winner": "tie"},
    "DropResult": {"why": "it was none"},
}

Cell = tuple[str, str, str]


def cells() -> list[Cell]:
    """Read the table above: the message, who says it, and what is to come."""
    head, *rows = (line.split() for line in MATRIX.strip().splitlines())
    return [
        (message, who, wanted)
        for message, *row in rows
        for who, wanted in zip(head[1:], row, strict=True)
    ]


def test_the_table_has_every_message_and_everybody() -> None:
    said = {kind.__name__ for kind in get_args(ConsoleAsk)}
    assert {(message, who) for message, who, _ in cells()} == {
        (message, who) for message in said for who in WHO[:4]
    }


@asynccontextmanager
async def staffed(here: Here) -> AsyncIterator[dict[str, Console]]:
    """Sign everybody in who has a console; the table is dora's."""
    async with AsyncExitStack() as stack:
        found = {}
        for name in WHO[:4]:
            cookie = await enrolled(here, name, ROLES[name])
            found[name] = await stack.enter_async_context(Console(here, cookie))
        await found["dora"].done(console.TakeTable)
        yield found


async def answered(at: Console, message: str) -> str:
    """Say something, and give the code of the refusal; empty where it is none."""
    match message:
        case "Watch":
            await at.send(Watch(table="salon"))
            await at.of("ConsoleView")
            return ""
        case "Unwatch":
            await at.send(Unwatch(table="salon"))
            return ""
        case "Ping":
            await at.send(Ping(at_ms=1))
            await at.of("Pong")
            return ""
        case _:
            answer = await at.ask(getattr(console, message), **FIELDS.get(message, {}))
            return str(answer.get("code", ""))


def refusals(here: Here) -> list[tuple[str, str]]:
    """Read who was refused what, as it is on record at the table."""
    with here.writer.database.reading() as connection:
        bodies = [link.body or b"" for link in reading.links(connection, table_chain("salon"))]
    events = [event for body in bodies for event in decode_table(body).events]
    return [(each.who, each.code) for each in events if isinstance(each, RequestRefused)]


async def tried(here: Here, at: dict[str, Console], cell: Cell) -> None:
    """Whoever may is not refused for who it is; whoever may not is, and that is on record."""
    message, who, wanted = cell
    code = await answered(at[who], message)
    if wanted == "+":
        assert code not in CODES.values(), cell
    else:
        assert code == CODES[wanted], cell
        assert refusals(here)[-1] == (who, code), cell
    house_table = here.writer.house_table("salon")
    assert house_table is not None
    if house_table.dealer != "dora":
        await at["dora"].done(console.TakeTable)


def test_nobody_says_more_than_the_role_and_the_table_allow(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, staffed(here) as at:
            for cell in cells():
                await tried(here, at, cell)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


@pytest.mark.parametrize("who", WHO[4:])
def test_the_cage_and_auditors_have_no_console(sqlite_url: str, who: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cookie = await enrolled(here, who, ROLES[who])
            async with Console(here, cookie) as nobody:
                await nobody.socket.wait_closed()
                assert nobody.socket.close_code == 4401
                with pytest.raises(ConnectionClosed):
                    await nobody.send(Watch(table="salon"))

    asyncio.run(scenario())
