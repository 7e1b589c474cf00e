"""A hundred thousand frames that are none, or nearly: nothing breaks, is stored or is kept."""

import asyncio
import gc
import http.client
import json
import logging
import re
import socket
import struct
import sys
from collections import Counter
from contextlib import suppress
from random import Random
from types import NoneType
from typing import Any, Final
from urllib.parse import quote, urlsplit

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from punto.client import join, join_as_terminal
from punto.coup import Phase
from punto.people import Role
from punto.protocol import (
    Ask,
    decode_ask,
    decode_console_ask,
    decode_office_ask,
    decode_protection_ask,
)
from punto.protocol.ask import Ping
from punto.protocol.console import ConsoleAsk, TakeTable
from punto.protocol.lab import LabGame, LabSheet, LabShoe
from punto.protocol.office import OfficeAsk
from punto.protocol.protection import ProtectionAsk
from punto.server.open_socket import MOST_FRAGMENTS
from punto.store.journal_size import journal_size
from punto.testing.frame_fuzzer import FrameFuzzer
from punto.testing.frame_grammar import NUMBERS, FrameGrammar, numbers_in
from tests.server.console import Console, enrolled
from tests.server.dealt_table import dealt_table
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.office import Office
from tests.server.raw import Raw
from tests.server.waiting import until

SEED: Final = 16
FRAMES: Final = 100_000
WARM: Final = 20_000
MOST_BLOCKS: Final = 20_000
"""Of memory, more after all frames than after the first; one for each would be 80,000."""


async def fuzzer_of(here: Here, seed: int, dealer: str = "dora") -> FrameFuzzer:
    """Make one with a terminal that has no credits and is at its table, and a dealer."""
    async with await join_as_terminal(here.address, "terminal-1", "demo-1") as terminal:
        for table in ("zero", "rws", "mbs", "tiger", "elements"):
            await terminal.watch(table)
        token = terminal.session.token
    session = here.house.sessions.find(token)
    assert session is not None
    return FrameFuzzer(here.house, session, await enrolled(here, dealer), seed)


def entries(here: Here) -> int:
    with here.writer.database.reading() as connection:
        return journal_size(connection).entries


def test_a_hundred_thousand_mutated_frames_leave_nothing_behind(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR, "punto.server")

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            fuzzer = await fuzzer_of(here, SEED)
            await fuzzer.run(WARM)
            gc.collect()
            stored, blocks = entries(here), sys.getallocatedblocks()
            await fuzzer.run(FRAMES - WARM)
            gc.collect()
            found = fuzzer.found
            assert found.frames >= FRAMES
            assert entries(here) == stored, "nothing is stored"
            assert sys.getallocatedblocks() - blocks < MOST_BLOCKS, "nothing is kept"
            assert found.answers["fault"] == 0
            assert found.answers["BadFrame"] > FRAMES / 2
            assert len(found.answers) > 25, "many reach further than the first check"
            assert len(here.house.connections) == 0

    asyncio.run(scenario())
    assert not [each for each in caplog.records if each.exc_info], "and no mistake of ours"


def test_one_seed_is_one_sequence_of_frames() -> None:
    first, again, other = (FrameGrammar(Ask, seed) for seed in (1, 1, 2))
    frames = [first.frame() for _ in range(500)]
    assert frames == [again.frame() for _ in range(500)]
    assert frames != [other.frame() for _ in range(500)]
    assert {type(frame.content) for frame in frames} == {str, bytes}


def number_at(said: Any, field: str) -> Any:  # noqa: ANN401 – any part of a message
    """Find a number by its name: `changes[].after[]` is in a list in a part in a list."""
    for step in re.findall(r"\w+|\[\]", field):
        if step != "[]":
            said = getattr(said, step)
        elif isinstance(said, list):  # it could also be a number, where both may be
            said = said[0] if said else None
    return said


@pytest.mark.parametrize(
    ("union", "decode"),
    [
        *((Ask, decode_ask), (ConsoleAsk, decode_console_ask), (OfficeAsk, decode_office_ask)),
        (ProtectionAsk, decode_protection_ask),
    ],
)
def test_every_number_is_within_its_bounds_or_no_message(union: object, decode: object) -> None:
    """Zero, one below and above all bounds, what no number can hold, and what is none."""
    tried = list(numbers_in(union))  # type: ignore[arg-type]
    assert tried
    for kind, field, text in tried:
        try:
            said = decode(text)  # type: ignore[operator]
        except (msgspec.MsgspecError, ValueError):
            continue
        number = number_at(said, field)
        is_setting = field.startswith("changes[].")  # which may be a text, too
        assert type(number) in {int, NoneType} or is_setting, (kind, field, text)
        assert not isinstance(number, float), (kind, field, text)
        assert not isinstance(number, int) or abs(number) <= 2**53, (kind, field, text)
        key = field.rpartition(".")[2].rstrip("[]")
        assert text.count(f'"{key}"') <= 1, "no key comes twice"


def test_every_number_gets_an_answer_and_moves_nothing(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            fuzzer = await fuzzer_of(here, SEED)
            stored = entries(here)
            tried = [text for _, _, text in numbers_in(Ask)]
            for first in range(0, len(tried), 15):
                await fuzzer.say_as_terminal(tried[first : first + 15])
            answers = fuzzer.found.answers
            assert entries(here) == stored
            assert answers["fault"] == 0
            told = answers.total() - answers["Welcome"] - answers["YourBalance"]
            assert told >= len(tried) - len(tried) // 10

    asyncio.run(scenario())


def test_every_number_that_the_office_is_given_gets_an_answer(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            office = await Office.of(here, "mary", Role.MANAGER)
            for kind, field, text in numbers_in(OfficeAsk):
                status, answer = await office.send(text.encode())
                assert status < 500, (kind, field, text)
                assert answer["type"] in {"OfficeDone", "OfficeRefused"}, (kind, field, text)

    asyncio.run(scenario())
    assert not [each for each in caplog.records if each.exc_info], "and no mistake of ours"
    assert_books_hold(sqlite_url)


SETTINGS: Final = ("minimum", "window_ms", "chips")
"""A number that has to fit another, one that has bounds of its own, and a list."""


def test_every_number_that_a_table_is_set_to_is_taken_or_refused(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What is taken is shown as it was said, and the table goes on with it."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            office = await Office.of(here, "mary", Role.MANAGER)
            taken: Counter[str] = Counter()
            for key in SETTINGS:
                for number, written in enumerate((*NUMBERS, "[100,1e309]", "[9007199254740993]")):
                    before = json.dumps(await set_now(office, key))
                    setting = f'{{"key":"{key}","before":{before},"after":{written}}}'
                    head = f'"type":"SetTable","id":"{key}-{number}","table":"rws","why":"tried"'
                    body = f'{{{head},"changes":[{setting}]}}'
                    status, answer = await office.send(body.encode())
                    assert status < 500, body
                    if answer["type"] == "OfficeDone":
                        taken[key] += 1
                        assert await set_now(office, key) == json.loads(written), body
            async with await join(here.address) as player:
                await player.watch("rws")
                await here.until("rws", Phase.BETTING)
            assert 1 <= taken["minimum"] < len(NUMBERS) // 2
            assert 1 <= taken["window_ms"] < len(NUMBERS) // 2

    asyncio.run(scenario())
    assert not [each for each in caplog.records if each.exc_info], "and no mistake of ours"
    assert_books_hold(sqlite_url)


async def set_now(office: Office, key: str) -> Any:  # noqa: ANN401 – what a setting may be
    """Look how a table is set."""
    tables = (await office.look("settings", "OfficeSettings"))["tables"]
    (table,) = (each for each in tables if each["id"] == "rws")
    (setting,) = (each for each in table["settings"] if each["key"] == key)
    return setting["value"]


LAB: Final = {"odds": LabShoe, "study": LabGame, "parsheet": LabSheet}
"""What is answered by itself; simulations go on until somebody hangs up."""

ASKED: Final = (
    *("history?limit=", "history?since_ms=", "history?until_ms=", "office/events?before="),
    *("history.csv?since_ms=", "history.json?until_ms="),
    *("statement?until_ms=1&since_ms=", "statement?since_ms=1&until_ms="),
)
"""Numbers that stand in addresses."""


def test_every_number_over_http_gets_an_answer(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """In limits, pauses, the laboratory and addresses; doubled and missing ones too."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            mary = await enrolled(here, "mary", Role.MANAGER)
            headers = {
                "Cookie": f"punto={player.session.token}; punto-staff={mary}",
                "Content-Type": "application/json",
            }
            statuses = await asyncio.to_thread(told, here.address, headers)
            assert statuses.keys() <= {200, 400, 409, 413, 422, 429}
            assert min(statuses[200], statuses[400]) > 100

    asyncio.run(scenario())
    assert not [each for each in caplog.records if each.exc_info], "and no mistake of ours"
    assert_books_hold(sqlite_url)


def told(address: str, headers: dict[str, str]) -> Counter[int]:
    """Ask with every number, each time over the same connection, and count the answers."""
    statuses: Counter[int] = Counter()
    asking = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)

    def ask(method: str, path: str, body: str = "") -> None:
        asking.request(method, f"/api/{path}", body.encode(), headers)
        answer = asking.getresponse()
        content = answer.read()
        statuses[answer.status] += 1
        assert answer.status < 500, (path, body, content)
        if answer.status >= 400:
            assert json.loads(content)["status_code"] == answer.status, (path, body)

    for _, _, body in numbers_in(ProtectionAsk):
        ask("POST", "protection", body)
    for path, kind in LAB.items():
        for _, _, body in numbers_in(kind):
            ask("POST", f"lab/{path}", body)
    for path in ASKED:
        for number in NUMBERS:
            ask("GET", path + quote(number))
        name = path.rpartition("?")[2]
        ask("GET", f"{path}1&{name}2")
    asking.close()
    return statuses


async def is_answered(dealer: Console, text: str, number: int) -> bool:
    """Say something, and then what is answered by its number: look for what was said in between."""
    before = len(dealer.frames)
    await dealer.send(text)
    await dealer.send(Ping(at_ms=number))
    await dealer.until(lambda frame: frame["type"] == "Pong" and frame["at_ms"] == number)
    heard = [frame.get("code") or frame["type"] for frame in dealer.frames[before:]]
    return len(heard) > 1 and "fault" not in heard


def test_every_number_that_a_console_is_given_gets_an_answer(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Over a socket, by the dealer of the table; what is no message ends no console."""

    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            await at.play_to("open")
            cookie = await enrolled(at.here, "dave")
            async with Console(at.here, cookie) as dave:
                await dave.done(TakeTable)
            tried = list(numbers_in(ConsoleAsk, ("salon",)))
            for first in range(0, len(tried), 15):
                async with Console(at.here, cookie) as dave:
                    for number, each in enumerate(tried[first : first + 15], start=1_000):
                        assert await is_answered(dave, each[-1], number), each

    asyncio.run(scenario())
    assert not [each for each in caplog.records if each.exc_info], "and no mistake of ours"
    assert_books_hold(sqlite_url)


# --- over a real socket -------------------------------------------------------------------------


def wire_frame(chance: Random) -> bytes:
    """Write a frame as no browser would: bits, lengths and masks at random, now and then sound."""
    first = chance.choice((0x81, 0x81, 0x01, 0x80, 0x82, 0x83, 0x8B, 0xC1, 0xF1, 0x88, 0x89, 0x8A))
    body = chance.randbytes(chance.choice((0, 1, 2, 20, 125, 126, 300)))
    if first == 0x81 and chance.random() < 0.7:
        content = FrameGrammar(Ask, chance.getrandbits(32)).frame().content
        body = content.encode("utf-8", "replace") if isinstance(content, str) else content
    length = chance.choice((len(body),) * 6 + (2**63, 2**31, 70_000, len(body) + 5))
    masked = 0x80 if chance.random() < 0.9 else 0
    if length < 126:
        head = struct.pack("!BB", first, masked | length)
    elif length < 2**16:
        head = struct.pack("!BBH", first, masked | 126, length)
    else:
        head = struct.pack("!BBQ", first, masked | 127, length)
    return head + (b"\0\0\0\0" if masked else b"") + body


def test_frames_that_break_the_rules_of_sockets_end_that_socket_only(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    chance = Random(SEED)  # noqa: S311 – repeatable
    opening = (
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )

    def rude(address: str) -> None:
        place = urlsplit(address)
        for _ in range(250):
            where = (place.hostname or "", place.port or 0)
            with socket.create_connection(where, timeout=30) as asking:
                asking.sendall(opening + b"".join(wire_frame(chance) for _ in range(8)))
                asking.shutdown(socket.SHUT_WR)
                try:
                    while asking.recv(65_536):
                        pass
                except ConnectionError:
                    pass

    async def scenario() -> None:
        async with open_house(sqlite_url) as here, Raw(here.address) as quiet:
            await quiet.of("Welcome")
            stored = entries(here)
            await asyncio.to_thread(rude, here.address)
            await quiet.send('{"type":"Ping","at_ms":1}')
            await quiet.of("Pong")
            assert entries(here) == stored
            await until(lambda: len(here.house.connections) <= 1)

    asyncio.run(scenario())
    assert not [each for each in caplog.records if each.exc_info], "and no mistake of ours"


def test_a_message_in_too_many_fragments_ends_that_socket_only(sqlite_url: str) -> None:
    ping = ('{"type":"Ping",', *[""] * (MOST_FRAGMENTS - 3), '"at_ms":1}')

    async def scenario() -> None:
        async with open_house(sqlite_url) as here, Raw(here.address) as quiet:
            async with Raw(here.address) as rude:
                with suppress(ConnectionClosed):  # before all of it is sent
                    await rude.socket.send(("", *[""] * 3 * MOST_FRAGMENTS))
                await asyncio.wait_for(rude.socket.wait_closed(), 30)
                assert rude.socket.close_code == 1008
            await quiet.socket.send(ping)
            await quiet.of("Pong")

    asyncio.run(scenario())
