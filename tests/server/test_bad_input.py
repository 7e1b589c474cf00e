"""Frames that are none, tokens that are forged, readers that do not read: nobody else notices."""

import asyncio
import json
import os
import socket as sockets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus

from punto.client import Player, join
from punto.protocol import LONGEST_FRAME, ask, decode_ask
from punto.protocol.tell import Trouble
from punto.server import open_socket as wire
from tests.server.here import Here, open_house
from tests.server.raw import Raw
from tests.server.waiting import PATIENCE, until

HUGE: Final = 10**400
CHIP: Final = '{"type":"Chip","id":"a","table":"rws","wager":"tie","amount":%s}'

BAD: Final[dict[str, str | bytes]] = {
    "nothing": "",
    "no JSON": "hello",
    "half of it": '{"type":"Ping"',
    "two of them": '{"type":"Ping","at_ms":1}{"type":"Ping","at_ms":1}',
    "no object": "[]",
    "null": "null",
    "a number": "1",
    "no type": '{"at_ms":1}',
    "an unknown type": '{"type":"Cheat","id":"a"}',
    "a message of the house": '{"type":"Accepted","id":"a"}',
    "a type that is none": '{"type":7}',
    "a missing key": '{"type":"Ping"}',
    "an unknown key": '{"type":"Ping","at_ms":1,"more":2}',
    "a key twice": '{"type":"Ping","at_ms":1,"at_ms":2}',
    "a type twice": '{"type":"Ping","type":"Ping","at_ms":1}',
    "a text for a number": '{"type":"Ping","at_ms":"1"}',
    "a number for a text": '{"type":"Watch","table":1}',
    "a list for a text": '{"type":"Watch","table":["rws"]}',
    "a name with a path": '{"type":"Watch","table":"../rws"}',
    "a name too long": '{"type":"Watch","table":"' + "a" * 25 + '"}',
    "a name with zero": '{"type":"Watch","table":"rws\\u0000"}',
    "a negative version": '{"type":"Watch","table":"rws","since":-1}',
    "no chip": CHIP % 0,
    "a negative chip": CHIP % -100,
    "a broken chip": CHIP % 1.5,
    "a chip beyond all": CHIP % (10**15 + 1),
    "a huge chip": CHIP % HUGE,
    "a chip of another sign": CHIP % "1e3000",
    "true for a chip": CHIP % "true",
    "not a number": CHIP % "NaN",
    "an id with a quote": '{"type":"Undo","id":"a\'; --","table":"rws"}',
    "an empty id": '{"type":"Undo","id":"","table":"rws"}',
    "an id too long": '{"type":"Undo","id":"' + "a" * 37 + '","table":"rws"}',
    "a seed that is none": '{"type":"Deal","id":"a","table":"zero","seed":"xy"}',
    "half a byte of seed": '{"type":"Deal","id":"a","table":"zero","seed":"abc"}',
    "a seed too long": '{"type":"Deal","id":"a","table":"zero","seed":"' + "ab" * 65 + '"}',
    "a deep nest": "[" * 2_000 + "]" * 2_000,
    "a deep object": '{"a":' * 600 + "1" + "}" * 600,
    "a deep field": '{"type":"Ping","at_ms":' + "[" * 1_900 + "]" * 1_900 + "}",
    "too long": '{"type":"Ping","at_ms":1' + " " * LONGEST_FRAME + "}",
    "too long in bytes": '{"type":"Undo","id":"' + "é" * (LONGEST_FRAME // 2) + '","table":"a"}',
    "binary": b'{"type":"Ping","at_ms":1}',
    "bytes that are no text": b"\xff\xfe\x00",
    "a lone surrogate": '{"type":"Watch","table":"\\ud800"}',
}


@asynccontextmanager
async def with_others(url: str) -> AsyncIterator[tuple[Here, Player, Raw]]:
    """Open a house with somebody who just plays, and a guest who is about to misbehave."""
    async with (
        open_house(url) as here,
        await join(here.address) as quiet,
    ):
        await quiet.watch("mbs")
        await quiet.betting("mbs")
        rude = (await join(here.address)).session.token
        async with Raw(here.address, rude) as socket:
            yield here, quiet, socket
        await unaffected(quiet)


async def unaffected(quiet: Player) -> None:
    """Want somebody else to play on, and to have heard of nothing."""
    await quiet.bet("mbs", "tie", 100)
    heard = {type(message).__name__ for message in quiet.received}
    assert not heard & {"BadFrame", "Refused", "Trouble"}


def scene(url: str, act: Callable[[Here, Player, Raw], Awaitable[None]]) -> None:
    async def scenario() -> None:
        async with with_others(url) as (here, quiet, rude):
            await act(here, quiet, rude)

    asyncio.run(scenario())


def test_frames_that_are_none_are_refused_and_counted(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "MOST_BAD_FRAMES", 1_000)

    async def act(here: Here, _: Player, rude: Raw) -> None:
        for count, (name, frame) in enumerate(BAD.items(), start=1):
            await rude.send(frame)
            await rude.send(ask.Ping(at_ms=count))
            await rude.until(lambda f, at=count: f.get("at_ms") == at)  # type: ignore[misc]
            answers = rude.find(lambda frame: frame["type"] == "BadFrame")
            assert len(answers) == here.house.bad_frames == count, name
            assert 0 < len(answers[-1]["words"]) <= 200

    scene(sqlite_url, act)


def test_whoever_sends_nothing_else_is_cut_off(sqlite_url: str) -> None:
    async def act(here: Here, __: Player, rude: Raw) -> None:
        for _ in range(wire.MOST_BAD_FRAMES):
            await rude.send("rubbish")
        await rude.socket.wait_closed()
        assert (rude.socket.close_code, here.house.bad_frames) == (1008, wire.MOST_BAD_FRAMES)
        assert len(rude.find(lambda frame: frame["type"] == "BadFrame")) == wire.MOST_BAD_FRAMES

    scene(sqlite_url, act)


def test_a_frame_beyond_all_measure_ends_the_connection(sqlite_url: str) -> None:
    async def act(_: Here, __: Player, rude: Raw) -> None:
        await rude.send("x" * 100_000)
        await rude.socket.wait_closed()
        assert rude.socket.close_code == 1009

    scene(sqlite_url, act)


def test_unknown_tables_and_wagers_are_refused(sqlite_url: str) -> None:
    async def act(_: Here, __: Player, rude: Raw) -> None:
        await rude.send(ask.Watch(table="nowhere"))
        assert (await rude.of("Refused"))["code"] == "no-such-table"
        chip = ask.Chip(id="a", table="nowhere", wager="tie", amount=100)
        assert (await rude.answer(chip))["code"] == "no-such-table"
        await rude.send(ask.Unwatch(table="nowhere"))
        guess = ask.Chip(id="b", table="zero-gaaaaaaaaaa", wager="tie", amount=100)
        assert (await rude.answer(guess))["code"] == "no-such-table"

    scene(sqlite_url, act)


# --- who one is ---------------------------------------------------------------------------------


def forged(token: str) -> list[str]:
    """Make tokens that look like one of the house's own."""
    account, who, since, mark = token.split(".")
    return [
        "",
        "...",
        "a" * 3_000,
        f"{account}.{who}.{since}.{'0' * len(mark)}",
        f"{account}.terminal.{since}.{mark}",
        f"terminal-1.{who}.{since}.{mark}",
        f"{account}.{who}.{int(since) + 1}.{mark}",
        f"{account}.{who}.{since}.{mark[:-1]}",
        f"{account}.{who}.{since}.é",
        f"{token}.{mark}",
    ]


def test_a_forged_token_makes_a_spectator(sqlite_url: str) -> None:
    async def act(here: Here, quiet: Player, _: Raw) -> None:
        for token in forged(quiet.session.token):
            async with Raw(here.address, token) as thief:
                welcome = await thief.of("Welcome")
                assert (welcome["who"], welcome["name"]) == ("spectator", "")
                chip = ask.Chip(id="a", table="mbs", wager="tie", amount=100)
                assert (await thief.answer(chip))["code"] == "sign-in"
                assert not thief.find(lambda frame: frame["type"].startswith("Your"))

    scene(sqlite_url, act)


def test_a_page_of_another_origin_cannot_connect(sqlite_url: str) -> None:
    async def act(here: Here, quiet: Player, _: Raw) -> None:
        for origin in ("http://evil.example", "null", "https://127.0.0.1", "x"):
            with pytest.raises(InvalidStatus) as caught:
                await Raw(here.address, quiet.session.token, origin=origin).__aenter__()
            assert caught.value.response.status_code == 403

    scene(sqlite_url, act)


def test_a_page_of_the_house_itself_can_connect(sqlite_url: str) -> None:
    async def act(here: Here, _: Player, __: Raw) -> None:
        async with Raw(here.address, origin=here.address.rstrip("/")) as page:
            await page.of("Welcome")

    scene(sqlite_url, act)


# --- anything at all ----------------------------------------------------------------------------

NAMES: Final = st.sampled_from(["rws", "zero", "tie", "player", "a", "nowhere", "", "0" * 40])
VALUES: Final = st.one_of(
    NAMES,
    st.integers(),
    st.floats(allow_nan=False),
    st.booleans(),
    st.none(),
    st.text(max_size=20),
    st.lists(st.integers(), max_size=3),
)
KEYS: Final = st.sampled_from(
    ["type", "id", "table", "wager", "amount", "seed", "since", "at_ms", "printed", "number", "x"]
)
TYPES: Final = st.sampled_from(
    [kind.__name__ for kind in vars(ask).values() if isinstance(kind, type)]
)
OBJECTS: Final = st.builds(
    lambda kind, rest: json.dumps({"type": kind, **rest}),
    TYPES,
    st.dictionaries(KEYS, VALUES, max_size=6),
)
FRAMES: Final = st.lists(
    st.one_of(OBJECTS, OBJECTS, st.text(max_size=200), st.binary(max_size=200)),
    min_size=1,
    max_size=25,
)


def is_message(frame: str | bytes) -> bool:
    try:
        decode_ask(frame if isinstance(frame, str) else "")
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True


@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
@given(nights=st.lists(FRAMES, min_size=1, max_size=6))
def test_whatever_is_sent_nothing_breaks(
    tmp_path_factory: pytest.TempPathFactory, nights: list[list[str | bytes]]
) -> None:
    place = tmp_path_factory.mktemp("fuzz") / "punto.sqlite"

    async def act(here: Here, _: Player, __: Raw) -> None:
        for frames in nights:
            async with Raw(here.address, (await join(here.address)).session.token) as other:
                for frame in frames[: wire.MOST_BAD_FRAMES - 1]:
                    await other.send(frame)
                await other.send(ask.Ping(at_ms=-77))
                await other.until(lambda frame: frame.get("at_ms") == -77)
                bad = sum(not is_message(frame) for frame in frames[: wire.MOST_BAD_FRAMES - 1])
                assert len(other.find(lambda frame: frame["type"] == "BadFrame")) == bad
                codes = {f["code"] for f in other.find(lambda f: f["type"] == "Refused")}
                assert "fault" not in codes

    scene(f"sqlite:///{place}", act)


# --- too fast, too slow -------------------------------------------------------------------------


def test_a_reader_that_does_not_read_is_cut_off(sqlite_url: str) -> None:
    async def act(here: Here, quiet: Player, __: Raw) -> None:
        before = set(here.house.connections)
        writer = await deaf(here.address, (await join(here.address)).session.token)
        (slow,) = set(here.house.connections) - before
        async with asyncio.timeout(PATIENCE):
            while slow in here.house.connections:
                for _ in range(100):
                    slow.tell(Trouble(words="x" * 1_000))
                await asyncio.sleep(0.005)
        assert slow.is_cut
        assert here.house.limit_hits.counts["queued_messages"] == 1
        await unaffected(quiet)
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()

    scene(sqlite_url, act)


async def deaf(address: str, token: str) -> asyncio.StreamWriter:
    """Connect as a client that never reads what it is sent."""
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    plain = sockets.socket()
    plain.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
    plain.setblocking(False)  # noqa: FBT003 – its only argument
    await asyncio.get_running_loop().sock_connect(plain, (host, int(port)))
    reader, writer = await asyncio.open_connection(sock=plain, limit=1_024)
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {token}\r\n"
        "Upgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in await reader.readline()
    return writer


def test_pings_of_a_reader_that_does_not_read_are_not_kept(sqlite_url: str) -> None:
    """Each wants an answer of its length; what nobody takes must not grow in the house."""
    ping, most = bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + b"x" * 125, 16 * 2**20

    async def act(here: Here, quiet: Player, __: Raw) -> None:
        token = (await join(here.address)).session.token
        before = set(here.house.connection_limits.connections)
        writer = await deaf(here.address, token)
        (held,) = set(here.house.connection_limits.connections) - before
        plain: sockets.socket = writer.get_extra_info("socket")
        taken = 0
        with suppress(ConnectionResetError, BrokenPipeError):  # a slow machine cuts him off first
            while taken < most:
                with suppress(BlockingIOError):
                    taken += os.write(plain.fileno(), ping * 500)
                await asyncio.sleep(0)
                assert held.get_write_buffer_size() < 2**20
        assert taken, "something was heard"
        await unaffected(quiet)
        writer.transport.abort()

    scene(sqlite_url, act)


def test_a_flood_of_requests_is_answered_in_order(sqlite_url: str) -> None:
    async def act(_: Here, __: Player, rude: Raw) -> None:
        for at in range(2_000):
            await rude.send(ask.Ping(at_ms=at))
        await rude.until(lambda frame: frame.get("at_ms") == 1_999)
        pongs = [frame["at_ms"] for frame in rude.find(lambda f: f["type"] == "Pong")]
        assert pongs == list(range(2_000))

    scene(sqlite_url, act)


def test_a_socket_that_vanishes_is_forgotten(sqlite_url: str) -> None:
    async def act(here: Here, quiet: Player, rude: Raw) -> None:
        before = len(here.house.connections)
        await rude.send(ask.Watch(table="mbs"))
        await rude.of("Snapshot")
        rude.socket.transport.abort()
        await rude.socket.wait_closed()
        await until(lambda: len(here.house.connections) != before)
        assert len(here.house.tables.broadcasts["mbs"].watchers) == 1
        await unaffected(quiet)

    scene(sqlite_url, act)
