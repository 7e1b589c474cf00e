"""Frames while cards are dealt and bets are paid, on a processor a quarter as fast.

Bars: 50 frames a second, and no task longer than 50 ms. Both are told by the clock, and so by the
machine as well: the yardstick is a page in the same browser, throttled alike, on which one box
moves, and a machine that cannot draw that at sixty frames says nothing about the table.

What the page itself costs is told by other rounds, which are not throttled but traced: the
processor time of the main thread's longest task, and the share of the time in which it works, both
times four. A busy machine makes these a little larger, and never smaller.
"""

from statistics import median
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, expect

from benchmarks.main_thread import Cost, mark, traced
from benchmarks.yardstick import where
from tests.browser.driven_house import CARD_MS, DrivenHouse, unhurried_house
from tests.browser.opened import opened
from tests.browser.screen import Screen
from tests.browser.visitors import Visitors

TABLE: Final = "tiger"
SLOWER: Final = 4
ROUNDS: Final = 3
BEFORE: Final = 45
"""Rounds of the shoe that are on the roads already: an empty score card is drawn in no time."""
PAID_MS: Final = 2_500
"""What lost is collected, what won is paid, and the balance counts."""
SCREENS: Final = {"desk": (1440, 900), "phone": (390, 844)}
BETS: Final = {"player": (25_00, 2), "banker": (100_00, 2), "tie": (5_00, 1), "tiger": (5_00, 2)}

_WATCH: Final = """() => {
  window.frames_ = []; window.tasks = [];
  const look = (now) => { window.frames_.push(now); requestAnimationFrame(look); };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { startTime: at, duration } of list.getEntries()) window.tasks.push([at, duration]);
  }).observe({ type: 'longtask' });
}"""
_READ: Final = """([from, to]) => {
  const isIn = (at) => at >= from && at <= to;
  const tasks = window.tasks.filter(([at]) => isIn(at)).map(([, ms]) => ms);
  return { frames: window.frames_.filter(isIn).length, longest: Math.max(0, ...tasks) };
}"""
_BOX: Final = """<!doctype html><style>
  i { position: absolute; width: 9rem; height: 9rem; background: teal }
  i { animation: go 1s infinite alternate }
  @keyframes go { to { translate: 30rem 20rem; rotate: 180deg } }
</style><i></i>"""


class Seen(NamedTuple):
    """What a browser has drawn in a while."""

    per_second: float
    longest_ms: float


class Watched:
    """A page on a slow processor, of which every frame is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(_WATCH)
        self._session = page.context.new_cdp_session(page)
        self.slow_down(SLOWER)

    def slow_down(self, rate: int) -> None:
        """Make the processor slower by so many times."""
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": rate})

    @property
    def now(self) -> float:
        return float(self.page.evaluate("performance.now()"))

    def since(self, begun: float) -> Seen:
        """Count from a moment until now."""
        ended = self.now
        read = self.page.evaluate(_READ, [begun, ended])
        return Seen(read["frames"] * 1000 / (ended - begun), read["longest"])


def moving_box(browser: Browser, size: ViewportSize) -> Seen:
    """Draw the yardstick for as long as a round is paid."""
    page = browser.new_page(viewport=size)
    page.set_content(_BOX)
    watched = Watched(page)
    begun = watched.now
    page.wait_for_timeout(PAID_MS)
    seen = watched.since(begun)
    page.close()
    return seen


def played(house: DrivenHouse, screen: Screen, watched: Watched) -> tuple[Seen, Seen]:
    """Play a round at the usual pace, and say how it was drawn: the dealing, then the paying."""
    house.open_bets(TABLE)
    expect(screen.page.locator(".felt.closed")).to_have_count(0)
    screen.bet(BETS)
    expect(screen.page.locator("[data-wager][aria-busy=true]")).to_have_count(0)
    mark(screen.page, "closed")
    begun = watched.now
    house.close_bets(TABLE)
    while house.tile(TABLE).phase != "settled":
        screen.page.wait_for_timeout(CARD_MS)
        house.advance(CARD_MS)
    screen.result.wait_for()
    dealt = watched.since(begun)
    mark(screen.page, "called")
    begun = watched.now
    screen.page.wait_for_timeout(PAID_MS)
    paid = watched.since(begun)
    mark(screen.page, "over")
    return dealt, paid


def told(what: str, seen: list[Seen], box: Seen) -> str:
    """Say the middle of several rounds, and the longest task of all."""
    frames = median(one.per_second for one in seen)
    longest = max(one.longest_ms for one in seen)
    task = f"{longest:.0f} ms" if longest else "< 50 ms"
    share = frames / box.per_second
    return f"{what:16} {frames:5.1f} frames/s {share:6.2f} yardsticks; longest task {task}"


def told_cost(cost: Cost) -> str:
    """Say what a part of a round costs by itself, on such a processor."""
    longest, busy = cost.longest_ms * SLOWER, cost.busy * SLOWER
    return f"; of processor time {longest:.0f} ms, busy {busy:.0%}"


def on_screen(house: DrivenHouse, browser: Browser, name: str) -> list[str]:
    """Play on one size of screen: first slowed down and counted, then traced."""
    width, height = SCREENS[name]
    size = ViewportSize(width=width, height=height)
    box = moving_box(browser, size)
    visitors = Visitors(browser, house.address)
    screen = visitors.come(pace="standard", viewport=size)
    screen.sit(TABLE)
    while house.tile(TABLE).round < BEFORE:
        house.deal(TABLE)
    watched = Watched(screen.page)
    rounds = [played(house, screen, watched) for _ in range(ROUNDS)]
    watched.slow_down(1)
    with traced(browser, screen.page) as traces:
        for _ in range(ROUNDS):
            played(house, screen, watched)
    visitors.leave()
    (trace,) = traces
    deal, pay = trace.between("closed", "called"), trace.between("called", "over")
    return [
        told(f"{name}, yardstick", [box], box),
        told(f"{name}, dealing", [one for one, _ in rounds], box) + told_cost(deal),
        told(f"{name}, paying", [one for _, one in rounds], box) + told_cost(pay),
    ]


def main() -> None:
    """Print frames a second and the longest task, on a desk and on a phone."""
    with opened(unhurried_house()) as (house, browser):
        lines = [line for name in SCREENS for line in on_screen(house, browser, name)]
    print(where())
    print(f"processor ÷ {SLOWER}, {ROUNDS} rounds each; yardstick: one moving box on an empty page")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
