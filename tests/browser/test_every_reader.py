"""Small screens, large letters, no motion, forced colours, three languages: a round in each."""

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen
from tests.browser.visitors import Options, Visitors

PAGES: Final = (
    "",
    "table/zero",
    "table/rws",
    "table/tiger",
    "table/elements",
    "table/zero/rules",
    "table/tiger/rules",
    "history",
    "verify",
    "terminal",
    "no-such-page",
)
READERS: Final[dict[str, Options]] = {
    "320 pixels": {"viewport": {"width": 320, "height": 568}, "has_touch": True},
    "200 % zoom": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
    "a phone on its side": {"viewport": {"width": 740, "height": 360}},
    "reduced motion": {"reduced_motion": "reduce"},
    "forced colours": {"forced_colors": "active"},
    "Simplified Chinese": {"locale": "zh-CN", "viewport": {"width": 320, "height": 568}},
    "Traditional Chinese": {"locale": "zh-HK", "viewport": {"width": 320, "height": 568}},
}
DEALT: Final = {"zh-CN": "发牌", "zh-HK": "發牌"}

OVERFLOW: Final = """async () => {
  const root = document.documentElement;
  const page = root.scrollWidth - root.clientWidth;
  const moving = document.getAnimations().filter((one) => one.effect.getTiming().iterations === 1);
  await Promise.allSettled(moving.map((one) => one.finished));
  const wide = [...document.querySelectorAll('main *, header *, footer *')].filter((one) => {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || box.right <= innerWidth + 1) return false;
    for (let up = one.parentElement; up && up.id !== 'main'; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== 'visible') return false;
    }
    return true;
  });
  return {
    page: Math.max(page, root.scrollWidth - root.clientWidth),
    wide: wide.slice(0, 4).map((one) => one.outerHTML.slice(0, 120)),
  };
}"""
"""By how much the page can be pushed sideways, and what sticks out of it."""

SMALL: Final = """() => [...document.querySelectorAll('button, a, input, select, summary')]
  .map((one) => [one.closest('label') ?? one, one])
  .filter(([area, one]) => area.getClientRects().length > 0 && !one.closest('.skip, p, td, dd'))
  .map(([area]) => [area.getBoundingClientRect(), area])
  .filter(([box]) => box.width < 24 || box.height < 24)
  .filter(([box, area]) => box.bottom > 0 && !area.matches('.skip'))
  .map(([box, area]) => `${area.outerHTML.slice(0, 90)}: ${box.width} × ${box.height}`)"""
"""Controls that a finger misses: less than 24 pixels wide or high."""


OUTLINE: Final = """(one) => {
  const { stroke, strokeWidth } = getComputedStyle(one.parentElement.querySelector('.outline'));
  return [stroke === getComputedStyle(document.body).color, parseFloat(strokeWidth) >= 1];
}"""
"""Whether a spot is drawn in the system's own colour, and wide enough to be seen."""

LOOKS: Final = """(one) => [one, ...one.querySelectorAll('*')].map((part) => {
  const { outline, borderColor } = getComputedStyle(part);
  return outline + borderColor + getComputedStyle(part, '::after').content;
}).join()"""
"""What of a control is left where the system chooses the colours: its lines."""


def assert_fits(screen: Screen) -> None:
    found = screen.page.evaluate(OVERFLOW)
    assert found == {"page": 0, "wide": []}, screen.page.url
    assert screen.page.evaluate(SMALL) == [], screen.page.url


@pytest.mark.parametrize("reader", READERS)
def test_every_page_fits_and_a_round_is_played(visitors: Visitors, reader: str) -> None:
    options = READERS[reader]
    screen = visitors.come("", **options)
    page = screen.page
    expect(page.locator(".tile")).to_have_count(6)
    assert_fits(screen)
    screen.sit("zero")
    screen.bet({"player": (25_00, 2), "tie": (1_00, 1)})
    expect(page.locator(".status .stake dd")).to_have_text("51")
    assert_fits(screen)
    if reader == "reduced motion":
        assert page.evaluate("document.getAnimations().length") == 0
    screen.key("deal").click()
    screen.hurry()
    assert screen.balance != 0
    assert_fits(screen)
    if options.get("locale") in DEALT:
        assert screen.key("deal").inner_text().endswith(DEALT[options["locale"]])
        assert page.locator("html").get_attribute("lang") in {"zh-Hans", "zh-Hant"}
    settings = page.get_by_role("banner").locator("button").last
    for dialog in (settings, page.locator(".below button")):
        dialog.click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert_fits(screen)
        page.keyboard.press("Escape")
    for path in PAGES if "viewport" in options else ():
        page.goto(f"/{path}")
        page.locator("h1").wait_for()
        assert_fits(screen)
    page.goto("/history")
    page.locator(".replay button").click()
    page.get_by_test_id("recall").locator("p.result").wait_for()  # every card lies
    assert_fits(screen)


def test_with_reduced_motion_a_hand_is_there_at_once(visitors: Visitors) -> None:
    screen = visitors.come(pace="cinematic", reduced_motion="reduce")
    screen.page.clock.install()
    screen.sit("zero")
    screen.bet({"banker": (1_00, 1)})
    screen.expect_stakes(banker=1_00)
    screen.stop_time()
    screen.key("deal").click()
    expect(screen.page.locator(".hand.banker .total")).to_be_visible()
    assert len(screen.cards("player")) >= 2
    running = "document.getAnimations().filter((one) => one.playState === 'running').length"
    assert screen.page.evaluate(running) == 0


def test_with_forced_colours_spots_and_chips_can_still_be_told_apart(visitors: Visitors) -> None:
    screen = visitors.come(forced_colors="active")
    screen.sit("zero")
    for wager in ("player", "banker", "tie"):
        assert screen.spot(wager).evaluate(OUTLINE) == [True, True]
    chosen = screen.page.locator(".tray label.selected")
    other = screen.page.locator(".tray label:not(.selected)").first
    assert chosen.evaluate(LOOKS) != other.evaluate(LOOKS)


def test_the_language_is_changed_while_a_stake_lies_there(visitors: Visitors) -> None:
    screen = visitors.come()
    screen.sit("zero")
    screen.bet({"player": (5_00, 1)})
    for name, player in (("简体中文", "闲"), ("繁體中文", "閒"), ("English", "Player")):
        screen.page.get_by_role("banner").locator("button").last.click()
        screen.page.locator("dialog label", has_text=name).click()
        screen.page.keyboard.press("Escape")
        expect(screen.page.locator(".spot.player .name")).to_have_text(player)
        assert screen.stake("player") == 5_00
    screen.deal()
    assert screen.shown().bets.keys() == {"player"}
