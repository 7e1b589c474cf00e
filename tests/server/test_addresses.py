"""Addresses, headers and bodies that are no text: typed answers, and never a mistake of ours."""

import asyncio
import json
import socket
from collections.abc import Iterator
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import pytest

from punto.testing.serving import ServedHouse, quick_house
from tests.server.raw import Raw

DEEP: Final = 100_000


class Answered(NamedTuple):
    """What came back."""

    status: int
    kind: str
    body: bytes


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHouse]:
    """Open a house with pages; it may make no mistake until the end."""
    place = tmp_path_factory.mktemp("house")
    client = place / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<html></html>")
    (client / "assets" / "app.js").write_text("1")
    with ServedHouse(place, quick_house(window_ms=600_000), client=client) as served:
        yield served
        served.stop()
    assert "Traceback" not in served.said
    assert "ERROR" not in served.said


def asked(
    house: ServedHouse, path: bytes, headers: bytes = b"", body: bytes | None = None
) -> Answered:
    """Send a request byte by byte as it is given."""
    method = b"GET" if body is None else b"POST"
    if body is not None:
        headers += b"content-type: application/json\r\ncontent-length: %d\r\n" % len(body)
    lines = (
        method + b" " + path + b" HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n" + headers
    )
    where = urlsplit(house.address)
    with socket.create_connection((where.hostname or "", where.port or 0), timeout=60) as caller:
        caller.sendall(lines + b"\r\n" + (body or b""))
        with caller.makefile("rb") as answer:
            said = answer.read()
    head, _, content = said.partition(b"\r\n\r\n")
    (kind,) = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-type")]
    return Answered(int(head.split(b" ")[1]), kind.partition(b": ")[2].decode(), content)


def assert_refused(answered: Answered, *status: int) -> None:
    assert answered.status in status, answered
    assert answered.kind == "application/json"
    said = json.loads(answered.body)
    assert said["status_code"] == answered.status
    assert said["detail"]


@pytest.mark.parametrize(
    "path",
    [
        b"/assets/%00",
        b"/assets/app.js%00",
        b"/assets/%ff",
        b"/assets/" + b"a" * 300,
        b"/%00",
        b"/%ff%fe",
        b"/%c3",
        b"/api/%00",
        b"/api/tables/%00",
        b"/api/tables/%ed%a0%80",
        b"/api/rounds/%00",
        b"/api/history?table=%00",
        b"/api/history?table=%ff",
        b"/api/tables?%ff=%ff",
    ],
)
def test_an_address_that_is_no_text_is_refused(house: ServedHouse, path: bytes) -> None:
    assert_refused(asked(house, path), 400, 404)


def test_addresses_in_other_scripts_are_text(house: ServedHouse) -> None:
    assert asked(house, b"/assets/app.js").status == 200
    page = asked(house, b"/table/%E8%99%8E", b"accept: text/html\r\n")
    assert (page.status, page.kind.startswith("text/html")) == (404, True)
    told = asked(house, b"/table/%E8%99%8E")
    assert_refused(told, 404)
    assert "/table/虎" in told.body.decode()
    assert_refused(asked(house, b"/api/tables/%E8%99%8E"), 404)


@pytest.mark.parametrize(
    "body",
    [
        b"\xff\xfe",
        b'{"terminal":"\xff","code":"1"}',
        b'{"terminal":"\\ud800","code":"1"}',
        b"[" * DEEP,
        b'{"a":' * DEEP,
        b'{"terminal":' + b"[" * DEEP + b"]" * DEEP + b"}",
        b"null",
        b"",
    ],
    ids=[str(number) for number in range(8)],
)
def test_a_body_that_is_no_sign_in_is_refused(house: ServedHouse, body: bytes) -> None:
    assert_refused(asked(house, b"/api/terminals", body=body), 400)


@pytest.mark.parametrize(
    "name", [b"authorization", b"cookie", b"origin", b"accept", b"content-type"]
)
def test_a_header_that_is_no_text_changes_nothing(house: ServedHouse, name: bytes) -> None:
    for value in (b"\xff\xfe", b"punto=\xff", b"\xc3\x28"):
        assert asked(house, b"/api/house", name + b": " + value + b"\r\n").status == 200
        assert_refused(asked(house, b"/api/history", name + b": " + value + b"\r\n"), 401)


# --- the socket ---------------------------------------------------------------------------------


def test_a_text_frame_that_is_no_text_ends_that_connection_only(house: ServedHouse) -> None:
    async def scenario() -> None:
        async with Raw(house.address) as quiet, Raw(house.address) as wrong:
            await wrong.of("Welcome")
            await wrong.socket.send(b"\xff\xfe", text=True)
            await asyncio.wait_for(wrong.socket.wait_closed(), 60)
            assert wrong.socket.close_code == 1007
            await quiet.send('{"type":"Ping","at_ms":1}')
            await quiet.of("Pong")

    asyncio.run(scenario())


def test_frames_that_are_no_messages_are_answered_as_such(house: ServedHouse) -> None:
    async def scenario() -> None:
        async with Raw(house.address) as raw:
            for frame in (b"\xff\xfe", b"{}", "[" * 60_000, '{"a":' * 10_000):
                raw.frames.clear()
                await raw.send(frame)
                await raw.of("BadFrame")

    asyncio.run(scenario())


@pytest.mark.parametrize("token", ["", "ÿ", "a.b.c.d", "é"])
def test_a_token_that_is_none_makes_a_spectator(house: ServedHouse, token: str) -> None:
    async def scenario() -> None:
        async with Raw(house.address, token) as raw:
            assert (await raw.of("Welcome"))["who"] == "spectator"

    asyncio.run(scenario())
