"""Money over the wire: who is let in, what is sold, what is owed, and the codes that all know."""

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from punto.cli import run
from punto.client import Player, Refusal, join, join_as_terminal
from punto.client.http import bearing
from punto.client.player import new_id
from punto.house import Act, BuyIn, Done, OpenAccount, PayCredits
from punto.house.request import What
from punto.ledger import Kind, debts_of
from punto.protocol import ask
from punto.server.codes import codes_for, is_loopback, known_codes, words_of
from punto.server.config import default_config, read_config
from punto.server.sessions import Sessions
from punto.store import Database, Writer
from punto.table import Found
from punto.table.command import ReportIrregularity
from punto.testing.actors import request_of
from punto.testing.serving import ServedHouse, quick_house
from tests.server.here import CASHIER, KEY, SUPERVISOR, Here, assert_books_hold, open_house
from tests.server.raw import Raw
from tests.server.saying import say
from tests.server.test_http import got
from tests.server.test_terminals import buy, cashed_out
from tests.support.house.whole import whole_house

REAL = quick_house().replace("play_money = true", "play_money = false")
OWN_CODES = quick_house().replace("demo-1", "8265").replace("demo-2", "9174")


async def not_let_in(here: Here) -> dict[str, Any]:
    """Ask to be a guest, and give why that may not be."""
    with pytest.raises(HTTPError) as caught:
        await asyncio.to_thread(got, here, "/api/guests", method="POST")
    with caught.value as answer:
        said: dict[str, Any] = json.loads(answer.read())
    assert said["status_code"] == caught.value.code
    return said


@pytest.mark.parametrize(
    ("credits_", "answers", "left"),
    [(60, [201, 409], 120), (10, [201, 429], 20)],
    ids=["enough after one gift", "never enough"],
)
def test_a_guest_who_has_run_out_gets_credits_again(
    sqlite_url: str, credits_: int, answers: list[int], left: int
) -> None:
    """The dearest table takes 100 and more; the house gives, and its books hold."""
    poor = quick_house().replace("guest_credits = 1_000_00", f"guest_credits = {credits_}")
    assert poor != quick_house()

    async def scenario() -> None:
        async with open_house(sqlite_url, poor) as here, await join(here.address) as player:
            token = player.session.token
            tries = [await asyncio.to_thread(more_credits, here, token) for _ in answers]
            assert tries == answers
            await player.until(lambda: player.balance.available == left)
            assert player.balance.net == 0, "what is given is not won"
            assert await asyncio.to_thread(more_credits, here, "") == 401
            async with await join_as_terminal(here.address, "terminal-1", "demo-1") as terminal:
                token = terminal.session.token
                assert await asyncio.to_thread(more_credits, here, token) == 403

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def more_credits(here: Here, token: str) -> int:
    """Ask for credits again, and give the status of the answer."""
    request = Request(f"{here.address}api/credits", b"", bearing(token))  # noqa: S310 – our own
    try:
        with urlopen(request) as answer:  # noqa: S310 – our own
            return int(answer.status)
    except HTTPError as error:
        with error:
            return error.code


def test_where_credits_are_money_there_are_no_guests(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, REAL) as here:
            said = await not_let_in(here)
            assert (said["status_code"], said["code"]) == (403, "no-guests")
            assert "terminals" in said["detail"]
            assert len(await asyncio.to_thread(got, here, "/api/tables")) == 6
            async with Raw(here.address) as spectator:
                await spectator.send(ask.Watch(table="mbs"))
                assert (await spectator.of("Snapshot"))["table"] == "mbs"
            names = {name for name in whole_house(here.writer).accounts if name.startswith("g")}
            assert names == set(), "nobody has got an account for asking"
            async with await join_as_terminal(here.address, "terminal-1", "demo-1") as player:
                await buy(player, 700)
                assert player.balance.available == 700

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_guest_of_play_money_is_nobody_where_credits_are_money(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as guest:
            token = guest.session.token
            assert here.house.sessions.find(token) is not None
            house, money = here.house, read_config(REAL, "house.toml")
            assert (
                Sessions(money, house.tables, house.writer, house.key, house.time).find(token)
                is None
            )

    asyncio.run(scenario())


def test_a_full_house_says_so_to_a_new_guest(sqlite_url: str) -> None:
    filled(sqlite_url)

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            accounts = len(whole_house(here.writer).accounts)
            said = await not_let_in(here)
            assert (said["status_code"], said["code"]) == (409, "no-room")
            assert "room" in said["detail"]
            assert "stored" not in said["detail"]
            assert len(whole_house(here.writer).accounts) == accounts
            assert here.house.trouble is None
            assert not await here.house.writer.give("rich", 1, "one-more"), "two at once, the last"

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def filled(url: str) -> None:
    """Sell as much as the books can hold, before the house has a cap."""
    writer = Writer(Database(url), KEY)
    wanted: tuple[What, ...] = (
        OpenAccount("cage", Kind.CASH),
        OpenAccount("rich"),
        BuyIn("rich", 10**18),
    )
    for number, what in enumerate(wanted):
        assert isinstance(writer.ask(request_of("test", what, f"{number}")), Done)
    writer.close()


def test_no_more_is_sold_at_a_time_than_the_house_allows(sqlite_url: str) -> None:
    config = quick_house().replace("guest_credits", "sale_maximum = 2_000_00\nguest_credits")

    async def scenario() -> None:
        async with (
            open_house(sqlite_url, config) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as player,
        ):
            with pytest.raises(Refusal) as caught:
                await buy(player, 2_000_01)
            assert caught.value.code == "above-sale-maximum"
            await buy(player, 2_000_00)
            assert player.balance.available == 2_000_00

    asyncio.run(scenario())


# --- what is owed -------------------------------------------------------------------------------


async def won(player: Player) -> int:
    """Play the online game until a hand is won."""
    await player.watch("zero")
    for _ in range(60):
        before = player.balance.available
        await player.bet("zero", "player", 100)
        await player.deal("zero")
        await player.until(lambda: player.balance.held == 0)
        if player.balance.available > before:
            return player.balance.available - before
    raise AssertionError("nothing is won in sixty hands")


async def voided(here: Here, table: str) -> None:
    report = ReportIrregularity(found=Found.MALFUNCTION, who="sam", why="seen")
    answer = await here.house.writer.ask(SUPERVISOR, Act(table, (report,)))
    assert type(answer).__name__ == "Done", answer


def test_a_debt_is_shown_and_collected_from_the_same_player(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as guest:
            name, desk = guest.session.name, here.house.writer
            amount = await won(guest)
            account = desk.account(name)
            assert account is not None
            await desk.ask(CASHIER, PayCredits(name, account.available), new_id())
            await voided(here, f"zero-{name}")
            await guest.until(lambda: guest.balance.owed == amount)
            await desk.ask(CASHIER, BuyIn(name, amount + 40), new_id())
            await guest.until(lambda: guest.balance.owed == 0)
            assert guest.balance.available == 40

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_the_next_customer_of_a_terminal_owes_nothing(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as player,
        ):
            await buy(player, 5_000)
            amount = await won(player)
            await cashed_out(player)
            await voided(here, "zero-terminal-1")
            await buy(player, 800)
            assert (player.balance.available, player.balance.owed) == (800, 0)
            ticket = await cashed_out(player)
            assert ticket.amount == 800
            debts = debts_of(whole_house(here.writer).ledger(), "terminal-1")
            assert sum(-debt.balance for debt in debts) == amount

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_whoever_owes_more_than_is_there_cashes_out_without_a_ticket(sqlite_url: str) -> None:
    """A stake lies elsewhere while a hand is voided, and comes back: all of it is owed."""

    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as player,
        ):
            await buy(player, 5_000)
            amount = await won(player)
            await player.watch("rws")
            await player.betting("rws")
            await say(player, "rws", ask.Chip, wager="player", amount=100)
            spent = PayCredits("terminal-1", player.balance.available)
            await here.house.writer.ask(CASHIER, spent, new_id())
            await voided(here, "zero-terminal-1")
            await say(player, "rws", ask.Clear)
            await player.until(lambda: player.balance.available == 100)
            assert player.balance.owed == amount >= 100
            asked = ask.CashOut(id=new_id())
            answers = [await player.request(asked) for _ in range(2)]
            assert [each.ticket for each in answers] == [False, False]
            assert (player.tickets, player.ticket) == ({}, None)
            assert (player.balance.available, player.balance.owed) == (0, amount - 100)
            await buy(player, 800)
            assert (player.balance.available, player.balance.owed) == (800, 0)
            out = await player.request(ask.CashOut(id=new_id()))
            assert out.ticket

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


# --- the start of a house -----------------------------------------------------------------------


def test_other_terms_are_refused_at_the_start(tmp_path: Path) -> None:
    with ServedHouse(tmp_path, quick_house()) as house:
        house.stop()
        before = written(tmp_path)
        for old, new, words in (
            ('currency = "credits"', 'currency = "EUR"', "currency 'credits', and not 'EUR'"),
            ("minor_digits = 2", "minor_digits = 0", "minor digits '2', and not '0'"),
            ("play_money = true", "play_money = false", "money 'play money', and not 'real money'"),
        ):
            house.config.write_text(quick_house().replace(old, new), encoding="utf-8")
            with pytest.raises(AssertionError, match="did not open"):
                house.start()
            assert words in house.said
            assert "keep another house elsewhere (--data)" in house.said
            assert house.said.count("\n") == 1
            assert written(tmp_path) == before, "nothing is written"
        house.config.write_text(quick_house(), encoding="utf-8")
        key = tmp_path / "house.key"
        ours = key.read_text()
        key.write_text("11" * 32)
        with pytest.raises(AssertionError, match="did not open"):
            house.start()
        assert "put the right one in its place" in house.said
        assert house.said.count("\n") == 1
        assert written(tmp_path) == before, "the house of another key"
        key.write_text(ours)
        house.start()
        assert house.stop() == 0


def written(place: Path) -> list[str]:
    """Give all that the books hold."""
    with closing(sqlite3.connect(place / "punto.db")) as connection:
        return list(connection.iterdump())


def test_codes_that_everybody_knows_are_refused_on_another_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(quick_house(), encoding="utf-8")
    data = tmp_path / "data"
    options = ["--config", str(file), "--data", str(data), "--host", "0.0.0.0"]  # noqa: S104
    assert run(["serve", *options]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    for key in ("terminals[0].code", "terminals[1].code"):
        assert key in said
    assert not data.exists()


def served(tmp_path: Path, *options: str) -> list[str]:
    """Open the usual house, read what it says, and close it."""
    code = "from punto.cli import main, web_client\nweb_client.built_client = lambda: None\nmain()"
    command = [sys.executable, "-c", code, "serve", "--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen(
        [*command, *options],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(3)]
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    return lines


def test_the_usual_house_says_that_its_codes_hold_on_this_machine_only(tmp_path: Path) -> None:
    assert "on this machine only" in served(tmp_path)[2]


def test_the_usual_house_makes_fresh_codes_for_another_address(tmp_path: Path) -> None:
    said = served(tmp_path, "--host", "0.0.0.0")[2]  # noqa: S104
    assert len(re.findall(r"\bterminal-[12] [a-z2-9]{5}-[a-z2-9]{5}\b", said)) == 2
    assert "demo" not in said


def test_fresh_codes_are_others_every_time() -> None:
    usual = default_config()
    houses = [codes_for("192.168.0.7", usual, None) for _ in range(20)]
    made = {each.code for house in houses for each in house.terminals}
    assert len(made) == 40


@pytest.mark.parametrize(
    ("host", "is_here"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("::1%lo", True),
        ("localhost", True),
        ("0.0.0.0", False),  # noqa: S104 – the case to be told apart
        ("::", False),
        ("192.168.0.7", False),
        ("house.example", False),
    ],
)
def test_which_addresses_are_this_machine(host: str, is_here: bool) -> None:  # noqa: FBT001
    assert is_loopback(host) is is_here


def test_codes_of_ones_own_are_good_anywhere() -> None:
    own = read_config(OWN_CODES, "house.toml")
    assert list(known_codes(own)) == []
    assert codes_for("192.168.0.7", own, "house.toml") is own
    assert words_of(own, own, {"terminal-1"}) == []


def test_whoever_opens_a_house_is_told_what_its_codes_are_worth() -> None:
    usual = default_config()
    (here,) = words_of(usual, usual, {"terminal-1"})
    assert "on this machine only" in here
    fresh = codes_for("192.168.0.7", usual, None)
    first, second = fresh.terminals
    (there,) = words_of(usual, fresh, {first.id, second.id})
    assert all(f"{each.id} {each.code}" in there for each in fresh.terminals)
    (left,) = words_of(usual, fresh, {second.id})
    assert (f"{second.id} {second.code}" in left, first.id in left) == (True, False), "it is used"
    assert words_of(usual, fresh, ()) == []


def test_a_code_for_attendants_of_an_older_file_is_read_and_holds_no_more() -> None:
    read = read_config(f'attendant_code = "271828"\n{OWN_CODES}', "house.toml")
    (words,) = words_of(read, read, ())
    assert words.startswith("attendant_code holds no more")
    assert "271828" not in words
