"""A house that plays for money: everybody looks on, and is told where one plays."""

import pytest
from playwright.sync_api import expect

from tests.browser.driven_house import unhurried_house
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.no_cover


@pytest.fixture(scope="module")
def config() -> str:
    return unhurried_house().replace("play_money = true", "play_money = false")


def test_a_visitor_looks_on_and_is_shown_the_terminals(visitors: Visitors) -> None:
    page = visitors.come("").page
    expect(page.get_by_text("This house plays for money")).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Sit down at Tiger").click()
    expect(page.get_by_text("You are watching.")).to_be_visible()
    expect(page.locator(".countdown")).to_be_visible()
    page.get_by_role("link", name="Player Terminal").first.click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
