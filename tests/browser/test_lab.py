"""The laboratory, as somebody uses it who knows nothing but what the page says."""

import re

from playwright.sync_api import Locator, Page, expect

import punto
from tests.browser.visitors import Visitors


def edge_of(page: Page, wager: str) -> Locator:
    return page.locator(f"[data-wager={wager}] .edge")


def in_percent(rulebook: str, wager: str, shoe: str | None = None) -> str:
    """Give an edge as the page writes it, counted here."""
    figures = punto.odds(rulebook, shoe=shoe).wagers[wager]
    assert figures is not None
    return f"{float(figures.house_edge):.2%}"


def test_a_shoe_is_edited_and_a_link_opens_it_again(visitors: Visitors) -> None:
    page = visitors.come("").page
    page.get_by_role("contentinfo").get_by_role("link", name="Laboratory").click()
    expect(edge_of(page, "banker")).to_have_text(in_percent("mbs-tiger", "banker"))
    for _ in range(3):
        page.get_by_role("button", name="Take out 6").click()
    page.get_by_role("radio", name="hearts").check()
    page.get_by_role("button", name="Take out Ace of hearts").click()
    left = "A=31,2=32,3=32,4=32,5=32,6=29,7=32,8=32,9=32,T=32,J=32,Q=32,K=32"
    expect(page.get_by_test_id("lab-left")).to_have_text("412 of 416")
    expect(edge_of(page, "tiger")).to_have_text(in_percent("mbs-tiger", "tiger", left))
    page.get_by_label("Look at").select_option("tiger")
    expect(page.get_by_role("img", name=re.compile("Effect of removal on Tiger"))).to_be_visible()
    again = visitors.come(None).page
    again.goto(page.url)
    expect(edge_of(again, "tiger")).to_have_text(in_percent("mbs-tiger", "tiger", left))
    expect(again.get_by_label("Look at")).to_have_value("tiger")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("lab-left")).to_have_text("413 of 416")
    page.get_by_role("button", name="Whole shoe").click()
    expect(edge_of(page, "tiger")).to_have_text(in_percent("mbs-tiger", "tiger"))
