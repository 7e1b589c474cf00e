"""Revoking every token: whoever is signed in is out at once, and stays out over a start."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from punto.cli import run
from punto.client import join, join_as_terminal
from punto.errors import WrongInput
from punto.people import Role
from punto.server.tokens import FILE, Tokens, revoke_tokens
from tests.server.here import KEY, Here, open_house
from tests.server.raw import Raw

TERMINAL: Final = ("terminal-1", "demo-1")
PIN: Final = "481516"


def status(
    here: Here, path: str, content: object = None, method: str = "GET", **headers: str
) -> tuple[int, str]:
    """Ask, and give the status and the cookie of the answer."""
    body = None if content is None else json.dumps(content).encode()
    sent = {"Content-Type": "application/json", **headers}
    request = Request(here.address + path, body, sent, method=method)  # noqa: S310 – our own
    try:
        with urlopen(request, timeout=60) as answer:  # noqa: S310 – our own
            return answer.status, (answer.headers["set-cookie"] or "").partition(";")[0]
    except HTTPError as error:
        with error:
            return error.code, ""


async def enrolled(here: Here, link: str, name: str) -> tuple[int, str]:
    content = {"link": link, "name": name, "pin": PIN}
    return await asyncio.to_thread(status, here, "api/staff/enrolments", content, "POST")


async def who(here: Here, token: str) -> str:
    async with Raw(here.address, token) as raw:
        return str((await raw.of("Welcome"))["who"])


def test_whoever_is_signed_in_is_out_at_once_and_stays_out(
    sqlite_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    word = tmp_path / FILE
    kept: list[str] = []

    async def before() -> None:
        async with open_house(sqlite_url, tokens=word) as here:
            guest = await join(here.address)
            terminal = await join_as_terminal(here.address, *TERMINAL)
            kept.extend((guest.session.token, terminal.session.token))
            unused = here.house.staff.link(Role.DEALER)
            _, cookie = await enrolled(here, here.house.staff.link(Role.MANAGER), "mary")
            me = {"Cookie": cookie}
            assert (await asyncio.to_thread(status, here, "api/staff/me", **me))[0] == 200
            async with Raw(here.address, guest.session.token) as raw, Raw(here.address) as nobody:
                await raw.of("Welcome")
                await nobody.of("Welcome")
                await asyncio.to_thread(revoke_tokens, word)
                with suppress(ConnectionClosed):
                    await asyncio.wait_for(raw.socket.wait_closed(), 60)
                assert raw.socket.close_code == 4401
                assert nobody.socket.close_code is None, "who only looks on has no token"
            assert (await asyncio.to_thread(status, here, "api/staff/me", **me))[0] == 401
            assert (await enrolled(here, unused, "dana"))[0] == 403
            for token in kept:
                assert await who(here, token) == "spectator"
            code = await here.code_for("terminal-1")
            again = await join_as_terminal(here.address, "terminal-1", code)
            assert await who(here, again.session.token) == "terminal"
            kept.append(again.session.token)
            signed = {"name": "mary", "pin": PIN}
            found = await asyncio.to_thread(status, here, "api/staff/sessions", signed, "POST")
            assert found[0] == 201

    async def after() -> None:
        async with open_house(sqlite_url, tokens=word) as here:
            assert [await who(here, token) for token in kept] == [
                *("spectator", "spectator", "terminal")
            ]

    asyncio.run(before())
    asyncio.run(after())
    assert "every token and link is revoked: all have to sign in again" in caplog.messages


def test_an_address_with_a_token_is_refused_whoever_asks(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It would be in the logs of every proxy, and in the history of a browser."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            token = (await join(here.address)).session.token
            for path in ("ws", "ws/watch", "ws/console"):
                for query in (f"token={token}", "TOKEN=", f"a=1&%74oken={token}"):
                    with pytest.raises(InvalidStatus) as caught:
                        await connect(f"ws{here.address[4:]}{path}?{query}")
                    assert caught.value.response.status_code == 403
            found = await asyncio.to_thread(status, here, f"api/house?token={token}")
            assert found[0] == 400
            assert await who(here, token) == "guest"
            assert token not in caplog.text
            assert here.house.limit_hits.counts["token_in_address"] == 10

    asyncio.run(scenario())
    told = [each for each in caplog.messages if "an address with a token in it" in each]
    assert len(told) == 1, "nobody fills the log with it"


def test_a_token_counts_only_as_one_that_is_borne(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            token = (await join(here.address)).session.token
            for said in (token, f"Basic {token}", f"Bearer{token}"):
                async with Raw(here.address, additional_headers={"Authorization": said}) as raw:
                    assert (await raw.of("Welcome"))["who"] == "spectator", said
            async with Raw(here.address, additional_headers={"Cookie": f"punto={token}"}) as raw:
                assert (await raw.of("Welcome"))["who"] == "guest"

    asyncio.run(scenario())


def test_the_command_revokes_and_links_made_after_it_hold(
    sqlite_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PUNTO_KEY", KEY._master.hex())
    word = tmp_path / FILE

    def link() -> str:
        assert run(["admin", "enrol", "dealer", "--data", str(tmp_path)]) == 0
        return capsys.readouterr().out.strip().partition("#")[2]

    async def scenario() -> None:
        async with open_house(sqlite_url, tokens=word) as here:
            old = link()
            assert run(["admin", "revoke-tokens", "--data", str(tmp_path)]) == 0
            assert "revoked" in capsys.readouterr().out
            assert (await enrolled(here, old, "dana"))[0] == 403
            assert (await enrolled(here, link(), "dana"))[0] == 201

    asyncio.run(scenario())
    assert word.stat().st_mode & 0o077 == 0
    assert [each.name for each in tmp_path.iterdir() if "token" in each.name] == [FILE]


def test_without_a_word_the_key_alone_marks_and_each_word_marks_otherwise(tmp_path: Path) -> None:
    """So tokens of before still hold; and a file that is gone for a moment lets nothing in."""
    word = tmp_path / FILE
    tokens = Tokens(KEY, word)
    plain = KEY.mark(b"x", "sessions")
    assert tokens.mark(b"x", "sessions") == plain
    marks = {plain}
    for _ in range(3):
        revoke_tokens(word)
        marks.add(tokens.mark(b"x", "sessions"))
    assert len(marks) == 4
    last = tokens.mark(b"x", "sessions")
    word.unlink()
    assert tokens.mark(b"x", "sessions") == last
    word.mkdir()
    with pytest.raises(WrongInput, match="Is a directory"):
        Tokens(KEY, word)
