"""A house that is behind refuses what is new by name; all else is done, and promises are kept.

See decision 0039.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Final

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from punto.client import Player, Refusal, join, join_as_terminal
from punto.client.player import new_id
from punto.protocol import ask, decode_ask, encode, tell
from punto.server import answering
from punto.server.answering import answer
from punto.server.limit_hits import LimitHits
from punto.server.open_socket import hear_out
from punto.server.rate_limit import RateLimit
from punto.store import Database
from punto.testing.serving import ATTENDANT, quick_house
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.raw import PATIENCE, Raw
from tests.server.test_metrics import scraped
from tests.server.waiting import until
from tests.support.house.points import watch_commits

TABLE: Final = "mbs"
NOWHERE: Final = "no-such-table"
WAITING_MS: Final = 1_000
SLOW: Final = quick_house(window_ms=60_000).replace("waiting_ms = 999999", "waiting_ms = 1000")


class SlowDisk:
    """A disk whose commits take as long as it is held, or are done without a word."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.is_silent = False
        self._is_free, self._is_met = threading.Event(), threading.Event()
        self._is_free.set()
        watch_commits(self.database.engine, before=self._commit, after=self._committed)

    def _commit(self) -> None:
        self._is_met.set()
        assert self._is_free.wait(PATIENCE), "nobody lets it go"

    def _committed(self) -> None:
        if self.is_silent:
            raise OperationalError("COMMIT", None, Exception("no word from the disk"))

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
        assert await asyncio.to_thread(self._is_met.wait, PATIENCE)


def chip(amount: int = 200) -> ask.Chip:
    return ask.Chip(id=new_id(), table=TABLE, wager="banker", amount=amount)


async def code_of(player: Player, said: ask.Chip | ask.Undo) -> str:
    """Ask for something that is refused, and give the code."""
    with pytest.raises(Refusal) as caught:
        await player.request(said)
    return caught.value.code


async def waiting(here: Here, count: int) -> None:
    """Wait until so many requests wait for the writer."""
    await until(lambda: here.house.writer.waiting >= count)


@asynccontextmanager
async def behind(here: Here, disk: SlowDisk, other: Player) -> AsyncIterator[None]:
    """Have the house behind for as long as the block lasts: a bet of somebody else waits."""
    with disk.held():
        waits = asyncio.create_task(other.request(chip()))
        await disk.met()
        await until(lambda: bool(here.house.writer.asked))
        await here.advance(WAITING_MS + 1)
        yield
    with suppress(Refusal):
        await waits


def looks(disk: SlowDisk) -> list[str]:
    """Note whoever looks for what is stored, from now on, beside the writer."""
    seen: list[str] = []

    def note(_: object) -> None:
        if (name := threading.current_thread().name).startswith("asyncio"):
            seen.append(name)

    event.listen(disk.database.engine, "engine_connect", note)
    return seen


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
    """Two bets were stored, their answers were lost with the house: asked again, both are known."""
    stored = [chip(), chip()]

    async def before(token: list[str]) -> None:
        async with open_house(sqlite_url, SLOW) as here, await join(here.address) as player:
            await player.watch(TABLE)
            await player.betting(TABLE)
            token.append(player.session.token)
            for said in stored:
                await player.request(said)

    async def after(token: str) -> None:
        disk, new = SlowDisk(sqlite_url), chip()
        async with (
            open_house(sqlite_url, SLOW, disk.database) as here,
            await join(here.address) as other,
            Raw(here.address, token) as screen,
        ):
            await other.watch(TABLE)
            async with behind(here, disk, other):
                assert (await screen.answer(new))["code"] == "overloaded"
                seen = looks(disk)
                for _ in range(3):
                    await screen.send(new)
                for said in stored:
                    assert (await screen.answer(said))["type"] == "Accepted"
                refused = [each for each in screen.frames if each.get("code") == "overloaded"]
                assert len(refused) == 4
                assert len(seen) == len(stored), "what was looked up in vain is not again"

    token: list[str] = []
    asyncio.run(before(token))
    asyncio.run(after(*token))
    assert_books_hold(sqlite_url)


def test_what_was_in_doubt_is_looked_up_and_all_else_of_those_who_were_here_is_not(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        disk, said = SlowDisk(sqlite_url), chip()
        async with (
            open_house(sqlite_url, SLOW, disk.database) as here,
            await join(here.address) as other,
        ):
            await here.advance(1)
            async with await join(here.address) as player:
                await player.watch(TABLE)
                await player.betting(TABLE)
                disk.is_silent = True
                assert await code_of(player, said) == "not-stored"
                disk.is_silent = False
                await player.until(lambda: player.trouble is None and player.balance.held == 200)
                seen = looks(disk)
                async with behind(here, disk, other):
                    for _ in range(3):
                        assert await code_of(player, chip()) == "overloaded"
                    assert not seen
                    assert isinstance(await player.request(said), tell.Accepted)
                    assert len(seen) == 1

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_while_nothing_can_be_stored_nothing_that_is_read_counts_as_stored(sqlite_url: str) -> None:
    """It is in the database, but perhaps not on the disk: until a word was stored, nobody knows."""

    async def scenario() -> None:
        disk, said = SlowDisk(sqlite_url), chip()
        async with (
            open_house(sqlite_url, SLOW, disk.database) as here,
            await join(here.address) as player,
            await join(here.address) as other,
        ):
            await player.watch(TABLE)
            await player.betting(TABLE)
            disk.is_silent = True
            assert await code_of(player, said) == "not-stored"
            async with behind(here, disk, other):
                assert here.house.writer.trouble is not None
                assert await code_of(player, said) == "not-stored"
            disk.is_silent = False
            await player.until(lambda: player.trouble is None)
            assert isinstance(await player.request(said), tell.Accepted)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_an_undo_is_taken_while_it_takes_back_and_refused_where_it_would_stake(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        disk, clear = SlowDisk(sqlite_url), ask.Clear(id=new_id(), table=TABLE)
        async with (
            open_house(sqlite_url, SLOW, disk.database) as here,
            await join(here.address) as player,
            await join(here.address) as other,
            await join(here.address) as third,
        ):
            await player.watch(TABLE)
            await player.betting(TABLE)
            for said in (chip(), clear):
                await player.request(said)
            await other.request(chip())
            async with behind(here, disk, third):
                undo = ask.Undo(id=new_id(), table=TABLE)
                assert await code_of(player, undo) == "overloaded"
                assert await code_of(other, ask.Undo(id=new_id(), table="nowhere")) == NOWHERE
                taken = asyncio.create_task(other.request(ask.Undo(id=new_id(), table=TABLE)))
                await waiting(here, 1)
            assert isinstance(await taken, tell.Accepted)
            assert isinstance(await player.request(undo), tell.Accepted), "under the same id"
            await player.until(lambda: player.balance.held == 200)
            await other.until(lambda: other.balance.held == 0)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_where_very_many_wait_nothing_new_is_taken_and_the_rest_is_done(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "MOST_WAITING", 2)

    async def scenario() -> None:
        disk = SlowDisk(sqlite_url)
        async with (
            open_house(sqlite_url, quick_house(window_ms=60_000), disk.database) as here,
            await join(here.address) as player,
            await join(here.address) as other,
            await join(here.address) as third,
        ):
            await player.watch(TABLE)
            await player.betting(TABLE)
            with disk.held():
                kept = [asyncio.create_task(player.request(chip()))]
                await disk.met()
                kept.append(asyncio.create_task(other.request(chip())))
                await waiting(here, 1)
                assert await code_of(third, chip()) == "overloaded"
                clear = ask.Clear(id=new_id(), table=TABLE)
                kept.append(asyncio.create_task(third.request(clear)))
                await until(kept[-1].done)
            for each in kept:
                assert isinstance(await each, tell.Accepted)

    asyncio.run(scenario())


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
                await until(lambda: sum(len(each.heard) for each in here.house.connections) >= 3)
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
            connection.rate_limits = ()
            # The clock was set back since: when he had to wait is still to come.
            connection.kept_ms = house.time.now_ms() + 3_600_000
            connection.heard = [(encode(chip()).decode(), house.time.now_ms() - WAITING_MS - 1)]
            await hear_out(house, connection, decode_ask, do)
            assert house.counters.refusals["overloaded"] == 1
            house.disconnect(connection)

    asyncio.run(scenario())
