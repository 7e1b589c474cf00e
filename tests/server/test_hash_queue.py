"""Slow hashes: whoever asks for many waits for himself, and others hardly for him."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from punto.refusal import Refusal
from punto.server.hash_queue import LATELY_SECONDS, MOST, MOST_OF_ONE, HashQueue
from tests.server.held_hashes import crowded, held
from tests.server.here import Here, assert_books_hold, open_house

GOOD = "four stout otters"
ATTACKERS = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
HONEST = "127.0.0.9"


class Hashed:
    """A queue by a clock of its own, and whose turns came in which order."""

    def __init__(self) -> None:
        self.now = 100.0
        self.queue = HashQueue("test", lambda: self.now)
        self.order: list[str] = []
        self.tasks: list[asyncio.Task[str | Refusal]] = []

    def ask(self, *places: str) -> None:
        for place in places:
            self.tasks.append(asyncio.create_task(self.queue.hashed(place, self._note, place)))

    def _note(self, place: str) -> str:
        self.order.append(place)
        return place

    async def refused(self) -> list[str]:
        """Wait for all, and list the refusals."""
        found = await asyncio.gather(*self.tasks)
        self.tasks.clear()
        return [each.code for each in found if isinstance(each, Refusal)]


@asynccontextmanager
async def hashed() -> AsyncIterator[Hashed]:
    found = Hashed()
    try:
        yield found
    finally:
        found.queue.close()


def test_whoever_had_the_fewest_of_late_goes_first() -> None:
    async def scenario() -> None:
        async with hashed() as at:
            async with held(at.queue):
                at.ask(*["a"] * 3, "b", "b", "c")
                await asyncio.sleep(0)
                assert len(at.queue) == 6
            assert await at.refused() == []
            assert "".join(at.order) == "abcaba"
            at.order.clear()
            async with held(at.queue):
                at.ask("a", "b", "c", "d", "d", "d")
            assert await at.refused() == []
            assert "".join(at.order) == "dcdbda", "a had three, b two, c one"
            at.order.clear()
            at.now += LATELY_SECONDS
            async with held(at.queue):
                at.ask("a", "b", "c", "d")
            assert await at.refused() == []
            assert "".join(at.order) == "abcd", "after a minute it is forgotten"
            at.now += LATELY_SECONDS
            at.ask("a")
            assert await at.refused() == []
            assert set(at.queue._had) == {"a"}, "and nothing is kept of it"
            assert not at.queue._waiting

    asyncio.run(scenario())


def test_one_place_has_few_waiting_and_all_together_not_very_many() -> None:
    async def scenario() -> None:
        async with hashed() as at:
            async with held(at.queue):
                at.ask(*["a"] * (MOST_OF_ONE + 2))
                at.ask(*(f"{n}" for n in range(MOST - MOST_OF_ONE)))
                await asyncio.sleep(0)
                assert len(at.queue) == MOST
                at.ask("late")  # the last of those who want most makes way
                await asyncio.sleep(0)
                assert len(at.queue) == MOST
                at.ask(*(f"late {n}" for n in range(MOST_OF_ONE - 2)), "too late", "a", "0")
            refused = await at.refused()
            assert refused == ["overloaded"] * 7 + ["too-often"] * 2 + ["overloaded"] * 3
            assert at.order.count("a") == 1
            assert {"late", "late 5", "0"} < {*at.order}
            assert "too late" not in at.order

    asyncio.run(scenario())


def test_whoever_hangs_up_leaves_his_place_to_others() -> None:
    async def scenario() -> None:
        async with hashed() as at:
            async with held(at.queue):
                at.ask("a", "b", "c")
                await asyncio.sleep(0)
                at.tasks[0].cancel()
                gone = at.tasks.pop(0)
                with pytest.raises(asyncio.CancelledError):
                    await gone
                assert len(at.queue) == 2
                at.tasks[0].cancel()  # and is not looked at before the next turn
            await asyncio.gather(*at.tasks, return_exceptions=True)
            assert at.order == ["c"]
            at.tasks.clear()
            at.ask("d")
            assert await at.refused() == []

    asyncio.run(scenario())


class Answer(NamedTuple):
    """What came over HTTP."""

    status: int
    head: str
    body: dict[str, Any]


async def posted(here: Here, path: str, said: dict[str, str], place: str) -> Answer:
    """Ask from an address of this machine."""
    where, body = urlsplit(here.address), json.dumps(said)
    reader, writer = await asyncio.open_connection(
        where.hostname, where.port, local_addr=(place, 0)
    )
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write((head + kind + body).encode())
    told, _, content = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    return Answer(int(told.split()[1]), told.lower(), json.loads(content))


def signing(here: Here, path: str, name: str, place: str) -> "asyncio.Task[Answer]":
    return asyncio.create_task(posted(here, path, {"name": name, "password": GOOD}, place))


async def so_many_wait(hashing: HashQueue, count: int) -> None:
    async with asyncio.timeout(60):
        while len(hashing) < count:  # noqa: ASYNC110 – the queue tells nobody
            await asyncio.sleep(0.01)


def test_a_few_addresses_that_sign_in_all_the_time_keep_nobody_waiting(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Right passwords are not throttled as guesses are; each costs a hash all the same."""
    caplog.set_level("INFO", "punto.server")
    accounts: dict[str, str] = {}

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            eves = {f"eve-{place[-1]}{a}": place for place in ATTACKERS for a in "ab"}
            for name, place in {"ann-lee": "127.0.0.8", **eves}.items():
                assert (await signing(here, "/api/accounts", name, place)).status == 201
            accounts.update(here.writer.house.names)
            caplog.clear()
            hashing = here.house.accounts.hashing
            async with held(hashing):
                storm = [
                    signing(here, "/api/sessions", name, place)
                    for name, place in eves.items()
                    for _ in range(MOST_OF_ONE // 2)  # for one name five are heard at once
                ]
                await so_many_wait(hashing, len(storm))
                more = await signing(here, "/api/sessions", "eve-2a", ATTACKERS[0])
                assert (more.status, more.body["code"]) == (429, "too-often")
                assert "\r\nretry-after: 1\r\n" in more.head
                honest = signing(here, "/api/sessions", "ann-lee", HONEST)
                await so_many_wait(hashing, len(storm) + 1)
            assert {each.status for each in await asyncio.gather(honest, *storm)} == {201}

    asyncio.run(scenario())
    came = [each.split()[0] for each in caplog.messages if each.endswith(" is signed in")]
    assert len(came) == 1 + MOST_OF_ONE * len(ATTACKERS)
    assert came[0] == accounts["ann-lee"], "one hash was under way, and the next is hers"
    assert_books_hold(sqlite_url)


def test_who_is_one_too_many_at_a_console_hears_it_in_a_typed_answer(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, crowded(here.house.staff.hashing, "127.0.0.1"):
            said = {"name": "dora", "pin": "2468"}
            answer = await posted(here, "/api/staff/sessions", said, "127.0.0.1")
            assert (answer.status, answer.body["code"]) == (429, "too-often")
            assert "\r\nretry-after: 1\r\n" in answer.head

    asyncio.run(scenario())
