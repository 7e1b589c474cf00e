"""The laboratory over HTTP: exact figures for any shoe, bounded, and clear about its refusals."""

import asyncio
import json
import multiprocessing
import operator
import os
import threading
import time
from functools import partial
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest

import punto
from punto.cards import Composition
from punto.client.http import read
from punto.exact import effects_of_removal, endings
from punto.protocol.lab import (
    LabCounting,
    LabGame,
    LabOdds,
    LabRefused,
    LabRulebook,
    LabSheet,
    LabShoe,
    LabSimulation,
    LabStudy,
)
from punto.server import lab
from punto.server.lab_answers import count_odds, study, write_sheet
from punto.server.lab_counting import counted
from punto.server.lab_simulation import MOST_SIMULATIONS, Simulations, points
from punto.server.lab_worker import BUSY, TOO_LONG, LabWorker, serve_line
from tests.server.here import Here, open_house
from tests.server.schema_check import defects

TIGER: Final[dict[str, Any]] = {"rulebook": "mbs-tiger", "decks": 8}

SIX_ALL: Final = """
[[wagers]]
id = "six-all"
name = "Six all"
lines = [{ pays = "80:1", when = { winner = "tie", player_total = 6 } }]
"""
NEVER: Final = SIX_ALL.replace('"tie"', '"banker", banker_total = 5')


def said(here: Here, path: str, question: Any) -> tuple[int, bytes]:  # noqa: ANN401 – any JSON
    """Ask, and give the status and the body."""
    body = question if isinstance(question, bytes) else json.dumps(question).encode()
    headers = {"Content-Type": "application/json"}
    request = Request(here.address.rstrip("/") + path, data=body, headers=headers)  # noqa: S310
    try:
        with urlopen(request, timeout=60) as answer:  # noqa: S310 – our own house
            return answer.status, answer.read()
    except HTTPError as error:
        with error:
            return error.code, error.read()


async def ask(here: Here, path: str, question: Any) -> tuple[int, bytes]:  # noqa: ANN401 – any JSON
    return await asyncio.to_thread(said, here, path, question)


async def odds(here: Here, question: dict[str, Any]) -> LabOdds:
    status, body = await ask(here, "/api/lab/odds", question)
    assert status == 200, body
    assert not defects(json.loads(body), "LabOdds")
    return msgspec.json.decode(body, type=LabOdds)


async def refusal(here: Here, path: str, question: Any) -> LabRefused:  # noqa: ANN401 – any JSON
    status, body = await ask(here, path, question)
    assert not defects(json.loads(body), "LabRefused")
    said_no = msgspec.json.decode(body, type=LabRefused)
    assert said_no.status_code == status
    return said_no


def test_every_rulebook_and_shoe_is_counted_exactly(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            path = "/api/lab/rulebooks"
            listed = await asyncio.to_thread(read, here.address, path, list[LabRulebook])
            assert [one.key for one in listed] == [book.key for book in punto.rulebooks()]
            some_gone = await odds(here, {**TIGER, "gone": {"6": 4, "As": 1, "K": 0}})
            left = "A=31,2=32,3=32,4=32,5=32,6=28,7=32,8=32,9=32,T=32,J=32,Q=32,K=32"
            assert_counted(some_gone, punto.odds("mbs-tiger", shoe=left))
            assert not some_gone.suits_known
            assert some_gone.wagers[0].fresh == float(-_ev("mbs-tiger", 8, "player"))
            assert some_gone == count_odds(LabShoe(**TIGER, gone={"6": 4, "As": 1}))

    asyncio.run(scenario())
    for book in punto.rulebooks():
        decks = book.shoe.default_decks
        found = count_odds(LabShoe(rulebook=book.key, decks=decks))
        assert_counted(found, punto.odds(book.key, decks=decks))


def assert_counted(found: LabOdds, counted: Any) -> None:  # noqa: ANN401 – `ShoeFigures`
    assert list(found.cards.values()) == list(counted.composition.ranks)
    for wager in found.wagers:
        figures = counted.wagers[wager.id]
        assert wager.edge == float(figures.house_edge)
        assert wager.hit == float(figures.hit_frequency)
        assert wager.sd == figures.sd
        assert sum(line.probability or 0 for line in wager.lines) <= 1 + 1e-12


def _ev(rulebook: str, decks: int, wager: str) -> Any:  # noqa: ANN401 – a fraction
    figures = punto.odds(rulebook, decks=decks, any_decks=True).wagers[wager]
    assert figures is not None
    return figures.ev


def test_effects_of_removal_and_edges_by_decks_are_told(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            status, body = await ask(here, "/api/lab/study", TIGER)
            assert status == 200
            assert not defects(json.loads(body), "LabStudy")
            found = msgspec.json.decode(body, type=LabStudy)
            rulebook = punto.rulebook("mbs-tiger")
            effects = effects_of_removal(rulebook, Composition.of_decks(rulebook.deck, 8))
            assert found.removal["tiger"] == {
                rank.symbol: float(effect) for rank, effect in effects["tiger"].items()
            }
            assert found.by_decks["banker"][5] == float(-_ev("mbs-tiger", 6, "banker"))
            assert len(found.by_decks["banker"]) == 10
            assert found == study(LabGame(**TIGER))

    asyncio.run(scenario())


def test_a_shoe_is_counted_again_within_a_tenth_of_a_second(sqlite_url: str) -> None:
    """Of the processor, in the process that counts: how busy the machine is takes none of it."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            await odds(here, TIGER)
            begun = await used(here)
            for gone in range(1, 20):
                await odds(here, {**TIGER, "gone": {"6": gone}})
            assert await used(here) - begun < 19 * 0.1

    async def used(here: Here) -> float:
        seconds = await here.house.lab.short("watch", operator.call, time.process_time)
        assert isinstance(seconds, float)
        return seconds

    asyncio.run(scenario())


WRONG: Final = [
    ({"rulebook": "mbs-tigre", "decks": 8}, "no-such-rulebook", "mbs-tiger"),
    ({**TIGER, "gone": {"6": 33}}, "impossible-shoe", "33 cards of '6' are gone, of 32"),
    ({**TIGER, "gone": {"6s": 9}}, "impossible-shoe", "9 cards of '6s' are gone, of 8"),
    ({**TIGER, "gone": {"6s": 8, "6": 25}}, "impossible-shoe", "25 cards of '6'"),
    ({**TIGER, "gone": {"L": 1}}, "impossible-shoe", "'L' is no rank"),
    ({**TIGER, "toml": "[[wagers]"}, "unreadable-rulebook", "TOML: not TOML"),
    ({**TIGER, "toml": SIX_ALL.replace("pays", "pay")}, "unreadable-rulebook", "did you mean"),
    ({**TIGER, "toml": NEVER}, "defective-rulebook", "six-all at 80:1 is unreachable"),
    ({**TIGER, "toml": SIX_ALL * 2}, "defective-rulebook", "'six-all' stands there 2 times"),
]

MALFORMED: Final[list[bytes | dict[str, Any]]] = [
    b"",
    b"[]",
    b"\xff",
    b"{" * 999,
    {"rulebook": "mbs-tiger"},
    {**TIGER, "decks": 0},
    {**TIGER, "decks": 11},
    {**TIGER, "gone": {"6": -1}},
    {**TIGER, "gone": {"6": 10**30}},
    {**TIGER, "gone": {str(n): 1 for n in range(81)}},
    {**TIGER, "shoe": "A=1"},
    {**TIGER, "toml": "#" * 65_537},
]


def test_what_cannot_be_asked_is_refused_with_the_reason(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            for question, code, words in WRONG:
                found = await refusal(here, "/api/lab/odds", question)
                assert (found.status_code, found.code) == (422, code), question
                assert words in found.detail
                assert bool(found.findings) == (code == "defective-rulebook")
            for malformed in MALFORMED:
                status, body = await ask(here, "/api/lab/odds", malformed)
                assert (status, json.loads(body)["status_code"]) == (400, 400), malformed
            status, _ = await ask(here, "/api/lab/odds", b" " * 300_000)
            assert status == 413
            assert (await odds(here, TIGER)).cards["6"] == 32

    asyncio.run(scenario())


def test_whoever_asks_too_often_waits(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            # The minute is not for the process to begin in.
            assert await here.house.lab.long("another", partial(int), "1") == 1
            for _ in range(lab.LONG_A_MINUTE):
                asked = here.house.lab.long("somebody", partial(int), "1")
                assert await asked == 1
            assert await here.house.lab.long("somebody", partial(int), "1") == lab.TOO_OFTEN
            assert await here.house.lab.long("another", partial(int), "1") == 1

    asyncio.run(scenario())


def test_one_visitor_has_few_long_questions_waiting_and_others_are_answered(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            asked = [here.house.lab.long("somebody", partial(int), "1") for _ in range(20)]
            answers = await asyncio.gather(
                *asked, here.house.lab.long("another", partial(int), "2")
            )
            assert answers == [1] * lab.MOST_OF_ONE + [lab.TOO_MANY] * 17 + [2]
            assert await here.house.lab.long("somebody", partial(int), "3") == 3

    asyncio.run(scenario())


def test_what_takes_too_long_or_dies_is_given_up_and_the_next_is_answered() -> None:
    async def scenario() -> None:
        worker = LabWorker(seconds=60, most_waiting=1)
        assert await worker.ask(abs, -1) == 1
        worker._seconds = 0  # whatever it is, it takes too long
        assert await worker.ask(time.sleep, 600) == TOO_LONG
        worker._seconds = 60
        assert await worker.ask(os._exit, 1) == BUSY
        first = asyncio.create_task(worker.ask(abs, -2))
        await asyncio.sleep(0)
        assert await worker.ask(abs, -3) == BUSY, "one waits already"
        assert await first == 2
        worker.close()

    asyncio.run(scenario())


def test_a_process_answers_until_nobody_asks_any_more() -> None:
    ours, theirs = multiprocessing.Pipe()
    answering = threading.Thread(target=serve_line, args=(theirs,))
    answering.start()
    assert ours.recv() is None
    for asked, code in (
        (LabShoe(rulebook="no", decks=8), "no-such-rulebook"),
        (LabShoe(**TIGER, toml="x"), "unreadable-rulebook"),
        (LabShoe(**TIGER, toml=NEVER), "defective-rulebook"),
        (LabShoe(**TIGER, gone={"6": 33}), "impossible-shoe"),
    ):
        ours.send((count_odds, asked))
        assert ours.recv().code == code
    ours.send((count_odds, LabShoe(**TIGER)))
    assert ours.recv() == count_odds(LabShoe(**TIGER))
    ours.close()
    answering.join()


def test_a_wager_of_ones_own_is_priced_beside_those_of_a_rulebook(sqlite_url: str) -> None:
    """A tie on 6 is counted from all deals by `punto.exact.endings`, which knows no wager."""
    chance = (
        sum(count for ending, count in endings(full_shoe()).items() if ending[:2] == (6, 6))
        / 4_998_398_275_503_360
    )

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            found = await odds(here, {**TIGER, "toml": SIX_ALL})
            first = found.wagers[0]
            assert (found.own, first.id, first.name) == (1, "six-all", "Six all")
            assert first.hit is not None
            assert abs(first.hit - chance) < 1e-15
            assert first.edge is not None
            assert abs(first.edge - (1 - 81 * chance)) < 1e-12

    asyncio.run(scenario())


def full_shoe() -> Composition:
    return Composition.of_decks(punto.rulebook("mbs-tiger").deck, 8)


SIMULATION: Final[dict[str, Any]] = {**TIGER, "rounds": 200_000, "seed": 7}
ENDLESS: Final[dict[str, Any]] = {**SIMULATION, "rounds": 1_000_000_000}


def test_a_simulation_is_that_of_the_same_seed_told_on_the_way(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            status, body = await ask(here, "/api/lab/simulations", SIMULATION)
            assert status == 200
            told = [json.loads(line) for line in body.splitlines()]
            assert not any(defects(point, "LabPoint") for point in told)
            rounds = [point["rounds"] for point in told]
            assert rounds == sorted(rounds)
            assert len(rounds) > 10
            assert [point["last"] for point in told] == [False] * (len(told) - 1) + [True]
            whole = punto.simulate("mbs-tiger", rounds=200_000, seed=7, decks=8)
            assert told[-1]["wagers"] == {
                wager: [-tally.ev, tally.stderr] for wager, tally in whole.wagers.items()
            }
            *_, last = points(LabSimulation(**SIMULATION))
            assert {name: [*pair] for name, pair in last.wagers.items()} == told[-1]["wagers"]

    asyncio.run(scenario())


COUNTING: Final[dict[str, Any]] = {**TIGER, "shoes": 90, "seed": 7}


def test_countability_is_that_of_the_same_seed_told_on_the_way(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> bytes:
        async with open_house(sqlite_url) as here:
            for wrong in ({"shoes": 0}, {"shoes": 10**5 + 1}, {"seed": -1}):
                status, _ = await ask(here, "/api/lab/countability", {**COUNTING, **wrong})
                assert status == 400, wrong
            status, body = await ask(here, "/api/lab/countability", COUNTING)
            assert status == 200
            return body

    *_, last = [json.loads(line) for line in asyncio.run(scenario()).splitlines()]
    assert not defects(last, "LabCounted")
    assert (last["shoes"], last["last"]) == (90, True)
    whole = punto.countability("mbs-tiger", shoes=90, seed=7, decks=8).wagers
    assert last["counts"]["tiger-pair"] is None, "every rank has the same effect"
    for name, wager in whole.items():
        for told, depth in zip(last["wagers"][name], wager.depths, strict=True):
            perfect = depth.perfect
            assert told["cut"] == depth.cut
            assert (told["perfect"]["units"], told["perfect"]["share"]) == (
                perfect.units_per_shoe,
                perfect.share,
            )
            assert (told["counted"] is None) == (depth.counted is None)
    monkeypatch.setattr("punto.server.lab_counting.TELL_SECONDS", 0.0)
    rest = {**last, "seconds": 0}
    *early, here = [msgspec.to_builtins(one) for one in counted(LabCounting(**COUNTING))]
    assert {**here, "seconds": 0} == rest
    assert [one["shoes"] for one in early] == [20, 40, 60, 80]


async def first_line(here: Here) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Begin a simulation without end, and hang on the line until it tells something."""
    host, port = here.address.removeprefix("http://").rstrip("/").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    body = json.dumps(ENDLESS).encode()
    head = f"POST /api/lab/simulations HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(body)}\r\n"
    writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)
    await reader.readuntil(b'"rounds"')
    return reader, writer


def test_a_visitor_has_one_simulation_and_whoever_hangs_up_ends_it(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            _, writer = await first_line(here)
            found = await refusal(here, "/api/lab/simulations", SIMULATION)
            assert (found.status_code, found.code) == (409, "simulating")
            assert (await odds(here, TIGER)).decks == 8, "all else is answered meanwhile"
            writer.close()
            status, body = 409, b""
            while status == 409:  # until the house has seen that nobody is there
                status, body = await ask(here, "/api/lab/simulations", SIMULATION)
            assert json.loads(body.splitlines()[-1])["rounds"] == 200_000

    asyncio.run(scenario())


def test_only_so_many_simulations_run_at_once() -> None:
    async def scenario() -> None:
        simulations = Simulations()
        begun = [
            await simulations.begin(f"visitor {number}", LabSimulation(**ENDLESS))
            for number in range(MOST_SIMULATIONS)
        ]
        assert not any(isinstance(one, LabRefused) for one in begun)
        assert await simulations.begin("one more", LabSimulation(**ENDLESS)) == BUSY
        simulations.close()

    asyncio.run(scenario())


def test_no_simulation_of_what_cannot_be(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            for wrong in ({"rounds": 0}, {"rounds": 10**9 + 1}, {"seed": -1}, {"gone": {"6": 1}}):
                status, _ = await ask(here, "/api/lab/simulations", {**SIMULATION, **wrong})
                assert status == 400, wrong
            found = await refusal(here, "/api/lab/simulations", {**SIMULATION, "toml": NEVER})
            assert found.code == "defective-rulebook"
            assert found.findings

    asyncio.run(scenario())


def test_a_par_sheet_is_the_one_that_the_command_writes(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            status, body = await ask(here, "/api/lab/parsheet", {**TIGER, "form": "html"})
            assert status == 200
            assert body.decode() == punto.par_sheet("mbs-tiger", "html")
            own = {**TIGER, "form": "html", "toml": SIX_ALL.replace("Six all", "<script>x")}
            status, body = await ask(here, "/api/lab/parsheet", own)
            assert status == 200
            assert b"<script>x" not in body
            found = await refusal(here, "/api/lab/parsheet", {**own, "toml": NEVER})
            assert found.code == "defective-rulebook"

    asyncio.run(scenario())
    for form in ("md", "json"):
        sheet = write_sheet(msgspec.convert({**TIGER, "form": form}, LabSheet))
        assert sheet == punto.par_sheet("mbs-tiger", form)
