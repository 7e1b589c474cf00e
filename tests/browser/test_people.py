"""One-time codes at sign-in, and terminals made and revoked in the office, as people do it."""

import os
import re
from base64 import b32decode
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from punto.people.one_time_code import code_at, step_at
from tests.browser.dealer import PIN
from tests.browser.driven_house import DrivenHouse, unhurried_house
from tests.browser.screen import Screen
from tests.browser.test_axe import assert_accessible
from tests.browser.test_office import part, picture
from tests.browser.visitors import Visitors

PICTURES: Final = Path(__file__).parents[2] / "docs" / "screenshots"
SIZES: Final = {"desktop": (1280, 800), "phone": (390, 844)}
ASKED: Final = {
    "en-GB": "Give the one-time code",
    "zh-CN": "一次性验证码",
    "zh-TW": "一次性驗證碼",
}


@pytest.fixture
def house(tmp_path: Path, client: Path) -> Iterator[DrivenHouse]:
    """Open a house without any staff, whose managers need codes."""
    config = f'one_time_codes = ["manager"]\n{unhurried_house()}'
    with DrivenHouse(tmp_path, config, client) as served:
        yield served


def code_now(house: DrivenHouse, secret: str, steps: int = 0) -> str:
    assert house.now_ms is not None, "its clock is driven"
    return code_at(b32decode(secret), step_at(house.now_ms) + steps)


def give(page: Page, name: str, code: str) -> None:
    """Give name and PIN where they are asked for, and then a code."""
    fields = page.locator("form input")
    fields.nth(0).fill(name)
    fields.nth(1).fill(PIN)
    page.keyboard.press("Enter")
    page.locator("input[name=code]").fill(code)
    page.keyboard.press("Enter")


def set_up(screen: Screen, house: DrivenHouse, place: Path) -> str:
    """Become a manager by a link, and be shown the key once; give it."""
    page = screen.page
    page.goto(house.links()["manager"])
    page.get_by_label("Name").fill("mary")
    page.get_by_label("PIN", exact=False).first.fill(PIN)
    page.get_by_label("The PIN again").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Office")).to_be_visible()
    page.get_by_label("Name").fill("mary")
    page.get_by_label("PIN").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="The key as a QR code")).to_be_visible()
    assert_accessible(screen)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        taken = PICTURES if os.environ.get("PUNTO_SCREENSHOTS") else place
        page.screenshot(path=taken / f"one-time-codes-{size}.jpg", quality=85)
    page.set_viewport_size({"width": 1280, "height": 800})
    return page.get_by_test_id("secret").inner_text().replace("\n", "").replace(" ", "")


def test_a_manager_with_codes_makes_a_terminal_and_revokes_it(
    visitors: Visitors, house: DrivenHouse, tmp_path: Path
) -> None:
    screen = visitors.come()
    manager, secret = screen.page, set_up(screen, house, tmp_path)
    code = manager.get_by_label("One-time code of mary")
    code.fill("000000")
    manager.keyboard.press("Enter")
    expect(manager.get_by_role("alert")).to_contain_text("is wrong, or was used")
    code.fill(code_now(house, secret))
    manager.keyboard.press("Enter")
    expect(manager.get_by_test_id("turnover")).to_be_visible()
    signs_in_elsewhere(visitors, house, secret)
    terminal = invited(screen, visitors, tmp_path)
    revoked(manager, terminal)


def signs_in_elsewhere(visitors: Visitors, house: DrivenHouse, secret: str) -> None:
    """At the console, in each language, every time with the next code."""
    for number, (locale, words) in enumerate(ASKED.items(), 1):
        page = visitors.come("console", locale=locale).page
        house.advance(30_000)
        give(page, "mary", "111111")
        expect(page.locator("form .hush").first).to_contain_text(words)
        expect(page.get_by_role("alert")).not_to_be_empty()
        page.locator("input[name=code]").fill(code_now(house, secret))
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("say"), f"sign-in {number}").to_be_visible()


def invited(screen: Screen, visitors: Visitors, place: Path) -> Page:
    """Make a code, open its link in another browser, and see that terminal listed."""
    manager = screen.page
    part(manager, "People")
    manager.locator("input[name=terminal]").fill("north-7")
    manager.get_by_role("button", name="New code").last.click()
    manager.get_by_role("button", name="Confirm").click()
    made = manager.get_by_test_id("invitation")
    expect(made.get_by_test_id("code")).not_to_be_empty()
    picture(manager, "office-people", place)
    assert_accessible(screen)
    link = made.locator(".link").inner_text()
    terminal = visitors.come(link.partition("/terminal")[1].strip("/")).page
    terminal.goto(link)
    terminal.reload()
    expect(terminal.get_by_label("Terminal", exact=True)).to_have_value("north-7")
    terminal.get_by_role("button", name="Enrol").click()
    expect(terminal.get_by_test_id("credits")).to_have_text("0")
    expect(terminal, "the code is in the address no more").not_to_have_url(re.compile("#"))
    part(manager, "Floor")
    part(manager, "People")
    expect(manager.get_by_test_id("terminal-north-7")).to_contain_text("here now")
    return terminal


def revoked(manager: Page, terminal: Page) -> None:
    """Want a reason first; then the terminal is out while it is looked at."""
    row = manager.get_by_test_id("terminal-north-7")
    row.get_by_role("button", name="Revoke").click()
    expect(manager.get_by_test_id("said")).to_contain_text("Give the reason first")
    manager.get_by_label("Reason").fill("it was left alone")
    row.get_by_role("button", name="Revoke").click()
    manager.get_by_role("button", name="Confirm").click()
    expect(row).to_contain_text("none")
    expect(terminal.get_by_role("button", name="Enrol")).to_be_visible()
    manager.set_viewport_size({"width": 390, "height": 844})
    wide = manager.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    part(manager, "Events")
    expect(manager.get_by_text("no browser is north-7 any more: it was left alone")).to_be_visible()
