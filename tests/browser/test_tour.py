"""Every page at the size of a phone and of a desk, as a picture.

The pictures of docs/tour.md are made anew with PUNTO_SCREENSHOTS=1, by day and in the evening; else
they are only taken, by day.
"""

import os
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from punto.testing.serving import quick_house
from tests.browser.driven_house import CARD_MS, RESULT_MS, DrivenHouse
from tests.browser.screen import Screen
from tests.browser.test_terminal import buy, sign_in
from tests.browser.visitors import Visitors

IS_WANTED: Final = "PUNTO_SCREENSHOTS" in os.environ
PICTURES: Final = Path(__file__).parents[2] / "docs" / "screenshots"
FROM_THE_TOP: Final = """() => {
  scrollTo(0, 0);
  if (document.querySelector('dialog[open]') === null) document.activeElement.blur();
}"""
"""A picture begins at the top, without a ring round what was clicked last."""

ROUNDS: Final = 24
WINDOW_MS: Final = 20_000
UNTOUCHED_MS: Final = 61_000
"""After a minute without credits a terminal invites the next one."""

SIZES: Final = {
    "phone": ViewportSize(width=360, height=740),
    "desktop": ViewportSize(width=1280, height=800),
}


@pytest.fixture(scope="module")
def config() -> str:
    """Show a window as people know it; whoever bets in a picture stops the clock of his page."""
    return quick_house(WINDOW_MS, CARD_MS, RESULT_MS)


@pytest.fixture(scope="module")
def house(house: DrivenHouse, browser: Browser) -> DrivenHouse:
    """Let every table see some rounds: roads are what people look at."""
    for table in ("rws", "mbs", "tiger", "elements"):
        onlooker = Visitors(browser, house.address)
        onlooker.come(f"table/{table}")
        house.open_bets(table)
        house.advance(ROUNDS * (WINDOW_MS + 5 * CARD_MS + RESULT_MS))
        onlooker.leave()
    house.advance(WINDOW_MS + RESULT_MS)
    return house


class Camera:
    """Takes a picture of each size, and where they are wanted by each light."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def take(self, screen: Screen, name: str) -> None:
        for size, viewport in SIZES.items():
            screen.page.set_viewport_size(viewport)
            screen.page.evaluate(FROM_THE_TOP)
            if IS_WANTED:
                screen.page.emulate_media(color_scheme="dark")
                self._take(screen, f"{name}-{size}-evening.jpg")
                screen.page.emulate_media(color_scheme="light")
            self._take(screen, f"{name}-{size}.jpg")

    def _take(self, screen: Screen, name: str) -> None:
        path = self._place / name
        screen.page.screenshot(path=path, quality=85, animations="disabled", caret="hide")
        assert path.stat().st_size > 5_000


@pytest.fixture
def camera(tmp_path: Path) -> Camera:
    place = PICTURES if IS_WANTED else tmp_path
    place.mkdir(parents=True, exist_ok=True)
    return Camera(place)


def test_the_online_game(visitors: Visitors, house: DrivenHouse, camera: Camera) -> None:
    visitors.come("table/rws")
    house.open_bets("rws")
    screen = visitors.come("")
    expect(screen.page.locator(".tile")).to_have_count(6)
    camera.take(screen, "lobby")
    screen.sit("zero")
    screen.bet({"player": (25_00, 3), "tie": (5_00, 1)})
    screen.expect_stakes(player=75_00, tie=5_00)
    camera.take(screen, "online-game-bets")
    screen.deal()
    for _ in range(9):
        screen.deal("rebet-deal")
    camera.take(screen, "online-game-result")
    screen.page.get_by_role("button", name="Roadmap").click()
    camera.take(screen, "roadmap")
    screen.page.keyboard.press("Escape")
    screen.page.get_by_role("link", name="Verify this hand").first.click()
    screen.page.get_by_test_id("verdict").wait_for()
    camera.take(screen, "verify")
    screen.page.keyboard.press("Escape")
    screen.page.get_by_role("button", name="Settings").click()
    camera.take(screen, "settings")
    screen.page.keyboard.press("Escape")
    screen.page.goto("/history")
    screen.page.locator("tbody tr").nth(5).wait_for()
    camera.take(screen, "history")
    screen.page.locator(".replay button").first.click()
    screen.page.get_by_test_id("recall").locator("p.result").wait_for()
    camera.take(screen, "replay")


@pytest.mark.parametrize("table", ["tiger", "elements", "mbs"])
def test_tables(visitors: Visitors, house: DrivenHouse, camera: Camera, table: str) -> None:
    screen = visitors.come()
    screen.page.clock.install()
    screen.sit(table)
    screen.stop_time()
    screen.page.reload()
    house.open_bets(table)
    expect(screen.page.locator("[data-wager][aria-disabled=false]")).not_to_have_count(0)
    spots = screen.page.locator("[data-wager]").all()
    for number, spot in enumerate(spots[:4]):
        screen.take(25_00 if number else 100_00)
        spot.click()
    expect(screen.page.locator("[data-wager][aria-label*='your stake']")).to_have_count(4)
    expect(screen.page.locator("[data-wager][aria-busy=true]")).to_have_count(0)
    house.deal(table)
    screen.hurry()
    camera.take(screen, f"table-{table}")


def test_the_electronic_table_as_a_guest_sees_it(
    visitors: Visitors, house: DrivenHouse, camera: Camera
) -> None:
    screen = visitors.come("table/rws", locale="zh-HK")
    expect(screen.page.get_by_test_id("terminals-only")).to_be_visible()
    house.open_bets("rws")
    expect(screen.page.locator(".hand.banker .total")).to_have_count(0)
    house.deal("rws")
    expect(screen.result).to_be_visible()
    camera.take(screen, "table-rws")
    screen.page.get_by_role("link", name="整靴路單").click()
    roads = screen.page.get_by_role("dialog").locator("svg.whole")
    expect(roads).to_have_count(5)
    # The bead plate has a mark for every round, and the first of them is still in sight.
    expect(roads.last.locator("g, use").first).to_be_visible()
    camera.take(screen, "roads")


def test_the_rest(visitors: Visitors, house: DrivenHouse, camera: Camera) -> None:
    visitors.come("table/rws")
    house.open_bets("rws")
    screen = visitors.come("table/tiger/rules")
    expect(screen.page.get_by_role("heading", name="One hand, worked")).to_be_visible()
    camera.take(screen, "rules")
    screen.page.goto("/table/tiger?sheet=pays")
    screen.page.get_by_role("dialog").wait_for()
    camera.take(screen, "pay-table")
    screen.page.goto("/account")
    screen.page.locator("h1").wait_for()
    camera.take(screen, "account")
    screen.page.goto("/lab")
    screen.page.wait_for_load_state("networkidle")
    camera.take(screen, "laboratory")
    screen.page.goto("/terminal")
    camera.take(screen, "terminal-sign-in")
    sign_in(screen, "terminal-1", "demo-1")
    house.attendant()
    buy(screen, "250")
    expect(screen.page.get_by_test_id("credits")).to_have_text("250")
    camera.take(screen, "terminal")
    screen.page.get_by_role("button", name="Cash out").click()
    screen.page.get_by_test_id("ticket").wait_for()
    camera.take(screen, "ticket")
    screen.page.get_by_role("button", name="It did not print").click()
    expect(screen.page.get_by_test_id("ticket")).to_be_hidden()


def test_a_terminal_that_nobody_touches(
    visitors: Visitors, house: DrivenHouse, camera: Camera
) -> None:
    visitors.come("table/rws")
    house.deal("rws")
    screen = visitors.come()
    screen.page.clock.install()
    screen.page.goto("/terminal")
    sign_in(screen, "terminal-2", "demo-2")
    expect(screen.page.get_by_test_id("credits")).to_have_text("0")
    screen.page.clock.fast_forward(UNTOUCHED_MS)
    begin = screen.page.get_by_role("button", name="Touch to begin")
    expect(begin).to_be_visible()
    camera.take(screen, "terminal-attract")
    begin.click()
    expect(screen.page.get_by_role("button", name="Buy credits")).to_be_visible()
