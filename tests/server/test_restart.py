"""A house that closes or dies in the middle of a window: the deadline in the books stands."""

import asyncio
from pathlib import Path
from typing import Final

import pytest

from punto.client import Player, join
from punto.protocol import ask
from punto.store import url_of
from punto.testing.driven_time import NOON_MS, DrivenTime
from punto.testing.serving import ServedHouse, quick_house
from tests.server.here import assert_books_hold, open_house
from tests.server.saying import refused
from tests.server.seating import sit_down

CREDITS: Final = 100_000
WINDOW_MS: Final = 20_000
CLOSES_MS: Final = NOON_MS + WINDOW_MS
WORDS: Final = "12:00:20.000 UTC"
CONFIG: Final = quick_house(WINDOW_MS, card_ms=1_000, result_ms=6_000)
OTHER: Final = quick_house(window_ms=60_000, card_ms=1_000, result_ms=6_000)
"""Another window is for the next round: nobody's deadline is moved."""


async def stake(player: Player, table: str) -> None:
    await player.connect()
    view = await player.watch(table)
    await player.betting(table)
    assert view.closes_at_ms == CLOSES_MS
    await player.bet(table, "banker", 400)


@pytest.mark.parametrize("table", ["rws", "mbs"])
def test_a_window_that_did_not_pass_goes_on_to_the_same_deadline(
    database_url: str, table: str
) -> None:
    time = DrivenTime()

    async def before() -> Player:
        async with open_house(database_url, CONFIG, time=time) as here:
            player = await sit_down(here, table)
            await stake(player, table)
            await here.advance(5_000)
            await player.disconnect()
        return player

    async def after(player: Player) -> None:
        async with (
            open_house(database_url, OTHER, time=time) as here,
            Player(here.address, player.session) as back,
        ):
            view = await back.watch(table)
            assert (view.phase, view.closes_at_ms) == ("betting", CLOSES_MS)
            await back.bet(table, "banker", 200)
            await here.advance(CLOSES_MS - time.now_ms() - 1)
            await back.bet(table, "banker", 200)
            await here.advance(1)
            late = await refused(back, table, ask.Chip, wager="tie", amount=100)
            assert late.code == "placed-too-late"
            assert WORDS in str(late)
            await here.advance(7_000)
            await back.result(table)
            assert [bet.stake for bet in view.bets] == [800]
            assert back.balance.available == CREDITS + view.net

    session = asyncio.run(before())
    asyncio.run(time.advance(10_000))
    asyncio.run(after(session))
    assert_books_hold(database_url)


@pytest.mark.parametrize("table", ["rws", "mbs"])
def test_a_window_that_passed_while_the_house_was_down_closes_at_once(
    database_url: str, table: str
) -> None:
    time = DrivenTime()

    async def before() -> Player:
        async with open_house(database_url, CONFIG, time=time) as here:
            player = await sit_down(here, table)
            await stake(player, table)
            await player.disconnect()
        return player

    async def after(player: Player) -> None:
        async with (
            open_house(database_url, CONFIG, time=time) as here,
            Player(here.address, player.session) as back,
        ):
            view = await back.watch(table)
            late = await refused(back, table, ask.Chip, wager="banker", amount=100)
            assert late.code == "increased-too-late"
            assert WORDS in str(late)
            assert time.now_ms() == NOON_MS + 3_600_000
            await back.until(lambda: view.phase == "dealing")
            assert view.closes_at_ms is None
            await here.advance(7_000)
            await back.result(table)
            assert [bet.stake for bet in view.bets] == [400]
            assert back.balance.available == CREDITS + view.net

    session = asyncio.run(before())
    asyncio.run(time.advance(3_600_000))
    asyncio.run(after(session))
    assert_books_hold(database_url)


@pytest.mark.parametrize("down_ms", [14_999, 15_000])
def test_a_kill_in_the_middle_of_a_window_moves_no_deadline(tmp_path: Path, down_ms: int) -> None:
    async def scenario(house: ServedHouse) -> None:
        player = await join(house.address)
        await stake(player, "mbs")
        view = player.tables["mbs"]
        await asyncio.to_thread(house.advance, 5_000)
        await asyncio.to_thread(house.kill)
        await player.disconnect()
        house.advance(down_ms)
        await asyncio.to_thread(house.start)
        await player.connect()
        if down_ms < 15_000:
            await player.bet("mbs", "banker", 200)
            assert view.closes_at_ms == CLOSES_MS
            await asyncio.to_thread(house.advance, 15_000 - down_ms)
        late = await refused(player, "mbs", ask.TakeOff, wager="banker")
        assert (late.code, late.clause) == ("withdrawn-too-late", "5.7")
        assert WORDS in str(late)
        await asyncio.to_thread(house.advance, 7_000)
        await player.result("mbs")
        assert [bet.stake for bet in view.bets] == [600 if down_ms < 15_000 else 400]
        assert player.balance.available == CREDITS + view.net
        await player.disconnect()

    with ServedHouse(tmp_path, CONFIG, driven=True) as house:
        asyncio.run(scenario(house))
        assert house.stop() == 0
    assert_books_hold(url_of(tmp_path))
