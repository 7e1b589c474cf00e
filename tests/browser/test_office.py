"""The cage and a manager at the office, as they work in a browser, beside those who play."""

import asyncio
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Page, expect

from punto.client import join
from tests.browser.dealer import PIN
from tests.browser.driven_house import DrivenHouse
from tests.browser.screen import Screen, minor_units
from tests.browser.test_axe import assert_accessible
from tests.browser.visitors import Visitors
from tests.server.here import assert_books_hold
from tests.server.staff_command import run_here

PICTURES: Final = Path(__file__).parents[2] / "docs" / "screenshots"
LIGHTS: Final[dict[str, Literal["dark", "light"]]] = {"evening": "dark", "day": "light"}
ROUNDS: Final = 120
STAKES: Final = {"player": 25_00, "tie": 5_00}


@pytest.fixture
def house(tmp_path: Path, config: str, client: Path) -> Iterator[DrivenHouse]:
    """Open a house without any staff: its links are offered at the first start only."""
    with DrivenHouse(tmp_path, config, client) as served:
        yield served


async def play(address: str) -> str:
    """Play the online game for a while, without a screen; give the name of the player's table."""
    async with await join(address) as player:
        await player.watch("zero")
        for _ in range(ROUNDS):
            if player.balance.available < sum(STAKES.values()):
                break
            for wager, stake in STAKES.items():
                await player.bet("zero", wager, stake)
            await player.deal("zero")
        return f"zero-{player.session.name}"


def enrol(page: Page, link: str, name: str) -> None:
    """Use a link of the house, and come to the office."""
    page.goto(link)
    page.get_by_label("Name").fill(name)
    page.get_by_label("PIN", exact=False).first.fill(PIN)
    page.get_by_label("The PIN again").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("turnover")).to_be_visible()


def assert_all_accessible(screen: Screen) -> None:
    """Nothing grave on any part of the office, on a desk and on a phone."""
    for name in ("Floor", "Tables", "Cage", "Shifts", "Gaming day", "Events", "Disputes"):
        part(screen.page, name)
        assert_accessible(screen)
    screen.page.set_viewport_size({"width": 390, "height": 844})
    for name in ("Cage", "Shifts", "Tables", "Gaming day", "Floor"):
        part(screen.page, name)
        wide = screen.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, name


def part(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Parts of the office").get_by_role(
        "button", name=name, exact=True
    ).click()


def picture(page: Page, name: str, place: Path) -> None:
    """Take a picture in the evening and by day, for docs if that is asked for."""
    place = PICTURES if os.environ.get("PUNTO_SCREENSHOTS") else place
    page.set_viewport_size({"width": 1440, "height": 900})
    for hour, light in LIGHTS.items():
        page.emulate_media(color_scheme=light)
        path = place / f"{name}-{hour}.jpg"
        page.screenshot(path=path, quality=85, animations="disabled")
        assert path.stat().st_size > 5_000


def test_the_cage_and_a_manager_work_while_others_play(
    visitors: Visitors, house: DrivenHouse, tmp_path: Path
) -> None:
    links = house.links()
    player = visitors.come(pace="still")
    player.sit("tiger")
    house.open_bets("tiger")
    player.bet({"player": (25_00, 1)})
    with ThreadPoolExecutor(1) as elsewhere:
        table = elsewhere.submit(asyncio.run, play(house.address)).result()
    the_cage_sells_once(visitors.come().page, links["cage"])
    reported = ("admin", "report", "tiger", "malfunction", "--who", "sam", "--why", "it stopped")
    assert run_here(house, *reported).status == 0
    screen = visitors.come()
    manager = screen.page
    enrol(manager, links["manager"], "mary")
    the_floor_shows_the_day(manager)
    picture(manager, "office", tmp_path)
    an_alert_is_seen(manager)
    tables_are_set_and_closed(manager)
    picture(manager, "office-tables", tmp_path)
    shifts_are_counted(manager, house)
    picture(manager, "office-shifts", tmp_path)
    the_day_and_its_events(manager)
    a_round_is_told(manager, table)
    picture(manager, "office-dispute", tmp_path)
    assert_all_accessible(screen)
    house.stop()
    assert_books_hold(f"sqlite:///{house.place / 'punto.db'}")


def the_cage_sells_once(page: Page, link: str) -> None:
    """Sell credits to a terminal: it is asked once more, and pressed twice it is done once."""
    enrol(page, link, "cass")
    the_pin_is_changed(page)
    expect(page.get_by_role("button", name="Acknowledge")).to_have_count(0)
    part(page, "Shifts")
    count(page, "1.234", "This is no amount")
    count(page, "200", "Done. Open the shift of Till of cass with 200.")
    part(page, "Cage")
    page.get_by_label("Player or terminal").fill("nobody")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("said")).to_have_text("There is none of this name or number")
    page.get_by_label("Player or terminal").fill("terminal-1")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("account")).to_contain_text("0")
    page.get_by_label("Amount").fill("1.234")
    page.get_by_role("button", name="Sell credits…").click()
    expect(page.get_by_test_id("said")).to_have_text("This is no amount")
    page.get_by_label("Amount").fill("50")
    page.get_by_role("button", name="Sell credits…").click()
    expect(page.get_by_test_id("asked")).to_have_text("Sell 50 to terminal-1.")
    page.get_by_role("button", name="Confirm").dblclick()
    expect(page.get_by_test_id("said")).to_have_text("Done. Sell 50 to terminal-1.")
    expect(page.get_by_test_id("account").locator("dd").first).to_have_text("50")
    page.get_by_label("Amount").fill("60")
    page.get_by_role("button", name="Pay credits…").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_test_id("said")).to_have_class("said wrong")
    page.get_by_label("Number on the ticket").fill("1234")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("said")).to_have_text("There is none of this name or number")


def count(page: Page, amount: str, said: str) -> None:
    """Count what lies there, and confirm it, if it is asked for."""
    page.get_by_label("Counted").fill(amount)
    page.get_by_role("button", name="the shift…").click()
    if said.startswith("Done"):
        page.get_by_role("button", name="Confirm").dblclick()
    expect(page.get_by_test_id("said")).to_have_text(said)


def shifts_are_counted(page: Page, house: DrivenHouse) -> None:
    """A float by the manager; the till of whoever has gone home; and the same on a command line."""
    part(page, "Shifts")
    expect(page.get_by_label("Place")).to_have_value("table/salon")
    count(page, "1500", "Done. Open the shift of salon with 1,500.")
    filled = ("admin", "shift", "close", "table/salon", "150500", "--who", "sam", "--note", "night")
    assert run_here(house, *filled).out == "shift 1 of table/salon is closed with 150500\n"
    assert run_here(house, *filled).status == 2, "it is closed"
    assert run_here(house, *filled[:2], "open", *filled[3:]).status == 0
    page.get_by_label("Place").select_option("till/cass")
    expect(page.get_by_text("By the books there should be 250.")).to_be_visible()
    count(page, "240", "Done. Close the shift of Till of cass with 240: 10 short.")
    lines = page.get_by_test_id("shifts").locator("tbody tr")
    expect(lines.filter(has_text="Till of cass")).to_contain_text("10 short")
    expect(lines.filter(has_text="salon 1")).to_contain_text("5 over")
    expect(lines.filter(has_text="salon 2")).to_contain_text("goes on")
    day = page.get_by_role("heading", name="Shifts").inner_text().split()[-1]
    told = run_here(house, "admin", "shifts", day, "--json")
    overs = [(each["place"], each["over"]) for each in json.loads(told.out)["shifts"]]
    assert overs == [("till/cass", -10_00), ("table/salon", 5_00), ("table/salon", None)]
    assert "table/salon 1" in run_here(house, "admin", "day", day).out.replace("\n", " ")


def the_pin_is_changed(page: Page) -> None:
    page.get_by_role("button", name="Choose another PIN").click()
    page.get_by_label("The PIN that you have").fill(PIN)
    page.get_by_label("The new PIN").fill("975310")
    page.get_by_label("The PIN again").fill("975310")
    page.get_by_role("button", name="Change the PIN").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def the_floor_shows_the_day(page: Page) -> None:
    expect(page.get_by_test_id("rounds").locator("b")).not_to_have_text("0")
    assert minor_units(page.get_by_test_id("turnover").inner_text()) >= sum(STAKES.values())
    expect(page.get_by_test_id("table-tiger")).to_contain_text("waits for a supervisor")
    expect(page.get_by_test_id("table-salon")).to_contain_text("no dealer")
    expect(page.locator(".figures-row .good b")).to_have_text("✓ 0")


def an_alert_is_seen(page: Page) -> None:
    alert = page.get_by_test_id("alert").filter(has_text="tiger")
    expect(alert).to_contain_text("tiger: round 1 waits for a supervisor")
    alert.get_by_role("button", name="Acknowledge").click()
    expect(alert).to_contain_text("acknowledged by mary")


def tables_are_set_and_closed(page: Page) -> None:
    """Raise a limit, before and after confirmed; close a table; a value that cannot be is told."""
    part(page, "Tables")
    page.get_by_test_id("set-salon").click()
    minimum = page.get_by_label("Minimum")
    minimum.fill("5000")
    page.get_by_role("button", name="Change…").click()
    confirm(page, "a quiet night")
    expect(page.get_by_test_id("said")).to_have_text(
        "salon: minimum: 500000 is more than the maximum, 100000"
    )
    minimum.fill("2")
    page.get_by_role("button", name="Change…").click()
    expect(page.get_by_test_id("asked")).to_contain_text("Minimum 1 → 2")
    confirm(page, "a quiet night")
    expect(page.get_by_test_id("set-salon")).to_contain_text("2–1,000")
    expect(page.get_by_text("in the file: 1")).to_be_visible()
    page.get_by_test_id("set-elements").click()
    page.get_by_role("button", name="Close the table…").click()
    confirm(page, "it is cleaned")
    expect(page.get_by_test_id("set-elements")).to_contain_text("closed")
    page.get_by_role("button", name="Read the file again…").click()
    confirm(page, "it may have changed")
    expect(page.get_by_test_id("said")).to_have_text("Nothing was changed: it is so already")
    a_table_is_made(page)
    part(page, "Floor")
    expect(page.get_by_test_id("table-elements")).to_contain_text("closed")
    expect(page.get_by_test_id("table-lion")).to_contain_text("5–500")
    expect(page.get_by_test_id("table-salon")).to_contain_text("2–1,000")
    part(page, "Events")
    told = page.get_by_test_id("events")
    expect(told).to_contain_text("elements: to be closed, by mary: it is cleaned")
    expect(told).to_contain_text("salon: minimum from 1.00 to 2.00, by mary: a quiet night")
    part(page, "Tables")


def a_table_is_made(page: Page) -> None:
    page.get_by_role("button", name="New table").click()
    page.get_by_label("Id: a to z").fill("lion")
    said = {"Minimum": "5", "Maximum": "500", "Rulebook": "mbs-tiger", "Name": "Lion"}
    for label, text in said.items():
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_test_id("asked")).to_contain_text("Make the table lion, and open it")
    confirm(page, "a full house")
    expect(page.get_by_test_id("set-lion")).to_contain_text("open")


def confirm(page: Page, why: str) -> None:
    page.get_by_label("Why, for the record").fill(why)
    page.get_by_role("button", name="Confirm").click()


def the_day_and_its_events(page: Page) -> None:
    part(page, "Gaming day")
    report = page.get_by_test_id("report")
    expect(report).to_contain_text("zero")
    expect(page.get_by_test_id("shifts")).to_contain_text("10 short")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("gaming day,")
    part(page, "Events")
    expect(page.get_by_test_id("events")).to_contain_text("sold 50.00 to terminal-1")


def a_round_is_told(page: Page, table: str) -> None:
    part(page, "Disputes")
    page.get_by_role("textbox", name="Table").fill(table)
    page.get_by_role("textbox", name="Round").fill("1")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("told")).to_contain_text("stakes 2500 on player")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the signed bundle").click()
    assert b'"signature"' in Path(download.value.path()).read_bytes()


def test_staff_resolve_a_ticket_in_hand_at_the_office(
    visitors: Visitors, house: DrivenHouse
) -> None:
    screen, cage = visitors.come(), visitors.come().page
    house.attendant()
    screen.sit_at_terminal("terminal-1", "demo-1", "7")
    link = run_here(house, "admin", "enrol", "cage", "--address", house.address).out.strip()
    enrol(cage, link, "cass")
    part(cage, "Cage")
    for end, left in (("Put the credits back", "7"), ("The ticket is on paper", "0")):
        screen.page.get_by_role("button", name="Cash out").click()
        expect(screen.page.get_by_test_id("ticket")).to_be_visible()
        cage.get_by_label("Player or terminal").fill("terminal-1")
        cage.keyboard.press("Enter")
        expect(cage.get_by_text("A ticket of 7 waits: look at the printer.")).to_be_visible()
        cage.get_by_label("Why, for the record").fill("the printer jammed")
        cage.get_by_role("button", name=end).click()
        cage.get_by_role("button", name="Confirm").click()
        expect(cage.get_by_test_id("said")).to_contain_text("Done.")
        expect(screen.page.get_by_test_id("ticket")).to_be_hidden()
        expect(screen.page.get_by_test_id("credits")).to_have_text(left)
