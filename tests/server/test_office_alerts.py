"""Alerts at the office: there until somebody has seen them, and seen once."""

import asyncio
from typing import Final

import pytest
from sqlalchemy import update

from punto.client import join
from punto.house import Act
from punto.house.alerts import is_alert_name
from punto.house.chain import OFFICE
from punto.house.record import decode_alert
from punto.office import irregularities
from punto.office.gaming_day import day_named
from punto.office.takings import Takings
from punto.people import Actor, Role
from punto.server.office_floor import unlikely
from punto.store import Database, reading, schema
from punto.table import Found
from punto.table.command import Decide, ReportIrregularity
from tests.server.console import PIN, posted
from tests.server.here import assert_books_hold, open_house
from tests.server.office import Office
from tests.server.test_damage import damaged
from tests.server.test_money import voided

RULINGS: Final = 2


# --- alerts, events, disputes -------------------------------------------------------------------


def test_an_alert_stays_until_it_is_seen_and_decided(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            supervisor = await Office.of(here, "sue", Role.SUPERVISOR)
            await player.watch("tiger")
            await player.betting("tiger")
            await player.bet("tiger", "player", 500)
            dealer = Actor("dora", Role.MANAGER)
            report = ReportIrregularity(found=Found.MALFUNCTION, who="dora", why="it stopped")
            await here.house.writer.ask(dealer, Act("tiger", (report,)), "r")
            await player.until(lambda: player.tables["tiger"].waiting is not None)
            (alert,) = (await supervisor.look("floor", "OfficeFloor"))["alerts"]
            assert alert["id"].startswith("round:tiger-1:")
            assert (alert["kind"], alert["seen_by"]) == ("undecided", "")
            await supervisor.done("Acknowledge", alert=alert["id"])
            (seen,) = (await supervisor.look("floor"))["alerts"]
            assert (seen["kind"], seen["seen_by"]) == ("undecided", "sue")
            decide = Decide(void=True, who="sue", why="seen on camera")
            sue = Actor("sue", Role.SUPERVISOR)
            await here.house.writer.ask(sue, Act("tiger", (decide,)), "d")
            await player.until(lambda: player.tables["tiger"].waiting is None)
            (over,) = (await supervisor.look("floor"))["alerts"]
            assert (over["kind"], over["seen_by"]) == ("irregularity", "sue")

    asyncio.run(scenario())
    with Database(sqlite_url).reading() as connection:
        (link,) = reading.links(connection, OFFICE)
    record = decode_alert(link.body or b"")
    assert (record.who, record.role) == ("sue", "supervisor")
    assert record.alert.startswith("round:tiger-1:")
    assert_books_hold(sqlite_url)


def test_an_alert_that_nobody_has_seen_is_there_the_next_day_and_is_seen_once(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            supervisor = await Office.of(here, "sue", Role.SUPERVISOR)
            await player.watch("zero")
            table = f"zero-{player.session.name}"
            for _ in range(RULINGS):
                await player.bet("zero", "player", 500)
                await player.deal("zero")
                await voided(here, table)
            first = (await supervisor.look("floor"))["alerts"]
            await supervisor.done("Acknowledge", alert=first[0]["id"], id="seen")
            assert (await supervisor.done("Acknowledge", alert=first[0]["id"], id="seen"))["again"]
            for alert in (first[0]["id"], f"round:{table}-1", "round:nowhere-1:1"):
                assert await supervisor.refused("Acknowledge", alert=alert) == (404, "not-found")
            await here.advance(24 * 3_600_000)
            said = {"name": "sue", "pin": PIN}
            await posted(here, "api/staff/sessions", said, supervisor.cookie)
            later = (await supervisor.look("floor", "OfficeFloor"))["alerts"]
            assert [alert["id"] for alert in later] == [alert["id"] for alert in first[1:]]
            assert {alert["seen_by"] for alert in later} == {""}
            assert len(first) == RULINGS

    asyncio.run(scenario())
    with Database(sqlite_url).reading() as connection:
        assert len(list(reading.links(connection, OFFICE))) == 1


def test_an_alert_is_acknowledged_after_a_start_before_it_was_read_back(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(irregularities, "_AT_ONCE", 0)
    named: list[str] = []

    async def before() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            supervisor = await Office.of(here, "sue", Role.SUPERVISOR)
            await supervisor.look("floor")
            await player.watch("zero")
            await player.bet("zero", "player", 500)
            await player.deal("zero")
            await voided(here, f"zero-{player.session.name}")
            named.extend(each["id"] for each in (await supervisor.look("floor"))["alerts"])

    async def after() -> None:
        async with open_house(sqlite_url) as here:
            supervisor = await Office.of(here, "sam", Role.SUPERVISOR)
            assert (await supervisor.look("floor"))["alerts"] == []
            await supervisor.done("Acknowledge", alert=named[0])
            status, answer = await supervisor.ask("Acknowledge", alert=named[0])
            assert (status, answer["detail"]) == (404, "sam has seen this alert already")

    asyncio.run(before())
    asyncio.run(after())


def test_damaged_books_are_an_alert_and_nobody_is_paid_from_them(sqlite_url: str) -> None:
    async def before() -> None:
        async with open_house(sqlite_url) as here:
            await (await Office.of(here, "mary", Role.MANAGER)).done(
                "SellCredits", account="terminal-1", amount=500
            )

    async def after() -> None:
        async with open_house(sqlite_url) as here:
            _, _, cookie = await posted(here, "api/staff/sessions", {"name": "mary", "pin": PIN})
            manager = Office(here, cookie)
            status, answer = await manager.try_to_look("accounts/terminal-1")
            assert (status, answer["code"]) == (409, "books-damaged")
            pay = {"account": "terminal-1", "amount": 5}
            assert await manager.refused("PayCredits", **pay) == (409, "books-damaged")
            alerts = (await manager.look("floor", "OfficeFloor"))["alerts"]
            ids = {alert["id"] for alert in alerts if alert["kind"] == "damaged"}
            assert ids == {"damaged:table/tiger", "damaged:terminal-1"}
            await manager.done("Acknowledge", alert="damaged:table/tiger")
            alerts = (await manager.look("floor"))["alerts"]
            assert {alert["id"]: alert["seen_by"] for alert in alerts} == {
                "damaged:table/tiger": "mary",
                "damaged:terminal-1": "",
            }
            tables = {each["id"]: each for each in (await manager.look("floor"))["tables"]}
            assert (tables["tiger"]["is_open"], tables["mbs"]["is_open"]) == (False, True)

    asyncio.run(before())
    damaged(sqlite_url, "tiger")
    with Database(sqlite_url).engine.begin() as connection:
        accounts = schema.accounts
        richer = update(accounts).where(accounts.c.id == "terminal-1")
        connection.execute(richer.values(credits_posted=accounts.c.credits_posted + 1))
    asyncio.run(after())


@pytest.mark.parametrize(
    ("rounds", "win", "names"),
    [
        (50, 2_500, []),
        (50, 2_600, ["hold:tiger:2026-03-14"]),
        (50, -2_600, ["hold:tiger:2026-03-14"]),
        (49, 9_000, []),
        (50, 3_999, ["hold:tiger:2026-03-14"]),
        (50, 4_000, ["hold:tiger:2026-03-14:4"]),
        (50, -5_900, ["hold:tiger:2026-03-14:5"]),
    ],
)
def test_a_table_whose_day_is_hardly_chance_is_told_and_again_when_it_drifts_on(
    rounds: int, win: int, names: list[str]
) -> None:
    took = {"tiger": Takings(rounds=rounds, win=win, variance=1_000_000.0), "mbs": Takings()}
    alerts = list(unlikely(day_named("2026-03-14", 6), took))
    assert [alert.id for alert in alerts] == names
    assert all(is_alert_name(alert.id) for alert in alerts)
    assert [alert.words for alert in alerts] == [f"{win / 1000:+.1f}"][: len(names)]
