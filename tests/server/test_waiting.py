"""What staff do at a table reaches every view, and a table that waits is not forgotten."""

import asyncio
import logging

import pytest
from msgspec.structs import replace

from punto.client import join
from punto.client.table import TableView
from punto.house import Act, Done
from punto.protocol import Seen, View
from punto.protocol import event as seen
from punto.protocol.tell import Happened
from punto.rules import Winner, find_rulebook
from punto.server.waiting_tables import REMINDER_MS, WaitingTables
from punto.table import Settings, TableCommand, step
from punto.table.command import (
    Decide,
    DropResult,
    OpenShoe,
    RecordResult,
    ReportIrregularity,
)
from punto.table.event import IrregularityRuled, SupervisorDecided
from punto.table.house_table import HouseTable
from punto.table.irregularity import Decision, Found, Noticed
from punto.table.settings import Limit
from punto.table.state import Table
from tests.server.here import SUPERVISOR, Here, open_house

LIMIT = Limit(minimum=1, maximum=1_000)

RULED = IrregularityRuled(
    round=3,
    found=Found.MALFUNCTION,
    noticed=Noticed.BEFORE_PAYMENT,
    reconstructed=False,
    decision=Decision.SUPERVISOR,
    clause=None,
    words="a supervisor decides",
    who="sam",
    why="it stopped",
)
DECIDED = SupervisorDecided(3, True, "kim", "seen on camera")  # noqa: FBT003 – an event, in order


# --- views --------------------------------------------------------------------------------------


def test_a_recorded_result_is_shown_and_a_dropped_one_is_gone_from_the_roads() -> None:
    rulebook = find_rulebook("mbs-tiger")
    table = Table(settings=Settings(rulebook=rulebook, decks=8, limit=LIMIT, results_only=True))
    view, client = View(HouseTable(id="tiger", table=table)), TableView("tiger")
    client.version = 0
    commands: tuple[TableCommand, ...] = (
        OpenShoe(None, "sam"),
        RecordResult(winner=Winner.BANKER, who="sam", natural=True),
        RecordResult(winner=Winner.TIE, who="sam"),
        DropResult("sam", "it was no tie"),
    )
    shown: list[Seen] = []
    for version, command in enumerate(commands):
        outcome = step(table, command)
        assert isinstance(outcome, tuple)
        table, happened = outcome
        now = view.seen(happened, replace(view.house_table, table=table))
        client.follow(
            Happened(table="tiger", after=version, version=version + 1, at_ms=1, events=now)
        )
        shown += now
    _, banker, tie, dropped = shown
    assert isinstance(banker, seen.ResultRecorded)
    assert (banker.round, banker.winner, banker.natural) == (1, "banker", True)
    assert isinstance(tie, seen.ResultRecorded)
    assert tie.roads.counts == seen.Counts(banker=1, player=0, tie=1)
    assert isinstance(dropped, seen.ResultDropped)
    assert (dropped.round, dropped.roads.counts) == (2, seen.Counts(banker=1, player=0, tie=0))
    assert client.winner is None
    assert client.roads == dropped.roads


def test_a_decision_is_shown_and_nobody_is_named() -> None:
    table = Table(
        settings=Settings(rulebook=find_rulebook("mbs-tiger"), decks=8, limit=LIMIT), rounds=3
    )
    view = View(HouseTable(id="tiger", table=table))
    ruled, decided = view.seen((RULED, DECIDED), view.house_table)
    assert isinstance(ruled, seen.Ruled)
    assert (ruled.found, ruled.decision) == ("malfunction", "supervisor")
    assert decided == seen.Decided(round=3, void=True)
    assert "sam" not in str(ruled)
    assert "kim" not in str(decided)


# --- the log ------------------------------------------------------------------------------------


def test_a_table_that_waits_is_logged_until_it_is_decided(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING, "punto.server")
    tables = WaitingTables()
    tables.note("tiger", 5, (RULED,))
    waiting = tables.at("tiger")
    assert waiting is not None
    assert (waiting.round, waiting.found, waiting.since_ms) == (3, "malfunction", 5)
    tables.say()
    words = "table tiger: round 3 waits for a supervisor: malfunction, reported by sam: it stopped"
    assert caplog.messages == [words, words], "once when it began, once as a reminder"
    caplog.clear()
    tables.note("tiger", 9, (DECIDED,))
    tables.say()
    decided = "table tiger: round 3 is decided by kim, void: seen on camera"
    assert caplog.messages == [decided]
    assert tables.at("tiger") is None
    assert tables.at("nowhere") is None


def test_an_open_house_says_it_again_each_minute_until_it_is_decided(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    def times_said() -> int:
        return sum("waits for a supervisor" in message for message in caplog.messages)

    async def done(here: Here, command: ReportIrregularity | Decide) -> None:
        asked = Act("tiger", (command,))
        assert isinstance(await here.house.writer.ask(SUPERVISOR, asked), Done)

    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            await player.watch("tiger")
            await player.betting("tiger")
            await done(
                here, ReportIrregularity(found=Found.MALFUNCTION, who="sam", why="it stopped")
            )
            await here.advance(2 * REMINDER_MS)
            assert times_said() == 3, "when it began, and twice since"
            await done(here, Decide(void=True, who="kim", why="seen on camera"))
            await here.advance(2 * REMINDER_MS)
            assert times_said() == 3

    asyncio.run(scenario())
