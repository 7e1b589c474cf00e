"""Nothing jumps: the same boxes at every moment of a round, at every size of screen.

At the table with the most wagers and with seats, whatever can be pressed is measured at each moment
of a round. What could be pressed at an earlier moment too has not moved since; nothing lies on it;
all of it is on the screen, and the page does not scroll.
"""

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.driven_house import CARD_MS, DrivenHouse, unhurried_house
from tests.browser.screen import Screen
from tests.browser.visitors import Visitors

TABLE: Final = "tiger"
SIZES: Final = (
    (1440, 900),
    (1280, 800),
    (1280, 720),
    (1024, 768),
    (768, 1024),
    (390, 844),
    (360, 640),
    (844, 390),
)
MOST_CARDS: Final = 6
LEAST_TARGET: Final = 44
"""Pixels that a thumb finds without looking."""

MEASURE: Final = """async () => {
  // Twice: what was measured in the first frame is laid out in the second.
  for (const _ of [1, 2])
    await new Promise((done) => new ResizeObserver(done).observe(document.body));
  const all = [...document.querySelectorAll('button, a[href], input')];
  const canBePressed = (one) =>
    !one.disabled && one.ariaDisabled !== 'true' && !one.closest('.skip')
    && one.checkVisibility({ visibilityProperty: true });
  const nameOf = (one) =>
    one.dataset.wager ?? one.dataset.seat
    ?? `${one.className.replace(/ ?svelte-\\w+/g, '')} ${one.value} ${one.getAttribute('href')}`;
  const boxes = {}, covered = [], outside = [];
  for (const one of all.filter(canBePressed)) {
    const { x, y, width, height } = (one.closest('label') ?? one).getBoundingClientRect();
    const name = nameOf(one);
    boxes[name] = [x, y, width, height];
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!one.contains(there) && one.closest('label')?.contains(there) !== true)
      covered.push(`${name} by ${there?.outerHTML.slice(0, 80)}`);
    if (x < -0.5 || y < -0.5 || x + width > innerWidth + 0.5 || y + height > innerHeight + 0.5)
      outside.push(name);
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  const scrolls = scrollWidth > innerWidth || scrollHeight > innerHeight || scrollY > 0;
  return { boxes, covered, outside, scrolls };
}"""
"""Everything that can be pressed now, by name; what is covered, and what is not on the screen."""

SHIFTS: Final = """
  window.shifts = [];
  const partOf = ({ node }) => (node?.outerHTML ?? node?.parentElement?.outerHTML)?.slice(0, 90);
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, ...sources.map(partOf)]);
  }).observe({ type: 'layout-shift', buffered: true });
"""
"""Notes what the browser itself sees move."""

Boxes = dict[str, list[float]]


@pytest.fixture(scope="module")
def config() -> str:
    text, table = unhurried_house(), f'id = "{TABLE}"\n'
    assert table in text
    return text.replace(table, f"{table}positions = 7\n")


class Measured:
    """The boxes of a page, by size, as they were when they could first be pressed."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._first: dict[tuple[int, int], Boxes] = {size: {} for size in SIZES}

    def at(self, moment: str) -> None:
        """Measure at every size; the screen has the first of them again afterwards."""
        for size in (*SIZES[1:], SIZES[0]):
            width, height = size
            self._page.set_viewport_size(ViewportSize(width=width, height=height))
            found = self._page.evaluate(MEASURE)
            where = f"{moment}, {width} × {height}"
            assert found["covered"] == [], where
            assert found["outside"] == [], where
            assert not found["scrolls"], where
            first = self._first[size]
            for name, box in found["boxes"].items():
                was = first.setdefault(name, box)
                moved = max(abs(new - old) for new, old in zip(box, was, strict=True))
                assert moved <= 1, f"{name} has moved by {moved} px: {where}"

    def small(self) -> list[str]:
        """Find what a thumb would miss on a phone."""
        return [
            f"{name}: {width} × {height} at {size}"
            for size in ((390, 844), (360, 640), (844, 390))
            for name, (_, _, width, height) in self._first[size].items()
            if min(width, height) < LEAST_TARGET
        ]


def test_no_box_moves_in_a_round(visitors: Visitors, house: DrivenHouse) -> None:
    neighbour = seated_with_a_phone(visitors)
    screen = visitors.come()
    page = screen.page
    page.clock.install()
    screen.sit(TABLE)
    screen.stop_time()
    page.reload()
    house.open_bets(TABLE)
    expect(page.locator(".felt.closed")).to_have_count(0)
    measured = Measured(page)
    # What moved while fonts came in is no part of the round.
    neighbour.page.evaluate("window.shifts.splice(0)")
    neighbour.bet({"player": (25_00, 1), "tiger-tie": (5_00, 1)})
    measured.at("before any bet")
    assert_no_chip_scrolls(screen)
    screen.bet({"player": (25_00, 2), "banker": (100_00, 1), "tie": (5_00, 1), "tiger": (5_00, 3)})
    expect(page.locator("[data-wager][aria-busy=true]")).to_have_count(0)
    measured.at("with bets")
    screen.take(500_00)
    for _ in range(3):
        screen.spot("big-tiger").click()
    expect(page.locator(".refusal")).to_be_visible()
    measured.at("with a refusal")
    screen.key("rest").click()
    expect(page.locator(".warnings .said")).to_be_visible()
    measured.at("while the rest is to be put down")
    screen.key("rest").click()
    house.close_bets(TABLE)
    expect(page.locator(".felt.closed")).to_have_count(1)
    for number in range(1, MOST_CARDS):
        page.keyboard.press("q")
        measured.at(f"after {number} cards")
        house.advance(CARD_MS)
    house.finish(TABLE)
    screen.hurry()
    measured.at("with a result")
    house.open_bets(TABLE)
    expect(page.locator(".felt.closed")).to_have_count(0)
    expect(page.get_by_test_id("last-hand")).to_be_visible()
    assert page.locator(".hand .cards [role=img]").count() == 0
    measured.at("as the next round takes bets, with the last hand in small")
    assert measured.small() == []
    assert neighbour.page.evaluate("window.shifts") == []


def seated_with_a_phone(visitors: Visitors) -> Screen:
    """Bring somebody whose screen keeps its size: his browser says what it has seen move."""
    screen = visitors.come(viewport=ViewportSize(width=390, height=844))
    screen.page.add_init_script(SHIFTS)
    screen.sit(TABLE)
    screen.page.evaluate("document.fonts.ready.then(() => null)")
    return screen


def assert_no_chip_scrolls(screen: Screen) -> None:
    for size in SIZES:
        width, height = size
        screen.page.set_viewport_size(ViewportSize(width=width, height=height))
        for chip in screen.page.locator(".tray label").all():
            chip.click()
            assert screen.page.evaluate("scrollY") == 0, size
