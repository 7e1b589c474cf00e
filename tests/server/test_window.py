"""The window of a shared table: its deadline, its last call, and a window that is prolonged."""

import asyncio
from typing import Final

import pytest
from msgspec.structs import replace

from punto.client import Player, join
from punto.client.http import read
from punto.coup import Phase
from punto.house import Act, Done
from punto.protocol import LobbyTile, TableInfo, ask, tell
from punto.protocol.event import BettingProlonged
from punto.server.config import read_config, squeeze_ms_of
from punto.table import Found
from punto.table.command import Decide, ReportIrregularity
from punto.testing.driven_time import NOON_MS
from punto.testing.serving import quick_house
from tests.server.here import SUPERVISOR, assert_books_hold, open_house
from tests.server.saying import refused

TABLE: Final = "mbs"
WINDOW_MS: Final = 20_000
CONFIG: Final = quick_house(WINDOW_MS, card_ms=1_000, result_ms=6_000)
NO_FREE_ROUNDS: Final = CONFIG.replace("[[tables]]", "[[tables]]\nfree_rounds = false")


def prolonged(player: Player) -> list[int]:
    """Give the deadlines that were announced while a window was open."""
    frames = [frame for frame in player.received if isinstance(frame, tell.Happened)]
    events = [event for frame in frames for event in frame.events]
    return [event.closes_at_ms for event in events if isinstance(event, BettingProlonged)]


def test_without_bets_the_window_is_prolonged_before_everyones_eyes(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url, NO_FREE_ROUNDS) as here,
            await join(here.address) as player,
        ):
            view = await player.watch(TABLE)
            await player.betting(TABLE)
            assert view.closes_at_ms == NOON_MS + WINDOW_MS
            await here.advance(WINDOW_MS)
            await player.until(lambda: view.closes_at_ms == NOON_MS + 2 * WINDOW_MS)
            assert prolonged(player) == [NOON_MS + 2 * WINDOW_MS]
            await player.bet(TABLE, "tie", 100)
            async with await join(here.address) as other:
                assert (await other.watch(TABLE)).closes_at_ms == NOON_MS + 2 * WINDOW_MS
            await here.advance(WINDOW_MS)
            late = await refused(player, TABLE, ask.Chip, wager="tie", amount=100)
            assert (late.code, late.clause) == ("increased-too-late", "5.6")
            assert "12:00:40.000 UTC" in str(late)
            await here.until(TABLE, Phase.SETTLED)
            await player.result(TABLE)
            assert (view.round, [bet.stake for bet in view.bets]) == (1, [100])

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_window_that_is_set_shorter_is_that_of_the_next_round(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, CONFIG) as here, await join(here.address) as player:
            view = await player.watch(TABLE)
            await player.betting(TABLE)
            await player.bet(TABLE, "tie", 100)
            tables = here.house.tables
            tables.configs[TABLE] = replace(tables.configs[TABLE], window_ms=WINDOW_MS // 20)
            await tables.set_otherwise(TABLE)
            await here.advance(WINDOW_MS - 1)
            await player.bet(TABLE, "tie", 100)
            assert view.closes_at_ms == NOON_MS + WINDOW_MS
            await here.until(TABLE, Phase.SETTLED)
            before_ms = here.time.now_ms()
            await here.until(TABLE, Phase.BETTING)
            closes_at_ms = tables.broadcasts[TABLE].closes_at_ms
            assert closes_at_ms == here.time.now_ms() + WINDOW_MS // 20
            assert here.time.now_ms() > before_ms

    asyncio.run(scenario())


def test_while_nobody_is_there_nothing_is_written_and_who_comes_can_bet(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, NO_FREE_ROUNDS) as here:
            async with await join(here.address) as first:
                await first.watch(TABLE)
                await first.betting(TABLE)
                await first.say(ask.Unwatch(table=TABLE))
                await first.say(ask.Ping(at_ms=0))
                await first.until(lambda: isinstance(first.received[-1], tell.Pong))
            version = here.house.tables.broadcasts[TABLE].version
            await here.advance(3_600_000)
            assert here.house.tables.broadcasts[TABLE].version == version
            async with await join(here.address) as player:
                view = await player.watch(TABLE)
                closes_at_ms = NOON_MS + 3_600_000 + WINDOW_MS
                await player.until(lambda: view.closes_at_ms == closes_at_ms)
                await player.bet(TABLE, "tie", 100)
                assert view.round == 1

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_free_round_is_dealt_unless_the_table_is_set_otherwise(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, CONFIG) as here, await join(here.address) as player:
            view = await player.watch(TABLE)
            await here.until(TABLE, Phase.SETTLED)
            await player.until(lambda: view.phase == "settled")
            assert view.round == 1
            assert prolonged(player) == []

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_table_that_plays_on_deals_rounds_before_anybody_comes(sqlite_url: str) -> None:
    plays_on = CONFIG.replace('id = "mbs"', 'id = "mbs"\nplays_on = true')

    async def scenario() -> None:
        async with open_house(sqlite_url, plays_on) as here:
            for _ in range(2):
                await here.until(TABLE, Phase.SETTLED)
                await here.until(TABLE, Phase.BETTING)
            tiles = await asyncio.to_thread(read, here.address, "/api/tables", list[LobbyTile])
            tile = next(each for each in tiles if each.id == TABLE)
            assert (tile.round, tile.watching, bool(tile.big)) == (3, 0, True)
            assert tile.closes_at_ms is not None
            tiger = next(each for each in tiles if each.id == "tiger")
            assert (tiger.round, tiger.big) == (0, []), "it rests while nobody is there"

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_client_is_told_when_the_last_call_is_and_how_long_a_hand_is_squeezed(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, CONFIG) as here:
            for table, last_call_ms, squeezed in ((TABLE, 5_000, True), ("zero", 0, False)):
                path = f"/api/tables/{table}"
                info = await asyncio.to_thread(read, here.address, path, TableInfo)
                assert info.last_call_ms == last_call_ms
                assert (info.squeeze_ms is not None) == squeezed

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("setting", "squeeze_ms"),
    [
        ("", 6_900),
        ("card_ms = 1_000\nresult_ms = 30_000", 10_000),
        ("squeeze_seconds = 3", 3_000),
        ("squeeze_seconds = 0", 0),
        ('driver = "dealer"\nsqueeze_seconds = 25', 25_000),
    ],
)
def test_a_hand_is_squeezed_for_as_long_as_is_set_and_until_the_next_round(
    setting: str, squeeze_ms: int
) -> None:
    text = f"""
        name = "House"
        currency = "credits"
        chips = [100]
        [[tables]]
        id = "table"
        name = "Table"
        rulebook = "mbs-tiger"
        minimum = 100
        maximum = 1000
        {setting}
    """
    [table] = read_config(text, "house.toml").tables
    assert squeeze_ms_of(table) == squeeze_ms


def test_what_was_left_of_a_window_when_play_stopped_is_given_back(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, CONFIG) as here, await join(here.address) as player:
            view = await player.watch(TABLE)
            await player.betting(TABLE)
            await here.advance(5_000)
            report = ReportIrregularity(found=Found.MALFUNCTION, who="sam", why="it stopped")
            assert isinstance(await here.house.writer.ask(SUPERVISOR, Act(TABLE, (report,))), Done)
            await here.advance(60_000)
            waits = await refused(player, TABLE, ask.Chip, wager="tie", amount=100)
            assert waits.code == "supervisor-wanted"
            decide = Decide(void=False, who="kim", why="it works again")
            assert isinstance(await here.house.writer.ask(SUPERVISOR, Act(TABLE, (decide,))), Done)
            closes_at_ms = here.time.now_ms() + WINDOW_MS - 5_000
            await player.until(lambda: view.closes_at_ms == closes_at_ms)
            assert prolonged(player) == [closes_at_ms]
            await here.advance(WINDOW_MS - 5_000 - 1)
            await player.bet(TABLE, "tie", 100)
            await here.until(TABLE, Phase.SETTLED)
            await player.result(TABLE)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)
