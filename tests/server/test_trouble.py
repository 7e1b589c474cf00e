"""While nothing can be stored everyone is told, bets are refused, and play goes on by itself."""

import asyncio
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from sqlalchemy.exc import OperationalError

from punto.client import Player, TableView, join, join_as_terminal
from punto.client.player import new_id
from punto.coup import Phase
from punto.protocol import ask
from punto.store import Database
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.raw import Raw
from tests.server.saying import refused
from tests.support.house.points import watch_commits

TABLE, OWN = "mbs", "zero"
WINDOW_MS = 600


class Disk:
    """A disk that fails for as long as it is told to, before a commit or after it."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.fails_before = self.fails_after = False
        watch_commits(self.database.engine, before=self._before, after=self._after)

    def _before(self) -> None:
        if self.fails_before:
            raise OperationalError("COMMIT", None, Exception("the disk is gone"))

    def _after(self) -> None:
        if self.fails_after:
            raise OperationalError("COMMIT", None, Exception("no word from the disk"))


async def in_trouble(here: Here, disk: Disk, *players: Player) -> None:
    """Break the disk, let the house meet it at the end of a window, and wait until all know."""
    disk.fails_before = True
    await here.advance(WINDOW_MS)
    for player in players:
        await player.until(lambda player=player: player.trouble is not None)  # type: ignore[misc]
        assert "nothing can be stored" in str(player.trouble)


async def goes_on(disk: Disk, *players: Player) -> None:
    disk.fails_before = disk.fails_after = False
    for player in players:
        await player.until(lambda player=player: player.trouble is None)  # type: ignore[misc]


def test_everyone_is_told_and_play_goes_on_by_itself(database_url: str) -> None:
    async def scenario() -> None:
        disk = Disk(database_url)
        async with (
            open_house(database_url, database=disk.database) as here,
            await join(here.address) as player,
            await join(here.address) as other,
        ):
            view = await player.watch(TABLE)
            await other.watch(OWN)
            await other.bet(OWN, "tie", 100)
            await player.betting(TABLE)
            await player.bet(TABLE, "tie", 100)
            await in_trouble(here, disk, player, other)
            await refused_meanwhile(here, other)
            await goes_on(disk, player, other)
            await here.until(TABLE, Phase.SETTLED)
            await player.result(TABLE)
            await other.deal(OWN)
            assert player.balance.available == 100_000 + view.net

    asyncio.run(scenario())
    assert_books_hold(database_url)


async def refused_meanwhile(here: Here, other: Player) -> None:
    """Want nobody to deal or to come in, and nothing to be forgotten for it."""
    deal = await refused(other, OWN, ask.Deal)
    assert deal.code == "not-stored"
    assert other.tables[OWN].stakes == {"tie": 100}
    async with Raw(here.address) as late:
        assert "nothing can be stored" in (await late.of("Welcome"))["trouble"]
    with pytest.raises(HTTPError) as caught:
        await join(here.address)
    with caught.value as answer:
        assert answer.code == 503
        assert b"nothing can be stored" in answer.read()


def test_a_bet_inside_the_window_is_refused_and_can_be_made_again(sqlite_url: str) -> None:
    async def scenario() -> None:
        disk = Disk(sqlite_url)
        async with (
            open_house(sqlite_url, database=disk.database) as here,
            await join(here.address) as player,
        ):
            view = await player.watch(TABLE)
            await player.betting(TABLE)
            disk.fails_before = True
            said = ask.Chip(id=new_id(), table=TABLE, wager="tie", amount=100)
            codes = [await answer_of(player, said) for _ in range(2)]
            assert codes == ["not-stored", "not-stored"]
            assert view.stakes == {}
            await player.until(lambda: player.trouble is not None)
            await goes_on(disk, player)
            assert await answer_of(player, said) == await answer_of(player, said) == "Accepted"
            assert view.stakes == {"tie": 100}
            assert player.balance.held == 100

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


async def answer_of(player: Player, said: ask.Building | ask.Dealing) -> str:
    """Ask, and give the code of the refusal, or that it is done."""
    async with Raw(player.address, player.session.token) as socket:
        answer = await socket.answer(said)
    return str(answer.get("code", answer["type"]))


@pytest.mark.parametrize("table", [TABLE, OWN])
def test_what_was_stored_though_nobody_could_know_is_done_once(sqlite_url: str, table: str) -> None:
    async def scenario() -> None:
        disk = Disk(sqlite_url)
        async with (
            open_house(sqlite_url, database=disk.database) as here,
            await join(here.address) as player,
        ):
            view = await player.watch(table)
            if table == OWN:
                await player.bet(OWN, "tie", 100)
                await in_doubt(disk, player, ask.Deal(id=new_id(), table=OWN))
                await player.until(lambda: view.settled_round == 1)
                assert (view.stakes, view.previous, len(view.strip)) == ({}, {"tie": 100}, 1)
            else:
                await player.betting(table)
                said = ask.Chip(id=new_id(), table=table, wager="tie", amount=100)
                await in_doubt(disk, player, said)
                await checked_and_raised(player, view)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


async def in_doubt(disk: Disk, player: Player, said: ask.Building | ask.Dealing) -> None:
    disk.fails_after = True
    assert await answer_of(player, said) == "not-stored"
    await player.until(lambda: player.trouble is not None)
    await goes_on(disk, player)
    assert await answer_of(player, said) == "Accepted"


async def checked_and_raised(player: Player, view: TableView) -> None:
    await player.until(lambda: view.stakes == {"tie": 100})
    await player.bet(TABLE, "tie", 100)
    assert view.stakes == {"tie": 200}
    assert player.balance.held == 200


def test_a_table_of_ones_own_is_not_opened_in_trouble(sqlite_url: str) -> None:
    async def scenario() -> None:
        disk = Disk(sqlite_url)
        async with (
            open_house(sqlite_url, database=disk.database) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as player,
        ):
            await player.watch(TABLE)
            await player.betting(TABLE)
            await in_trouble(here, disk, player)
            async with Raw(here.address, player.session.token) as socket:
                await socket.send(ask.Watch(table=OWN))
                assert (await socket.of("Refused"))["code"] == "not-stored"
                chip = ask.Chip(id="a", table=OWN, wager="tie", amount=100)
                assert (await socket.answer(chip))["code"] == "not-stored"
                buy = ask.BuyCredits(id="b", amount=100, attendant="tess", pin="2468")
                assert (await socket.answer(buy))["code"] == "not-stored"
                cookie = {"Cookie": f"punto={player.session.token}"}
                with pytest.raises(HTTPError) as caught:
                    await asyncio.to_thread(urlopen, signing_out(here, cookie))  # noqa: S310 – our own
                with caught.value as answer:
                    assert (answer.code, answer.headers["set-cookie"]) == (503, None)
                await goes_on(disk, player)
                await socket.until(lambda f: f["type"] == "Trouble" and f["words"] is None)
                await socket.send(buy)
                await socket.until(lambda f: (f["type"], f.get("id")) == ("Accepted", "b"))
                await socket.send(ask.Watch(table=OWN))
                await socket.of("Snapshot")
            await player.until(lambda: player.balance.available == 100)

    asyncio.run(scenario())


def signing_out(here: Here, headers: dict[str, str]) -> Request:
    return Request(f"{here.address}api/sessions", headers=headers, method="DELETE")  # noqa: S310 – our own
