"""Behind a proxy: its word is taken if it is named, and nobody else's, whatever he sends."""

import asyncio
import http.client
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import pytest
from litestar.types import Receive, Scope, Send
from websockets.exceptions import InvalidStatus

from punto.cli import run
from punto.errors import WrongInput
from punto.people import Role
from punto.server.codes import codes_for, words_of
from punto.server.config import default_config, read_config
from punto.server.proxies import behind_proxies
from punto.server.server_config import ServerConfig, reached_by
from punto.testing.serving import quick_house
from tests.server.here import Here, open_house
from tests.server.raw import Raw

HERE: Final = '\n[server]\nproxy = ["127.0.0.1"]\nhosts = ["punto.example", "inside"]'
ORIGIN: Final = '\n[server]\norigin = "https://punto.example"'
WRONG: Final = json.dumps({"terminal": "terminal-1", "code": "guess"}).encode()


class Said(NamedTuple):
    """What came back over the wire."""

    status: int
    cookie: str


def asked(here: Here, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Said:
    """Ask over a connection of one's own, with headers to the letter, `Host` among them."""
    connection = http.client.HTTPConnection(urlsplit(here.address).netloc, timeout=60)
    try:
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            connection.putheader(name, value)
        connection.putheader("Content-Length", str(len(body or b"")))
        connection.endheaders(body)
        answer = connection.getresponse()
        answer.read()
        return Said(answer.status, answer.headers.get("set-cookie", ""))
    finally:
        connection.close()


def in_a_house(url: str, text: str, scenario: Callable[[Here], Awaitable[None]]) -> None:
    async def opened() -> None:
        async with open_house(url, quick_house() + text) as here:
            await scenario(here)

    asyncio.run(opened())


async def guest(here: Here, **headers: str) -> Said:
    return await asyncio.to_thread(asked, here, "POST", "/api/guests", b"", _dashed(headers))


async def guess(here: Here, **headers: str) -> int:
    said = await asyncio.to_thread(asked, here, "POST", "/api/terminals", WRONG, _dashed(headers))
    return said.status


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


# --- the address --------------------------------------------------------------------------------


def test_an_address_that_anybody_has_written_is_no_address(sqlite_url: str) -> None:
    """Also from this machine: otherwise codes could be guessed for ever."""

    async def scenario(here: Here) -> None:
        tries = [await guess(here, X_Forwarded_For=f"203.0.113.{number}") for number in range(6)]
        assert tries == [401] * 5 + [429]

    in_a_house(sqlite_url, "", scenario)


def test_whoever_guesses_behind_a_proxy_keeps_nobody_else_out(sqlite_url: str) -> None:
    async def scenario(here: Here) -> None:
        tries = [
            await guess(here, X_Forwarded_For=f"198.51.100.{number}, 203.0.113.1")
            for number in range(6)
        ]
        assert tries == [401] * 5 + [429], "what he has written himself does not count"
        assert await guess(here, X_Forwarded_For="203.0.113.2") == 401
        assert await guess(here) == 401, "nor does he keep out the proxy itself"

    in_a_house(sqlite_url, HERE, scenario)


CLIENTS: Final = [
    (("10.1.2.3", "203.0.113.7"), "203.0.113.7"),
    (("10.1.2.3", "198.51.100.1, 203.0.113.7"), "203.0.113.7"),
    (("10.1.2.3", "203.0.113.7, 10.0.0.2"), "203.0.113.7"),
    (("10.1.2.3", "10.0.0.9, 10.0.0.2"), "10.0.0.9"),
    (("10.1.2.3", "203.0.113.7:4711"), "203.0.113.7"),
    (("10.1.2.3", "[2001:db8::7]:4711"), "2001:db8::7"),
    (("10.1.2.3", "2001:db8::7"), "2001:db8::7"),
    (("10.1.2.3", "::ffff:203.0.113.7"), "203.0.113.7"),
    (("::ffff:10.1.2.3", "203.0.113.7"), "203.0.113.7"),
    (("10.1.2.3", "unknown"), "10.1.2.3"),
    (("10.1.2.3", "203.0.113.7, unknown"), "10.1.2.3"),
    (("10.1.2.3", "unknown, 10.0.0.2"), "10.0.0.2"),
    (("10.1.2.3", ""), "10.1.2.3"),
    (("192.0.2.1", "203.0.113.7"), "192.0.2.1"),
]


@pytest.mark.parametrize(("hops", "client"), CLIENTS)
def test_the_client_is_the_nearest_that_is_no_proxy(hops: tuple[str, str], client: str) -> None:
    peer, forwarded = hops
    seen = as_passed_on(
        {"client": (peer, 5), "headers": [(b"x-forwarded-for", forwarded.encode())]}
    )
    assert seen["client"] is not None
    assert seen["client"][0] == client


def test_a_header_that_comes_twice_is_one_list() -> None:
    headers = [(b"x-forwarded-for", b"203.0.113.7"), (b"x-forwarded-for", b"203.0.113.8")]
    seen = as_passed_on({"client": ("10.0.0.1", 5), "headers": headers})
    assert seen["client"] == ("203.0.113.8", 0)


@pytest.mark.parametrize(
    ("kind", "proto", "scheme"),
    [
        ("http", b"https", "https"),
        ("http", b"HTTPS", "https"),
        ("http", b"http, https", "https"),
        ("http", b"ftp", "http"),
        ("websocket", b"https", "wss"),
        ("websocket", b"http", "ws"),
    ],
)
def test_the_scheme_is_what_the_proxy_was_asked_by(kind: str, proto: bytes, scheme: str) -> None:
    headers = [(b"x-forwarded-proto", proto)]
    usual = "http" if kind == "http" else "ws"
    asked = {"type": kind, "scheme": usual, "client": ("10.0.0.1", 5), "headers": headers}
    assert as_passed_on(asked)["scheme"] == scheme


@pytest.mark.parametrize(
    ("said", "host"),
    [
        (b"punto.example", b"punto.example"),
        (b"[2001:db8::7]:8443", b"[2001:db8::7]:8443"),
        (b"evil.example, punto.example:8443", b"punto.example:8443"),
        (b"punto.example/..", b"inside"),
        (b"a b", b"inside"),
        (b"", b"inside"),
    ],
)
def test_the_host_is_what_the_proxy_was_asked_for(said: bytes, host: bytes) -> None:
    headers = [(b"host", b"inside"), (b"x-forwarded-host", said)]
    seen = as_passed_on({"client": ("10.0.0.1", 5), "headers": headers})
    assert [value for name, value in seen["headers"] if name == b"host"] == [host]


def as_passed_on(asked: Mapping[str, object]) -> Scope:
    """Give what an application behind proxies of 10.0.0.0/8 sees."""
    found: list[Scope] = []

    async def app(scope: Scope, _: Receive, __: Send) -> None:
        found.append(scope)

    async def nothing(*_: object) -> None:
        """Say and hear nothing."""

    scope = {"type": "http", "scheme": "http", **asked}
    asyncio.run(behind_proxies(app, ("10.0.0.0/8",))(scope, nothing, nothing))  # type: ignore[arg-type]  # what it looks at
    return found[0]


# --- origin, host and scheme --------------------------------------------------------------------


def test_a_proxy_that_rewrites_the_host_is_believed_if_it_is_named(sqlite_url: str) -> None:
    browser = {"Host": "inside:8000", "Origin": "https://punto.example"}
    proxy = {"X_Forwarded_Host": "punto.example", "X_Forwarded_Proto": "https"}

    async def scenario(here: Here) -> None:
        assert (await guest(here, **browser)).status == 403
        assert (await guest(here, **browser, **proxy)).status == 201
        for evil in ("https://evil.example", "http://punto.example", "null"):
            assert (await guest(here, **{**browser, "Origin": evil}, **proxy)).status == 403

    in_a_house(sqlite_url, HERE, scenario)


def test_without_a_proxy_that_is_named_its_headers_are_ignored(sqlite_url: str) -> None:
    browser = {"Host": "inside:8000", "Origin": "https://punto.example"}
    proxy = {"X_Forwarded_Host": "punto.example", "X_Forwarded_Proto": "https"}

    async def scenario(here: Here) -> None:
        assert (await guest(here, **browser, **proxy)).status == 421, "nor is it called so"
        said = await guest(here, X_Forwarded_Proto="https")
        assert said.status == 201
        assert "Secure" not in said.cookie

    in_a_house(sqlite_url, "", scenario)


def test_the_public_origin_is_the_only_one(sqlite_url: str) -> None:
    """Whatever the host is called inside, and whatever a page elsewhere calls itself."""

    async def scenario(here: Here) -> None:
        for origin, status in (
            ("https://punto.example", 201),
            (here.address.rstrip("/"), 403),
            ("http://punto.example", 403),
            ("https://punto.example.evil.example", 403),
        ):
            assert (await guest(here, Origin=origin)).status == status, origin
        assert (await guest(here)).status == 201, "a program names no page"
        for origin, code in (("https://punto.example", 0), ("https://evil.example", 403)):
            assert await knocked(here, origin) == code, origin

    in_a_house(sqlite_url, ORIGIN, scenario)


async def knocked(here: Here, origin: str) -> int:
    """Open a socket from a page; 0 if it is let in, or what it is refused with."""
    try:
        async with Raw(here.address, origin=origin) as raw:
            await raw.of("Welcome")
            return 0
    except InvalidStatus as refused:
        return refused.response.status_code


# --- cookies ------------------------------------------------------------------------------------


def test_cookies_go_under_tls_only_if_the_house_is_reached_so(sqlite_url: str) -> None:
    async def scenario(here: Here) -> None:
        plain = await guest(here)
        assert "Secure" not in plain.cookie, "on this machine nothing else would bring it back"
        encrypted = await guest(here, X_Forwarded_Proto="https")
        for said in (plain, encrypted):
            assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(said.cookie.split("; "))
        assert "Secure" in encrypted.cookie.split("; ")

    in_a_house(sqlite_url, HERE, scenario)


def test_cookies_of_staff_are_no_worse(sqlite_url: str) -> None:
    async def scenario(here: Here) -> None:
        link = here.house.staff.link(Role.DEALER)
        body = json.dumps({"link": link, "name": "dana", "pin": "481516"}).encode()
        said = await asyncio.to_thread(asked, here, "POST", "/api/staff/enrolments", body, {})
        assert said.status == 201
        assert {"HttpOnly", "SameSite=strict", "Secure"} <= set(said.cookie.split("; "))

    in_a_house(sqlite_url, ORIGIN, scenario)


# --- settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('proxy = ["10.0.0.1/8"]', "server.proxy: '10.0.0.1/8' is no network"),
        ('proxy = ["nginx"]', "server.proxy: 'nginx' is no network"),
        ('origin = "punto.example"', "server.origin: 'punto.example' is no origin"),
        ('origin = "https://punto.example/"', "server.origin: 'https://punto.example/' is no"),
        ('origin = "ftp://punto.example"', "is no origin: https://punto.example is one"),
        ("port = 70000", "server.port: Expected `int` <= 65535"),
        ("prot = 80", "unknown field `prot`"),
    ],
)
def test_a_wrong_setting_is_one_line(text: str, reason: str) -> None:
    with pytest.raises(WrongInput) as caught:
        read_config(f"{quick_house()}\n[server]\n{text}", "house.toml")
    assert reason in str(caught.value)


def test_options_come_before_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = ServerConfig(host="10.0.0.9", port=80, proxy=("10.0.0.0/8",))
    said = {"host": None, "port": 0, "proxy": (), "origin": "https://punto.example"}
    wanted = ServerConfig(
        host="10.0.0.9", port=0, proxy=("10.0.0.0/8",), origin="https://punto.example"
    )
    assert reached_by(file, said) == wanted
    assert run(["serve", "--proxy", "nginx", "--data", str(tmp_path / "data")]) == 2
    assert "proxy: 'nginx' is no network" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_codes_that_everybody_knows_do_not_hold_behind_a_proxy() -> None:
    """The world comes from this machine then."""
    usual = read_config(quick_house() + HERE, "house.toml")
    with pytest.raises(WrongInput, match="with a proxy before the house set another"):
        codes_for("127.0.0.1", usual, "house.toml")
    fresh = codes_for("127.0.0.1", usual, None)
    assert fresh.terminals[0].code != usual.terminals[0].code
    (words,) = words_of(usual, fresh, {each.id for each in usual.terminals})
    assert f"terminal-1 {fresh.terminals[0].code}" in words
    assert codes_for("127.0.0.1", default_config(), None) == default_config()
