"""The log: one line an event, for people or programs; who was turned away, and no secret."""

import asyncio
import json
import logging
import re
import threading
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import InvalidStatus

from punto.client import Refusal, join_as_terminal
from punto.client.player import new_id
from punto.house import RevokeStaff
from punto.house.staff_request import StaffRequest, encode_line
from punto.people import Role
from punto.protocol import ask
from punto.server.log_config import LogConfig
from punto.server.log_context import Context, context_here
from punto.server.log_lines import TextLines
from punto.server.log_writer import MOST_LINES, LogWriter, logging_by
from punto.server.staff_server import staff_server
from punto.testing.driven_time import DrivenTime
from punto.testing.serving import quick_house
from tests.server.here import Here, open_house
from tests.server.office import Office
from tests.server.raw import Raw
from tests.server.test_serving import asked

BEHIND: Final = f'{quick_house()}\n[server]\nproxy = ["127.0.0.1"]\n'
Line = dict[str, Any]


def heard(
    url: str,
    scenario: Callable[[Here], Awaitable[None]],
    config: str = "",
    level: Any = "debug",  # noqa: ANN401 – one of the words for it
) -> list[Line]:
    """Give the lines of a house for programs, each read as what it must be: one object."""

    async def opened() -> None:
        async with open_house(url, config) as here:
            await scenario(here)

    log = StringIO()
    with logging_by(LogConfig(format="json", level=level), log):
        asyncio.run(opened())
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    for line in lines:
        assert {"time", "level", "logger", "message"} <= line.keys()
        assert datetime.fromisoformat(line["time"]).utcoffset() == timedelta()
    return lines


def sent(
    here: Here, method: str, path: str, content: object = None, **headers: str
) -> tuple[int, str]:
    """Ask, and give the status of the answer and the id that the question was given."""
    body = None if content is None else json.dumps(content).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    named["Content-Type"] = "application/json"
    request = Request(here.address + path, body, named, method=method)  # noqa: S310 – our own
    try:
        with urlopen(request, timeout=60) as answer:  # noqa: S310 – our own
            return answer.status, answer.headers["x-request-id"]
    except HTTPError as error:
        with error:
            return error.code, error.headers["x-request-id"]


def warnings(lines: list[Line]) -> list[str]:
    return [line["message"] for line in lines if line["level"] == "warning"]


WRONG: Final = {"terminal": "terminal-1", "code": "guess-4711"}
PIN: Final = "481516"


def test_whoever_is_turned_away_is_in_the_log(sqlite_url: str, tmp_path: Path) -> None:
    path, ids, hidden = tmp_path / "staff.sock", [], ["guess-4711", PIN, "161803", "demo-1", "9999"]

    async def scenario(here: Here) -> None:
        def ask_(*said: Any, **headers: str) -> Awaitable[tuple[int, str]]:  # noqa: ANN401
            return asyncio.to_thread(sent, here, *said, **headers)

        async with await join_as_terminal(here.address, "terminal-2", "demo-2") as terminal:
            with pytest.raises(Refusal):
                await terminal.request(
                    ask.BuyCredits(id=new_id(), amount=100, attendant="tess", pin="9999")
                )
        link = here.house.staff.link(Role.DEALER)
        hidden.append(link)
        dana = {"link": link, "name": "dana", "pin": PIN}
        assert (await ask_("POST", "api/staff/enrolments", dana))[0] == 201
        assert (await ask_("POST", "api/staff/enrolments", dana))[0] == 403
        wrong = {"name": "dana", "pin": "161803"}
        assert (await ask_("POST", "api/staff/sessions", wrong))[0] == 403
        ids.append((await ask_("POST", "api/terminals", WRONG))[1])
        for _ in range(2):
            nobody = {**WRONG, "terminal": "dana\nroot"}
            await ask_("POST", "api/terminals", nobody, X_Forwarded_For="203.0.113.7")
        while (await ask_("POST", "api/terminals", WRONG))[0] != 429:
            pass
        assert (await ask_("POST", "api/guests", {}, Origin="https://evil.example"))[0] == 403
        with pytest.raises(InvalidStatus):
            await Raw(here.address, origin="https://evil.example").__aenter__()
        revoke = encode_line(StaffRequest(RevokeStaff("dana", "gone"), "r-1")) + b"\n"
        async with staff_server(here.house, path):
            await asyncio.to_thread(asked, path, revoke)

    lines = heard(sqlite_url, scenario, BEHIND)
    said = warnings(lines)
    for words in (
        "a link that enrols nobody, or nobody any more",
        "a wrong PIN for dana",
        "a wrong code for terminal-1",
        "a wrong code for a terminal that is none",
        "turned away: too many wrong answers: wait a while",
        "turned away: this page is not of this house",
        "a wrong PIN for tess",
        "dana is staff no longer",
    ):
        assert words in said, said
    assert said.count("turned away: this page is not of this house") == 2, "over HTTP, and a socket"
    first = next(line for line in lines if line["message"] == "a wrong code for terminal-1")
    assert (first["request"], first["address"]) == (ids[0], "127.0.0.1")
    other = next(line for line in lines if "a terminal that is none" in line["message"])
    assert other["address"] == "203.0.113.7"
    assert "dana is signed in as dealer" in [line["message"] for line in lines]
    for private in hidden:
        assert private not in json.dumps(lines), private


def test_a_message_of_a_socket_is_named_with_its_socket(sqlite_url: str) -> None:
    async def scenario(here: Here) -> None:
        async with Raw(here.address) as raw:
            await raw.send(ask.Watch(table="mbs"))
            await raw.answer(ask.Chip(id="chip-1", table="mbs", wager="tie", amount=100))
            for _ in range(20):
                await raw.send("{")
            await raw.socket.wait_closed()

    lines = heard(sqlite_url, scenario)
    chip = next(line for line in lines if line["message"] == "Chip")
    assert re.fullmatch(r"[0-9a-f]{12}\.chip-1", chip["request"])
    alone = ("Watch", "turned away: too many frames that are none", "socket /ws: over")
    for words in alone:  # a message without an id, frames that are none, and the socket itself
        line = next(line for line in lines if line["message"].startswith(words))
        assert line["request"] == chip["request"].partition(".")[0], words
    assert warnings(lines) == [alone[1]]


class NotingTime(DrivenTime):
    """Notes for whom the work that lives by it is begun."""

    def __init__(self) -> None:
        super().__init__()
        self.begun_for: list[Context] = []

    def begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Begin work, in the context that it will have."""
        self.begun_for.append(context_here())
        return super().begin(work)


def test_a_table_that_somebody_has_made_is_driven_for_nobody(sqlite_url: str) -> None:
    time = NotingTime()
    said = {"name": "Lion", "rulebook": "mbs-tiger", "minimum": 100, "maximum": 900}

    async def scenario() -> None:
        async with open_house(sqlite_url, time=time) as here:
            mary = await Office.of(here, "mary", Role.MANAGER)
            time.begun_for.clear()
            changes = [{"key": key, "before": None, "after": each} for key, each in said.items()]
            await mary.done("SetTable", table="lion", new=True, why="guests", changes=changes)

    asyncio.run(scenario())
    assert time.begun_for == [Context()]


def test_a_mistake_of_ours_is_one_line_with_its_trace(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr("punto.server.app.house_info", broken)

    async def scenario(here: Here) -> None:
        assert (await asyncio.to_thread(sent, here, "GET", "api/house"))[0] == 500
        assert (await asyncio.to_thread(sent, here, "GET", "api/nothing"))[0] == 404

    lines = heard(sqlite_url, scenario, level="warning")
    (line,) = lines
    assert (line["level"], line["message"]) == ("error", "a question failed")
    assert line["trace"].endswith("ZeroDivisionError: a mistake")


def test_a_line_for_people_is_one_line_whatever_stands_in_it() -> None:
    with pytest.raises(ValueError, match="two") as caught:
        raise ValueError("two\nlines")
    record = logging.makeLogRecord(
        {
            "name": "punto.server",
            "levelname": "ERROR",
            "msg": "a %s\x1b[2J",
            "args": ("b\nc",),
            "exc_info": (caught.type, caught.value, caught.tb),
            "table": "mbs",
            "round": "mbs-7",
        }
    )
    line = TextLines().format(record)
    assert line.isprintable()
    time, rest = line.split(" ", 1)
    assert datetime.fromisoformat(time).utcoffset() == timedelta()
    assert rest.startswith(
        r"ERROR punto.server: a b\nc\x1b[2J (table mbs, round mbs-7)\nTraceback (most recent"
    )


class Slow(StringIO):
    """A reader who takes nothing before he is let."""

    def __init__(self) -> None:
        super().__init__()
        self.goes, self.waits = threading.Event(), threading.Event()

    def write(self, text: str) -> int:
        """Take a text when it is time."""
        self.waits.set()
        self.goes.wait()
        return super().write(text)


def test_play_does_not_wait_for_whoever_reads_the_log() -> None:
    stream = Slow()
    writer = LogWriter(stream, TextLines())
    record = logging.makeLogRecord({"msg": "a line", "levelname": "INFO", "name": "punto"})
    writer.emit(record)
    stream.waits.wait()  # the first is being written, and nothing is taken
    for _ in range(MOST_LINES + 5):
        writer.emit(record)
    stream.goes.set()
    writer.close()
    lines = stream.getvalue().splitlines()
    assert len([line for line in lines if line.endswith("a line")]) == MOST_LINES + 1
    assert [line.partition(": ")[2] for line in lines if "WARNING" in line] == [
        "5 lines were lost: nobody read the log"
    ]
