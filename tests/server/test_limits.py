"""Limits on connections, questions and messages: nobody alone takes what others need."""

import asyncio
import http.client
import json
import resource
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from litestar.types import Receive, Scope, Send

from punto.client import join
from punto.server.concurrent_requests import ConcurrentRequests
from punto.server.connection_limits import (
    MOST_PARTING,
    SPARE_FILES,
    ConnectionLimits,
    files_allowed,
)
from punto.server.limit_hits import QUIET_SECONDS, LimitHits
from punto.server.networks import place_of
from punto.server.rate_limit import RateLimit, RateLimits
from punto.server.request_body import HEARD_AHEAD
from punto.server.traffic_config import TrafficConfig
from punto.testing.serving import UNHURRIED, ServedHouse, quick_house
from tests.server.here import Here, open_house
from tests.server.waiting import until

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

HALVES: Final = (
    b"",
    b"GET /api/ho",
    b"GET /api/house HTTP/1.1\r\nHost: localhost\r\nX-Slow: a",
    b"POST /api/terminals HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n\r\n{",
    b"POST /api/terminals HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HT",
)
"""Questions that never come to their end."""


def limited(**limits: int) -> str:
    """Give a house with limits of its own."""
    lines = "\n".join(f"{name} = {value}" for name, value in limits.items())
    return quick_house().replace(UNHURRIED, f"[traffic]\n{lines}\n")


def got(address: str, source: str = "127.0.0.1", path: str = "/api/house") -> tuple[int, Any]:
    """Ask from an address of this machine."""
    place = urlsplit(address)
    asking = http.client.HTTPConnection(
        place.hostname or "", place.port, timeout=30, source_address=(source, 0)
    )
    try:
        asking.request("GET", path)
        answer = asking.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        asking.close()


# --- slow questions -----------------------------------------------------------------------------


def test_ninety_half_questions_are_soon_gone(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, limited(header_seconds=1, body_seconds=1)) as here:
            place = urlsplit(here.address)
            slow = [await asyncio.open_connection(place.hostname, place.port) for _ in range(90)]
            for number, (_, writer) in enumerate(slow):
                writer.write(HALVES[number % len(HALVES)])
            assert (await asyncio.to_thread(got, here.address))[0] == 200, "others are served"
            ends = await asyncio.wait_for(asyncio.gather(*(ended(r) for r, _ in slow)), 60)
            said = {end.partition(b"\r\n")[0] for end in ends}
            assert said <= {b"HTTP/1.1 408 Request Timeout", b"HTTP/1.1 200 OK"}
            await asyncio.gather(*(gone(writer) for _, writer in slow))
            counts = here.house.limit_hits.counts
            late = counts["header_seconds"] + counts["body_seconds"]
            assert 75 <= late <= 90, "but for those that the keep-alive ends"
            await until(lambda: not here.house.connection_limits.connections)

    async def ended(reader: asyncio.StreamReader) -> bytes:
        with suppress(ConnectionError):
            return await reader.read()
        return b""

    asyncio.run(scenario())
    assert sum("limit reached: header_seconds" in line for line in caplog.messages) == 1
    assert not [each for each in caplog.records if each.exc_info], "and nothing failed"


CHUNKED: Final = b"Transfer-Encoding: chunked\r\n\r\n"
BEHIND: Final = b"GET /api/house HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
"""A question that only one of two lengths hides."""


def test_too_much_is_refused_in_words(sqlite_url: str) -> None:
    """Headers and bodies that are too long, and bodies that end before they are over."""

    async def scenario() -> None:
        config = limited(header_bytes=4_096, body_bytes=2_048)
        async with open_house(sqlite_url, config) as here:
            head = b"POST /api/terminals HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            for said, status in (
                (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 5_000, 400),
                (head + b"X: " + b"a" * 5_000 + b"\r\nContent-Length: 0\r\n\r\n", 431),
                (head + b"Content-Length: 2\r\n" + CHUNKED + b"0\r\n\r\n" + BEHIND, 400),
                (head + b"Content-Length: 3000\r\n\r\n" + b"a" * 3_000, 413),
                (head + b"Content-Length: 99999999999999999999999\r\n\r\n", 400),
                (head + b"Content-Length: -1\r\n\r\n", 400),
                (head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
                (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
                (b"GET /api/house HTTP/1.1\r\n\r\n", 400),
                (b"GET /api/house HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
            ):
                answer = await asyncio.to_thread(raw, here, said)
                assert answer.split(b" ")[1] == str(status).encode(), (said[:80], answer[:80])
                body = json.loads(answer.partition(b"\r\n\r\n")[2])
                assert body["status_code"] == status

    asyncio.run(scenario())


async def gone(writer: asyncio.StreamWriter) -> None:
    """Close a connection to its end."""
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


def raw(here: Here, said: bytes) -> bytes:
    """Say something over a connection of its own, and give all that comes back."""
    place = urlsplit(here.address)
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=30) as asking:
        asking.sendall(said)
        with asking.makefile("rb") as answer:
            return answer.read()


# --- too many connections -----------------------------------------------------------------------


class _Poor(ServedHouse):
    """A house that the system lets have few files open."""

    def command(self) -> list[str]:
        """Open it where 1,024 files are all there are, as under `ulimit -n 1024`."""
        python, option, script, *rest = super().command()
        few = "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))\n"
        return [python, option, few + script, *rest]


def test_a_thousand_idle_connections_shut_nobody_out(tmp_path: Path) -> None:
    """Whoever plays goes on; newcomers of that address are told so; others come in."""
    files_allowed(4_096)
    config = limited(header_seconds=600, messages_per_second=1_000)
    with _Poor(tmp_path, config) as house, ExitStack() as idle:
        place = urlsplit(house.address)

        def fill(source: str, count: int) -> None:
            for _ in range(count):
                asking = socket.create_connection(
                    (place.hostname or "", place.port or 0), source_address=(source, 0)
                )
                idle.enter_context(asking)

        async def scenario() -> None:
            async with await join(house.address) as player:
                await player.watch("zero")
                await asyncio.to_thread(fill, "127.0.0.1", 1_100)
                await player.bet("zero", "player", 500)
                await player.deal("zero")
                status, said = await asyncio.to_thread(got, house.address)
                assert (status, said["status_code"]) == (503, 503)
                assert (await asyncio.to_thread(got, house.address, "127.0.0.2"))[0] == 200
                await asyncio.to_thread(fill, "127.0.0.3", 400)
                assert (await asyncio.to_thread(got, house.address, "127.0.0.2"))[0] == 503
                await player.bet("zero", "player", 500)
                await player.deal("zero")

        asyncio.run(scenario())
        house.stop()
    most = 1_024 - SPARE_FILES - MOST_PARTING
    assert f"{most} connections at most: the system lets the house have 1024 files" in house.said
    assert "limit reached: connections_per_address, by 127.0.0.1" in house.said
    assert "limit reached: connections, by 127.0.0." in house.said
    assert "Traceback" not in house.said


def test_the_gate_counts_all_and_each_address() -> None:
    limit_hits = LimitHits()
    limits = TrafficConfig(connections=8, connections_per_address=5)
    connection_limits = ConnectionLimits(limits, ["10.0.0.0/8"], limit_hits)
    transports = [asyncio.Transport() for _ in range(12)]
    came = [connection_limits.enter(each, "192.0.2.1") for each in transports[:6]]
    assert came == [True] * 5 + [False]
    assert [connection_limits.enter(each, "10.0.0.1") for each in transports[6:10]] == [
        True
    ] * 3 + [False]
    assert dict(limit_hits.counts) == {"connections_per_address": 1, "connections": 1}
    for each in (transports[0], transports[0], transports[6]):
        connection_limits.leave(each)
    assert len(connection_limits.connections) == 6
    assert connection_limits.enter(transports[10], "192.0.2.1")
    assert ConnectionLimits(TrafficConfig(connections=8), (), limit_hits).most_of_one == 6, (
        "of eight"
    )


def test_a_network_of_ipv6_is_one_place() -> None:
    """Whoever has one line has 2⁶⁴ addresses: for connections, questions and rates one."""
    for address, place in (
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1", "192.0.2.1"),
        ("", ""),
    ):
        assert place_of(address) == place
    limit_hits = LimitHits()
    connection_limits = ConnectionLimits(
        TrafficConfig(connections_per_address=2), ["fd00::/8"], limit_hits
    )
    came = [
        connection_limits.enter(asyncio.Transport(), f"2001:db8::{number}") for number in range(3)
    ]
    assert came == [True, True, False]
    assert connection_limits.enter(asyncio.Transport(), "2001:db8:0:1::")
    assert all(
        connection_limits.enter(asyncio.Transport(), f"fd00::{number}") for number in range(3)
    )
    pacing = RateLimits(TrafficConfig(), limit_hits)
    assert pacing.of("", "2001:db8::1")[1] is pacing.of("", "2001:db8::2")[1]


def test_as_many_files_as_the_system_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = resource.RLIM_INFINITY
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    for limits, given in (
        ((1_024, 4_096), 4_096),
        ((1_024, endless), 9_000),
        ((endless, endless), 9_000),
        ((20_000, 20_000), 20_000),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _, limits=limits: limits)
        assert files_allowed(9_000) == given
    assert asked == [(4_096, 4_096), (9_000, endless)]


def test_whoever_is_turned_away_first_makes_way_for_the_next(sqlite_url: str) -> None:
    """Each is told why, however many come; none of them is kept for long."""

    async def scenario() -> None:
        async with open_house(sqlite_url, limited(connections=1)) as here:
            place = urlsplit(here.address)
            came = [
                await asyncio.open_connection(place.hostname, place.port)
                for _ in range(MOST_PARTING + 20)
            ]
            assert (await asyncio.to_thread(got, here.address))[0] == 503
            for reader, _ in came[1:]:
                assert (await reader.read()).startswith(b"HTTP/1.1 503 ")
            assert len(here.house.connection_limits.connections) == 1
            await asyncio.gather(*(gone(writer) for _, writer in came))

    asyncio.run(scenario())


# --- too much at the same time ------------------------------------------------------------------


def test_so_many_questions_are_answered_at_the_same_time(sqlite_url: str) -> None:
    del sqlite_url
    limit_hits = LimitHits()
    limits = TrafficConfig(questions=3, questions_per_address=2, connections_per_address=2)
    statuses: list[int] = []

    async def scenario() -> None:
        done = asyncio.Event()

        async def slow(scope: Scope, receive: Receive, send: Send) -> None:
            del scope, receive, send
            await done.wait()

        crowd = ConcurrentRequests(ConnectionLimits(limits, (), limit_hits))
        app = crowd.bounded(slow)

        async def empty() -> Any:  # noqa: ANN401 – ASGI's
            return {"type": "http.request", "body": b"", "more_body": False}

        async def sent(message: Any) -> None:  # noqa: ANN401 – as above
            if message["type"] != "http.response.body":
                statuses.append(message.get("status") or message["code"])

        def ask(kind: str, address: str, path: str = "/") -> "asyncio.Task[None]":
            scope: Any = {"type": kind, "client": (address, 1), "path": path}
            return asyncio.ensure_future(app(scope, empty, sent))

        asked = [ask("http", f"2001:db8::{number}") for number in range(3)]
        asked += [ask("http", "192.0.2.2") for _ in range(2)]
        asked += [ask("websocket", f"2001:db8::{number}") for number in range(3)]
        asked += [ask("http", "2001:db8::1", "/healthz"), ask("lifespan", "")]
        asked += [ask("http", "192.0.2.3")]
        await asyncio.sleep(0)
        assert len(crowd._of_address) == 3, "whoever is refused leaves nothing behind"
        done.set()
        await asyncio.gather(*asked)
        await ask("http", "2001:db8::1")

    asyncio.run(scenario())
    assert statuses == [503, 503, 4_503, 503]
    assert dict(limit_hits.counts) == {
        "questions_per_address": 1,
        "questions": 2,
        "connections_per_address": 1,
    }


def body_of(length: int, come: int, *headers: str) -> bytes:
    """Write a question with a body, of which so much has come."""
    lines = ("POST /api/sessions HTTP/1.1", "Host: localhost", "Content-Type: application/json")
    head = "\r\n".join((*lines, f"Content-Length: {length}", *headers, "", ""))
    return head.encode() + b" " * come


async def begun(here: Here, source: str, said: bytes) -> "Streams":
    """Begin a question from an address of this machine."""
    place = urlsplit(here.address)
    reader, writer = await asyncio.open_connection(
        place.hostname, place.port, local_addr=(source, 0), limit=2**20
    )
    writer.write(said)
    await writer.drain()
    return reader, writer


def test_bodies_that_do_not_end_take_no_place_from_anybody(sqlite_url: str) -> None:
    """From the same address as others either; each is answered when it has come to its end."""

    async def scenario() -> None:
        config = limited(questions=3, questions_per_address=2, body_seconds=600)
        async with open_house(sqlite_url, config) as here:
            slow = [await begun(here, "127.0.0.2", body_of(90, 80)) for _ in range(20)]
            slow += [await begun(here, "127.0.0.3", HALVES[4]) for _ in range(20)]
            for source in ("127.0.0.1", "127.0.0.2", "127.0.0.3"):
                assert (await asyncio.to_thread(got, here.address, source))[0] == 200
            assert not here.house.limit_hits.counts
            for reader, writer in slow[:20]:
                writer.write(b" " * 10)
                assert b" 400 " in await reader.readline(), "it is no JSON"
            for _, writer in slow:
                await gone(writer)

    asyncio.run(scenario())


def test_long_bodies_that_still_come_have_few_places(sqlite_url: str) -> None:
    async def scenario() -> None:
        config = limited(
            questions=6, questions_per_address=5, bodies_per_address=2, body_seconds=600
        )
        async with open_house(sqlite_url, config) as here:
            long = HEARD_AHEAD + 5_000
            slow = [
                await begun(here, "127.0.0.2", body_of(long + 1, long, "Connection: close"))
                for _ in range(8)
            ]
            counts = here.house.limit_hits.counts
            async with asyncio.timeout(30):
                while counts["bodies_per_address"] < 6:  # noqa: ASYNC110 – it tells nobody
                    await asyncio.sleep(0.01)
            for source in ("127.0.0.1", "127.0.0.2"):
                assert (await asyncio.to_thread(got, here.address, source))[0] == 200
            for _, writer in slow:
                with suppress(ConnectionError):
                    writer.write(b" ")
            told = [(await reader.read()).partition(b"\r\n")[0] for reader, _ in slow]
            assert sorted(each.split()[1] for each in told) == [b"400"] * 2 + [b"503"] * 6
            for _, writer in slow:
                await gone(writer)
            assert dict(counts) == {"bodies_per_address": 6}

    asyncio.run(scenario())


def test_a_body_that_comes_drop_by_drop_is_waited_for_no_longer_than_another(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, limited(body_seconds=1)) as here:
            reader, writer = await begun(here, "127.0.0.2", body_of(10_000, 1))
            with suppress(ConnectionError):
                while not here.house.limit_hits.counts["body_seconds"]:
                    writer.write(b" ")
                    await asyncio.sleep(0.05)
            assert (await reader.readline()) == b"HTTP/1.1 408 Request Timeout\r\n"
            await gone(writer)

    asyncio.run(asyncio.wait_for(scenario(), 30))


# --- messages -----------------------------------------------------------------------------------


def test_whoever_talks_too_fast_is_heard_later_and_nothing_is_lost() -> None:
    now, limit_hits = [100.0], LimitHits()

    async def sleep(seconds: float) -> None:
        now[0] += seconds

    async def scenario() -> None:
        limit = RateLimit("messages_per_second", 10, limit_hits, clock=lambda: now[0], sleep=sleep)
        for _ in range(35):
            limit.left -= 1
            if limit.left < 0:
                await limit.keep("192.0.2.1")
        assert now[0] == 103.0, "ten a second"
        assert limit_hits.counts["messages_per_second"] == 3
        now[0] += 5
        for _ in range(6):
            limit.left -= 1
            if limit.left < 0:
                await limit.keep("192.0.2.1")
        assert limit_hits.counts["messages_per_second"] == 3, "who is slow waits for nothing"
        await limit.keep("192.0.2.1")
        assert now[0] == 108.0

    asyncio.run(scenario())


def test_many_who_share_a_rate_limit_keep_it_together() -> None:
    """However many wait at the same time, each second lets in as many as are allowed."""
    now, heard, screens, seconds = [0.0], [0], 60, 30
    asleep: list[asyncio.Future[None]] = []

    async def sleep(wait: float) -> None:
        del wait
        asleep.append(asyncio.get_running_loop().create_future())
        await asleep[-1]

    async def scenario() -> None:
        limit = RateLimit(
            "messages_per_account", 10, LimitHits(), clock=lambda: now[0], sleep=sleep
        )

        async def talk() -> None:
            while True:
                heard[0] += 1
                limit.left -= 1
                if limit.left < 0:
                    await limit.keep("192.0.2.1")

        talking = [asyncio.create_task(talk()) for _ in range(screens)]
        for second in range(1, seconds + 1):
            while len(asleep) < screens:  # noqa: ASYNC110 – until all of them wait
                await asyncio.sleep(0)
            woken, now[0] = list(asleep), float(second)
            asleep.clear()
            for waking in woken:
                waking.set_result(None)
        for each in talking:
            each.cancel()

    asyncio.run(scenario())
    assert 10 * seconds <= heard[0] <= 10 * (seconds + 1) + screens


def test_screens_of_an_account_and_of_an_address_share_a_rate_limit() -> None:
    pacing = RateLimits(TrafficConfig(), LimitHits())
    first, second = pacing.of("ann", "192.0.2.1"), pacing.of("ann", "192.0.2.2")
    other, nobody = pacing.of("bob", "192.0.2.1"), pacing.of("", "192.0.2.1")
    assert first[0] is not second[0]
    assert first[1] is second[1]
    assert first[1] is not other[1]
    assert first[2] is other[2] is nobody[1]


def test_a_flood_over_a_socket_is_paced_and_answered_whole(sqlite_url: str) -> None:
    async def scenario() -> None:
        config = limited(messages_per_second=40, messages_per_account=40, messages_per_address=80)
        async with (
            open_house(sqlite_url, config) as here,
            await join(here.address) as player,
        ):
            for number in range(60):
                await player.bet("zero", "player", 100) if number % 20 == 0 else None
                await player.watch("zero")
            assert here.house.limit_hits.counts["messages_per_second"] == 1

    asyncio.run(scenario())


def test_a_limit_is_told_once_a_minute_however_often_it_is_reached(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [0.0]
    limit_hits = LimitHits(clock=lambda: now[0])
    note: Callable[[], None] = partial(limit_hits.note, "questions", "192.0.2.1")
    for _ in range(5):
        note()
    now[0] = QUIET_SECONDS
    note()
    assert caplog.messages == [
        "limit reached: questions, by 192.0.2.1; 1 times since it was last told",
        "limit reached: questions, by 192.0.2.1; 5 times since it was last told",
    ]
    assert limit_hits.counts["questions"] == 6
