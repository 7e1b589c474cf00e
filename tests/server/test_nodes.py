"""Two nodes of one house: whoever comes to either plays at all tables, also when one is dead."""

import asyncio
import socket
import urllib.request
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from sqlalchemy import update

from punto.client import Player, Refusal, join
from punto.client.http import bearing, read
from punto.coup import Phase
from punto.house import Act, CloseTable, Done, OpenTable, Request
from punto.house.configuration import SettingChange
from punto.house.house import house_account
from punto.people import Actor, Role
from punto.protocol import console
from punto.server import table_keeping
from punto.server.async_writer import DRIVER
from punto.server.config import read_config, settings_of
from punto.server.node_wire import MOST_UNPROVEN, Asked, Channel, Present, Stranger
from punto.server.table_settings import Wanted
from punto.store import Database, HouseKey, nodes, schema, steadiness, working_set
from punto.store.node_writer import NodeWriter
from punto.store.timestamp import utc_ms
from punto.testing.driven_time import DrivenTime
from punto.testing.serving import quick_house
from tests.server.console import PIN, Console, asked, enrolled, posted
from tests.server.here import KEY, Here, assert_books_hold, open_house
from tests.server.test_contributions import (
    ROUND,
    SIGNATURE,
    relay,
    table_of,
    until_shoe,
    with_beacon,
)
from tests.server.waiting import until

OWN = "zero"
FIRST = "rws"
MANAGER = Actor("mary", Role.MANAGER)


@pytest.fixture(autouse=True)
def nothing_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no life end and no table move but when the test says so."""
    monkeypatch.setattr(steadiness, "BEATS", 10**9)
    monkeypatch.setattr(table_keeping, "LOOK_SECONDS", 10**6)


def driven(here: Here) -> set[str]:
    assert here.house.node is not None
    return {*here.house.node.driven}


async def look(*houses: Here) -> None:
    for here in houses:
        assert here.house.node is not None
        await here.house.node.keeper.look()
        await here.house.node.keeper.tell_present()


@asynccontextmanager
async def two_nodes(url: str, config: str = "") -> AsyncIterator[tuple[Here, Here]]:
    """Open one house in two nodes, by one clock."""
    time = DrivenTime()
    async with (
        open_house(url, config, time=time, node="one") as one,
        open_house(url, config, time=time, node="other") as other,
    ):
        yield one, other


async def spread(one: Here, other: Here) -> None:
    """Wait until each knows of the other, and let both have their share."""
    for here in (one, other):
        node = here.house.node
        assert node is not None
        await until(lambda node=node: len(node.writer.node.living) == 2)  # type: ignore[misc]
    for _ in range(10):
        if {len(driven(one)), len(driven(other))} == {2, 3}:
            return
        await look(one, other)
    raise AssertionError("they never had their share")


def declared_dead(url: str, name: str) -> None:
    table = schema.nodes
    with Database(url).engine.begin() as connection:
        connection.execute(update(table).where(table.c.name == name).values(seen_ms=1))
        assert name in nodes.end_silent_lives(connection, utc_ms())


def test_whoever_comes_to_a_node_plays_at_the_tables_of_all(postgres_url: str) -> None:
    asyncio.run(_plays_at_all_tables(postgres_url))
    assert_books_hold(postgres_url)


async def _plays_at_all_tables(postgres_url: str) -> None:
    async with two_nodes(postgres_url) as (one, other):
        await spread(one, other)
        assert (len(driven(one)), len(driven(other))) == (3, 2)
        assert not driven(one) & driven(other)
        here = next(name for name in ("tiger", "mbs", "elements") if name in driven(one))
        async with await join(other.address) as player:
            # At a shared table of the other node:
            await player.watch(here)
            await look(other)
            await one.until(here, Phase.BETTING)
            await player.betting(here)
            first = await player.bet(here, "player", 500)
            second = await player.bet(here, "tie", 300)
            assert (first.version, second.version) == (
                player.tables[here].version - 1,  # type: ignore[operator]
                player.tables[here].version,
            )
            assert player.tables[here].stakes == {"player": 500, "tie": 300}
            assert (player.balance.available, player.balance.held) == (99_200, 800)
            with pytest.raises(Refusal) as refused:
                await player.bet(here, "player", 10**9)
            assert refused.value.code == "above-maximum"
            await one.until(here, Phase.SETTLED)
            view = await player.result(here)
            assert {bet.wager for bet in view.bets} == {"player", "tie"}
            # At a table of his own, here and, with the same token, at the other node:
            await player.watch(OWN)
            await player.bet(OWN, "banker", 200)
            await player.deal(OWN)
            async with Player(one.address, player.session) as elsewhere:
                await elsewhere.watch(OWN)
                await elsewhere.bet(OWN, "player", 400)
                await elsewhere.deal(OWN)
                await player.until(lambda: player.tables[OWN].round == 2)
                assert elsewhere.balance.available == player.balance.available
                await elsewhere.watch(here)
                assert elsewhere.tables[here].version == player.tables[here].version
        said = await asyncio.to_thread(read, one.address, "/healthz", dict[str, str], "")
        assert said["node"] in {"one", "other"}


def test_a_table_of_ones_own_is_followed_at_both_nodes_whichever_has_it(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(_is_followed_at_both(postgres_url, monkeypatch))
    assert_books_hold(postgres_url)


async def _is_followed_at_both(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_nodes(postgres_url) as (one, other):
        await spread(one, other)
        monkeypatch.setattr(working_set, "MOST_TABLES", 0)  # as where very many play at their own
        async with await join(one.address) as player:
            await player.watch(OWN)
            await player.bet(OWN, "player", 100)
            await player.deal(OWN)
            await look(one)  # which lets it go, because it is one too many there
            async with Player(other.address, player.session) as elsewhere:
                await elsewhere.watch(OWN)
                for number in range(2, 6):
                    deals = player if number % 2 else elsewhere
                    await deals.bet(OWN, "player", 100 * number)
                    await deals.deal(OWN)
                    for each in (player, elsewhere):
                        await _has_seen(each, OWN, number)
                    await look(one, other)
                assert player.balance == elsewhere.balance
            # Whoever is there no more is followed no more.
            table = f"{OWN}-{player.session.name}"
            other.house.tables.forget(player.session.name)
            await look(other)
            assert table not in other.writer.followed


async def _has_seen(player: Player, table: str, number: int) -> None:
    async with asyncio.timeout(30):
        await player.until(lambda: player.tables[table].round == number)
        await player.until(lambda: player.tables[table].phase == "settled")


def test_the_tables_of_a_dead_node_go_on_elsewhere_with_every_bet(postgres_url: str) -> None:
    asyncio.run(_goes_on_elsewhere(postgres_url))
    assert_books_hold(postgres_url)


async def _goes_on_elsewhere(postgres_url: str) -> None:
    async with two_nodes(postgres_url) as (one, other):
        table = "tiger"
        assert driven(one) > {table}
        player = await join(one.address)
        looks_on = await join(other.address)
        async with player, looks_on:
            await player.watch(table)
            await looks_on.watch(table)
            await one.until(table, Phase.BETTING)
            await player.betting(table)
            await player.bet(table, "player", 500)
            declared_dead(postgres_url, "one")
            with pytest.raises(Refusal) as refused:
                await player.bet(table, "tie", 300)
            assert refused.value.code == "not-stored"
            await until(lambda: one.house.is_lost and one.house.writer.trouble is not None)
            await until(lambda: player.is_lost)
            # It comes back by itself, to whoever is there now, and goes on where it was.
            player.address = other.address
            await player.connect()
            await until(lambda: len(other.writer.living) == 1)  # type: ignore[attr-defined]
            await look(other)
            assert table in driven(other)
            await player.bet(table, "tie", 300)
            await other.until(table, Phase.SETTLED)
            view = await player.result(table)
            assert {(bet.wager, bet.stake) for bet in view.bets} == {("player", 500), ("tie", 300)}
            await looks_on.until(lambda: looks_on.tables[table].version == view.version)


def test_what_is_set_at_one_node_holds_at_the_other(postgres_url: str) -> None:
    asyncio.run(_holds_at_the_other(postgres_url))
    assert_books_hold(postgres_url)


async def _holds_at_the_other(postgres_url: str) -> None:
    async with two_nodes(postgres_url) as (one, other):
        before = other.house.tables.configs["tiger"].minimum
        change = SettingChange("tiger", "minimum", before, 2 * before)
        settings = one.house.settings
        answer = await settings.change(one.house.tables, MANAGER, Wanted((change,)), "why", "set")
        assert isinstance(answer, Done), answer
        await look(other)
        assert other.house.tables.configs["tiger"].minimum == 2 * before
        # Who signs out at one node is out at the other.
        async with await join(other.address) as player:
            token = player.session.token
            await asyncio.to_thread(_called, one.address, "api/sessions", token)
            await until(lambda: player.is_lost)
        # A stranger at the door of the nodes is not heard.
        assert one.house.node is not None
        host, port = one.house.node.writer.node.living[0].address.split(":")
        streams = await asyncio.open_connection(host, int(port))
        channel = Channel(*streams, HouseKey(bytes(32)), "one")
        await channel.greet()
        channel.say(Asked(1, Request(MANAGER, Act("tiger", ()))))
        with pytest.raises(asyncio.IncompleteReadError):
            await channel.hear()
        channel.close()
        await _crowd(host, int(port))
        numbers = await asyncio.to_thread(_called, one.address, "metrics")
        assert 'punto_node_info{name="one"} 1.0' in numbers
        assert "punto_node_epoch 1.0" in numbers


async def _crowd(host: str, port: int) -> None:
    """So many who say nothing are heard out, and no more come in until one of them is gone."""
    waiting = [await asyncio.open_connection(host, port) for _ in range(MOST_UNPROVEN)]
    for reader, _ in waiting:
        await reader.readexactly(16)
    turned_away, its_end = await asyncio.open_connection(host, port)
    assert await turned_away.read() == b""
    for _, writer in (*waiting, (turned_away, its_end)):
        writer.close()


def test_what_is_meant_for_one_node_is_said_to_no_other() -> None:
    """Somebody in between who crosses two connections has no node hear itself as another."""

    async def scenario() -> None:
        key, ends = HouseKey(bytes(32)), socket.socketpair()
        caller, called = [await asyncio.open_connection(sock=end) for end in ends]
        meant, heard = Channel(*caller, key, "one"), Channel(*called, key, "other")
        await asyncio.gather(meant.greet(), heard.greet())
        meant.say(Present("third", {}))
        with pytest.raises(Stranger):
            await heard.hear()
        meant.close()
        heard.close()

    asyncio.run(scenario())


def test_staff_who_sign_in_at_one_node_are_known_at_the_other_until_they_sign_out_at_either(
    postgres_url: str,
) -> None:
    asyncio.run(_staff_at_either(postgres_url))
    assert_books_hold(postgres_url)


async def _staff_at_either(postgres_url: str) -> None:
    async with two_nodes(postgres_url) as (one, other):
        await spread(one, other)
        cookie = await enrolled(one, "dora")
        assert await _is_locked(other, cookie) is False
        async with Console(one, cookie) as dora, Console(other, cookie) as again:
            # Whoever works at either screen is there.
            await one.advance(4 * 60_000)
            await again.done(console.TakeTable)
            assert other.house.node is not None
            await other.house.node.tell_screens()
            await one.advance(4 * 60_000)
            await dora.done(console.LeaveTable)
            # Nobody was at any screen for five minutes: the PIN unlocks both.
            await one.advance(5 * 60_000 + 1)
            assert await _is_locked(one, cookie) is await _is_locked(other, cookie) is True
            said = {"name": "dora", "pin": PIN}
            assert await posted(other, "api/staff/sessions", said, cookie) == (
                201,
                {"name": "dora", "role": "dealer", "locked": False},
                cookie,
            )
            await dora.done(console.TakeTable)
            status, _ = await asked(other, "DELETE", "api/staff/sessions", cookie)
            assert status == 200
            assert (await dora.ask(console.LeaveTable))["code"] == "locked"
            # What one node believes late does not undo it.
            assert one.house.node is not None
            await one.house.node.tell_screens()
            assert await _is_locked(one, cookie) is await _is_locked(other, cookie) is True


def test_a_shoe_that_is_brought_from_any_node_waits_for_the_beacon(postgres_url: str) -> None:
    async def scenario(url: str) -> None:
        config = with_beacon(url).replace("window_ms", 'driver = "dealer"\nwindow_ms')
        async with two_nodes(postgres_url, config) as (one, other):
            for here in (one, other):
                node = here.house.node
                assert node is not None
                await until(lambda node=node: len(node.writer.node.living) == 2)  # type: ignore[misc]
            assert (driven(one), driven(other)) == ({"mbs"}, set())
            cookie = await enrolled(one, "dora")
            async with Console(other, cookie) as dora:
                await dora.done(console.TakeTable, "mbs")
                await dora.done(console.BringShoe, "mbs")
                shuffle = table_of(one).contributing.shuffle
                assert shuffle is not None
                assert shuffle.call is not None
                assert shuffle.call.round == 1000000
                await until_shoe(one, 1)
                mixed = table_of(one).mixed
                assert mixed is not None
                assert (mixed.beacon and mixed.beacon.signature) == SIGNATURE

    with relay(ROUND) as url:
        asyncio.run(scenario(url))
    assert_books_hold(postgres_url)


async def _is_locked(here: Here, cookie: str) -> bool:
    status, said = await asked(here, "GET", "api/staff/me", cookie)
    assert status == 200
    locked: bool = said["locked"]
    return locked


def test_a_node_that_opens_later_knows_who_of_the_staff_is_there_and_keeps_nobody_for_ever(
    postgres_url: str,
) -> None:
    asyncio.run(_knows_staff_later(postgres_url))


async def _knows_staff_later(postgres_url: str) -> None:
    time = DrivenTime()
    async with open_house(postgres_url, time=time, node="one") as one:
        cookie = await enrolled(one, "dora")
        async with open_house(postgres_url, time=time, node="other") as other:
            assert await _is_locked(other, cookie) is True
            first, second = one.house.node, other.house.node
            assert first is not None
            assert second is not None
            await until(lambda: len(first.writer.node.living) == 2)
            await first.tell_screens()
            assert await _is_locked(other, cookie) is False
            await one.advance(5 * 60_000 + 1)
            for node in (first, second, first, second):
                await node.tell_screens()
            assert one.house.staff.screens == other.house.staff.screens == {}


def test_two_nodes_that_open_a_new_house_at_once_drive_each_table_once(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    asyncio.run(_open_at_once(postgres_url, caplog))
    assert_books_hold(postgres_url)


async def _open_at_once(postgres_url: str, caplog: pytest.LogCaptureFixture) -> None:
    time = DrivenTime()
    async with AsyncExitStack() as opened:
        entering = (
            opened.enter_async_context(open_house(postgres_url, time=time, node=name))
            for name in ("one", "other")
        )
        one, other = await asyncio.gather(*entering)
        shared = {each.id for each in one.house.tables.shared()}
        assert not driven(one) & driven(other)
        assert {*one.house.tables.broadcasts} == {*other.house.tables.broadcasts} == shared
        assert not [each for each in caplog.records if each.levelname == "ERROR"]
        await spread(one, other)
        assert not driven(one) & driven(other)
        assert driven(one) | driven(other) == shared
        # A table that came to another by then is driven here no longer.
        there, here = sorted((one, other), key=lambda each: len(driven(each)))
        table = min(driven(here))
        for house, given in ((here, {"leave": (table,)}), (there, {"take": (table,)})):
            assert house.house.node is not None
            assert await house.house.node.writer.look(**given) is None
        await look(here)
        assert table not in driven(here)
        await look(there)
        assert table in driven(there)


def test_a_table_that_cannot_be_opened_holds_up_no_other(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    writer = NodeWriter(Database(postgres_url), KEY, name="one")
    config = read_config(quick_house(), "house.toml")
    first = next(each for each in config.tables if each.id == FIRST)
    for what in (OpenTable(FIRST, settings_of(first)), CloseTable(FIRST, "for now")):
        assert isinstance(writer.ask(Request(DRIVER, what)), Done)
    writer.close()
    table = schema.accounts
    with Database(postgres_url).engine.begin() as connection:
        its = table.c.id == house_account(FIRST)
        assert connection.execute(update(table).where(its).values(authentication=b"no")).rowcount
    asyncio.run(_opens_the_others(postgres_url, caplog))


async def _opens_the_others(postgres_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async with open_house(postgres_url, node="one") as one:
        shared = [each.id for each in one.house.tables.shared()]
        assert shared[0] == FIRST
        assert driven(one) == {*shared[1:]}
        assert f"table {FIRST} cannot be kept now" in caplog.text


def _called(address: str, path: str, token: str = "") -> str:
    """Read what is there; with a token, end its visit there."""
    asked = urllib.request.Request(  # noqa: S310 – our own
        address + path, headers=bearing(token) if token else {}, method="DELETE" if token else "GET"
    )
    with urllib.request.urlopen(asked, timeout=30) as answer:  # noqa: S310 – our own
        text: str = answer.read().decode()
    return text
