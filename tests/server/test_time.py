"""The clock of a house: its own in production, and in a test moved by the test alone."""

import asyncio
from pathlib import Path
from typing import Final

from punto.client import join
from punto.server.house_time import SystemTime
from punto.store import url_of
from punto.store.timestamp import utc_ms
from punto.testing.driven_time import NOON_MS, DrivenTime
from punto.testing.serving import ServedHouse, quick_house
from tests.server.here import assert_books_hold, open_house

TABLE: Final = "mbs"
WINDOW_MS, CARD_MS, RESULT_MS = 20_000, 1_000, 6_000
CONFIG: Final = quick_house(WINDOW_MS, CARD_MS, RESULT_MS)


def test_the_time_of_the_system_is_waited_for_or_an_event() -> None:
    async def scenario() -> None:
        time, sooner = SystemTime(), asyncio.Event()
        began = utc_ms()
        await time.until(began + 30)
        assert time.now_ms() >= began + 30
        waiting = asyncio.create_task(time.until(None, sooner))
        await asyncio.sleep(0)
        assert not waiting.done()
        sooner.set()
        await waiting

    asyncio.run(scenario())


class SetBack(SystemTime):
    """The clock of the system, which somebody may set."""

    by_ms = 0

    def now_ms(self) -> int:
        return super().now_ms() - self.by_ms


def test_whoever_waits_for_a_clock_that_is_set_back_looks_again() -> None:
    """A card that was due in a second would else be due in an hour."""

    async def scenario() -> None:
        time = SetBack()
        waiting = asyncio.create_task(time.until(time.now_ms() + 60_000))
        await asyncio.sleep(0)
        time.by_ms = 3_600_000
        await asyncio.wait_for(waiting, timeout=30)

    asyncio.run(scenario())


def test_in_a_driven_house_nothing_happens_until_the_test_moves_the_time(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url, CONFIG, time=DrivenTime()) as here,
            await join(here.address) as player,
        ):
            view = await player.watch(TABLE)
            await player.betting(TABLE)
            assert view.closes_at_ms == NOON_MS + WINDOW_MS
            await player.bet(TABLE, "tie", 100)
            await here.advance(WINDOW_MS - 1)
            assert here.house.tables.broadcasts[TABLE].view.house_table.table.in_play
            await player.bet(TABLE, "tie", 100)
            await here.advance(1 + 7 * CARD_MS)
            await player.result(TABLE)
            assert view.bets[0].stake == 200
            assert here.house.time.now_ms() == NOON_MS + WINDOW_MS + 7 * CARD_MS

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_served_house_is_driven_from_the_test_and_over_a_kill(tmp_path: Path) -> None:
    async def scenario(house: ServedHouse) -> None:
        player = await join(house.address)
        await player.connect()
        view = await player.watch(TABLE)
        await player.betting(TABLE)
        await player.bet(TABLE, "tie", 100)
        await asyncio.to_thread(house.advance, WINDOW_MS + 7 * CARD_MS)
        await player.result(TABLE)
        await player.disconnect()
        await asyncio.to_thread(house.kill)
        house.advance(3_600_000)
        await asyncio.to_thread(house.start)
        await player.connect()
        await player.betting(TABLE)
        assert house.now_ms == NOON_MS + WINDOW_MS + 7 * CARD_MS + 3_600_000
        assert view.closes_at_ms == house.now_ms + WINDOW_MS
        await player.disconnect()

    with ServedHouse(tmp_path, CONFIG, driven=True) as house:
        asyncio.run(scenario(house))
        assert house.stop() == 0
    assert_books_hold(url_of(tmp_path))
