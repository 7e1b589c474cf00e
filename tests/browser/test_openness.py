"""Nothing is hidden: rules before any bet, tables to watch, shoes to verify, and why not."""

import json
import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.driven_house import DrivenHouse, unhurried_house
from tests.browser.screen import Screen
from tests.browser.visitors import Visitors

WHOLE_UNITS: Final = {
    "minor_digits = 2": "minor_digits = 0",
    "1_000_00": "1_000",
    "500_00": "500",
    "chips = [1_00, 5_00, 25_00, 100_00, 500]": "chips = [1, 5, 25, 100, 500]",
    "minimum = 1_00\n": "minimum = 2\n",
    "guest_credits = 1_000": "guest_credits = 620",
}
"""A house whose least chip is one unit, so that an odd stake on Banker would split it."""


@pytest.fixture(scope="module")
def config() -> str:
    text = unhurried_house()
    for before, after in WHOLE_UNITS.items():
        assert before in text, before
        text = text.replace(before, after)
    return text


# --- before any bet -----------------------------------------------------------------------------


TABLES: Final = ("Zero Commission", "Electronic Table", "No Commission", "Tiger", "Elements")


def test_the_rules_are_read_before_any_bet(visitors: Visitors) -> None:
    screen = visitors.come("")
    page = screen.page
    for table in TABLES:
        page.get_by_role("button", name=f"Rules of {table}", exact=True).click()
        article = page.locator("article")
        expect(article.locator(".clauses div")).not_to_have_count(0)
        for wager in article.locator(".wager").all():
            assert re.search(r"\d+:\d", wager.inner_text()), "every wager says what it pays"
            assert "%" in wager.inner_text(), "and its edge"
        link = article.locator(".wager a").first
        link.click()
        focused = page.evaluate("document.activeElement.innerText")
        assert focused.startswith(link.inner_text()), "a clause leads to its words"
        page.get_by_role("link", name="Lobby").first.click()
    assert page.context.cookies() == [], "nobody has signed in"


def test_a_table_is_watched_without_signing_in(visitors: Visitors, house: DrivenHouse) -> None:
    screen = visitors.come("")
    screen.page.get_by_role("button", name="Watch Tiger").click()
    house.deal("tiger")
    expect(screen.page.locator("[data-testid=result] p.result strong")).to_contain_text(
        re.compile("wins|Tie")
    )
    assert screen.page.locator(".tray").count() == 0
    assert screen.page.locator(".status").count() == 0
    assert screen.page.context.cookies() == []
    screen.spot("player").click(force=True)
    expect(screen.page.locator(".spot.staked")).to_have_count(0)
    expect(screen.page.get_by_role("figure", name="Bead plate")).to_be_visible()
    screen.page.get_by_role("button", name="Play", exact=True).click()
    expect(screen.page.locator(".tray")).to_be_visible()


def test_an_address_that_is_no_page_says_so(visitors: Visitors) -> None:
    screen = visitors.come("table/no-such-table")
    expect(screen.page.get_by_role("alert")).to_contain_text("no-such-table")
    screen.page.get_by_role("alert").get_by_role("link").click()
    expect(screen.page.locator(".tile")).to_have_count(6)


# --- verification -------------------------------------------------------------------------------


def test_a_revealed_shoe_is_true_and_a_changed_secret_is_not(visitors: Visitors) -> None:
    screen = visitors.come()
    screen.sit("zero")
    screen.bet({"player": (5, 1)})
    screen.deal()
    seen = screen.cards("player")
    screen.deal("rebet-deal")
    screen.page.get_by_role("link", name="Verify a shoe").click()
    shoes = screen.page.locator("section li")
    expect(shoes).not_to_have_count(0)
    oldest = shoes.last
    expect(oldest).to_contain_text(re.compile("[456] cards of it were seen"))
    oldest.get_by_role("button").click()
    verdict = screen.page.get_by_test_id("verdict")
    expect(verdict).to_contain_text("True")
    field = screen.page.locator("#reveal")
    reveal = json.loads(field.input_value())
    assert reveal["cards"][0] == seen[0]
    assert reveal["commitment"]
    digit = "0" if reveal["secret"][0] != "0" else "1"
    card = "As" if reveal["cards"][0] != "As" else "Ks"
    for change in (
        {"secret": digit + reveal["secret"][1:]},
        {"cards": [card, *reveal["cards"][1:]]},
        {"shoe": reveal["shoe"] + 1},
    ):
        field.fill(json.dumps(reveal | change))
        screen.page.get_by_role("button", name="Verify", exact=True).click()
        expect(verdict).to_contain_text("False")
    field.fill("no reveal at all")
    screen.page.get_by_role("button", name="Verify", exact=True).click()
    expect(verdict).to_contain_text("cannot be read")


# --- why not ------------------------------------------------------------------------------------

REFUSALS: Final = {
    "en-GB": (
        "The most here is 500",
        "The least here is 2",
        "Stake a multiple of 2",
        "Your balance is too low",
    ),
    "zh-CN": ("500", "2", "2", "余额不足"),
    "zh-HK": ("500", "2", "2", "餘額不足"),
}


@pytest.mark.parametrize("locale", REFUSALS)
def test_a_refusal_stands_at_the_spot_that_caused_it(
    visitors: Visitors, house: DrivenHouse, locale: str
) -> None:
    limit, least, odd, poor = REFUSALS[locale]
    screen = visitors.come(locale=locale)
    screen.sit("zero")
    screen.bet({"player": (500, 1)})
    screen.take(100)
    screen.spot("player").click()
    assert_refused_at(screen, "player", limit, locale)
    screen.spot("tie").click()
    expect(screen.page.locator(".refusal")).to_have_count(0)
    screen.spot("tie").click()
    assert_refused_at(screen, "tie", poor, locale)
    screen.key("clear").click()
    screen.page.goto("/table/mbs")
    house.open_bets("mbs")
    screen.spot("player").click()
    assert_refused_at(screen, "player", least, locale)
    screen.bet({"banker": (5, 1)})
    assert_refused_at(screen, "banker", odd, locale)
    screen.bet({"player": (5, 1)})
    expect(screen.page.locator(".status .stake dd")).to_have_text("5")


def assert_refused_at(screen: Screen, wager: str, words: str, locale: str) -> None:
    """Want the reason under the spot, said aloud, in the reader's language, and nothing staked."""
    refusal = screen.page.locator(f"#refusal-{wager}[role=alert]")
    expect(refusal).to_contain_text(words)
    expect(screen.page.locator(".refusal")).to_have_count(1)
    if locale != "en-GB":
        assert re.search(r"[\u4e00-\u9fff]", refusal.inner_text())
        assert not re.search(r"[A-Za-z]{3}", refusal.inner_text())
    spot, said = screen.spot(wager).bounding_box(), refusal.bounding_box()
    assert spot is not None
    assert said is not None
    assert spot["x"] <= said["x"] + said["width"] / 2 <= spot["x"] + spot["width"]
    assert abs(said["y"] - spot["y"]) <= spot["height"] + 10
    expect(screen.spot(wager)).to_have_attribute("aria-describedby", f"refusal-{wager}")
