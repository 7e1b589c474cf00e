"""Nothing is hidden: rules before any bet, tables to watch, shoes to verify, and why not."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

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


def test_a_hand_is_verified_where_it_was_seen_and_by_anybody_who_has_the_link(
    visitors: Visitors,
) -> None:
    screen = visitors.come()
    page = screen.page
    screen.sit("zero")
    screen.bet({"player": (5, 1)})
    screen.deal()
    seen = screen.cards("player")
    verdict = page.get_by_test_id("verdict")
    page.get_by_role("link", name="Verify this hand").first.click()
    expect(verdict).to_contain_text(re.compile(r"True: .* these [456] cards came"))
    expect(page.locator(".verdict + .parts")).to_contain_text("This device was told so")
    reveal = json.loads(page.locator("#reveal").input_value())
    assert reveal["cards"][0] == seen[0]
    page.reload()
    expect(verdict).to_contain_text("True")  # what was seen is kept
    link = page.get_by_test_id("verify-link").input_value()
    page.goto("/history")
    page.get_by_role("link", name="Verify round").click()
    expect(verdict).to_contain_text("True")
    page.evaluate("() => localStorage.clear()")
    page.reload()  # a device that has seen nothing asks what the books have
    expect(verdict).to_contain_text(re.compile(r"True: .* these [456] cards came"))
    expect(page.locator(".verdict + .parts")).to_contain_text("As it was given")

    stranger = visitors.come()
    stranger.page.goto(link)
    shown = stranger.page.get_by_test_id("verdict")
    expect(shown).to_contain_text(re.compile(r"True: .* these [456] cards came"))
    expect(stranger.page.locator(".verdict + .parts")).to_contain_text("As it was given")
    assert stranger.page.context.cookies() == [], "nobody has signed in"
    assert_changes_are_named(stranger, reveal)
    stranger.page.goto(link[:-20])
    expect(shown).to_contain_text("This link is damaged")


def assert_changes_are_named(screen: Screen, reveal: dict[str, Any]) -> None:
    """Change a shoe in every way, and want what was changed to be said, or the line."""
    one, two, *rest = reveal["cards"]
    changes: dict[str, dict[str, Any]] = {
        "True: the shoe keeps its promise; no cards were compared.": {"cards": []},
        "No promise is given": {"commitment": None},
        "False: card 1 of this shoe": {"cards": ["As" if one != "As" else "Ks", two, *rest]},
        "in another order": {"cards": [two, one, *rest]},
        "the secret is not the one": {"secret": _another(reveal["secret"])},
        "the promise is another one": {"commitment": _another(reveal["commitment"])},
        "hardly a card fits": {"decks": reveal["decks"] - 1},
        "“secret” is not 64 hexadecimal digits": {"secret": "00"},
    }
    verdict = screen.page.get_by_test_id("verdict")
    field = screen.page.locator("#reveal")
    check = screen.page.get_by_role("button", name="Verify", exact=True)
    for words, change in changes.items():
        field.fill(json.dumps(reveal | change))
        check.click()
        expect(verdict).to_contain_text(words)
    field.fill("no reveal at all")
    check.click()
    expect(verdict).to_contain_text("Line 1:")
    field.fill(" ")
    check.click()
    expect(verdict).to_contain_text("There is nothing to verify yet")


def _another(figures: str) -> str:
    return ("0" if figures[0] != "0" else "1") + figures[1:]


def test_the_verifier_that_stands_alone_says_the_same(browser: Browser) -> None:
    page = browser.new_page()
    page.goto((Path(__file__).parents[2] / "web/verify/verify.html").as_uri())
    page.get_by_role("button", name="Show an example").click()
    field, said = page.locator("textarea"), page.locator(".verdict")
    given = json.loads(field.input_value())
    for change, words in (
        ({}, "these cards came from it"),
        ({"first": 3, "cards": ["?", *given["cards"][3:]]}, "these cards came from it"),
        ({"cards": []}, "no cards were compared"),
        ({"first": 2}, "other cards than these"),
    ):
        field.fill(json.dumps(given | change))
        page.get_by_role("button", name="Verify", exact=True).click()
        expect(said).to_contain_text(words)
    page.close()


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
