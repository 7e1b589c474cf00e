"""axe-core finds nothing, of no severity, on any page: in both themes and in three languages."""

from typing import Any, Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, expect

from tests.browser.driven_house import DrivenHouse
from tests.browser.screen import Screen
from tests.browser.test_terminal import buy, sign_in
from tests.browser.visitors import Visitors

Scheme = Literal["light", "dark"]
SCHEMES: Final[tuple[Scheme, ...]] = ("light", "dark")
CHINESE: Final = ("zh-Hans", "zh-Hant")
OPTIONS: Final[dict[str, Any]] = {"resultTypes": ["violations"]}
PAGES: Final = (
    "",
    "table/zero",
    "table/rws",
    "table/tiger?sheet=roads",
    "table/elements",
    "table/elements/rules",
    "history",
    "verify",
    "lab",
    "terminal",
    "no-such-page",
    "table/no-such-table",
    "wall/tiger",
)
STILL: Final = "Promise.allSettled(document.getAnimations().map((one) => one.finished))"


def assert_accessible(screen: Screen) -> None:
    page = screen.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(STILL)
        found = page.evaluate("(options) => axe.run(options)", OPTIONS)["violations"]
        assert [
            f"{scheme} {page.url} {one['id']}: {node['html'][:200]} {node['failureSummary']}"
            for one in found
            for node in one["nodes"]
        ] == []


def read_in(screen: Screen, language: str) -> None:
    """Choose a language as the settings keep it, and come anew."""
    screen.page.evaluate(
        "(tag) => { const kept = JSON.parse(localStorage['punto.settings']);"
        " localStorage['punto.settings'] = JSON.stringify({ ...kept, language: tag }); }",
        language,
    )
    screen.page.reload()
    screen.page.locator("h1").first.wait_for()
    screen.page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("path", PAGES)
def test_pages_that_anybody_sees(visitors: Visitors, path: str) -> None:
    screen = visitors.come(path)
    screen.page.locator("h1").wait_for()
    screen.page.wait_for_load_state("networkidle")
    assert_accessible(screen)
    for language in CHINESE:
        read_in(screen, language)
        assert_accessible(screen)


def test_the_online_game_from_bet_to_replay(visitors: Visitors) -> None:
    screen = visitors.come(viewport={"width": 360, "height": 740})
    screen.sit("zero")
    screen.bet({"player": (1_00, 1), "banker": (1_00, 1)})
    expect(screen.page.get_by_test_id("net-zero")).to_be_visible()
    assert_accessible(screen)
    screen.bet({"tie": (1_00, 1)})
    screen.deal()
    assert_accessible(screen)
    for opened in (screen.page.get_by_role("button", name="Roadmap"), settings_key(screen)):
        opened.click()
        assert_accessible(screen)
        screen.page.keyboard.press("Escape")
    screen.page.keyboard.press("?")
    assert_accessible(screen)
    screen.page.keyboard.press("Escape")
    screen.page.get_by_role("link", name="Pay table").click()
    screen.page.get_by_role("dialog").get_by_role("link", name="Game history").click()
    expect(screen.page.get_by_role("dialog").locator("tbody tr")).to_have_count(1)
    assert_accessible(screen)
    screen.page.get_by_role("button", name="Replay").click()
    screen.page.get_by_test_id("recall").locator("p.result").wait_for()
    assert_accessible(screen)
    screen.page.goto("/verify?table=zero")
    screen.page.get_by_role("button", name="Show an example").click()
    screen.page.get_by_test_id("verdict").wait_for()
    assert_accessible(screen)


def settings_key(screen: Screen) -> Locator:
    return screen.page.get_by_role("button", name="Settings")


def test_a_terminal_with_credits_and_a_ticket(visitors: Visitors, house: DrivenHouse) -> None:
    screen = visitors.come("terminal")
    sign_in(screen, "terminal-2", "demo-2")
    screen.page.get_by_role("button", name="Buy credits").click()
    assert_accessible(screen)
    house.attendant()
    buy(screen, "20")
    expect(screen.page.get_by_test_id("credits")).to_have_text("20")
    assert_accessible(screen)
    screen.page.get_by_role("button", name="Cash out").click()
    screen.page.get_by_test_id("ticket").wait_for()
    assert_accessible(screen)
    screen.page.get_by_role("button", name="It did not print").click()
