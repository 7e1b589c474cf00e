"""Coming back at every phase of a round, over two sockets, with requests doubled and mixed up."""

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest

from punto.client import Player, TableView, join
from punto.client.player import new_id
from punto.coup import Phase
from punto.protocol import Ask, ask, tell
from punto.server.broadcast import FRAMES_KEPT
from punto.store import Database
from tests.rules.citing import cites
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.raw import Frame, Raw
from tests.server.waiting import until
from tests.support.house.points import watch_commits

TABLE, OWN = "tiger", "zero"
CARD_MS: Final = 2
CREDITS: Final = 100_000

Moment = Callable[[Here, Player], Awaitable[None]]


async def _betting(_: Here, stays: Player) -> None:
    await stays.betting(TABLE)


async def _staked(_: Here, stays: Player) -> None:
    await stays.bet(TABLE, "tie", 300)
    await stays.bet(TABLE, "player", 500)


async def _closed(here: Here, stays: Player) -> None:
    await here.until(TABLE, Phase.DEALING)
    await stays.until(lambda: stays.tables[TABLE].phase == "dealing")


async def _half_dealt(here: Here, stays: Player) -> None:
    await here.advance(CARD_MS)
    await stays.until(lambda: len(stays.tables[TABLE].hands["banker"]) == 1)


async def _dealt(here: Here, stays: Player) -> None:
    await here.advance(2 * CARD_MS)
    await stays.until(lambda: len(stays.tables[TABLE].hands["banker"]) == 2)


async def _settled(here: Here, stays: Player) -> None:
    await here.until(TABLE, Phase.SETTLED)
    await stays.result(TABLE)


MOMENTS: Final[tuple[Moment, ...]] = (_betting, _staked, _closed, _half_dealt, _dealt, _settled)
"""A round, from one moment to the next."""

PHASES: Final[dict[str, tuple[Moment, Moment]]] = {
    # after which moment the link is lost, and after which it comes back
    "before the bets": (_betting, _betting),
    "after a bet": (_staked, _staked),
    "after no more bets": (_closed, _closed),
    "in the middle of the deal": (_half_dealt, _dealt),
    "after the result": (_settled, _settled),
    "over the result": (_closed, _settled),
    "over everything": (_betting, _settled),
}


def shown(view: TableView) -> dict[str, Any]:
    """Everything that a client knows of a table, but for what a snapshot need not repeat."""
    known = dict(vars(view))
    for name in ("revealed", "commitments"):
        del known[name]
    return known


@pytest.mark.parametrize("phase", PHASES)
def test_who_comes_back_sees_what_who_stayed_sees(sqlite_url: str, phase: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join(here.address) as stays,
            Player(here.address, stays.session) as leaves,
        ):
            await follow(here, stays, leaves, phase)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


async def follow(here: Here, stays: Player, leaves: Player, phase: str) -> None:
    lost, back = PHASES[phase]
    view, other = await stays.watch(TABLE), await leaves.watch(TABLE)
    for moment in MOMENTS:
        await moment(here, stays)
        if moment is lost:
            await leaves.disconnect()
        if moment is back:
            await leaves.connect()
    await leaves.until(lambda: other.version == view.version and other.settled_round == view.round)
    assert shown(other) == shown(view)
    assert other.stakes == {"tie": 300, "player": 500}
    assert leaves.balance == stays.balance
    assert leaves.balance.available == CREDITS + view.net


def test_a_window_is_counted_down_from_the_same_time(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join(here.address) as first,
            await join(here.address) as second,
        ):
            view = await first.watch(TABLE)
            await first.betting(TABLE)
            other = await second.watch(TABLE)
            assert view.closes_at_ms is not None
            assert other.closes_at_ms == view.closes_at_ms

    asyncio.run(scenario())


# --- doubled and mixed up -----------------------------------------------------------------------


def requests_for(table: str) -> list[ask.Building]:
    """Bets that make the same stake in whatever order they come."""
    wagers = ("player", "banker", "tie")
    return [
        ask.Chip(id=f"chip-{at}", table=table, wager=wagers[at % 3], amount=100 * (1 + at // 3))
        for at in range(12)
    ]


@pytest.mark.parametrize("table", [TABLE, OWN])
@pytest.mark.parametrize("seed", range(3))
def test_each_request_has_one_effect_and_one_answer(sqlite_url: str, table: str, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 – a test's own
    said = requests_for(table)
    frames = [[*said, *chance.sample(said, 6)] for _ in range(2)]
    for each in frames:
        chance.shuffle(each)

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            guest = await join(here.address)
            token = guest.session.token
            async with guest, Raw(here.address, token) as one, Raw(here.address, token) as two:
                view = await guest.watch(table)
                await guest.until(lambda: table == OWN or view.phase == "betting")
                await asyncio.gather(_sent(one, frames[0]), _sent(two, frames[1]))
                await _answered(said, one, two)
                assert view.stakes == {"player": 1000, "banker": 1000, "tie": 1000}
                await _clash(one, table)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


async def _sent(socket: Raw, frames: list[ask.Building]) -> None:
    for frame in frames:
        await socket.send(frame)


async def _answered(said: list[ask.Building], *sockets: Raw) -> None:
    """Want one answer to each id, the same to every copy of it."""
    for request in said:
        answers = [await socket.answer_to(request.id) for socket in sockets]
        assert answers[0] == answers[1]
        assert answers[0]["type"] == "Accepted"
    for socket in sockets:
        await socket.send(ask.Ping(at_ms=7))
        await socket.of("Pong")
        copies: dict[str, list[Frame]] = {}
        for frame in socket.find(lambda frame: frame["type"] == "Accepted"):
            copies.setdefault(frame["id"], []).append(frame)
        assert sum(map(len, copies.values())) == 18
        assert all(len(set(map(str, each))) == 1 for each in copies.values())


async def _clash(socket: Raw, table: str) -> None:
    other = ask.Chip(id="chip-0", table=table, wager="tie", amount=900)
    await socket.send(other)
    answer = await socket.until(lambda frame: frame["type"] == "Refused")
    assert (answer["id"], answer["code"]) == ("chip-0", "id-clash")


def test_a_double_click_on_deal_is_one_hand(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as guest:
            view = await guest.watch(OWN)
            await guest.bet(OWN, "player", 300)
            deal = ask.Deal(id="deal-1", table=OWN, seed="0102")
            sockets = [Raw(here.address, guest.session.token) for _ in range(3)]
            for socket in sockets:
                await socket.__aenter__()
            await asyncio.gather(*(socket.send(deal) for socket in sockets for _ in range(2)))
            answers = [await socket.answer_to("deal-1", 2) for socket in sockets]
            assert answers[0] == answers[1] == answers[2]
            await guest.until(lambda: view.settled_round == 1)
            assert len(await guest.history()) == 1
            assert guest.balance.available == CREDITS + view.net
            for socket in sockets:
                await socket.__aexit__(None, None, None)

    asyncio.run(scenario())
    assert assert_books_hold(sqlite_url).rounds == 1


def test_two_screens_of_one_player_show_the_same_stake(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join(here.address) as first,
            Player(here.address, first.session) as second,
        ):
            view, other = await first.watch(OWN), await second.watch(OWN)
            await first.bet(OWN, "player", 300)
            await second.until(lambda: other.stakes == {"player": 300})
            await second.bet(OWN, "player", 200)
            await first.until(lambda: view.stakes == {"player": 500})
            await second.deal(OWN)
            await first.until(lambda: view.settled_round == 1)
            await first.until(lambda: view.strip == other.strip != "")

    asyncio.run(scenario())


# --- the online game's own policy ---------------------------------------------------------------


class Gate:
    """Holds the store up between a request and its commit."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self._open = threading.Event()
        self._open.set()
        self.reached = threading.Event()
        """Somebody stands before the gate, or has passed it."""
        watch_commits(self.database.engine, before=self._pass, after=lambda: None)

    def _pass(self) -> None:
        self.reached.set()
        assert self._open.wait(60), "nobody opened the gate"

    def close(self) -> None:
        self._open.clear()
        self.reached.clear()

    def open(self) -> None:
        self._open.set()


async def dealt_unseen(here: Here, gate: Gate, guest: Player, deal: ask.Deal) -> None:
    """Ask for a hand, and lose the link before it is dealt."""
    await here.time.settled()  # nobody but the guest has anything to store now
    there = len(here.house.connections)
    gate.close()
    await guest.say(deal)
    assert await asyncio.to_thread(gate.reached.wait, 60)
    await guest.disconnect()
    await until(lambda: len(here.house.connections) != there)
    counters, stored_at = here.writer.counters, here.writer.counters.stored_at
    gate.open()
    await until(lambda: counters.stored_at > stored_at)


@cites(zero="DISCONNECTION POLICY")
def test_a_hand_that_nobody_saw_is_in_the_history_only(sqlite_url: str) -> None:
    async def scenario() -> None:
        gate = Gate(sqlite_url)
        async with (
            open_house(sqlite_url, database=gate.database) as here,
            await join(here.address) as guest,
        ):
            view = await guest.watch(OWN)
            await guest.bet(OWN, "player", 300)
            deal = ask.Deal(id=new_id(), table=OWN, seed="00")
            await dealt_unseen(here, gate, guest, deal)
            await guest.connect()
            await guest.until(lambda: view.previous == {"player": 300} and view.strip == "")
            await _nothing_shown(guest, view)
            assert (await guest.request(deal)).id == deal.id
            await _nothing_shown(guest, view)
            await _next_hand(guest, view)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_hand_is_missed_by_the_link_that_asked_whoever_else_looks_on(sqlite_url: str) -> None:
    """A second window of the same player is open, at the same table: it is not who asked."""

    async def scenario() -> None:
        gate = Gate(sqlite_url)
        async with (
            open_house(sqlite_url, database=gate.database) as here,
            await join(here.address) as guest,
            Player(here.address, guest.session) as other,
        ):
            view, looking_on = await guest.watch(OWN), await other.watch(OWN)
            await guest.bet(OWN, "player", 300)
            await dealt_unseen(here, gate, guest, ask.Deal(id=new_id(), table=OWN, seed="00"))
            await guest.connect()
            await guest.until(lambda: view.previous == {"player": 300} and view.strip == "")
            await _nothing_shown(guest, view)
            assert looking_on.strip == ""
            await _next_hand(guest, view)

    asyncio.run(scenario())


async def _nothing_shown(guest: Player, view: TableView) -> None:
    (played,) = await guest.history(OWN)
    assert guest.balance.available == CREDITS + played.net
    assert (view.hands, view.winner) == ({"player": [], "banker": []}, None)
    assert (view.strip, view.roadmap, view.bets) == ("", "", [])
    assert view.roads is not None
    assert view.roads.bead == []
    assert (view.stakes, view.previous) == ({}, {"player": 300})


async def _next_hand(guest: Player, view: TableView) -> None:
    """Play on: only what was seen is on the strip."""
    await guest.request(ask.Rebet(id=new_id(), table=OWN))
    await guest.deal(OWN)
    assert len(view.strip) == len(view.roadmap) == 1
    assert len(await guest.history(OWN)) == 2


def test_a_hand_that_was_seen_is_not_dealt_again_on_resume(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as guest:
            view = await guest.watch(OWN)
            await guest.bet(OWN, "tie", 300)
            await guest.deal(OWN)
            before = shown(view)
            await guest.disconnect()
            await guest.connect()
            await guest.until(lambda: guest.received[-1].__class__.__name__ == "YourBalance")
            assert shown(view) == before
            async with Raw(here.address, guest.session.token) as fresh:
                await fresh.send(ask.Watch(table=OWN))
                snapshot = await fresh.of("Snapshot")
                assert (snapshot["phase"], snapshot["player_cards"]) == ("ready", [])
                assert len((await fresh.of("YourStrip"))["strip"]) == 1

    asyncio.run(scenario())


def test_watching_again_and_again_is_harmless(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as guest:
            said: list[Ask] = [ask.Watch(table=TABLE), ask.Watch(table=TABLE, since=10**12)]
            async with Raw(here.address, guest.session.token) as socket:
                for each in (*said, ask.Unwatch(table=TABLE), *said):
                    await socket.send(each)
                await socket.until(lambda f: f["type"] == "Happened" and len(f["events"]) > 0)
                versions = [f["after"] for f in socket.find(lambda f: f["type"] == "Happened")]
                assert len(versions) == len(set(versions))

    asyncio.run(scenario())


def test_whoever_is_far_behind_is_shown_the_table_and_what_is_told_again_has_its_price(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as guest:
            begun = (await guest.watch(TABLE)).version
            while len(happened(guest)) <= FRAMES_KEPT:
                await here.until(TABLE, Phase.SETTLED)
                await here.until(TABLE, Phase.BETTING)
            async with Raw(here.address, guest.session.token) as socket:
                await socket.send(ask.Watch(table=TABLE, since=begun))
                first = await socket.until(lambda f: f["type"] in {"Snapshot", "Happened"})
                assert first["type"] == "Snapshot"
                (rate,) = {
                    connection.rate_limits[1]
                    for connection in here.house.connections.of_account.get(guest.session.name, ())
                }
                left, behind = rate.left, happened(guest)[-20:]
                await socket.send(ask.Watch(table=TABLE, since=behind[0].after))
                await socket.until(lambda f: f.get("version") == behind[-1].version)
                assert rate.left <= left - len(behind)

    asyncio.run(scenario())


def happened(player: Player) -> list[tell.Happened]:
    return [each for each in player.received if isinstance(each, tell.Happened)]


@cites(zero="ROADMAP 3")
def test_the_strip_is_gone_when_the_game_was_closed(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as guest:
            view = await guest.watch(OWN)
            await guest.bet(OWN, "tie", 300)
            await guest.deal(OWN)
            assert len(view.strip) == len(view.roadmap) == 1
            await guest.disconnect()
            await until(lambda: not here.house.connections)
            async with Raw(here.address, guest.session.token) as anew:
                await anew.send(ask.Watch(table=OWN))
                assert (await anew.of("YourStrip"))["strip"] == ""
                assert (await anew.of("YourStakes"))["previous"] == {"tie": 300}

    asyncio.run(scenario())
