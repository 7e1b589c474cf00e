"""One table shown to many: totals a few times a second, nothing missing, nobody held up."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Final

import pytest

from punto.client import Player, join
from punto.coup import Phase
from punto.protocol import ask
from punto.server.keep_alive import ROUND, KeepAlive
from punto.server.open_socket import OpenSocket, first_heard
from punto.server.socket_frames import goodbye, head_of
from punto.testing.serving import quick_house
from tests.server.here import Here, open_house
from tests.server.raw import Raw
from tests.server.waiting import until

TABLE: Final = "mbs"
FEW_TOTALS: Final = quick_house(window_ms=10_000).replace(
    "totals_per_second = 999999", "totals_per_second = 5"
)
GAP_MS: Final = 200


def scene(url: str, act: Callable[[Here, Player, Raw], Awaitable[None]]) -> None:
    """Let one bet and one look on, at a table whose totals are told five times a second."""

    async def scenario() -> None:
        async with (
            open_house(url, FEW_TOTALS) as here,
            await join(here.address) as player,
            Raw(here.address) as looker,
        ):
            await player.watch(TABLE)
            await looker.send(ask.Watch(table=TABLE))
            await looker.of("Snapshot")
            await here.until(TABLE, Phase.BETTING)
            await act(here, player, looker)

    asyncio.run(scenario())


def totals(looker: Raw) -> list[int]:
    """Give the totals on Banker, in the order in which they were told."""
    events = [e for frame in looker.frames for e in frame.get("events", ())]
    return [e["on_wager"]["banker"] for e in events if e["type"] == "StakesChanged"]


def assert_without_gap(looker: Raw) -> None:
    """Want every frame to follow the one before."""
    told = [f for f in looker.frames if f["type"] in {"Snapshot", "Happened"}]
    for before, then in pairwise(told):
        assert then["type"] == "Snapshot" or then["after"] == before["version"]


async def said_all(looker: Raw, number: int) -> None:
    """Wait for an answer: what was told before it has come."""
    await looker.send(ask.Ping(at_ms=number))
    await looker.until(lambda frame: frame.get("at_ms") == number and frame["type"] == "Pong")


def test_totals_are_told_five_times_a_second_and_the_last_one_before_the_close(
    sqlite_url: str,
) -> None:
    async def act(here: Here, player: Player, looker: Raw) -> None:
        for _ in range(4):
            await player.bet(TABLE, "banker", 200)
        await said_all(looker, 1)
        assert totals(looker) == [200], "the first at once, the others wait"
        await here.advance(GAP_MS - 1)
        await said_all(looker, 2)
        assert totals(looker) == [200]
        await here.advance(1)
        await said_all(looker, 3)
        assert totals(looker) == [200, 800], "all that came meanwhile is one total"
        await player.bet(TABLE, "banker", 200)
        await here.advance(GAP_MS)
        await player.bet(TABLE, "banker", 200)
        await player.bet(TABLE, "banker", 200)
        await here.until(TABLE, Phase.SETTLED)
        await looker.until(lambda f: any(e["type"] == "BettingClosed" for e in f.get("events", ())))
        assert totals(looker) == [200, 800, 1_000, 1_400], "none is missing before the close"
        assert_without_gap(looker)

    scene(sqlite_url, act)


def test_a_clock_that_is_set_back_holds_no_totals_up(sqlite_url: str) -> None:
    async def act(here: Here, player: Player, looker: Raw) -> None:
        for _ in range(2):
            await player.bet(TABLE, "banker", 200)
        here.house.tables.broadcasts[TABLE].tell_due(here.house.time.now_ms() - 3_600_000)
        await said_all(looker, 1)
        assert totals(looker) == [200, 400]

    scene(sqlite_url, act)


def test_whoever_comes_while_totals_wait_sees_all_and_misses_nothing(sqlite_url: str) -> None:
    async def act(here: Here, player: Player, looker: Raw) -> None:
        for _ in range(2):
            await player.bet(TABLE, "banker", 200)
        async with Raw(here.address) as late, Raw(here.address) as later:
            await late.send(ask.Watch(table=TABLE))
            assert (await late.of("Snapshot"))["on_wager"] == {"banker": 400}
            await player.bet(TABLE, "banker", 200)
            await later.send(ask.Watch(table=TABLE))
            assert (await later.of("Snapshot"))["on_wager"] == {"banker": 600}
            await here.advance(GAP_MS)
            await player.bet(TABLE, "banker", 200)
            await here.advance(GAP_MS)
            for each in (looker, late, later):
                await said_all(each, 1)
                assert_without_gap(each)
                assert totals(each)[-1] == 800
            assert totals(late) == [600, 800]
            assert totals(later) == [800], "he was shown the other"

    scene(sqlite_url, act)


def test_whoever_comes_back_while_totals_wait_resumes(sqlite_url: str) -> None:
    async def act(here: Here, player: Player, looker: Raw) -> None:
        await player.bet(TABLE, "banker", 200)
        await said_all(looker, 1)
        known = looker.find(lambda frame: "version" in frame)[-1]["version"]
        await player.bet(TABLE, "banker", 200)
        async with Raw(here.address) as back:
            await back.send(ask.Watch(table=TABLE, since=known))
            await said_all(back, 1)
            assert not back.find(lambda frame: frame["type"] in {"Snapshot", "Happened"})
            await here.advance(GAP_MS)
            told = await back.of("Happened")
            assert (told["after"], totals(back)) == (known, [400])

    scene(sqlite_url, act)


# --- sockets ------------------------------------------------------------------------------------


def masked(head: int, content: bytes) -> bytes:
    size = len(content)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2)
    mask = bytes((1, 2, 3, 4))
    return (
        bytes((head,))
        + length
        + mask
        + bytes(byte ^ mask[place % 4] for place, byte in enumerate(content))
    )


@pytest.mark.parametrize("size", [0, 1, 125, 126, 1_000])
def test_a_text_that_comes_whole_is_read_at_once(size: int) -> None:
    content = b"x" * size
    frame = masked(0x81, content)
    for before in (b"", b"ab"):
        assert first_heard(before + frame + b"more", len(before), 1_000) == (
            content,
            len(before + frame),
        )
    for end in range(len(frame)):
        assert first_heard(frame[:end], 0, 1_000) is None, "not all of it has come"
    assert first_heard(frame, 0, size - 1) is None, "it is too long"


@pytest.mark.parametrize(
    "frame",
    [
        masked(0x01, b"part"),
        masked(0x82, b"bytes"),
        masked(0x89, b"ping"),
        masked(0x88, b""),
        masked(0xC1, b"reserved"),
        masked(0x8A, b"x" * 126),
        b"\x81\x04text",
        b"\x81\xfe\x00\x02\x00\x00\x00\x00ab",
        b"\x81\xff" + (70_000).to_bytes(8) + bytes(70_004),
    ],
)
def test_everything_else_is_left_to_the_library(frame: bytes) -> None:
    assert first_heard(frame, 0, 100_000) is None


def test_the_answer_to_a_ping_is_no_message() -> None:
    assert first_heard(masked(0x8A, b"1234"), 0, 100) == (None, 10)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_what_is_sent_has_the_head_that_the_library_writes(size: int) -> None:
    from websockets.frames import Frame, Opcode  # noqa: PLC0415 – the other opinion

    message = bytes(size)
    assert head_of(size) + message == Frame(Opcode.TEXT, message).serialize(mask=False)
    assert goodbye(1013, "too slow") == b"\x88\x0a" + (1013).to_bytes(2) + b"too slow"


def test_every_socket_is_asked_once_a_round_whether_it_is_there() -> None:
    class Asked:
        times = 0

        def feel(self) -> None:
            self.times += 1

    pulse, first, second = KeepAlive(), Asked(), Asked()
    pulse.join(first)
    pulse.beat()
    pulse.join(second)
    for _ in range(ROUND - 1):
        pulse.beat()
    assert (first.times, second.times) == (1, 0)
    pulse.leave(first)
    pulse.beat()
    assert (first.times, second.times) == (1, 1)


def test_whoever_answers_no_ping_is_gone(sqlite_url: str) -> None:
    """The client of the test answers every ping by itself, until it is told to read no more."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here, Raw(here.address) as quiet:
            await quiet.of("Welcome")
            (connection,) = here.house.connections
            socket = connection.wire
            assert isinstance(socket, OpenSocket)
            for number in range(3):
                socket.feel()
                await said_all(quiet, number)
            await (await quiet.socket.ping())
            socket._is_alive = False  # its answer never came
            socket.feel()
            await quiet.socket.wait_closed()
            assert quiet.socket.close_code == 1011

    asyncio.run(scenario())


def test_a_mistake_of_ours_ends_one_socket_and_is_in_the_log(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, Raw(here.address) as raw:
            await raw.of("Welcome")

            monkeypatch.setattr(here.house.counters, "requests", None)
            await raw.send(ask.Ping(at_ms=1))
            await raw.socket.wait_closed()
            assert raw.socket.close_code == 1011
            await until(lambda: not len(here.house.connections))

    asyncio.run(scenario())
    assert "a socket failed" in caplog.text
