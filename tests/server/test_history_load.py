"""What histories may cost: threads of their own, one file at a time, so many questions a minute."""

import asyncio
import csv
import gc
import json
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from http.client import HTTPResponse
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from punto.client import join
from punto.client.http import bearing
from punto.protocol import tell
from punto.server.history_reader import QUESTIONS_A_MINUTE
from tests.server.here import Here, open_house
from tests.server.schema_check import defects

FILES = ("/api/history.csv", "/api/history.json")


def answer_of(here: Here, path: str, token: str, method: str = "GET") -> HTTPResponse:
    address = here.address.rstrip("/") + path
    request = Request(address, headers=bearing(token), method=method)  # noqa: S310 – our house
    answer: HTTPResponse = urlopen(request, timeout=60)  # noqa: S310 – our own house
    return answer


async def asked(here: Here, path: str, token: str, method: str = "GET") -> HTTPResponse:
    """Give an answer as soon as it has begun."""
    return await asyncio.to_thread(answer_of, here, path, token, method)


async def refused(here: Here, path: str, token: str) -> tuple[int, str]:
    with pytest.raises(HTTPError) as caught:
        await asked(here, path, token)
    with caught.value as error:
        said = json.loads(error.read())
    assert not defects(said, "HistoryRefused")
    return error.code, said["code"]


async def asked_until_let_in(here: Here, path: str, token: str) -> HTTPResponse:
    """Ask again as long as the house has not heard that the last one has hung up."""
    for _ in range(100):
        try:
            return await asked(here, path, token)
        except HTTPError as error:
            error.close()
            if error.code != 409:
                raise
            await asyncio.sleep(0.05)
    raise AssertionError("the file of whoever has hung up is still being written")


@asynccontextmanager
async def busy_threads(here: Here) -> AsyncIterator[None]:
    """Have all the threads of the histories wait as long as the block lasts."""
    begun, ended = threading.Event(), threading.Event()

    def slow_look(_: Any) -> None:  # noqa: ANN401 – a connection
        begun.set()
        assert ended.wait(60), "nobody has ended it"

    slow = [asyncio.create_task(here.house.history.read(slow_look)) for _ in range(8)]
    assert await asyncio.to_thread(begun.wait, 60)
    yield
    ended.set()
    await asyncio.gather(*slow)


def test_files_are_written_one_at_a_time_and_play_goes_on_meanwhile(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2))
            gc.disable()  # nobody waits for it: the house itself collects seldom
            token = player.session.token
            async with busy_threads(here):
                left = await asked(here, FILES[0], token)
                for path in FILES:
                    assert await refused(here, path, token) == (409, "exporting")
                    head = await asked(here, path, token, "HEAD")
                    name = path.removeprefix("/api/")
                    assert head.headers["content-disposition"] == f'attachment; filename="{name}"'
                await player.watch("zero")  # a table is opened
                assert isinstance(await player.bet("zero", "player", 200), tell.Accepted)
                await player.deal("zero")
                left.close()
                begun = await asked_until_let_in(here, FILES[0], token)
            sheet = (await asyncio.to_thread(begun.read)).decode()
            (played,) = await player.history()
            assert [line["round"] for line in csv.DictReader(sheet.splitlines())] == [played.round]
            for _ in range(2):  # one after the other
                answer = await asked(here, FILES[1], token)
                whole = json.loads(await asyncio.to_thread(answer.read))
                rounds = whole["content"]["rounds"]
                assert [each["round"] for each in rounds] == [played.round]

    try:
        asyncio.run(scenario())
    finally:
        gc.enable()


def test_whoever_asks_too_often_waits_and_nobody_else_does(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join(here.address) as first,
            await join(here.address) as second,
        ):
            for _ in range(QUESTIONS_A_MINUTE):
                await here.house.history.round(first.session.name, "zero-1")
            for path in ("/api/history", "/api/rounds/zero-1", *FILES):
                assert await refused(here, path, first.session.token) == (429, "too-often")
            assert await second.history() == []

    asyncio.run(scenario())
