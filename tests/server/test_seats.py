"""Seats over the wire: taken, left, kept for a while for whoever is gone, and seen by everybody."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from punto.client import Refusal, join
from punto.house import CloseTable, Done, OpenTable
from punto.people import Actor, Role
from punto.protocol import console
from punto.protocol.ask import Watch
from punto.server.seating import KEPT_MS, LOOK_MS, SeatKeeper
from punto.testing.serving import quick_house
from tests.server.console import Console, enrolled
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.test_console import dealt

STAKE = 10_000
AWAY_MS = KEPT_MS + 2 * LOOK_MS
"""So long after somebody was seen last his seat is free, whenever it was looked."""


def seats(here: Here) -> dict[str, int]:
    """Who sits where, as it is stored."""
    house_table = here.writer.house_table("salon")
    assert house_table is not None
    return dict(house_table.table.seats)


def test_a_seat_is_taken_once_and_everybody_sees_it(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join(here.address) as ann,
            await join(here.address) as ben,
        ):
            hers, his = await ann.watch("salon"), await ben.watch("salon")
            await ann.take_seat("salon", 3)
            await ann.until(lambda: hers.seat == 3)
            await ben.until(lambda: his.taken == [3])
            assert his.seat is None
            with pytest.raises(Refusal, match="position 3 is taken"):
                await ben.take_seat("salon", 3)
            with pytest.raises(Refusal, match="positions go from 1 to 7"):
                await ben.take_seat("salon", 8)
            with pytest.raises(Refusal, match="nobody needs a seat here"):
                await ben.take_seat("mbs", 1)
            await ben.take_seat("salon", 7)
            await ann.until(lambda: hers.taken == [3, 7])
            await ann.leave_seat("salon")
            await ann.until(lambda: hers.seat is None and hers.taken == [7])
            assert seats(here) == {ben.session.name: 7}

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_seat_is_kept_for_a_while_and_as_long_as_a_stake_stands(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cookie = await enrolled(here, "dora")
            async with Console(here, cookie) as dealer, await join(here.address) as ann:
                table = await ann.watch("salon")
                await dealer.done(console.TakeTable)
                await dealer.done(console.BringShoe)
                await dealer.done(console.OpenBets)
                await ann.take_seat("salon", 3)
                await ann.until(lambda: table.phase == "betting")
                await ann.bet("salon", "player", STAKE)
                with pytest.raises(Refusal, match="a seat is left after the round"):
                    await ann.leave_seat("salon")
                await ann.disconnect()
                await here.advance(AWAY_MS)
                assert seats(here) == {ann.session.name: 3}, "her stake stands"
                await dealt(dealer)
                await dealer.done(console.CollectLosing)
                await dealer.done(console.PayWinning)
            await ann.connect()
            await ann.until(lambda: table.settled_round == 1)
            await here.advance(AWAY_MS)
            assert seats(here) == {ann.session.name: 3}, "she is back"
            await ann.disconnect()
            await here.advance(KEPT_MS - 1)
            assert seats(here) == {ann.session.name: 3}, "a lost link is no farewell"
            await here.advance(AWAY_MS)
            assert seats(here) == {}

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_seat_is_kept_while_a_supervisor_is_awaited(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            cookies = await enrolled(here, "dora"), await enrolled(here, "sue", Role.SUPERVISOR)
            async with Console(here, cookies[0]) as dealer, Console(here, cookies[1]) as sue:
                await ann.watch("salon")
                await ann.take_seat("salon", 3)
                for said in (console.TakeTable, console.BringShoe, console.OpenBets):
                    await dealer.done(said)
                found = console.Irregularity(found="malfunction")
                await dealer.done(console.ReportIrregularity, irregularity=found, why="it jams")
                await ann.disconnect()
                await here.advance(AWAY_MS)
                assert seats(here) == {ann.session.name: 3}, "all stays as it is"
                await sue.done(console.DecideRound, void=True, why="it jams")
                await here.advance(AWAY_MS)
                assert seats(here) == {}

    asyncio.run(scenario())
    assert [each for each in caplog.messages if "the seat of" in each] == []
    assert_books_hold(sqlite_url)


def test_whoever_came_back_keeps_the_seat(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            await ann.watch("salon")
            await ann.take_seat("salon", 3)
            house = here.house
            keeper = SeatKeeper(house.writer, house.tables, house.connections, here.time)
            await keeper.give_up("salon", ann.session.name)
            assert seats(here) == {ann.session.name: 3}, "she is there"

    asyncio.run(scenario())


def test_whoever_stands_behind_a_seat_bets_on_its_position(sqlite_url: str) -> None:
    seats, backed = "\npositions = 7\n", "back_betting = true\nseat_maximum = 15_000\n"
    config = quick_house().replace(seats, seats + backed)

    async def scenario() -> None:
        async with open_house(sqlite_url, config) as here:
            cookie = await enrolled(here, "dora")
            async with (
                Console(here, cookie) as dealer,
                await join(here.address) as ann,
                await join(here.address) as ben,
            ):
                hers, his = await ann.watch("salon"), await ben.watch("salon")
                with pytest.raises(Refusal, match="nobody sits at 3: take the seat"):
                    await ben.stand_behind("salon", 3)
                await ann.take_seat("salon", 3)
                await ben.stand_behind("salon", 3)
                await ben.until(lambda: (his.seat, his.taken) == (3, [3]))
                await dealer.send(Watch(table="salon"))
                await dealer.done(console.TakeTable)
                await dealer.done(console.BringShoe)
                await dealer.done(console.OpenBets)
                await ann.until(lambda: hers.phase == "betting")
                await ann.bet("salon", "player", STAKE)
                with pytest.raises(Refusal, match="a seat may have 15000 at stake"):
                    await ben.bet("salon", "tie", STAKE)
                await ben.bet("salon", "tie", STAKE // 2)
                refused = await dealer.ask(
                    console.LayChips, position=3, wager="player", amount=STAKE
                )
                assert refused["code"] == "above-seat-maximum", "chips count at the position too"
                await dealer.done(console.LayChips, position=5, wager="player", amount=STAKE)
                await dealer.done(console.LayChips, position=5, wager="tie", amount=STAKE // 2)
                await dealer.done(console.TakeChips, position=5, wager="tie")
                await ann.until(lambda: hers.at_position.get("5") == {"player": STAKE})
                assert hers.at_position["3"] == {"player": STAKE, "tie": STAKE // 2}, "of both"
                assert hers.sitters == {"3": ann.session.name[-2:].upper()}, "no name is told"
                async with await join(here.address) as cid:
                    assert (await cid.watch("salon")).at_position == hers.at_position
                await dealer.done(console.CloseBets)
                view = dealer.find(lambda frame: frame["type"] == "ConsoleView")[-1]
                at = [(bet["position"], bet["cash"]) for bet in view["bets"]]
                assert at == [(3, False), (3, False), (5, True)]
                late = await dealer.ask(console.TakeChips, position=5, wager="player")
                assert late["code"] == "withdrawn-too-late"
                fill: dict[str, Any] = {"move": "fill", "amount": STAKE, "why": "slip 17"}
                assert (await dealer.ask(console.MoveFloat, **fill))["code"] == "not-permitted"
                boss = await enrolled(here, "sue", Role.SUPERVISOR)
                async with Console(here, boss) as supervisor:
                    await supervisor.done(console.MoveFloat, **fill)
            await here.advance(AWAY_MS)
            house_table = here.writer.house_table("salon")
            assert house_table is not None
            assert house_table.table.placed == (ann.session.name, ben.session.name)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_whoever_has_no_seat_any_more_at_a_table_opened_again_is_told(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join(here.address) as ann,
            await join(here.address) as ben,
        ):
            hers, his = await ann.watch("salon"), await ben.watch("salon")
            await ann.take_seat("salon", 3)
            await ben.until(lambda: his.taken == [3])
            await ann.until(lambda: hers.seat == 3)
            house_table = here.writer.house_table("salon")
            assert house_table is not None
            manager = Actor("mary", Role.MANAGER)
            smaller = replace(house_table.table.settings, positions=2)
            for what in (CloseTable("salon", "cleaned"), OpenTable("salon", smaller)):
                assert isinstance(await here.house.writer.ask(manager, what), Done)
            await ann.until(lambda: hers.seat is None)
            await ben.until(lambda: his.taken == [])
            await ben.take_seat("salon", 2)
            await ann.until(lambda: hers.taken == [2])

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_seats_outlive_the_house_for_a_while(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            await ann.watch("salon")
            await ann.take_seat("salon", 5)
        async with open_house(sqlite_url, time=here.time) as again:
            assert seats(again) == {ann.session.name: 5}
            await again.advance(AWAY_MS)
            assert seats(again) == {}

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)
