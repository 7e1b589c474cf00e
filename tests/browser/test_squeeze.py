"""A card that its player turns himself, at a table where cards lie face down."""

from playwright.sync_api import expect

from tests.browser.driven_house import DrivenHouse
from tests.browser.screen import Screen
from tests.browser.test_axe import assert_accessible
from tests.browser.test_keyboard import press
from tests.browser.visitors import Visitors


def bet_and_see_the_cards(screen: Screen, house: DrivenHouse, table: str) -> None:
    house.open_bets(table)
    screen.bet({"player": (1_00, 1)})
    screen.expect_stakes(player=1_00)
    house.deal(table)


def test_a_card_is_squeezed_and_turned_by_keys(visitors: Visitors, house: DrivenHouse) -> None:
    screen = visitors.come(squeeze=True)
    screen.sit("tiger")
    bet_and_see_the_cards(screen, house, "tiger")
    dialog = screen.page.get_by_role("dialog", name="Squeeze: Player")
    expect(dialog).to_be_visible()
    slider = dialog.get_by_role("slider")
    slider.focus()
    press(screen, "ArrowUp")
    assert int(slider.get_attribute("aria-valuenow") or 0) > 0
    assert screen.cards("player") == [], "the card is not told before it is turned"
    press(screen, "Enter")
    expect(screen.page.locator(".hand.player .total")).to_be_visible()
    dialog.get_by_role("button", name="Reveal now").click()
    # There may be a third card.
    screen.page.add_locator_handler(dialog, lambda: press(screen, "Escape"), no_wait_after=True)
    expect(screen.result.locator(".net")).to_be_visible()
    assert len(screen.shown().player_cards) in {2, 3}


def test_a_card_that_is_squeezed_is_accessible(visitors: Visitors, house: DrivenHouse) -> None:
    screen = visitors.come(squeeze=True)
    screen.sit("mbs")
    bet_and_see_the_cards(screen, house, "mbs")
    screen.page.get_by_role("slider").wait_for()
    assert_accessible(screen)
