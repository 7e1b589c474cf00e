"""A player's own table is his, and no other table ever becomes anybody's own."""

import asyncio

import pytest

from punto.client import Refusal, join, join_as_terminal
from punto.coup.command import CloseBetting, OpenBetting
from punto.house import Act, BringShoe, DealOut, Done, OpenTable
from punto.house.request import What
from punto.people.patron import IDLE_MS
from punto.server.async_writer import DRIVER
from punto.server.config import settings_of
from punto.table import Found
from punto.table.command import Decide, ReportIrregularity
from punto.testing.serving import quick_house
from tests.server.here import SUPERVISOR, Here, assert_books_hold, open_house
from tests.support.house.whole import whole_house

OWN = "zero"


def test_a_table_whose_id_ends_like_a_terminals_stays_everybodys(sqlite_url: str) -> None:
    """When the terminal has long gone, the shared table is still shown, and still has no owner."""
    shared, name = "mbs-t1", "t1"

    async def scenario() -> None:
        config = quick_house().replace('id = "mbs"', f'id = "{shared}"')
        config = config.replace('id = "terminal-1"', f'id = "{name}"')
        async with open_house(sqlite_url, config) as here:
            async with await join_as_terminal(here.address, name, "demo-1") as terminal:
                await terminal.watch(OWN)
            await here.advance(2 * IDLE_MS)
            assert f"{OWN}-{name}" not in here.house.tables.broadcasts
            async with await join(here.address) as guest:
                await guest.watch(shared)
                await guest.betting(shared)
                await guest.bet(shared, "tie", 100)
            assert whole_house(here.writer).tables[shared].owner == ""

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


async def without_owner(here: Here, table: str) -> None:
    """Open an own table as it stands in older books, with a hand that waits for a supervisor."""
    found = ReportIrregularity(found=Found.FOREIGN_CARD, who="dan", why="a joker")
    dealt = (BringShoe(), OpenBetting(), CloseBetting(), DealOut())
    settings = settings_of(here.house.tables.configs[OWN])
    asked: list[What] = [OpenTable(table, settings), Act(table, dealt)]
    for what in asked:
        assert isinstance(await here.house.writer.ask(DRIVER, what), Done)
    assert isinstance(await here.house.writer.ask(SUPERVISOR, Act(table, (found,))), Done)


def test_an_own_table_of_older_books_gets_its_owner_as_soon_as_it_can(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as guest:
            table = f"{OWN}-{guest.session.name}"
            await without_owner(here, table)
            await guest.watch(OWN)
            await guest.bet(OWN, "player", 200)
            with pytest.raises(Refusal) as waits:
                await guest.deal(OWN)
            assert waits.value.code == "supervisor-wanted"
            decision = Act(table, (Decide(void=False, who="sue", why="seen on camera"),))
            assert isinstance(await here.house.writer.ask(SUPERVISOR, decision), Done)
            await guest.deal(OWN)
            assert whole_house(here.writer).tables[table].owner == guest.session.name

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_the_last_win_is_what_it_brought(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            view = await player.watch(OWN)
            won: list[int] = []
            while not won:
                await player.bet(OWN, "player", 100)
                await player.deal(OWN)
                won = [bet.net for bet in view.bets if bet.net > 0]
            await player.until(lambda: player.balance.last_win > 0)
            assert player.balance.last_win == sum(won) == 100

    asyncio.run(scenario())
