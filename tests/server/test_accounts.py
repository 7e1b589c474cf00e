"""Accounts with a name and a password: opened, kept, left, and guessed at in vain."""

import asyncio
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from punto.client import Refusal, join, join_as_terminal
from punto.client.http import bearing, read
from punto.client.player import Player
from punto.people.patron import IDLE_MS
from punto.protocol import PlayedRound, Session
from punto.server.attempts import FREE_HERE
from punto.testing.driven_time import DrivenTime
from punto.testing.serving import quick_house
from tests.server.held_hashes import crowded
from tests.server.here import Here, assert_books_hold, open_house
from tests.support.house.whole import whole_house

GOOD = "four stout otters"
MINUTE = 60_000
AWAY = (Refusal, ConnectionError, ConnectionClosed)
"""What somebody hears whose visit is over."""


class Answer(NamedTuple):
    """What came over HTTP."""

    status: int
    body: Any

    @property
    def session(self) -> Session:
        return msgspec.convert(self.body, Session)


def ask(here: Here, method: str, path: str, said: object = None, token: str = "") -> Answer:
    """Ask as somebody, or as nobody."""
    headers = {"Content-Type": "application/json"} | (bearing(token) if token else {})
    body = None if said is None else msgspec.json.encode(said)
    request = Request(here.address.rstrip("/") + path, body, headers, method=method)  # noqa: S310 – our own house
    try:
        with urlopen(request) as answer:  # noqa: S310 – our own house
            text = answer.read()
            return Answer(answer.status, msgspec.json.decode(text) if text else None)
    except HTTPError as error:
        with error:
            return Answer(error.code, msgspec.json.decode(error.read() or b"null"))


async def asked(*given: Any) -> Answer:  # noqa: ANN401 – as above
    return await asyncio.to_thread(ask, *given)


async def sign_up(here: Here, name: str, token: str = "", password: str = GOOD) -> Answer:
    said = {"name": name, "password": password}
    return await asked(here, "POST", "/api/accounts", said, token)


async def sign_in(here: Here, name: str, password: str = GOOD) -> Answer:
    return await asked(here, "POST", "/api/sessions", {"name": name, "password": password})


async def is_in(here: Here, session: Session) -> bool:
    return (await asked(here, "GET", "/api/sessions", None, session.token)).status == 200


async def play(player: Player) -> None:
    await player.watch("zero")
    await player.bet("zero", "player", 100)
    await player.deal("zero")


def test_a_guest_becomes_an_account_and_keeps_what_he_has(sqlite_url: str) -> None:
    async def scenario() -> None:
        time = DrivenTime()
        async with open_house(sqlite_url, time=time) as here:
            async with await join(here.address) as guest:
                await play(guest)
                has, account = guest.balance.available, guest.session.name
                answer = await sign_up(here, "ann-lee", guest.session.token)
                assert (answer.status, answer.session.who) == (201, "player")
                assert answer.session.name == "ann-lee"
                assert not await is_in(here, guest.session)  # the cookie of the guest is over
            async with Player(here.address, answer.session) as ann:
                await ann.until(lambda: ann.balance.available == has)
                assert len(await ann.history()) == 1
                await play(ann)
            assert here.writer.house.names["ann-lee"] == account
            assert (await sign_up(here, "ann-lee")).body["code"] == "name-taken"
            assert (await sign_up(here, "bob-ray", answer.session.token)).session.who == "player"
        await time.advance(MINUTE)
        async with open_house(sqlite_url, time=time) as here:
            assert await is_in(here, answer.session)
            again = await sign_in(here, "ann-lee")
            assert again.session.signed_in_before_ms == answer.session.since_ms
            path = "/api/history"
            token = again.session.token
            rounds = await asyncio.to_thread(read, here.address, path, list[PlayedRound], token)
            assert len(rounds) == 2

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_nobody_is_kept_out_where_the_account_was_made_by_guesses_from_everywhere(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            assert (await sign_up(here, "ann-lee")).status == 201
            for number in range(100):
                here.house.passwords.begin("ann-lee", f"192.0.2.{number}")
            assert here.house.passwords.wait_ms("ann-lee", "198.51.100.1") > 0
            again = await sign_in(here, "ann-lee")
            assert again.status == 201

    asyncio.run(scenario())


def test_weak_passwords_and_names_that_are_none_are_refused(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            for password in ("short", "password1!", "P4ssw0rd", "12345678", "aaaaaaaa", "bob-ray9"):
                answer = await sign_up(here, "bob-ray", password=password)
                assert (answer.status, answer.body["code"]) == (422, "password-weak"), password
            for name in ("Bob", "b", "house", "9lives", "x" * 25):
                assert (await sign_up(here, name)).body["code"] == "request-malformed", name
            assert (await sign_up(here, "terminal-1")).body["code"] == "name-taken"
            assert not here.writer.house.names
            opened = [name for name in whole_house(here.writer).accounts if name.startswith("g")]
            assert opened == []  # and no account was opened for it

    asyncio.run(scenario())


def test_a_terminal_whose_name_a_player_has_stays_closed_and_the_house_opens(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            assert (await sign_up(here, "terminal-9")).status == 201
        config = quick_house().replace('id = "terminal-1"', 'id = "terminal-9"')
        async with open_house(sqlite_url, config) as here:
            assert here.writer.account("terminal-9") is None
            assert (await sign_in(here, "terminal-9")).status == 201
            async with await join_as_terminal(here.address, "terminal-2", "demo-2"):
                pass

    asyncio.run(scenario())
    assert "terminal terminal-9 stays closed: 'terminal-9' is on record already" in caplog.text


def test_half_an_hour_without_a_request_ends_a_visit_and_its_socket(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            session = (await sign_up(here, "ann-lee")).session
            async with await join(here.address) as guest, Player(here.address, session) as ann:
                await ann.watch("zero")
                for _ in range(2):  # whoever does something stays
                    await here.advance(IDLE_MS - MINUTE)
                    await ann.bet("zero", "player", 100)
                await here.advance(IDLE_MS + 1)
                with pytest.raises(AWAY):
                    await ann.deal("zero")
                assert not await is_in(here, session)
                assert await is_in(here, guest.session)  # a guest keeps his cookie
            session = (await sign_in(here, "ann-lee")).session
            for _ in range(3):  # so does a program that has no socket
                await here.advance(IDLE_MS - MINUTE)
                assert await is_in(here, session)

    asyncio.run(scenario())


def test_signing_out_ends_this_visit_or_all_of_them_also_after_a_restart(sqlite_url: str) -> None:
    time = DrivenTime()

    async def scenario() -> None:
        async with open_house(sqlite_url, time=time) as here:
            sessions = [(await sign_up(here, "ann-lee")).session]
            for _ in range(3):
                await here.advance(1_000)
                sessions.append((await sign_in(here, "ann-lee")).session)
            assert (
                await asked(here, "DELETE", "/api/sessions", None, sessions[0].token)
            ).status == 204
            assert [await is_in(here, each) for each in sessions] == [False, True, True, True]
        async with open_house(sqlite_url, time=time) as here:
            assert [await is_in(here, each) for each in sessions] == [False, True, True, True]
            changed = {"password": GOOD, "next": "nine green herons"}
            wrong = {"password": "no idea at all", "next": "nine green herons"}
            token = sessions[1].token
            assert (await asked(here, "POST", "/api/passwords", wrong, token)).status == 401
            # Two screens at once: the one whose password was replaced meanwhile has the wrong one.
            at_once = [
                asked(here, "POST", "/api/passwords", changed, each.token) for each in sessions[1:3]
            ]
            answers = await asyncio.gather(*at_once)
            assert sorted(each.status for each in answers) == [201, 401]
            answer = next(each for each in answers if each.status == 201)
            assert not any([await is_in(here, each) for each in sessions])
            here_now = answer.session
            async with Player(here.address, here_now) as ann:
                await ann.watch("zero")
                path = "/api/sessions?everywhere=true"
                assert (await asked(here, "DELETE", path, None, here_now.token)).status == 204
                with pytest.raises(AWAY):
                    await ann.deal("zero")
            assert not await is_in(here, here_now)
            assert (await sign_in(here, "ann-lee")).status == 401
            assert (await sign_in(here, "ann-lee", "nine green herons")).status == 201

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_nobody_learns_from_an_answer_who_has_an_account_and_guessing_must_wait(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            session = (await sign_up(here, "ann-lee")).session
            known, unknown = (
                await sign_in(here, "ann-lee", "x" * 9),
                await sign_in(here, "eve", "x"),
            )
            assert known == unknown
            assert known.body["code"] == "password-wrong"
            for _ in range(4):
                assert (await sign_in(here, "ann-lee", "x" * 9)).status == 401
            assert (await sign_in(here, "ann-lee")).status == 429
            assert await is_in(here, session)  # whoever is in already is not asked
            assert (await sign_in(here, "eve", "x")).status == 401  # and others are heard
            await here.advance(MINUTE)
            assert (await sign_in(here, "ann-lee")).status == 201

    asyncio.run(scenario())


def test_names_that_are_made_up_hold_up_no_screen_that_is_signed_in(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            token = (await sign_up(here, "ann-lee")).session.token
            account, passwords = here.writer.house.names["ann-lee"], here.house.passwords
            for number in range(FREE_HERE):
                passwords.begin(f"nobody-{number}", "127.0.0.1")
                passwords.begin(account, f"192.0.2.{number}")
            assert (await sign_in(here, "eve")).status == 429
            wrong = {"password": "no idea at all", "next": "nine green herons"}
            change = (here, "POST", "/api/passwords", wrong, token)
            assert (await asked(*change)).status == 401, "it is heard"
            await here.advance(MINUTE)
            async with crowded(here.house.accounts.hashing, "127.0.0.1"):
                for answer in (sign_in(here, "ann-lee"), sign_up(here, "bob-ray"), asked(*change)):
                    assert (await answer).body["code"] == "too-often", "others wait for it too"
            assert not here.writer.house.names.get("bob-ray")
            assert (await sign_in(here, "ann-lee")).status == 201

    asyncio.run(scenario())


def test_where_credits_are_money_accounts_are_what_players_are(sqlite_url: str) -> None:
    async def scenario() -> None:
        config = quick_house().replace("play_money = true", "play_money = false")
        config = config if "play_money = false" in config else f"play_money = false\n{config}"
        async with open_house(sqlite_url, config) as here:
            assert (await asked(here, "POST", "/api/guests")).status == 403
            session = (await sign_up(here, "ann-lee")).session
            async with Player(here.address, session) as ann:
                await ann.watch("zero")
                assert ann.balance.available == 0
                with pytest.raises(Refusal) as said:
                    await ann.bet("zero", "player", 100)
                assert said.value.code == "insufficient-credits"
            credits_ = await asked(here, "POST", "/api/credits", None, session.token)
            assert credits_.body["code"] == "no-guests"

    asyncio.run(scenario())
