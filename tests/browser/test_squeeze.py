"""A hand that its player opens himself, at a table where cards lie face down."""

from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.driven_house import DrivenHouse
from tests.browser.test_axe import assert_accessible
from tests.browser.test_keyboard import press
from tests.browser.visitors import Visitors

LIMIT_MS: Final = 10_000
"""As long as a hand may stay closed at a shared table where nothing else is set."""


def drag_up(page: Page, card: Locator, share: float) -> None:
    """Pull the lower edge of a card up, by a share of its height, and let go."""
    box = card.bounding_box()
    assert box is not None, "it is in view"
    middle, bottom = box["x"] + box["width"] / 2, box["y"] + box["height"] - 2
    page.mouse.move(middle, bottom)
    page.mouse.down()
    page.mouse.move(middle, bottom - box["height"] * share, steps=5)
    page.mouse.up()


def lifted(card: Locator) -> int:
    return int(card.get_attribute("aria-valuenow") or 0)


def test_a_hand_is_squeezed_by_finger_and_keys_until_its_time_is_over(
    visitors: Visitors, house: DrivenHouse
) -> None:
    screen = visitors.come(squeeze=True)
    page = screen.page
    page.clock.install()
    screen.sit("tiger")
    house.open_bets("tiger")
    screen.bet({"player": (1_00, 1)})
    screen.expect_stakes(player=1_00)
    house.deal("tiger")
    dialog = page.get_by_role("dialog", name="Squeeze: Player")
    expect(dialog).to_be_visible()
    # The hour stands still, so that no limit passes; timers run, which axe needs.
    hour = page.evaluate("Date.now()") / 1_000
    page.clock.set_fixed_time(hour)
    assert_accessible(screen)
    page.clock.set_system_time(hour)
    screen.stop_time()
    first, second = dialog.get_by_role("slider").all()
    expect(first).to_be_focused()
    drag_up(page, first, 0.3)
    seen = lifted(first)
    assert 0 < seen < 100
    drag_up(page, first, 0.1)
    assert lifted(first) >= seen, "what was seen stays seen"
    second.focus()
    press(screen, "r", "ArrowUp")
    assert lifted(second) > 0
    assert screen.cards("player") == [], "no card is told before it is open"
    press(screen, "Enter")
    expect(dialog.get_by_role("slider")).to_have_count(1)
    expect(page.locator(".hand.player .total")).to_have_count(0)
    drag_up(page, first, 1)
    expect(page.locator(".hand.player .total")).to_be_visible()
    # A third card, if there is one, opens by itself when its time is over.
    page.clock.run_for(2 * LIMIT_MS)
    expect(dialog).to_be_hidden()
    expect(screen.result.locator(".net")).to_be_visible()
    assert len(screen.shown().player_cards) in {2, 3}


def test_what_is_not_squeezed_in_time_opens(visitors: Visitors, house: DrivenHouse) -> None:
    screen = visitors.come(squeeze=True)
    page = screen.page
    page.clock.install()
    screen.sit("mbs")
    house.open_bets("mbs")
    screen.bet({"banker": (1_00, 1)})
    screen.expect_stakes(banker=1_00)
    house.deal("mbs")
    dialog = page.get_by_role("dialog", name="Squeeze: Banker")
    expect(dialog.get_by_role("timer")).to_be_visible()
    screen.stop_time()
    dialog.get_by_role("slider").first.focus()
    press(screen, "ArrowLeft")
    expect(page.locator(".hand.banker .total")).to_have_count(0)
    page.clock.run_for(LIMIT_MS)
    expect(page.locator(".hand.banker .total")).to_be_visible()
