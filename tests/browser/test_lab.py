"""The laboratory, as somebody uses it who knows nothing but what the page says."""

import re
from typing import Final

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
    page.get_by_role("navigation").get_by_role("link", name="Laboratory").click()
    expect(edge_of(page, "banker")).to_have_text(in_percent("mbs-tiger", "banker"))
    for _ in range(3):
        page.get_by_role("button", name="Take out 6").click()
    page.get_by_role("radio", name="hearts").check()
    page.get_by_role("button", name="Take out Ace of hearts").click()
    left = "A=31,2=32,3=32,4=32,5=32,6=29,7=32,8=32,9=32,T=32,J=32,Q=32,K=32"
    expect(page.get_by_test_id("lab-left")).to_have_text("412 of 416")
    expect(edge_of(page, "tiger")).to_have_text(in_percent("mbs-tiger", "tiger", left))
    page.get_by_role("combobox", name="Look at").select_option("tiger")
    expect(page.get_by_role("img", name=re.compile("Effect of removal on Tiger"))).to_be_visible()
    again = visitors.come(None).page
    again.goto(page.url)
    expect(edge_of(again, "tiger")).to_have_text(in_percent("mbs-tiger", "tiger", left))
    expect(again.get_by_role("combobox", name="Look at")).to_have_value("tiger")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("lab-left")).to_have_text("413 of 416")
    page.get_by_role("button", name="Whole shoe").click()
    expect(edge_of(page, "tiger")).to_have_text(in_percent("mbs-tiger", "tiger"))


OWN: Final = """
[[wagers]]
id = "seven"
name = "Seven"
lines = [{ pays = "40:1", when = { winner = "banker", banker_total = 7, banker_cards = 3 } }]
"""
"""What the form comes to: the trade's Dragon 7, whose edge with eight decks is 7.61 %."""


def test_a_side_bet_is_priced_a_simulation_cancelled_and_a_par_sheet_kept(
    visitors: Visitors,
) -> None:
    page = visitors.come("lab").page
    page.get_by_label("Name").fill("Seven")
    page.get_by_label("Pays, to 1").fill("400000000")
    page.get_by_role("button", name="Price it").click()
    expect(page.get_by_role("alert")).to_contain_text("wagers[0].lines[0].pays")
    page.get_by_label("Pays, to 1").fill("40")
    page.get_by_role("button", name="Price it").click()
    expect(page.get_by_test_id("priced")).to_contain_text("7.61%")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_label("Write TOML").check()
    expect(page.get_by_label("A wager, or a whole rulebook")).to_have_value(
        re.compile('name = "Seven"')
    )
    page.get_by_label("A wager, or a whole rulebook").fill(OWN.replace("40:1", "41:1"))
    page.get_by_role("button", name="Price it").click()
    expect(page.get_by_test_id("priced")).to_contain_text("5.36%")
    page.get_by_role("combobox", name="Look at").select_option("seven")
    simulated(page)
    with page.expect_download() as kept:
        page.get_by_role("button", name="PAR sheet").click()
    assert kept.value.suggested_filename == "par-mbs-tiger@3-8.html"
    assert "Seven" in kept.value.path().read_text(encoding="utf-8")
    again = visitors.come(None).page
    again.goto(page.url)
    expect(again.get_by_test_id("priced")).to_contain_text("5.36%")
    expect(again.get_by_role("combobox", name="Rounds")).to_have_value("100000")


_PATIENCE: Final = 100_000.0
"""Milliseconds in which a process begins, though whoever plays comes first on this machine."""


def test_shoes_are_solved_and_shown_as_chart_and_table(visitors: Visitors) -> None:
    # What is compiled for it here, the process that solves for a visitor finds compiled.
    deepest, *_ = punto.countability("mbs-tiger", shoes=200, seed=1).wagers["tiger"].depths
    page = visitors.come("lab").page
    state = page.get_by_test_id("counting")
    page.get_by_role("combobox", name="Look at").select_option("tiger")
    page.get_by_role("combobox", name="Shoes").select_option("100000")
    page.get_by_role("button", name="Solve").click()
    expect(state).to_contain_text("of 100,000 shoes", timeout=_PATIENCE)
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Stop").click()
    expect(state).to_contain_text("Stopped after")
    page.get_by_role("combobox", name="Shoes").select_option("200")
    page.get_by_role("button", name="Solve").click()
    expect(state).to_have_text("200 shoes solved", timeout=_PATIENCE)
    expect(page.get_by_role("img", name=re.compile("Units won a shoe on Tiger"))).to_be_visible()
    row = page.get_by_role("row", name=re.compile(r"^14 "))
    expect(row).to_contain_text(f"{deepest.perfect.share:.2%}")
    expect(row).to_contain_text(f"{deepest.perfect.units_per_shoe:.4f}".rstrip("0"))
    page.get_by_role("combobox", name="Look at").select_option("tiger-pair")
    expect(page.get_by_text("every rank has the same effect")).to_be_visible()
    again = visitors.come(None).page
    again.goto(page.url)
    expect(again.get_by_role("combobox", name="Shoes")).to_have_value("200")


def simulated(page: Page) -> None:
    """Cancel a simulation without end, and see a short one to its own."""
    state = page.get_by_test_id("simulation")
    page.get_by_role("combobox", name="Rounds").select_option("1000000000")
    page.get_by_role("button", name="Run").click()
    expect(state).to_contain_text("of 1,000,000,000 rounds")
    page.get_by_role("button", name="Cancel").click()
    expect(state).to_contain_text("Cancelled after")
    page.get_by_role("combobox", name="Rounds").select_option("100000")
    page.get_by_role("button", name="Run").click()
    expect(state).to_have_text("100,000 rounds dealt")
    expect(page.get_by_role("img", name=re.compile("Simulated edge"))).to_be_visible()
