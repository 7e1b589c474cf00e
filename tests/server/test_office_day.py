"""The gaming day at the office: takings against theory, and which day a round counts for."""

import asyncio
import csv
import io
from fractions import Fraction
from math import isclose, sqrt
from typing import Any

import punto
from punto.cards import Composition
from punto.client import join
from punto.coup import Phase
from punto.exact import joint
from punto.house import Act
from punto.people import Actor, Role
from punto.store import Database, reading
from punto.table import Found
from punto.table.command import ReportIrregularity
from punto.testing.serving import quick_house
from tests.server.console import PIN, posted
from tests.server.here import assert_books_hold, open_house
from tests.server.office import Office

# --- the day ------------------------------------------------------------------------------------


def test_the_report_of_the_day_is_what_the_ledger_says_and_theory_is_exact(
    database_url: str,
) -> None:
    stakes, rounds = {"player": 500, "tie": 200}, 12

    async def scenario() -> dict[str, Any]:
        async with open_house(database_url) as here, await join(here.address) as player:
            auditor = await Office.of(here, "anna", Role.AUDITOR)
            await player.watch("zero")
            await player.watch("tiger")
            await player.betting("tiger")
            await player.bet("tiger", "tiger", 300)
            for played in range(rounds):
                for wager, stake in stakes.items():
                    await player.bet("zero", wager, stake)
                await player.deal("zero")
                if played == rounds // 2:
                    await auditor.look("floor", "OfficeFloor")  # the rest is read on from here
            await here.until("tiger", Phase.SETTLED)
            await csv_agrees(auditor)
            floor = await auditor.look("floor", "OfficeFloor")
            assert floor["players"] == 1
            assert [table["id"] for table in floor["tables"] if table["players"]] == [
                "zero",
                "tiger",
            ]
            assert floor["hold"][-1]["rounds"] == rounds + 1
            assert (await auditor.look("day?day=2001-01-01"))["takings"]["rounds"] == 0
            report: dict[str, Any] = await auditor.look("day", "DayReport")
            return report

    report = asyncio.run(scenario())
    took = {each["table"]: each["takings"] for each in report["tables"]}
    with Database(database_url).reading() as connection:
        accounts = reading.accounts(connection)
    assert took["tiger"]["win"] == accounts["house:tiger"].balance
    assert took["zero"]["win"] == accounts["house:zero:1"].balance
    assert (took["zero"]["rounds"], took["zero"]["turnover"]) == (rounds, rounds * 700)
    assert took["tiger"]["turnover"] == 300
    mean, variance = moments("zero-commission", stakes)
    assert isclose(took["zero"]["theory"], rounds * -mean)
    assert isclose(took["zero"]["deviation"], sqrt(rounds * variance))
    mean, variance = moments("mbs-tiger", {"tiger": 300})
    assert isclose(took["tiger"]["theory"], -mean)
    assert isclose(took["tiger"]["deviation"], sqrt(variance))
    assert_books_hold(database_url)


def moments(rulebook: str, stakes: dict[str, int]) -> tuple[float, float]:
    """Work mean and variance of the player's net out from its whole distribution."""
    book = punto.rulebook(rulebook)
    counted = joint(book, Composition.of_decks(book.deck, book.shoe.default_decks))
    nets, all_ = counted.net_distribution(stakes), counted.sequences
    mean = sum((net * times for net, times in nets.items()), Fraction(0)) / all_
    squares = sum((net * net * times for net, times in nets.items()), Fraction(0)) / all_
    return float(mean), float(squares - mean * mean)


async def csv_agrees(auditor: Office) -> None:
    report = await auditor.look("day", "DayReport")
    rows = list(csv.reader(io.StringIO((await auditor.file("day.csv")).decode())))
    assert rows[0] == ["gaming day", report["day"]]
    found = {row[0]: row for row in rows if row}
    for each in report["tables"]:
        assert found[each["table"]][1:5] == [
            str(each["takings"][name]) for name in ("rounds", "voids", "turnover", "win")
        ]


def test_the_gaming_day_turns_at_its_hour_and_a_round_in_play_counts_where_it_is_paid(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, quick_house(window_ms=600_000)) as here:
            auditor = await Office.of(here, "anna", Role.AUDITOR)
            first = (await auditor.look("floor"))["day"]
            async with await join(here.address) as player:
                await player.watch("tiger")
                turns_ms = (await auditor.look("day"))["ends_ms"]
                await here.advance(turns_ms - here.house.time.now_ms() - 60_000)
                await player.betting("tiger")
                await player.bet("tiger", "player", 500)
                await here.until("tiger", Phase.SETTLED)
            said = {"name": "anna", "pin": PIN}
            await posted(here, "api/staff/sessions", said, auditor.cookie)
            before, after = await auditor.look(f"day?day={first}"), await auditor.look("day")
            assert after["begins_ms"] == turns_ms == before["ends_ms"]
            assert (before["takings"]["turnover"], after["takings"]["turnover"]) == (0, 500)

    asyncio.run(scenario())


def test_a_void_of_a_paid_round_leaves_the_takings_as_the_ledger_has_them(sqlite_url: str) -> None:
    async def scenario() -> dict[str, Any]:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            manager = await Office.of(here, "mary", Role.MANAGER)
            await player.watch("zero")
            for _ in range(4):
                await player.bet("zero", "player", 500)
                await player.deal("zero")
            table = f"zero-{player.session.name}"
            report = ReportIrregularity(found=Found.MALFUNCTION, who="mary", why="just so", round=3)
            await here.house.writer.ask(Actor("mary", Role.MANAGER), Act(table, (report,)), "r")
            floor = await manager.look("floor", "OfficeFloor")
            assert [alert["kind"] for alert in floor["alerts"]] == ["irregularity"]
            found: dict[str, Any] = await manager.look("day", "DayReport")
            return found

    takings = asyncio.run(scenario())["takings"]
    with Database(sqlite_url).reading() as connection:
        accounts = reading.accounts(connection)
    assert takings["win"] == accounts["house:zero:1"].balance
    assert (takings["turnover"], takings["rounds"], takings["voids"]) == (1_000, 2, 2)
    assert_books_hold(sqlite_url)
