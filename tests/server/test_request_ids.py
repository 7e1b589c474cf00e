"""Every answer names its request, and so does what comes of it for one player alone."""

import asyncio

import pytest

from punto.client import Refusal, join, join_as_terminal
from punto.coup import Phase
from punto.house import Done, EndCashOut
from punto.protocol import ask
from punto.testing.serving import ATTENDANT
from tests.server.here import CASHIER, Here, open_house
from tests.server.raw import Frame, Raw

OWN, SHARED = "zero", "mbs"


def named(socket: Raw, id_: str) -> set[str]:
    """Give the kinds of all that was told to one player alone under an id."""
    private = socket.find(lambda frame: frame["type"].startswith("Your"))
    return {frame["type"] for frame in private if frame["id"] == id_}


def last(socket: Raw, kind: str) -> Frame:
    return socket.find(lambda frame: frame["type"] == kind)[-1]


async def guest_of(here: Here) -> str:
    """Sign a guest in; give the token."""
    return (await join(here.address)).session.token


def test_a_hand_of_ones_own_is_named_by_its_deal_on_every_screen(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            token = await guest_of(here)
            async with Raw(here.address, token) as screen, Raw(here.address, token) as other:
                await screen.send(ask.Watch(table=OWN))
                await screen.answer(ask.Chip(id="chip", table=OWN, wager="tie", amount=500))
                await screen.answer(ask.Deal(id="deal", table=OWN))
                for each in (screen, other):
                    await each.until(lambda f: f["type"] == "YourStrip" and f["id"] == "deal")
                    assert named(each, "chip") == {"YourStakes"}
                    of_hand = {"YourBalance", "YourResult", "YourStakes", "YourStrip"}
                    assert named(each, "deal") == of_hand

    asyncio.run(scenario())


def test_a_bet_is_named_and_what_the_house_settles_is_nobodys(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            first, second = await guest_of(here), await guest_of(here)
            async with Raw(here.address, first) as screen, Raw(here.address, second) as rival:
                for each in (screen, rival):
                    await each.send(ask.Watch(table=SHARED))
                    await each.of("YourStrip")
                await here.until(SHARED, Phase.BETTING)
                for each in (screen, rival):
                    await each.answer(ask.Chip(id="c", table=SHARED, wager="tie", amount=500))
                bet = ask.Chip(id="mine", table=SHARED, wager="tie", amount=500)
                await screen.answer(bet)
                assert named(screen, "c") == named(rival, "c") == {"YourBalance", "YourStakes"}
                await here.until(SHARED, Phase.SETTLED)
                for each in (screen, rival):
                    assert (await each.of("YourResult"))["id"] is None
                    assert last(each, "YourBalance")["id"] is None
                assert named(screen, "mine") == {"YourBalance", "YourStakes"}
                assert named(rival, "mine") == set(), "it is another's"

    asyncio.run(scenario())


def test_what_is_done_at_the_counter_is_named_but_for_what_staff_do(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            token = (await join_as_terminal(here.address, "terminal-1", "demo-1")).session.token
            async with Raw(here.address, token) as screen, Raw(here.address, token) as other:
                assert (await screen.of("YourTicket"))["id"] is None
                await screen.answer(
                    ask.BuyCredits(id="buy", amount=700, attendant=ATTENDANT[0], pin=ATTENDANT[1])
                )
                await screen.answer(ask.CashOut(id="out"))
                await other.until(lambda f: f["type"] == "YourTicket" and f["id"] == "out")
                for each in (screen, other):
                    for request in ("buy", "out"):
                        assert named(each, request) == {"YourBalance", "YourTicket"}
                end = EndCashOut(account="terminal-1", printed=True, who="cass", why="gone")
                assert isinstance(await here.house.writer.ask(CASHIER, end, "end"), Done)
                await screen.answer(ask.CashOut(id="again"))
                assert named(screen, "end") == set()
                ended = [f for f in screen.frames if f["type"] == "YourTicket" and not f["ticket"]]
                assert [frame["id"] for frame in ended][-2:] == [None, "again"]

    asyncio.run(scenario())


def test_a_table_that_is_watched_is_shown_under_the_id_of_the_watch(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            token = await guest_of(here)
            async with Raw(here.address, token) as screen:
                for _ in range(2):  # it is no request that is done once
                    await screen.send(ask.Watch(table=SHARED, id="w"))
                await screen.send(ask.Watch(table=SHARED))
                assert (await screen.answer(ask.Watch(table="nowhere", id="x")))["id"] == "x"
                await screen.send(ask.Watch(table="nowhere"))
                assert (await screen.answer_to(""))["code"] == "no-such-table"
                shown = screen.find(lambda frame: frame["type"] == "Snapshot")
                assert [frame["id"] for frame in shown] == ["w", "w", None]
                assert named(screen, "w") == {
                    *("YourContribution", "YourStakes", "YourStrip", "YourBalance")
                }

    asyncio.run(scenario())


def test_a_client_that_watches_what_is_not_shown_to_it_is_told_so(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            with pytest.raises(Refusal) as caught:
                await player.watch("nowhere")
            assert caught.value.code == "no-such-table"

    asyncio.run(scenario())
