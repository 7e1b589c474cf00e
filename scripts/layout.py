"""Nothing jumps: three rounds at each of the five tables, at eight sizes of screen.

The clock of the browser stands still, and the house is told when to go on. At each moment
everything that can be pressed is measured, as in `tests/browser/test_layout.py`.
"""

import argparse
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import expect

from scripts.commit import commit
from tests.browser.driven_house import CARD_MS, DrivenHouse, unhurried_house
from tests.browser.measured import SIZES, Measured
from tests.browser.opened import opened
from tests.browser.screen import Screen
from tests.browser.visitors import Visitors

PAGE: Final = Path(__file__).parent.parent / "docs" / "evidence" / "layout.md"
TABLES: Final = ("zero", "rws", "mbs", "tiger", "elements")
OWN: Final = "zero"
TERMINALS: Final = "rws"
SEATED: Final = "tiger"
MOST_CARDS: Final = 6
BETS: Final = {"player": (5_00, 2), "banker": (25_00, 1), "tie": (1_00, 1)}


class Found(NamedTuple):
    """What was seen at one table."""

    table: str
    moments: int
    boxes: int
    wrong: list[str]


class Campaign:
    """Rounds at one table, measured."""

    def __init__(self, house: DrivenHouse, screen: Screen, table: str) -> None:
        self._house = house
        self._screen = screen
        self._table = table
        self._measured = Measured(screen.page)
        self._moments = 0

    def found(self, rounds: int) -> Found:
        """Play, and say what was measured."""
        self._come()
        for number in range(1, rounds + 1):
            (self._own if self._table == OWN else self._shared)(number)
        return Found(self._table, self._moments, self._measured.boxes, self._measured.wrong)

    def _come(self) -> None:
        self._screen.page.clock.install()
        if self._table == TERMINALS:
            self._screen.sit_at_terminal("terminal-1", "demo-1", "1000")
        else:
            self._screen.sit(self._table)
        self._screen.stop_time()
        self._screen.page.reload()

    def _at(self, number: int, moment: str) -> None:
        self._measured.at(f"{self._table}, round {number}, {moment}")
        self._moments += 1

    def _bet(self, number: int) -> None:
        self._at(number, "before any bet")
        self._screen.bet(BETS)
        expect(self._screen.page.locator("[data-wager][aria-busy=true]")).to_have_count(0)
        self._at(number, "with bets")

    def _own(self, number: int) -> None:
        self._bet(number)
        self._screen.key("deal").click()
        expect(self._screen.page.locator("[data-testid=result] button")).to_be_visible()
        self._at(number, "while cards are dealt")
        self._screen.hurry()
        self._at(number, "with a result")

    def _shared(self, number: int) -> None:
        closed = self._screen.page.locator(".felt.closed")
        self._house.open_bets(self._table)
        expect(closed).to_have_count(0)
        self._bet(number)
        self._house.close_bets(self._table)
        expect(closed).to_have_count(1)
        for card in range(1, MOST_CARDS):
            self._screen.page.keyboard.press("q")
            self._at(number, f"after {card} cards")
            self._house.advance(CARD_MS)
        self._house.finish(self._table)
        self._screen.hurry()
        self._at(number, "with a result")


def campaign(rounds: int) -> list[Found]:
    """Play at every table."""
    seated = f'id = "{SEATED}"\n'
    config = unhurried_house().replace(seated, f"{seated}positions = 7\n")
    found = []
    with opened(config) as (house, browser):
        for table in TABLES:
            visitors = Visitors(browser, house.address)
            found.append(Campaign(house, visitors.come(), table).found(rounds))
            visitors.leave()
            found[-1].wrong.extend(visitors.errors)
    return found


def page(rounds: int, found: list[Found], seconds: float) -> Iterator[str]:
    """Write the whole page."""
    sizes = ", ".join(f"{width} × {height}" for width, height in SIZES)
    wrong = [each for one in found for each in one.wrong]
    yield "# Nothing jumps"
    yield ""
    yield "Written by `scripts/layout`. At each moment of a round, and at each of eight sizes of"
    yield "screen, whatever can be pressed is measured: none has moved by more than a pixel since"
    yield "it could first be pressed, nothing lies on it, all of it is on the screen, and the page"
    yield "does not scroll."
    yield ""
    yield from ("|  |  |", "|---|---|")
    yield f"| date | {datetime.now(UTC):%Y-%m-%d %H:%M} UTC |"
    yield f"| commit | {commit()} |"
    yield f"| sizes | {sizes} |"
    yield f"| rounds at each table | {rounds} |"
    yield f"| boxes measured | {sum(one.boxes for one in found):,} |"
    yield f"| **found wrong** | **{len(wrong)}** |"
    yield f"| seconds | {seconds:.0f} |"
    yield from ("", "| table | moments, each at eight sizes | boxes | wrong |", "|---|---|---|---|")
    for one in found:
        yield f"| `{one.table}` | {one.moments} | {one.boxes:,} | {len(one.wrong)} |"
    if wrong:
        yield from ("", *(f"- {each}" for each in wrong))


def main() -> int:
    """Run the whole campaign and write its page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    begun = time.monotonic()
    found = campaign(rounds)
    PAGE.write_text("\n".join(page(rounds, found, time.monotonic() - begun)) + "\n", "utf-8")
    return any(one.wrong for one in found)


if __name__ == "__main__":
    raise SystemExit(main())
