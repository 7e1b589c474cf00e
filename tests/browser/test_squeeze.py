"""A card that its player turns himself, at a table where cards lie face down."""

from typing import Final

import pytest
from playwright.sync_api import expect

from punto.testing.serving import quick_house
from tests.browser.test_axe import assert_accessible
from tests.browser.test_keyboard import press
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.no_cover

WINDOW_MS: Final = 8_000
AFTER_THE_WINDOW: Final = 30_000


@pytest.fixture(scope="module")
def config() -> str:
    """Give time to bet, and more to turn the cards: a table begins when somebody comes to it."""
    return quick_house(window_ms=WINDOW_MS, card_ms=5, result_ms=120_000)


def test_a_card_is_squeezed_and_turned_by_keys(visitors: Visitors) -> None:
    screen = visitors.come(squeeze=True)
    screen.sit("tiger")
    screen.bet({"player": (1_00, 1)})
    dialog = screen.page.get_by_role("dialog", name="Squeeze: Player")
    expect(dialog).to_be_visible(timeout=AFTER_THE_WINDOW)
    slider = dialog.get_by_role("slider")
    slider.focus()
    press(screen, "ArrowUp")
    assert int(slider.get_attribute("aria-valuenow") or 0) > 0
    assert screen.cards("player") == [], "the card is not told before it is turned"
    press(screen, "Enter")
    expect(screen.page.locator(".hand.player .total")).to_be_visible()
    dialog.get_by_role("button", name="Reveal now").click()
    for _ in range(100):
        if screen.result.locator(".net").count():
            break
        if dialog.is_visible():
            press(screen, "Escape")
        screen.page.wait_for_timeout(100)
    assert len(screen.shown().player_cards) in {2, 3}


def test_a_card_that_is_squeezed_is_accessible(visitors: Visitors) -> None:
    screen = visitors.come(squeeze=True)
    screen.sit("mbs")
    screen.bet({"player": (1_00, 1)})
    screen.page.get_by_role("slider").wait_for(timeout=AFTER_THE_WINDOW)
    assert_accessible(screen)
