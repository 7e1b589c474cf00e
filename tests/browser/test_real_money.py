"""A house that plays for money: everybody looks on, and is told where one plays."""

import pytest
from playwright.sync_api import expect

from tests.browser.driven_house import unhurried_house
from tests.browser.visitors import Visitors


@pytest.fixture(scope="module")
def config() -> str:
    return unhurried_house().replace("play_money = true", "play_money = false")


def test_a_visitor_looks_on_and_is_shown_the_terminals(visitors: Visitors) -> None:
    page = visitors.come("").page
    expect(page.get_by_text("This house plays for money")).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    watch = page.get_by_role("button", name="Watch Tiger")
    expect(watch).to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(page.get_by_text("Played at a Player Terminal")).to_be_visible()
    watch.click()
    expect(page.get_by_text("You are watching.")).to_be_visible()
    expect(page.locator(".countdown")).to_be_visible()
    page.get_by_role("link", name="Player Terminal").first.click()
    expect(page.get_by_role("button", name="Enrol")).to_be_visible()


ALONE = {
    "en-GB": "there is nothing to watch",
    "zh-CN": "没有可旁观的内容",
    "zh-HK": "沒有可旁觀的內容",
}


@pytest.mark.parametrize("locale", ALONE)
def test_a_game_that_nobody_can_watch_says_so(visitors: Visitors, locale: str) -> None:
    page = visitors.come("table/zero", locale=locale).page
    expect(page.get_by_test_id("result")).to_contain_text(ALONE[locale])
