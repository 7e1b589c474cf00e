"""From the lobby to a finished round without a mouse, and focus that can be seen all the way."""

from typing import Final

from playwright.sync_api import expect

from tests.browser.screen import Screen
from tests.browser.visitors import Visitors

FOCUS: Final = """() => {
  const here = document.activeElement;
  const shows = (one) => {
    const style = getComputedStyle(one);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  };
  const box = here.getBoundingClientRect();
  const dock = document.querySelector('.dock')?.getBoundingClientRect();
  const hidden = dock && !here.closest('.dock') && box.top >= dock.top;
  return {
    name: (here.getAttribute('aria-label') ?? here.innerText ?? '').trim(),
    label: (here.closest('label') ?? here).innerText ?? '',
    visible: shows(here) || (here.closest('label') !== null && shows(here.closest('label'))),
    inView: box.bottom > 0 && box.top < innerHeight && !hidden,
    isMain: here.id === 'main' || here === document.body,
  };
}"""
"""What has focus, whether that can be seen, and whether it lies in view."""


def tab_to(screen: Screen, name: str, most: int = 60) -> None:
    """Press Tab until something has focus; whatever has it on the way must show it."""
    for _ in range(most):
        screen.page.keyboard.press("Tab")
        found = screen.page.evaluate(FOCUS)
        if found["isMain"]:
            continue
        assert found["visible"], f"focus cannot be seen on {found['name'] or found['label']!r}"
        assert found["inView"], f"{found['name']!r} has focus and is out of view"
        if name in found["name"] or name in found["label"]:
            return
    raise AssertionError(f"Tab never comes to {name!r}")


def press(screen: Screen, *keys: str) -> None:
    for key in keys:
        screen.page.keyboard.press(key)


def test_from_the_lobby_to_a_finished_round(visitors: Visitors) -> None:
    screen = visitors.come("")
    expect(screen.page.locator(".tile")).to_have_count(6)
    tab_to(screen, "Sit down at Zero Commission")
    press(screen, "Enter")
    expect(screen.page.locator(".tray")).to_be_visible()
    assert screen.page.evaluate("document.activeElement.id") == "main"
    tab_to(screen, "Player, pays")
    press(screen, "2", "Enter", "ArrowRight", "1", "Enter", "Enter")
    screen.expect_stakes(player=5_00, tie=2_00)
    press(screen, "Backspace")
    screen.expect_stakes(player=5_00, tie=1_00)
    press(screen, "ArrowRight", "Enter", "Delete")
    screen.expect_stakes(player=5_00, tie=1_00)
    press(screen, "d")
    screen.expect_stakes(player=10_00, tie=2_00)
    tab_to(screen, "Deal")
    press(screen, "Enter")
    screen.hurry()
    first = screen.shown()
    assert {wager: bet[0] for wager, bet in first.bets.items()} == {"player": 10_00, "tie": 2_00}
    expect(screen.key("rebet")).to_be_enabled()
    press(screen, "r")
    expect(screen.key("clear")).to_be_enabled()
    screen.expect_stakes(player=10_00, tie=2_00)
    press(screen, "Shift+Backspace")
    screen.expect_stakes()


def test_space_deals_where_nothing_has_focus_and_keys_can_be_turned_off(
    visitors: Visitors,
) -> None:
    screen = visitors.come()
    screen.sit("zero")
    screen.page.locator("main").focus()
    screen.bet({"player": (1_00, 1)})
    screen.page.locator("main").focus()
    press(screen, "Space")
    screen.hurry()
    press(screen, "?")
    expect(screen.page.get_by_role("dialog", name="Keys")).to_be_visible()
    press(screen, "Escape")
    screen.page.get_by_role("button", name="Settings").click()
    screen.page.get_by_role("switch", name="single keys", exact=False).uncheck()
    press(screen, "Escape")
    screen.page.locator("main").focus()
    press(screen, "r")
    screen.expect_stakes(**{wager: bet[0] for wager, bet in screen.shown().bets.items()})
    expect(screen.key("rebet")).to_be_enabled()


def test_the_skip_link_comes_first(visitors: Visitors) -> None:
    screen = visitors.come("table/rws")
    press(screen, "Tab")
    found = screen.page.evaluate(FOCUS)
    assert "Skip" in found["name"]
    press(screen, "Enter")
    assert screen.page.evaluate("document.activeElement.id") == "main"
