"""A house that is behind refuses what is new by name; all else is done, and promises are kept."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

import pytest

from punto.client import Player, Refusal, join, join_as_terminal
from punto.client.player import new_id
from punto.protocol import ask, decode_ask, encode, tell
from punto.server.answering import answer
from punto.server.limit_hits import LimitHits
from punto.server.open_socket import hear_out
from punto.server.rate_limit import RateLimit
from punto.store import Database
from punto.testing.serving import ATTENDANT, quick_house
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.raw import Raw
from tests.server.test_metrics import scraped
from tests.server.waiting import until
from tests.support.house.points import watch_commits

TABLE: Final = "mbs"
WAITING_MS: Final = 1_000
SLOW: Final = quick_house(window_ms=60_000).replace("waiting_ms = 999999", "waiting_ms = 1000")


class SlowDisk:
    """A disk whose commits take as long as it is held."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self._is_free, self._is_met = threading.Event(), threading.Event()
        self._is_free.set()
        watch_commits(self.database.engine, before=self._commit, after=lambda: None)

    def _commit(self) -> None:
        self._is_met.set()
        assert self._is_free.wait(60), "nobody lets it go"

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let nothing be stored as long as the block lasts."""
        self._is_met.clear()
        self._is_free.clear()
        try:
            yield
        finally:
            self._is_free.set()

    async def met(self) -> None:
        """Wait until somebody waits for it."""
        assert await asyncio.to_thread(self._is_met.wait, 60)


def chip(amount: int = 200) -> ask.Chip:
    return ask.Chip(id=new_id(), table=TABLE, wager="banker", amount=amount)


async def code_of(player: Player, said: ask.Chip) -> str:
    """Ask for something that is refused, and give the code."""
    with pytest.raises(Refusal) as caught:
        await player.request(said)
    return caught.value.code


async def waiting(here: Here, count: int) -> None:
    """Wait until so many requests wait for the writer."""
    await until(lambda: here.house.writer.waiting >= count)


async def credited(terminal: Player) -> None:
    name, pin = ATTENDANT
    await terminal.request(ask.BuyCredits(id=new_id(), amount=500, attendant=name, pin=pin))


def test_while_bets_wait_too_long_new_ones_are_refused_and_the_rest_is_done(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        disk, early, late = SlowDisk(sqlite_url), chip(), chip()
        async with (
            open_house(sqlite_url, SLOW, disk.database) as here,
            await join(here.address) as player,
            await join(here.address) as just,
            await join(here.address) as other,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as terminal,
        ):
            await credited(terminal)
            await player.watch(TABLE)
            await player.betting(TABLE)
            with disk.held():
                kept = [asyncio.create_task(player.request(early))]
                await disk.met()
                await here.advance(WAITING_MS)
                kept.append(asyncio.create_task(just.request(chip())))
                await waiting(here, 1)
                await here.advance(1)
                assert await code_of(terminal, chip()) == "overloaded"
                assert await code_of(other, late) == "overloaded"
                kept.append(asyncio.create_task(terminal.request(ask.CashOut(id=new_id()))))
                await waiting(here, 2)
                numbers = await scraped(here)
                assert numbers.of("punto_queue_seconds") == (WAITING_MS + 1) / 1_000
                assert numbers.of("punto_refusals_total", code="overloaded") == 2
            for each in kept:
                assert isinstance(await each, tell.Accepted)
            assert isinstance(await other.request(late), tell.Accepted), "under the same id"
            await other.until(lambda: other.balance.held == 200)
            await terminal.until(lambda: terminal.balance.available == 0)
            assert (await scraped(here)).of("punto_queue_seconds") == 0

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_what_was_stored_is_known_to_a_house_that_all_come_back_to_at_once(sqlite_url: str) -> None:
    """The bet was stored, its answer was lost with the house: asked again, it is not refused."""
    said = chip()

    async def before(token: list[str]) -> None:
        async with open_house(sqlite_url, SLOW) as here, await join(here.address) as player:
            await player.watch(TABLE)
            await player.betting(TABLE)
            token.append(player.session.token)
            await player.request(said)

    async def after(token: str) -> None:
        disk = SlowDisk(sqlite_url)
        async with (
            open_house(sqlite_url, SLOW, disk.database) as here,
            await join(here.address) as other,
            Raw(here.address, token) as screen,
        ):
            await other.watch(TABLE)
            with disk.held():
                waits = asyncio.create_task(other.request(chip()))
                await disk.met()
                await here.advance(WAITING_MS + 1)
                new = chip()
                assert (await screen.answer(new))["code"] == "overloaded"
                assert (await screen.answer(said))["type"] == "Accepted"
            await waits

    token: list[str] = []
    asyncio.run(before(token))
    asyncio.run(after(*token))
    assert_books_hold(sqlite_url)


def test_what_has_waited_too_long_behind_others_of_its_socket_is_refused(sqlite_url: str) -> None:
    async def scenario() -> None:
        disk, said = SlowDisk(sqlite_url), [chip(), chip(), chip()]
        async with (
            open_house(sqlite_url, SLOW, disk.database) as here,
            await join(here.address) as player,
            Raw(here.address, player.session.token) as screen,
        ):
            await player.watch(TABLE)
            await player.betting(TABLE)
            with disk.held():
                for each in said:
                    await screen.send(each)
                await screen.send(ask.Clear(id="clear", table=TABLE))
                await disk.met()
                await until(lambda: sum(len(x.heard) for x in here.house.connections) >= 3)
                await here.advance(WAITING_MS + 1)
            answers = [await screen.answer_to(each.id) for each in said]
            assert [each.get("code") for each in answers] == [None, "overloaded", "overloaded"]
            assert (await screen.answer_to("clear"))["type"] == "Accepted"

    asyncio.run(scenario())


def test_whoever_waits_because_he_was_too_fast_is_not_refused_for_it(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, SLOW) as here, await join(here.address) as player:
            await player.watch(TABLE)
            await player.betting(TABLE)
            house, now = here.house, [0.0]
            connection = house.connect(house.sessions.find(player.session.token))

            async def wait(seconds: float) -> None:
                now[0] += seconds
                await here.advance(2 * WAITING_MS)

            hits = LimitHits()
            connection.rate_limits = (RateLimit("bets", 2, hits, lambda: now[0], wait),)
            came_ms = house.time.now_ms()
            connection.heard = [(encode(chip()).decode(), came_ms) for _ in range(4)]
            do = partial(answer, house, connection)
            await hear_out(house, connection, decode_ask, do)
            assert hits.counts["bets"] == 1
            await player.until(lambda: player.balance.held == 800)
            house.disconnect(connection)

    asyncio.run(scenario())
