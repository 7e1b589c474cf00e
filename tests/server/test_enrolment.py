"""Terminals: a code enrols one browser, once; revoked it is out at once, and its credits stay."""

import asyncio
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError

import pytest
from websockets.exceptions import ConnectionClosed

from punto.client import Player, Refusal, join_as_terminal
from punto.client.player import new_id
from punto.coup import Phase
from punto.house import CashOut, Done, RevokeTerminal
from punto.people import Actor, Role
from punto.protocol import ask
from punto.server.attempts import FREE, FREE_ANYWHERE
from punto.server.counter import at_counter
from punto.server.invitation import LASTS_MS
from punto.testing.serving import ATTENDANT, quick_house
from tests.server.here import MANAGER, Here, assert_books_hold, open_house
from tests.server.office import Office
from tests.server.raw import Raw

NAME, PIN = ATTENDANT


async def joins(here: Here, terminal: str, code: str) -> int:
    """Try to become a terminal, and give the status."""
    try:
        await join_as_terminal(here.address, terminal, code)
    except HTTPError as error:
        with error:
            return error.code
    return 201


async def sold(player: Player, amount: int = 500) -> None:
    await player.request(ask.BuyCredits(id=new_id(), amount=amount, attendant=NAME, pin=PIN))


def test_the_office_invites_a_browser_and_its_code_is_good_once_within_a_day(
    database_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(database_url) as here:
            manager = await Office.of(here, "mara", Role.MANAGER)
            made = (await manager.done("InviteTerminal", terminal="north-7", id="i-1"))[
                "invitation"
            ]
            again = await manager.done("InviteTerminal", terminal="north-7", id="i-1")
            assert (again["again"], again["invitation"]) == (True, made), "a retry shows the same"
            typed = made["code"].upper().replace("-", " ")
            assert await joins(here, "north-8", made["code"]) == 401, "it is for one name"
            assert [await joins(here, "north-7", typed) for _ in range(2)] == [201, 401]
            for wrong, code in (("mara", "name-taken"), ("N-1", "request-malformed")):
                found = await manager.refused("InviteTerminal", terminal=wrong)
                assert found[1] == code, wrong
            late = (await manager.done("InviteTerminal", terminal="north-7"))["invitation"]
            await here.advance(LASTS_MS)
            assert await joins(here, "north-7", late["code"]) == 401

    asyncio.run(scenario())
    assert_books_hold(database_url)


def test_the_code_of_the_file_enrols_the_first_browser_and_no_other(sqlite_url: str) -> None:
    """Neither after a restart nor once the terminal was revoked; another code in time counts."""
    other = quick_house().replace("demo-2", "south-code")

    async def first() -> None:
        async with open_house(sqlite_url) as here:
            assert [await joins(here, "terminal-1", "demo-1") for _ in range(2)] == [201, 401]

    async def then() -> None:
        async with open_house(sqlite_url, other) as here:
            assert await joins(here, "terminal-1", "demo-1") == 401
            assert await joins(here, "terminal-2", "demo-2") == 401
            assert await joins(here, "terminal-2", "south-code") == 201
            gone = RevokeTerminal("terminal-1", "it was stolen")
            assert isinstance(await here.house.writer.ask(MANAGER, gone, "g-1"), Done)

    async def last() -> None:
        async with open_house(sqlite_url) as here:
            assert await joins(here, "terminal-1", "demo-1") == 401

    async def elsewhere() -> None:
        """A code that everybody knows is not left over from a start on loopback."""
        async with open_house(sqlite_url, quick_house() + '[[terminals]]\nid = "t"\ncode = "left"'):
            pass
        async with open_house(sqlite_url, quick_house() + '[[terminals]]\nid = "t"') as here:
            assert await joins(here, "t", "left") == 401

    for each in (first, then, last, elsewhere):
        asyncio.run(each())
    assert_books_hold(sqlite_url)


def test_a_revoked_terminal_is_out_at_once_and_staff_pay_what_is_on_it(database_url: str) -> None:
    """A bet on the table is settled, the rest is paid by hand; the browser does nothing more."""

    async def scenario() -> None:
        async with open_house(database_url) as here:
            manager = await Office.of(here, "mara", Role.MANAGER)
            async with await join_as_terminal(here.address, "terminal-1", "demo-1") as player:
                await sold(player)
                await player.watch("rws")
                await player.betting("rws")
                await player.bet("rws", "player", 100)
                await require_listed(manager, connected=True, enrolled=True)
                async with Raw(here.address, player.session.token) as screen:
                    await screen.of("Welcome")
                    await manager.done("RevokeTerminal", terminal="terminal-1", why="left alone")
                    with suppress(ConnectionClosed):
                        await asyncio.wait_for(screen.socket.wait_closed(), 60)
                    assert screen.socket.close_code == 4401
            await require_out(here, player)
            await here.until("rws", Phase.SETTLED)
            left = (await manager.look("accounts/terminal-1"))["balance"]
            assert left in {400, 500, 600}
            await manager.done("PayCredits", account="terminal-1", amount=left)
            assert (await manager.look("accounts/terminal-1"))["balance"] == 0
            await require_listed(manager, connected=False, enrolled=False)
            told = {each["what"]: each["who"] for each in (await manager.look("events"))["events"]}
            assert told["no browser is terminal-1 any more: left alone"] == "mara"
            assert told["sold 5.00 to terminal-1"] == NAME, "the attendant, and not the terminal"

    asyncio.run(scenario())
    assert_books_hold(database_url)


async def require_out(here: Here, player: Player) -> None:
    """Want nothing of a terminal that is none any more, whichever way it is asked."""
    async with Raw(here.address, player.session.token) as screen:
        assert (await screen.of("Welcome"))["who"] == "spectator"
        assert (await screen.answer(ask.CashOut(id="x")))["code"] == "sign-in"
    terminal = player.session.name
    before = Actor(terminal, Role.TERMINAL, 1)
    late = await here.house.writer.ask(before, CashOut(terminal), "late")
    assert getattr(late, "code", "") == "not-enrolled", "also what was on its way already"


async def require_listed(manager: Office, **state: bool) -> None:
    listed: dict[str, dict[str, Any]] = {
        each["name"]: each for each in (await manager.look("roster", "OfficeRoster"))["terminals"]
    }
    assert {key: listed["terminal-1"][key] for key in state} == state
    assert listed["terminal-1"]["seen_ms"] is not None
    assert listed["terminal-2"]["invited_until_ms"] == 2**53


def test_only_who_serves_terminals_sells_there_and_whoever_was_revoked_does_not(
    sqlite_url: str,
) -> None:
    """A dealer's name and PIN are known and sell nothing; that is on record under the name."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            await Office.of(here, "dora", Role.DEALER)
            manager = await Office.of(here, "mara", Role.MANAGER)
            async with await join_as_terminal(here.address, "terminal-1", "demo-1") as player:
                for who, pin, code in (
                    *(("dora", "2468", "not-permitted"), ("nobody", PIN, "attendant-unknown")),
                    *((NAME, "", "attendant-unknown"), ("", "", "attendant-unknown")),
                ):
                    said = ask.BuyCredits(id=new_id(), amount=100, attendant=who, pin=pin)
                    with pytest.raises(Refusal) as caught:
                        await player.request(said)
                    assert caught.value.code == code, who
                await sold(player, 700)
                assert player.balance.available == 700
            told = [
                (each["who"], each["what"]) for each in (await manager.look("events"))["events"]
            ]
            assert not any("cannot be read" in what for _, what in told)
            until = "a browser may become terminal-1 until one has given its code"
            assert ("house", until) in told
            assert any(who == "dora" and what.startswith("refused: BuyIn") for who, what in told)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_browser_that_another_replaced_is_heard_no_more_however_slowly_it_reads(
    sqlite_url: str,
) -> None:
    """What it has said and was not answered is let go, and what it says after it is not read."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            first = await join_as_terminal(here.address, "terminal-1", "demo-1")
            code = await here.code_for("terminal-1")
            stolen = here.house.connect(here.house.sessions.find(first.session.token))
            stolen.heard.extend([("a bet", 0), ("another", 0)])
            async with await join_as_terminal(here.address, "terminal-1", code) as second:
                assert (stolen.heard, stolen.queue) == ([], []), "neither heard nor waited for"
                await sold(second)
                assert stolen.session is not None
                late = ask.CashOut(id="late")
                refused = await at_counter(here.house, stolen.session, late)
                assert getattr(refused, "code", "") == "not-enrolled"
                assert second.balance.available == 500

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_guesses_elsewhere_keep_nobody_from_selling_and_those_at_a_terminal_nobody_else(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as player,
        ):
            for number in range(FREE_ANYWHERE):
                here.house.pins.begin(NAME, f"place {number}")
            assert here.house.pins.wait_ms(NAME, "another place")
            await sold(player)
            for _ in range(FREE):
                wrong = ask.BuyCredits(id=new_id(), amount=100, attendant="mara", pin="1111")
                with pytest.raises(Refusal):
                    await player.request(wrong)
            assert here.house.attendants.wait_ms("mara", "terminal terminal-1")
            assert here.house.pins.wait_ms("mara", "another place") == 0
            assert here.house.attendants.wait_ms("mara", "terminal terminal-2") == 0

    asyncio.run(scenario())
