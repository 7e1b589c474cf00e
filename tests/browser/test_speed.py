"""How soon the first page can be used, and how soon a click is answered. Figures are printed.

Other programs on the machine can only add to a time. So the quickest of a few tries, and the middle
of many clicks, say what the client itself takes; a client that is slow is slow each time.
"""

from collections.abc import Callable
from statistics import median
from typing import Final

from playwright.sync_api import expect

from tests.browser.screen import Screen
from tests.browser.visitors import Visitors

WATCH: Final = """
  new MutationObserver((_, observer) => {
    const key = document.querySelector('.tile .key.solid:not(:disabled)');
    if (key === null) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      document.documentElement.dataset.usableAt = String(performance.now());
    });
  }).observe(document, { childList: true, subtree: true });
"""
"""Note when the first table can be sat down at, from the moment the page was asked for."""

CLICK: Final = """([button, where]) => new Promise((done) => {
  const target = document.querySelector(button);
  const place = document.querySelector(where);
  const begun = performance.now();
  const observer = new MutationObserver(() => {
    observer.disconnect();
    requestAnimationFrame(() => done(performance.now() - begun));
  });
  const all = { childList: true, subtree: true, attributes: true, characterData: true };
  observer.observe(place, all);
  target.click();
})"""
"""Click, and measure until the frame in which something has changed."""


TRIES: Final = 4
Times = dict[str, list[float]]


def is_soon(measure: Callable[[], Times], most_ms: float) -> bool:
    """Whether all is quick at one of a few tries; what is measured is printed."""
    for _ in range(TRIES):
        found = measure()
        for what, times in found.items():
            print(f"{what}: median {median(times):.0f} ms, worst {max(times):.0f} ms")  # noqa: T201
        if max(map(median, found.values())) <= most_ms:
            return True
    return False


def test_the_first_page_is_usable_soon(visitors: Visitors) -> None:
    def loaded() -> Times:
        screen = visitors.come()
        screen.page.add_init_script(WATCH)
        screen.page.goto("/")
        usable = screen.page.locator("html[data-usable-at]")
        usable.wait_for()
        return {"first page usable": [float(usable.get_attribute("data-usable-at") or "inf")]}

    assert is_soon(loaded, 2_000)


def test_an_interaction_is_answered_soon(visitors: Visitors) -> None:
    screen = visitors.come()
    screen.sit("zero")
    assert is_soon(lambda: built(screen), 500)
    assert is_soon(lambda: dealt(screen), 500)


def built(screen: Screen) -> Times:
    """Put a chip on a spot, and clear it, time after time."""
    chips, clears = [], []
    for _ in range(20):
        expect(screen.spot("tie")).to_be_enabled()
        chips.append(float(screen.page.evaluate(CLICK, ["[data-wager=tie]", ".spot.tie"])))
        screen.expect_stakes(tie=1_00)
        expect(screen.key("clear")).to_be_enabled()
        clears.append(float(screen.page.evaluate(CLICK, [".tray .clear", ".spot.tie"])))
        screen.expect_stakes()
    return {"chip on a spot": chips, "clear bets": clears}


def dealt(screen: Screen) -> Times:
    """Bet and deal, time after time."""
    deals = []
    for _ in range(5):
        screen.spot("tie").click()
        screen.expect_stakes(tie=1_00)
        expect(screen.key("deal")).to_be_enabled()
        deals.append(float(screen.page.evaluate(CLICK, [".tray .deal", "[data-testid=result]"])))
        screen.hurry()
    return {"deal": deals}


def test_going_from_page_to_page_is_quick(visitors: Visitors) -> None:
    def gone() -> Times:
        page = visitors.come("").page
        expect(page.locator(".tile")).to_have_count(6)
        begun = float(page.evaluate("performance.now()"))
        page.get_by_role("button", name="Rules of Tiger").click()
        page.locator("article h1").wait_for()
        return {"rules": [float(page.evaluate("performance.now()")) - begun]}

    assert is_soon(gone, 2_000)
