"""The numbers of a house for Prometheus: read by the library's own readers after real rounds."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from prometheus_client import Metric
from prometheus_client.openmetrics import parser as open_parser
from prometheus_client.parser import text_string_to_metric_families as plain_metrics
from sqlalchemy.exc import OperationalError

from punto.client import Player, join
from punto.protocol import PROTOCOL, ask
from punto.store import Database
from tests.server.here import Here, open_house
from tests.server.raw import Raw
from tests.server.saying import refused
from tests.server.test_rounds import bet_round, see_round
from tests.server.waiting import until
from tests.support.house.points import watch_commits

Numbers = dict[tuple[str, frozenset[tuple[str, str]]], float]
OPEN_METRICS: Final = "application/openmetrics-text; version=1.0.0"


def _text(address: str, headers: dict[str, str]) -> tuple[str, str]:
    request = Request(f"{address}metrics", headers=headers)  # noqa: S310 – our own
    with urlopen(request, timeout=60) as answer:  # noqa: S310 – our own
        return answer.headers["content-type"], answer.read().decode()


async def scraped(here: Here, **headers: str) -> "Scrape":
    """Read the numbers as Prometheus would."""
    kind, text = await asyncio.to_thread(_text, here.address, headers)
    if kind.startswith("application/openmetrics-text"):
        return Scrape(open_parser.text_string_to_metric_families(text))  # type: ignore[no-untyped-call]
    return Scrape(plain_metrics(text))


class Scrape:
    """All samples of one look, by name and labels."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self.types: dict[str, str] = {}
        self.numbers: Numbers = {}
        for family in families:
            self.types[family.name] = family.type
            for sample in family.samples:
                key = (sample.name, frozenset(sample.labels.items()))
                assert key not in self.numbers, "told once"
                self.numbers[key] = sample.value

    def of(self, name: str, **labels: Any) -> float:  # noqa: ANN401 – any label
        """Give one number; 0 where nothing was counted."""
        return self.numbers.get((name, frozenset(labels.items())), 0)


TYPES: Final = {
    "punto_http_requests": "counter",
    "punto_requests": "counter",
    "punto_refusals": "counter",
    "punto_bets": "counter",
    "punto_group_size": "histogram",
    "punto_commit_seconds": "histogram",
    "punto_queue_requests": "gauge",
    "punto_queue_seconds": "gauge",
    "punto_sockets": "gauge",
    "punto_frames": "counter",
    "punto_bad_frames": "counter",
    "punto_limits": "counter",
    "punto_connections": "gauge",
    "punto_tables": "gauge",
    "punto_undecided_rulings": "gauge",
    "punto_damaged": "gauge",
    "punto_self_check_failed": "gauge",
    "punto_journal_entries": "gauge",
    "punto_database_bytes": "gauge",
    "punto_stopped": "gauge",
    "punto_pauses": "counter",
    "punto_stopped_seconds": "counter",
    "punto_build": "info",
    "process_resident_memory_bytes": "gauge",
}


def test_a_few_rounds_are_counted(database_url: str) -> None:
    async def scenario() -> None:
        async with open_house(database_url) as here, await join(here.address) as player:
            before = await scraped(here)
            await play(here, player)
            async with Raw(here.address) as onlooker:
                await onlooker.send("nonsense")
                await onlooker.of("BadFrame")
                after = await scraped(here, accept=OPEN_METRICS)
            assert TYPES.items() <= after.types.items()
            assert_counted(before, after)
            assert_stored(here, before, after)

    asyncio.run(scenario())


async def play(here: Here, player: Player) -> None:
    """Bet three times, deal a hand, and be refused twice."""
    await bet_round(here, player, "mbs", {"tie": 100, "banker": 200})
    await see_round(here, player, "mbs")
    await bet_round(here, player, "zero", {"player": 500})
    await see_round(here, player, "zero")
    assert (await refused(player, "zero", ask.Deal)).code == "no-bets"
    assert (await refused(player, "mbs", ask.Deal)).code == "not-your-deal"


def assert_counted(before: Scrape, after: Scrape) -> None:
    """Want what was asked, refused and heard to be counted as it was played above."""
    assert [after.of("punto_requests_total", kind=kind) for kind in ("Chip", "Deal")] == [3, 3]
    for code in ("no-bets", "not-your-deal"):
        assert after.of("punto_refusals_total", code=code) == 1, code
    assert after.of("punto_bets_total") - before.of("punto_bets_total") == 3
    assert after.of("punto_sockets", who="guest") == after.of("punto_sockets", who="spectator") == 1
    assert after.of("punto_sockets", who="console") == 0
    heard = [each.of("punto_frames_total", direction="heard") for each in (before, after)]
    assert heard[1] - heard[0] == 2 + 3 + 3 + 1, "two looked at, three bets, three deals, nonsense"
    assert after.of("punto_frames_total", direction="sent") > heard[1]
    assert after.of("punto_bad_frames_total") == 1
    assert after.of("punto_http_requests_total", method="POST", status="201") == 1
    assert after.of("punto_http_requests_total", method="GET", status="200") >= 1


def assert_stored(here: Here, before: Scrape, after: Scrape) -> None:
    """Want groups and commits to agree with each other, and with the journal."""
    groups, commits = (after.of(f"punto_{name}_count") for name in ("group_size", "commit_seconds"))
    assert groups == commits == after.of("punto_group_size_bucket", le="+Inf") > 0
    assert groups <= after.of("punto_group_size_sum") <= 255 * groups
    assert 0 < after.of("punto_commit_seconds_sum") < 60 * commits
    entries = [each.of("punto_journal_entries") for each in (before, after)]
    assert entries[1] - entries[0] > 2 * 3, "each with its commit"
    assert after.of("punto_database_bytes") > 50_000
    assert after.of("punto_tables", state="open") == len(here.house.tables.configs)
    assert after.of("punto_undecided_rulings") == after.of("punto_stopped") == 0
    assert after.of("punto_queue_requests") == 0
    kind = here.writer.database.engine.dialect.name
    [build] = [labels for name, labels in after.numbers if name == "punto_build_info"]
    assert {("version", "test"), ("protocol", str(PROTOCOL)), ("database", kind)} <= build


def test_a_pause_is_counted_and_the_numbers_are_told_meanwhile(sqlite_url: str) -> None:
    async def scenario() -> None:
        broken, database = [True], Database(sqlite_url)

        def fail() -> None:
            if broken:
                raise OperationalError("COMMIT", None, Exception("the disk is gone"))

        async with open_house(sqlite_url, database=database) as here:
            await join(here.address)
            watch_commits(database.engine, before=fail, after=lambda: None)
            with pytest.raises(HTTPError) as caught:
                await join(here.address)
            caught.value.close()
            stopped = await scraped(here)
            assert stopped.of("punto_stopped") == stopped.of("punto_pauses_total") == 1
            assert "punto_journal_entries" not in stopped.types, "it cannot be known"
            assert stopped.of("punto_http_requests_total", method="POST", status="503") == 1
            broken.clear()
            await until(lambda: here.writer.trouble is None)
            after = await scraped(here)
            assert (after.of("punto_stopped"), after.of("punto_pauses_total")) == (0, 1)
            seconds = [each.of("punto_stopped_seconds_total") for each in (stopped, after)]
            assert 0 < seconds[0] <= seconds[1]

    asyncio.run(scenario())


def test_the_numbers_are_for_this_machine(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            with pytest.raises(HTTPError) as caught:
                await scraped(here, forwarded="for=127.0.0.1")
            with caught.value as answer:
                assert answer.code == 403
                assert b"watched_from" in answer.read()

    asyncio.run(scenario())
