"""What waits for a supervisor is shown wherever one looks, and an absent dealer is relieved."""

import asyncio
from typing import Any

from punto.client import join
from punto.house import Act
from punto.people import Actor, Role
from punto.protocol import console
from punto.protocol.ask import Watch
from punto.table.command import ReportIrregularity
from punto.table.event import SupervisorDecided
from punto.table.irregularity import Found
from punto.table.record import DealerRelieved
from tests.server.console import PIN, Console, enrolled, posted
from tests.server.dealt_table import TABLE, DealtTable, dealt_table
from tests.server.here import assert_books_hold
from tests.server.raw import Frame

MALFUNCTION = console.Irregularity(found="malfunction")


def is_queue(frame: Frame) -> bool:
    return bool(frame["type"] == "Queue")


def queues(at: Console) -> list[list[Any]]:
    """Give every queue that a console was shown."""
    return [frame["waiting"] for frame in at.find(is_queue)]


async def reported(at: DealtTable) -> None:
    await at.play_to("two")
    report: dict[str, Any] = {"irregularity": MALFUNCTION, "why": "it jams"}
    await at.dealer.done(console.ReportIrregularity, **report)


def test_supervisors_are_called_from_any_table_and_dealers_are_not(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            await reported(at)
            (waiting,) = (await at.supervisor.until(lambda f: bool(f.get("waiting"))))["waiting"]
            assert (waiting["table"], waiting["name"], waiting["round"]) == (TABLE, "Salon", 1)
            assert (waiting["found"], waiting["who"], waiting["why"]) == (
                "malfunction",
                "dora",
                "it jams",
            )
            assert waiting["since_ms"] == at.here.time.now_ms()
            async with Console(at.here, await enrolled(at.here, "mary", Role.MANAGER)) as mary:
                assert (await mary.of("Queue"))["waiting"] == [waiting], "whoever comes later"
                await at.supervisor.done(console.DecideRound, void=False, why="it goes on")
                await mary.until(lambda f: f["type"] == "Queue" and not f["waiting"])
            assert queues(at.supervisor) == [[], [waiting], []]
            assert queues(at.dealer) == [], "nobody else is told who has reported what"

    asyncio.run(scenario())


def test_a_supervisor_whose_console_is_locked_is_called_and_told_nothing_else(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            await at.play_to("two")
            await at.here.advance(200_000)
            await at.dealer.ask(console.AskRuling, irregularity=MALFUNCTION)
            await at.here.advance(100_001)  # nobody was at the supervisor's for five minutes
            report: dict[str, Any] = {"irregularity": MALFUNCTION, "why": "it jams"}
            await at.dealer.done(console.ReportIrregularity, **report)
            await at.supervisor.until(lambda f: f.get("count") == 1)
            assert queues(at.supervisor) == [[], []]
            assert TABLE not in "".join(at.supervisor.texts), "neither where nor by whom"
            said = {"name": "sue", "pin": PIN}
            status, _, cookie = await posted(at.here, "api/staff/sessions", said)
            assert status == 201
            async with Console(at.here, cookie) as again:
                assert [each["table"] for each in (await again.of("Queue"))["waiting"]] == [TABLE]
                await again.done(console.DecideRound, void=False, why="it goes on")
            await at.supervisor.until(lambda _: len(queues(at.supervisor)) == 3)
            assert [frame["count"] for frame in at.supervisor.find(is_queue)] == [0, 1, 0]

    asyncio.run(scenario())


def test_a_player_s_own_table_is_decided_from_the_queue(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at, await join(at.here.address) as guest:
            await guest.watch("zero")
            own = f"zero-{guest.session.name}"
            found = Found.EXTRA_OR_MISSING_CARDS
            await guest.bet("zero", "player", 1_00)
            await guest.deal("zero")
            report = ReportIrregularity(found=found, who="sue", why="counted")
            await at.here.house.writer.ask(Actor("sue", Role.SUPERVISOR), Act(own, (report,)), "x")
            (waiting,) = (await at.supervisor.until(lambda f: bool(f.get("waiting"))))["waiting"]
            assert waiting["table"] == own
            await at.supervisor.done(console.DecideRound, own, void=False, why="it was not so")
            await guest.bet("zero", "player", 1_00)
            await guest.deal("zero")

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_supervisor_relieves_a_dealer_who_is_gone_in_mid_round(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            await at.play_to("three")
            refused = await at.dealer.ask(console.RelieveDealer, why="I am tired")
            assert refused["code"] == "not-permitted"
            refused = await at.supervisor.ask(console.RelieveDealer, why="\x1b[2J")
            assert refused["code"] == "who-and-why-wanted"
            await at.supervisor.done(console.RelieveDealer, why="he fell ill")
            refused = await at.dealer.ask(console.ScanCard, card="3s")
            assert (refused["code"], refused["words"]) == (
                "not-at-table",
                "nobody deals here: take the table first",
            )
            refused = await at.supervisor.ask(console.RelieveDealer, why="again")
            assert refused["code"] == "not-at-table"
            async with Console(at.here, await enrolled(at.here, "dave")) as dave:
                await dave.done(console.TakeTable)
                await at.finish(dave)
            relieved = DealerRelieved("dora", "sue", "he fell ill")
            assert at.recorded(DealerRelieved) == [relieved]
            house_table = at.here.writer.house_table(TABLE)
            assert house_table is not None
            assert house_table.dealt_by == ("dora", "dave"), "who dealt it stays on record"

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_training_is_marked_and_moves_nothing(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url, setting="training = true") as at:
            balance = at.balance
            await at.dealer.send(Watch(table=TABLE))
            assert (await at.dealer.of("ConsoleView"))["training"] is True
            await at.play_to("paid")
            assert (at.balance, at.results) == (balance, 1), "a result, and no money"

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_free_hand_is_dealt_as_any_other(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            balance = at.balance
            await at.dealer.done(console.OpenBets)
            at.script()
            await at.finish()
            assert (at.balance, at.results) == (balance, 1)
            assert await at.player.history(TABLE) == []

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_what_becomes_of_the_shoe_is_asked_and_on_record(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            await at.play_to("two")
            late = console.Irregularity(found="wager-placed-late", new_shoe=True)
            refused = await at.dealer.ask(
                console.ReportIrregularity, irregularity=late, why="a chip"
            )
            assert refused["code"] == "shoe-in-play", "a late chip says nothing of the shoe"
            extra = console.Irregularity(found="extra-or-missing-cards")
            await at.dealer.done(console.ReportIrregularity, irregularity=extra, why="53 backs")
            decide: dict[str, Any] = {"why": "counted again", "new_shoe": True}
            refused = await at.supervisor.ask(console.DecideRound, void=False, **decide)
            assert refused["code"] == "round-in-play", "a round goes on with its own shoe"
            await at.supervisor.done(console.DecideRound, void=True, **decide)
            assert not at.has_shoe()
            (decided,) = at.recorded(SupervisorDecided)
            assert decided.new_shoe is True
            await at.play_to("paid")
            foreign = console.Irregularity(found="foreign-card")
            await at.dealer.done(console.ReportIrregularity, irregularity=foreign, why="a joker")
            assert at.has_shoe(), "nobody asked for another one"
            await at.play_to("open")
            before = console.Irregularity(found="foreign-card", round=2, new_shoe=True)
            refused = await at.dealer.ask(
                console.ReportIrregularity, irregularity=before, why="a joker"
            )
            assert refused["code"] == "round-in-play"
            await at.finish()

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)
