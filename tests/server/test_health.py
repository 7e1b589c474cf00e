"""Health that tells the truth: ready means that a bet can be stored now, whatever has happened."""

import asyncio
import json
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from punto.errors import WrongInput
from punto.server.config import read_config
from punto.server.monitoring import is_from
from punto.server.readiness import FRESH_SECONDS, TOO_SLOW
from punto.server.refusals import NOT_NOW
from punto.store import Database
from punto.testing.serving import quick_house
from tests.crash.test_faults import small_disk
from tests.server.here import Here, assert_books_hold, open_house
from tests.support.house.points import watch_commits
from tests.support.postgres import PostgresServer

STOPPED: Final = "play is stopped, because nothing can be stored: "
WITHIN_SECONDS: Final = 1.0


def _asked(address: str, path: str, headers: dict[str, str]) -> tuple[int, dict[str, Any]]:
    request = Request(address + path, headers=headers)  # noqa: S310 – our own
    try:
        with urlopen(request, timeout=60) as answer:  # noqa: S310 – our own
            return answer.status, json.loads(answer.read())
    except HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


async def asked(here: Here, path: str, **headers: str) -> tuple[int, dict[str, Any]]:
    """Ask the house something, and give status and answer."""
    return await asyncio.to_thread(_asked, here.address, path, headers)


async def is_stopped(here: Here) -> dict[str, Any]:
    """Ask until the reason is known; nobody who asks a second from now is told that all is well.

    A machine that is busy may take long to answer: when it was asked is what counts.
    """
    since = time.monotonic()
    while True:
        at = time.monotonic()
        status, said = await asked(here, "readyz")
        assert status == 503 or at - since < WITHIN_SECONDS, said
        if status == 503 and said["detail"] != TOO_SLOW:
            return said


async def goes_on(here: Here) -> None:
    """Ask until it is ready; the house tries five times a second, and once must be enough."""
    tries: list[object] = []
    event.listen(here.writer.database.engine, "connect", lambda *_: tries.append(_))
    while (await asked(here, "readyz"))[0] != 200:
        assert len(tries) <= 1, "the database has let it in before"


def test_readiness_follows_a_server_that_is_stopped_and_started(postgres: PostgresServer) -> None:
    """Nobody bets: the house must find out by itself."""

    async def scenario(url: str) -> None:
        async with open_house(url) as here:
            await goes_on(here)
            await asyncio.to_thread(postgres.stop, "fast")
            said = await is_stopped(here)
            assert said["detail"].startswith(STOPPED), said
            assert await asked(here, "healthz") == (200, {"status": "alive"})
            await asyncio.to_thread(postgres.start)
            await goes_on(here)

    with postgres.database() as url:
        asyncio.run(scenario(url))
        assert_books_hold(url)


def fill(file: Path) -> None:
    """Take all the room that is left, to the last byte."""
    with suppress(OSError), file.open("ab", buffering=0) as rest:
        while rest.write(bytes(1_000)):
            pass


def test_readiness_follows_a_disk_that_is_full(tmp_path: Path) -> None:
    async def scenario(disk: Path, url: str) -> None:
        async with open_house(url) as here:
            await goes_on(here)
            fill(disk / "filler")
            said = await is_stopped(here)
            assert said["detail"].startswith(STOPPED), said
            # The room that the log had, if it was given up: the house may just have gone on in it.
            fill(disk / "filler")
            await is_stopped(here)
            (disk / "filler").unlink()
            await goes_on(here)

    with small_disk(tmp_path) as disk:
        url = f"sqlite:///{disk / 'punto.sqlite'}"
        asyncio.run(scenario(disk, url))
        assert_books_hold(url)


class WatchedDisk:
    """A disk that counts commits, holds them up for as long as it is told to, or refuses them."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.commits = 0
        self.words = ""
        self.goes = threading.Event()
        self.goes.set()
        watch_commits(self.database.engine, before=self._before, after=lambda: None)

    def _before(self) -> None:
        self.commits += 1
        self.goes.wait(60)
        if self.words:
            raise OperationalError("COMMIT", None, Exception(self.words))


def test_many_who_ask_make_the_house_write_once(sqlite_url: str) -> None:
    async def scenario() -> None:
        disk = WatchedDisk(sqlite_url)
        async with open_house(sqlite_url, database=disk.database) as here:
            await passed(here)
            before, began = disk.commits, time.monotonic()
            answers = await asyncio.gather(*(asked(here, "readyz") for _ in range(40)))
            times = (time.monotonic() - began) / FRESH_SECONDS
            words = {said.get("status", said.get("detail")) for _, said in answers}
            assert words <= {"ready", TOO_SLOW}, "the second on a machine that is busy"
            assert 1 <= disk.commits - before <= 1 + times

    asyncio.run(scenario())


async def passed(here: Here) -> None:
    """Wait until what was stored last proves nothing any more."""
    while time.monotonic() - here.writer.counters.stored_at < FRESH_SECONDS:  # noqa: ASYNC110 – a clock
        await asyncio.sleep(0.01)


def test_a_disk_that_holds_everybody_up_is_not_ready(sqlite_url: str) -> None:
    async def scenario() -> None:
        disk = WatchedDisk(sqlite_url)
        async with open_house(sqlite_url, database=disk.database) as here:
            await passed(here)
            disk.goes.clear()
            assert (await asked(here, "readyz"))[1]["detail"] == TOO_SLOW
            assert (await asked(here, "healthz"))[0] == 200
            disk.goes.set()
            await goes_on(here)

    asyncio.run(scenario())


def test_what_is_wrong_is_told_to_this_machine_alone(sqlite_url: str) -> None:
    """Whatever a proxy passes on may come from anywhere."""

    async def scenario() -> None:
        disk = WatchedDisk(sqlite_url)
        async with open_house(sqlite_url, database=disk.database) as here:
            await passed(here)
            disk.words = "no disk at 192.0.2.7"
            assert (await is_stopped(here))["detail"] == f"{STOPPED}{disk.words}"
            status, said = await asked(here, "readyz", **{"x-forwarded-for": "127.0.0.1"})
            assert (status, said["detail"]) == (503, NOT_NOW)
            disk.words = ""
            await goes_on(here)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("host", "networks", "is_let_in"),
    [
        ("127.0.0.1", (), True),
        ("127.8.0.1", (), True),
        ("::1", (), True),
        ("::ffff:127.0.0.1", (), True),
        ("192.0.2.7", (), False),
        ("192.0.2.7", ("192.0.2.7",), True),
        ("192.0.2.8", ("192.0.2.7", "10.0.0.0/8"), False),
        ("10.9.8.7", ("192.0.2.7", "10.0.0.0/8"), True),
        ("::ffff:10.9.8.7", ("10.0.0.0/8",), True),
        ("fd00::5", ("10.0.0.0/8", "fd00::/8"), True),
        ("fe80::1%eth0", ("fd00::/8",), False),
    ],
)
def test_networks_that_are_named_may_see_it_too(
    host: str, networks: tuple[str, ...], *, is_let_in: bool
) -> None:
    assert is_from(host, networks) is is_let_in


def test_a_network_that_is_none_is_refused_in_one_line() -> None:
    with pytest.raises(WrongInput, match=r"watched_from: '10\.0\.0\.1/8' is no network"):
        read_config(f'watched_from = ["10.0.0.1/8"]\n{quick_house()}', "house.toml")
    config = read_config(f'watched_from = ["10.0.0.0/8"]\n{quick_house()}', "house.toml")
    assert config.watched_from == ("10.0.0.0/8",)
