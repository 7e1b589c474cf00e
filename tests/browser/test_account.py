"""Accounts, limits, pauses, checks and statements as somebody finds them in a browser."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.driven_house import DrivenHouse
from tests.browser.screen import Screen, minor_units
from tests.browser.test_axe import assert_accessible, read_in
from tests.browser.visitors import Visitors

PHONE = ViewportSize(width=360, height=740)
DESK = ViewportSize(width=1280, height=800)


def fill(screen: Screen, **limits: str) -> None:
    """Set limits on the page for it."""
    screen.page.goto("/account")
    for name, text in limits.items():
        screen.page.locator(f"input[name={name}]").fill(text)
    screen.page.get_by_role("button", name="Set these limits").click()


def test_a_limit_holds_at_the_table_and_a_looser_one_comes_tomorrow(visitors: Visitors) -> None:
    screen = visitors.come()
    screen.sit("zero")
    fill(screen, stake="abc")
    expect(screen.page.get_by_role("alert")).to_contain_text("Most on one round: write an amount")
    fill(screen, stake="5", check_minutes="7")
    expect(screen.page.get_by_role("alert")).to_contain_text("write a multiple of 5")
    fill(screen, stake="5", check_minutes="")
    expect(screen.page.get_by_role("alert")).to_have_text("Your limits are set")
    fill(screen, stake="50")
    expect(screen.page.get_by_test_id("coming")).to_contain_text("Most on one round 50")
    screen.page.goto("/table/zero")
    screen.bet({"player": (5_00, 2)})
    screen.page.get_by_role("button", name="Deal", exact=True).click()
    expect(screen.page.locator(".notices")).to_contain_text("more than your limit for a round")


def test_a_check_waits_until_it_is_seen(house: DrivenHouse, visitors: Visitors) -> None:
    screen = visitors.come()
    screen.sit("zero")
    fill(screen, check_minutes="5")
    expect(screen.page.get_by_role("alert")).to_have_text("Your limits are set")
    screen.page.goto("/table/zero")
    screen.bet({"tie": (1_00, 1)})
    screen.deal()
    house.advance(5 * 60_000)
    screen.page.reload()
    check = screen.page.get_by_role("dialog", name="A look at your play")
    expect(check).to_contain_text(re.compile(r"You have been here for 5:\d\d"))
    assert_accessible(screen)
    screen.page.keyboard.press("Escape")
    expect(check).to_be_visible()
    check.get_by_role("button", name="Look at my rounds").click()
    expect(screen.page.get_by_role("heading", name="Game history")).to_be_visible()
    screen.page.goto("/table/zero")
    check.get_by_role("button", name="Go on playing").click()
    expect(check).to_be_hidden()
    screen.bet({"tie": (1_00, 1)})
    screen.deal()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_pause_is_asked_twice_and_then_holds(visitors: Visitors, size: ViewportSize) -> None:
    screen = visitors.come(viewport=size)
    screen.page.goto("/account")
    expect(screen.page.get_by_text("Limits belong to whoever plays")).to_be_visible()
    screen.sit("zero")
    screen.bet({"tie": (1_00, 1)})
    screen.deal()
    screen.page.goto("/account")
    screen.page.get_by_label("From").fill("2020-01-01")
    screen.page.get_by_label("Up to and including").fill("2100-01-01")
    screen.page.get_by_role("button", name="Add it up").click()
    expect(screen.page.get_by_test_id("statement")).to_contain_text("Staked")
    screen.page.get_by_label("7 days").check()
    screen.page.get_by_role("button", name="Begin the pause").click()
    assert_accessible(screen)
    screen.page.get_by_role("button", name="Yes, begin it now").click()
    expect(screen.page.get_by_test_id("pause")).to_contain_text("No bets are taken of you until")
    assert_accessible(screen)
    for language in ("zh-Hans", "zh-Hant"):
        read_in(screen, language)
        expect(screen.page.get_by_test_id("pause")).to_contain_text(re.compile("不接受您的投注"))
        assert_accessible(screen)
    wide = screen.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    read_in(screen, "en")
    screen.page.goto("/table/zero")
    expect(screen.page.locator(".tray")).to_be_visible()
    for slip in screen.page.locator(".notices button").all():  # of the hand before
        slip.click()
    screen.bet({"tie": (1_00, 1)})
    screen.page.get_by_role("button", name="Deal", exact=True).click()
    expect(screen.page.locator(".notices")).to_contain_text("No bets are taken of you for now")


GOOD = "four stout otters"


def test_a_guest_takes_a_name_leaves_everywhere_and_comes_back(visitors: Visitors) -> None:
    screen = visitors.come(viewport=PHONE)
    screen.sit("zero")
    screen.bet({"tie": (1_00, 1)})
    screen.deal()
    screen.page.goto("/account")
    keep = screen.page.get_by_role("form", name="Keep what you have")
    keep.get_by_label("Name").fill("ann-lee")
    for password, again, words in (
        (GOOD, "another one", "not the same"),
        ("password1", "password1", "at least 8 characters"),
    ):
        keep.get_by_label("Password", exact=False).first.fill(password)
        keep.get_by_label("The same password again").fill(again)
        keep.get_by_role("button").click()
        expect(keep.get_by_role("alert")).to_contain_text(words)
    keep.locator("input[name=new-password]").fill(GOOD)
    keep.get_by_label("The same password again").fill(GOOD)
    assert_accessible(screen)
    keep.get_by_role("button").click()
    expect(screen.page.get_by_role("heading", name="You are signed in as ann-lee")).to_be_visible()
    expect(screen.page.get_by_test_id("last")).to_have_text("You have not signed in before this.")
    assert_accessible(screen)
    other = visitors.come("account")
    form = other.page.get_by_role("form", name="Sign in")
    form.get_by_label("Name").fill("Ann-Lee")
    form.get_by_label("Password").fill("something else")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_have_text("Nobody has this name and this password")
    form.get_by_label("Password").fill(GOOD)
    form.get_by_role("button").click()
    expect(other.page.get_by_test_id("last")).to_contain_text("Before this you signed in on")
    other.page.goto("/history")
    expect(other.page.locator("tbody tr")).to_have_count(1)
    other.page.goto("/account")
    other.page.get_by_role("button", name="Sign out everywhere").click()
    expect(form).to_be_visible()
    expect(screen.page.get_by_role("form", name="Sign in")).to_be_visible()
    wide = screen.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_time_and_net_result_of_the_session_are_in_sight(
    house: DrivenHouse, visitors: Visitors
) -> None:
    """On a phone and on a desk, from the first moment, and right to the unit after a game."""
    screen = visitors.come(pace="still")
    screen.sit("zero")
    net, session = (screen.page.locator(f".status .{name} dd") for name in ("net", "session"))
    expect(net).to_have_text("0")
    screen.bet({"player": (5_00, 1), "tie": (1_00, 1)})
    screen.deal()
    house.advance(7 * 60_000)
    screen.page.reload()
    shown = screen.page.locator(".status .balance dd")
    expect(shown).not_to_have_text("0")
    expect(net).not_to_have_text("0")
    assert minor_units(net.inner_text()) == minor_units(shown.inner_text()) - 1_000_00
    expect(session).to_have_text(re.compile(r"^7:\d\d$"))
    for size in (PHONE, DESK):
        screen.page.set_viewport_size(size)
        for figure in (net, session):
            expect(figure).to_be_in_viewport(ratio=1)
