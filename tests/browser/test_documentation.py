"""The documentation is read in the house itself, without any network: pages, search, the viewer."""

import re

import pytest
from playwright.sync_api import expect

from scripts.documentation import built_site
from tests.browser.driven_house import unhurried_house
from tests.browser.visitors import Visitors


@pytest.fixture(scope="module")
def config() -> str:
    """Give the usual house; the documentation is there when it opens."""
    built_site()
    return unhurried_house()


def test_documentation_is_found_from_the_lobby_and_searched(visitors: Visitors) -> None:
    page = visitors.come("").page
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url))
    page.get_by_role("link", name="Read in the documentation").click()
    expect(page).to_have_url(re.compile("/docs/index.html$"))
    page.get_by_placeholder("Search").fill("martingale")
    page.keyboard.press("Enter")
    found = page.locator("ul.search li a")
    expect(found.filter(has_text="Cookbook")).not_to_have_count(0)
    found.filter(has_text="Simulation").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Simulation")
    expect(page.locator(".highlighted").first).to_have_text("martingale")
    page.get_by_role("link", name="Hide Search Matches").click()
    expect(page.locator(".highlighted")).to_have_count(0)
    page.get_by_role("button", name="Toggle Light / Dark / Auto color theme").last.click()
    expect(page.locator("body")).not_to_have_attribute("data-theme", "auto")
    assert [url for url in asked if not url.startswith(visitors.address)] == []


def test_questions_over_http_are_shown_by_a_viewer_and_can_be_tried(visitors: Visitors) -> None:
    page = visitors.come("api/docs").page
    described = page.request.get("api/docs/openapi.json").json()
    questions = sum(len(path) for path in described["paths"].values())
    assert questions > 20
    expect(page.locator(".opblock")).to_have_count(questions)
    house = page.locator(".opblock", has_text="/api/house")
    expect(house).to_contain_text("Read")
    house.locator(".opblock-summary-control").click()
    house.get_by_role("button", name="Try it out").click()
    house.get_by_role("button", name="Execute").click()
    expect(house.locator(".live-responses-table")).to_contain_text("public_key")
