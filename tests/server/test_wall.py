"""A wall display watches as nobody: without a session, an account or money, at any shared table."""

import asyncio
from typing import Final
from urllib.parse import urlsplit

import pytest
from sqlalchemy import func, select

from punto.client import join
from punto.client.http import read
from punto.client.player import new_id
from punto.coup import Phase
from punto.protocol import LobbyTile, TableInfo, ask, console
from punto.store.schema import accounts
from punto.testing.serving import quick_house
from tests.server.console import Console, enrolled
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.raw import Frame, Raw

HOUSES: Final = {
    "play money": quick_house(),
    "money": quick_house().replace("play_money = true", "play_money = false"),
}
RESULTS: Final = quick_house().replace('id = "salon"', 'id = "results"\nresults_only = true')


class Wall(Raw):
    """The socket of a wall display, in a browser where somebody may be signed in."""

    def __init__(self, here: Here, token: str = "") -> None:
        cookie = {"Cookie": f"punto={token}"} if token else {}
        super().__init__(here.address, additional_headers=cookie)
        self._url = f"ws://{urlsplit(here.address).netloc}/ws/watch"


def accounts_in(here: Here) -> int:
    with here.writer.database.reading() as connection:
        return connection.execute(select(func.count()).select_from(accounts)).scalar_one()


@pytest.mark.parametrize("config", HOUSES.values(), ids=HOUSES)
def test_a_wall_follows_a_table_and_has_no_account(sqlite_url: str, config: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, config) as here:
            before = accounts_in(here)
            async with Wall(here) as wall:
                assert (await wall.of("Welcome"))["who"] == "spectator"
                await wall.send(ask.Watch(table="tiger"))
                assert (await wall.of("Snapshot"))["table"] == "tiger"
                await here.until("tiger", Phase.SETTLED)
                await wall.until(lambda frame: "ResultAnnounced" in kinds(frame))
                chip = ask.Chip(id=new_id(), table="tiger", wager="tie", amount=100)
                assert (await wall.answer(chip))["code"] == "sign-in"
            assert accounts_in(here) == before

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def kinds(frame: Frame) -> list[str]:
    """Name what happened at a table, where a frame tells that."""
    return [event["type"] for event in frame.get("events", [])]


def test_a_wall_is_nobody_where_a_player_is_signed_in(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join(here.address) as player,
            Wall(here, player.session.token) as wall,
        ):
            assert (await wall.of("Welcome"))["who"] == "spectator"
            await wall.send(ask.Watch(table="tiger"))
            await wall.of("Snapshot")
            zero = ask.Watch(table="zero", id="own")
            assert (await wall.answer(zero))["code"] == "sign-in"
            await wall.send(ask.Ping(at_ms=1))
            await wall.of("Pong")
            assert wall.find(lambda frame: frame["type"].startswith("Your")) == []

    asyncio.run(scenario())


def test_a_wall_follows_results_that_are_recorded_and_taken_back(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url, RESULTS) as here,
            Wall(here) as wall,
            Console(here, await enrolled(here, "dora")) as dora,
        ):
            await wall.send(ask.Watch(table="results"))
            await wall.of("Snapshot")
            await dora.done(console.TakeTable, "results")
            await dora.done(console.BringShoe, "results", scanned=True)
            await dora.done(console.RecordResult, "results", winner="banker", natural=True)
            await dora.done(console.RecordResult, "results", winner="tie")
            await dora.done(console.DropResult, "results", why="it was the Player")
            dropped = await wall.until(lambda frame: "ResultDropped" in kinds(frame))
            told = [e for frame in wall.frames for e in frame.get("events", []) if "roads" in e]
            assert [e["roads"]["bead"] for e in told] == [
                [[0, 0, "B", "n"]],
                [[0, 0, "B", "n"], [0, 1, "T", ""]],
                [[0, 0, "B", "n"]],
            ]
            assert dropped["events"][0]["round"] == 2
            assert "dora" not in "".join(wall.texts), "nobody is named"

    asyncio.run(scenario())


def test_a_table_that_a_person_deals_has_no_window(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, RESULTS) as here:
            tiles = await asyncio.to_thread(read, here.address, "/api/tables", list[LobbyTile])
            windows = {tile.id: tile.window_ms for tile in tiles}
            assert (windows["results"], windows["zero"], windows["rws"]) == (None, 0, 600)
            for table, results_only in (("results", True), ("tiger", False)):
                path = f"/api/tables/{table}"
                info = await asyncio.to_thread(read, here.address, path, TableInfo)
                assert (info.window_ms, info.results_only) == (windows[table], results_only)
                assert (info.last_call_ms == 0) is results_only

    asyncio.run(scenario())
