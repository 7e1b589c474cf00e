"""What strangers cannot do: guess, flood, linger, or come back under a code that is gone."""

import asyncio
import json
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed

from punto.client import Player, Refusal, join, join_as_terminal
from punto.client.http import bearing, read
from punto.client.player import new_id
from punto.coup import Phase
from punto.office.significant import Noted, significant
from punto.protocol import HouseInfo, ask
from punto.server.throttle import MOST_KEYS, Throttle
from punto.store import Database
from punto.testing.serving import ATTENDANT, quick_house
from tests.server.console import enrolled
from tests.server.here import Here, open_house
from tests.server.raw import Raw
from tests.server.saying import say
from tests.server.waiting import until

TERMINAL = ("terminal-1", "demo-1")


def posted(here: Here, path: str, content: dict[str, Any], origin: str = "") -> int:
    headers = {"Content-Type": "application/json", **({"Origin": origin} if origin else {})}
    where, body = here.address.rstrip("/") + path, json.dumps(content).encode()
    try:
        with urlopen(Request(where, body, headers, method="POST"), timeout=60) as answer:  # noqa: S310
            return int(answer.status)
    except HTTPError as error:
        with error:
            return error.code


def test_a_throttle_fills_and_empties_with_time() -> None:
    now = 0.0
    throttle = Throttle(2, 60, clock=lambda: now)
    for _ in range(2):
        assert not throttle.is_full("a")
        throttle.count("a")
    assert throttle.is_full("a")
    assert not throttle.is_full("b"), "each has his own"
    now = 61.0
    assert not throttle.is_full("a")


def test_a_throttle_remembers_only_so_many() -> None:
    throttle = Throttle(1, 60, clock=lambda: 0.0)
    throttle.count("first")
    for number in range(MOST_KEYS):
        throttle.count(f"{number}")
    assert not throttle.is_full("first")


def test_codes_of_terminals_cannot_be_guessed_for_long(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            wrong = {"terminal": "terminal-1", "code": "guess"}
            tries = [
                await asyncio.to_thread(posted, here, "/api/terminals", wrong) for _ in range(7)
            ]
            assert tries == [401] * 5 + [429] * 2
            right = dict(zip(("terminal", "code"), TERMINAL, strict=True))
            assert await asyncio.to_thread(posted, here, "/api/terminals", right) == 429

    asyncio.run(scenario())


def test_pins_of_attendants_cannot_be_guessed_for_long(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join_as_terminal(here.address, *TERMINAL) as terminal,
        ):
            codes = []
            name, right = ATTENDANT
            for pin in ("9999", right, "9999"):  # a right one begins anew
                with suppress(Refusal):
                    sold = ask.BuyCredits(id=new_id(), amount=100, attendant=name, pin=pin)
                    await terminal.request(sold)
            for pin in [*("9999",) * 5, right]:
                sold = ask.BuyCredits(id=new_id(), amount=100, attendant=name, pin=pin)
                with pytest.raises(Refusal) as caught:
                    await terminal.request(sold)
                codes.append(caught.value.code)
            assert codes == ["attendant-unknown"] * 4 + ["too-often"] * 2
            assert terminal.balance.available == 100

    asyncio.run(scenario())


def test_guests_do_not_come_by_the_hundred(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            tries = [await asyncio.to_thread(posted, here, "/api/guests", {}) for _ in range(62)]
            assert tries == [201] * 60 + [429] * 2

    asyncio.run(scenario())


def test_whoever_signs_out_is_a_spectator_again(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            for origin, status in (("https://another.example", 403), ("", 204)):
                assert (await asyncio.to_thread(signed_out, here, origin))[0] == status
            async with await join(here.address) as player:
                await player.watch("tiger")
                _, cookie = await asyncio.to_thread(signed_out, here, "", player.session.token)
                assert "Max-Age=0" in cookie, "the browser forgets it"
                with pytest.raises((ConnectionError, ConnectionClosed)):
                    await asyncio.wait_for(watching(player), 60)

    asyncio.run(scenario())


def test_only_an_attendant_takes_a_kiosk_out_of_use(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, f"kiosk = true\n{quick_house()}") as here:
            house = await asyncio.to_thread(read, here.address, "/api/house", HouseInfo)
            assert house.kiosk
            async with await join_as_terminal(here.address, *TERMINAL) as terminal:
                token = terminal.session.token
                wrong = f"{ATTENDANT[0]} 1234"
                for said, status in (*[("", 403)] * 6, *[(wrong, 403)] * 5, (wrong, 429)):
                    out = await asyncio.to_thread(signed_out, here, "", token, attendant=said)
                    assert out[0] == status, said
                headers = bearing(token) | {"x-attendant": wrong}
                where = f"{here.address}api/sessions"
                again = Request(where, headers=headers, method="DELETE")  # noqa: S310 – our own
                with pytest.raises(HTTPError) as caught:
                    await asyncio.to_thread(urlopen, again)  # noqa: S310 – our own
                with caught.value as refused:
                    assert "retry-after" in refused.headers
                await here.advance(60_000)
                right = " ".join(ATTENDANT)
                out = await asyncio.to_thread(signed_out, here, "", token, attendant=right)
                assert out[0] == 204
            last = here.house.writer.house.terminals["terminal-1"]
            assert not last.is_enrolled, "and nobody comes back with what it held"
            (noted,) = [each for each in events(sqlite_url) if "no browser is" in each.what]
            assert (noted.who, noted.role) == (ATTENDANT[0], "cage")
            async with await join(here.address) as guest:
                out = await asyncio.to_thread(signed_out, here, "", guest.session.token)
                assert out[0] == 204

    asyncio.run(scenario())


def test_nothing_takes_the_cookie_of_a_kiosk_but_who_may_take_it_out_of_use(
    sqlite_url: str,
) -> None:
    """Neither a token of nobody beside it, nor another sign-in in its place, nor a dealer."""
    account = {"name": "ann", "password": "a long password"}
    ways: tuple[tuple[str, str, dict[str, str] | None], ...] = (
        *(("DELETE", "sessions", None), ("POST", "guests", None)),
        *(("POST", "sessions", account), ("POST", "accounts", account)),
        ("POST", "terminals", {"terminal": "terminal-2", "code": "demo-2"}),
    )

    async def scenario() -> None:
        async with open_house(sqlite_url, f"kiosk = true\n{quick_house()}") as here:
            await enrolled(here, "dora")
            token = (await join_as_terminal(here.address, *TERMINAL)).session.token
            terminals = here.house.terminals.known
            cookie = {"Cookie": f"punto={token}", **bearing("nonsense")}

            async def asks(
                way: tuple[str, str, dict[str, str] | None], who: str
            ) -> tuple[int, str]:
                headers = {**cookie, "x-attendant": who}
                return await asyncio.to_thread(answered, here, *way, headers)

            for way in ways:
                assert await asks(way, f"dora {ATTENDANT[1]}") == (403, ""), way
            for way in ways[1:]:
                assert await asks(way, " ".join(ATTENDANT)) == (403, ""), way
            assert here.house.terminals.known == terminals, "it is enrolled as before"
            status, taken = await asks(ways[0], " ".join(ATTENDANT))
            assert (status, "Max-Age=0" in taken) == (204, True)
            assert not here.house.terminals.known["terminal-1"].is_enrolled
            refused = [each for each in events(sqlite_url) if each.what.startswith("refused: Rev")]
            assert [each.who for each in refused] == ["dora"]

    asyncio.run(scenario())


def test_a_terminal_that_is_in_use_stays_known_at_its_browser(sqlite_url: str) -> None:
    """Its code was used: a cookie that ran out would need a manager."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            token = (await join_as_terminal(here.address, *TERMINAL)).session.token
            for headers, renewed in (({"Cookie": f"punto={token}"}, True), (bearing(token), False)):
                asked = partial(answered, here, "GET", "house", None, headers)
                status, given = await asyncio.to_thread(asked)
                assert status == 200
                assert (f"punto={token}" in (given or "")) == renewed
                assert ("Max-Age=34560000" in (given or "")) == renewed, "400 days"

    asyncio.run(scenario())


def events(url: str) -> list[Noted]:
    """Read what the office would show of a house."""
    with Database(url).reading() as connection:
        return significant(connection, None, 50)[0]


async def watching(player: Player) -> None:
    while True:
        await player.watch("tiger")


def signed_out(here: Here, origin: str, token: str = "", *, attendant: str = "") -> tuple[int, str]:
    """Sign out, and give the status of the answer and what becomes of the cookie."""
    headers = bearing(token) | {"x-attendant": attendant} | ({"Origin": origin} if origin else {})
    return answered(here, "DELETE", "sessions", None, headers)


def answered(
    here: Here, method: str, path: str, content: dict[str, str] | None, headers: dict[str, str]
) -> tuple[int, str]:
    """Ask, and give the status of the answer and what becomes of the cookie."""
    body = None if content is None else json.dumps(content).encode()
    headers = {"Content-Type": "application/json", **headers}
    request = Request(f"{here.address}api/{path}", body, headers, method=method)  # noqa: S310
    try:
        with urlopen(request, timeout=60) as answer:  # noqa: S310 – our own
            return int(answer.status), answer.headers["set-cookie"]
    except HTTPError as error:
        with error:
            return error.code, error.headers["set-cookie"] or ""


def test_another_site_cannot_sign_anyone_in(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            evil = "https://another.example"
            assert await asyncio.to_thread(posted, here, "/api/guests", {}, evil) == 403
            own = here.address.rstrip("/")
            assert await asyncio.to_thread(posted, here, "/api/guests", {}, own) == 201

    asyncio.run(scenario())


def test_a_token_ends_with_the_enrolment(sqlite_url: str) -> None:
    """Another browser, or none any more: whoever has the old token only looks on."""

    async def who(here: Here, text: str) -> str:
        async with Raw(here.address, text) as raw:
            return str((await raw.of("Welcome"))["who"])

    async def first() -> str:
        async with open_house(sqlite_url) as here:
            return (await join_as_terminal(here.address, *TERMINAL)).session.token

    async def then(old: str) -> None:
        async with open_house(sqlite_url) as here:
            assert await who(here, old) == "terminal", "it outlives the house"
            code = await here.code_for("terminal-1")
            assert await who(here, old) == "terminal", "an invitation ends nothing"
            token = (await join_as_terminal(here.address, "terminal-1", code)).session.token
            assert [await who(here, each) for each in (old, token)] == ["spectator", "terminal"]

    asyncio.run(then(asyncio.run(first())))


def test_a_bet_is_known_again_after_signing_in_again(sqlite_url: str) -> None:
    """A new session remembers no answers; the journal does, even when betting is over."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            said = ask.Chip(id=new_id(), table="mbs", wager="player", amount=100)
            async with await join_as_terminal(here.address, *TERMINAL) as first:
                await first.request(
                    ask.BuyCredits(id=new_id(), amount=1000, attendant="tess", pin="2468")
                )
                view = await first.watch("mbs")
                await first.betting("mbs")
                accepted = await first.request(said)
                await here.until("mbs", Phase.DEALING)
                await first.until(lambda: view.phase == "dealing")
            code = await here.code_for("terminal-1")
            async with await join_as_terminal(here.address, "terminal-1", code) as second:
                assert (await second.request(said)).version == accepted.version

    asyncio.run(scenario())


def test_a_watch_that_was_still_queued_leaves_no_ghost_at_the_table(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            for _ in range(3):
                async with Raw(here.address) as raw:
                    for _ in range(60):
                        await raw.send(ask.Watch(table="tiger"))
                    raw.socket.transport.abort()
            watchers = here.house.tables.broadcasts["tiger"].watchers
            await until(lambda: not watchers and not here.house.connections)

    asyncio.run(scenario())


def test_settings_that_changed_in_a_round_hold_from_the_next(sqlite_url: str) -> None:
    async def until_betting() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            await player.watch("mbs")
            await player.betting("mbs")
            await say(player, "mbs", ask.Chip, wager="player", amount=100)

    async def afterwards() -> None:
        dearer = quick_house().replace("minimum = 1_00", "minimum = 50_00")
        async with open_house(sqlite_url, dearer) as here, await join(here.address) as player:
            view = await player.watch("mbs")
            await here.until("mbs", Phase.SETTLED)
            await here.until("mbs", Phase.BETTING)
            await player.until(lambda: view.round == 2)
            with pytest.raises(Refusal, match="50"):
                await player.bet("mbs", "player", 100)

    asyncio.run(until_betting())
    asyncio.run(afterwards())
