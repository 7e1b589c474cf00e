"""Nothing jumps: the same boxes at every moment of a round, at every size of screen.

At the table with the most wagers and with seats, whatever can be pressed is measured at each moment
of a round. What could be pressed at an earlier moment too has not moved since; nothing lies on it;
all of it is on the screen, and the page does not scroll.
"""

from typing import Final

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.driven_house import CARD_MS, DrivenHouse, unhurried_house
from tests.browser.measured import SHIFTS, SIZES, Measured
from tests.browser.screen import Screen
from tests.browser.visitors import Visitors

TABLE: Final = "tiger"
MOST_CARDS: Final = 6


@pytest.fixture(scope="module")
def config() -> str:
    text, table = unhurried_house(), f'id = "{TABLE}"\n'
    assert table in text
    return text.replace(table, f"{table}positions = 7\n")


def test_no_box_moves_in_a_round(visitors: Visitors, house: DrivenHouse) -> None:
    neighbour = seated_with_a_phone(visitors)
    screen = visitors.come()
    page = screen.page
    page.clock.install()
    screen.sit(TABLE)
    screen.stop_time()
    page.reload()
    house.open_bets(TABLE)
    expect(page.locator(".felt.closed")).to_have_count(0)
    measured = Measured(page)
    # What moved while fonts came in is no part of the round.
    neighbour.page.evaluate("window.shifts.splice(0)")
    neighbour.bet({"player": (25_00, 1), "tiger-tie": (5_00, 1)})
    measured.at("before any bet")
    assert_no_chip_scrolls(screen)
    screen.bet({"player": (25_00, 2), "banker": (100_00, 1), "tie": (5_00, 1), "tiger": (5_00, 3)})
    expect(page.locator("[data-wager][aria-busy=true]")).to_have_count(0)
    measured.at("with bets")
    screen.take(500_00)
    for _ in range(3):
        screen.spot("big-tiger").click()
    expect(page.locator(".refusal")).to_be_visible()
    measured.at("with a refusal")
    screen.key("rest").click()
    expect(page.locator(".warnings .said")).to_be_visible()
    measured.at("while the rest is to be put down")
    screen.key("rest").click()
    house.close_bets(TABLE)
    expect(page.locator(".felt.closed")).to_have_count(1)
    for number in range(1, MOST_CARDS):
        page.keyboard.press("q")
        measured.at(f"after {number} cards")
        house.advance(CARD_MS)
    house.finish(TABLE)
    screen.hurry()
    measured.at("with a result")
    house.open_bets(TABLE)
    expect(page.locator(".felt.closed")).to_have_count(0)
    expect(page.get_by_test_id("last-hand")).to_be_visible()
    assert page.locator(".hand .cards [role=img]").count() == 0
    measured.at("as the next round takes bets, with the last hand in small")
    assert measured.wrong == []
    assert measured.small() == []
    assert neighbour.page.evaluate("window.shifts") == []
    page.reload()
    expect(page.get_by_test_id("last-hand")).to_be_visible()


def seated_with_a_phone(visitors: Visitors) -> Screen:
    """Bring somebody whose screen keeps its size: his browser says what it has seen move."""
    screen = visitors.come(viewport=ViewportSize(width=390, height=844))
    screen.page.add_init_script(SHIFTS)
    screen.sit(TABLE)
    screen.page.evaluate("document.fonts.ready.then(() => null)")
    return screen


def assert_no_chip_scrolls(screen: Screen) -> None:
    for size in SIZES:
        width, height = size
        screen.page.set_viewport_size(ViewportSize(width=width, height=height))
        for chip in screen.page.locator(".tray label").all():
            chip.click()
            assert screen.page.evaluate("scrollY") == 0, size
