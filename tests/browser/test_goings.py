"""People who leave in the middle of everything: the house stays open for the others."""

import signal

from playwright.sync_api import expect

from tests.browser.driven_house import DrivenHouse
from tests.browser.visitors import Visitors


def test_a_write_to_somebody_who_has_hung_up_does_not_end_the_house(
    visitors: Visitors, house: DrivenHouse
) -> None:
    """The system says so with a signal that ends a program unless it is ignored."""
    screen = visitors.come("table/tiger")
    assert house._process is not None
    house._process.send_signal(signal.SIGPIPE)
    screen.page.reload()
    expect(screen.page.locator("button.play")).to_be_visible()


def test_a_visitor_who_goes_from_page_to_page_in_a_hurry(visitors: Visitors) -> None:
    screen = visitors.come()
    for _ in range(6):
        for path in ("", "table/rws", "table/tiger"):
            screen.page.goto(f"/{path}", wait_until="commit")
    expect(screen.page.locator("button.play")).to_be_visible()
