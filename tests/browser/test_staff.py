"""A table that waits for a supervisor, as those see it who wait."""

from playwright.sync_api import expect

from tests.browser.driven_house import DrivenHouse
from tests.browser.visitors import Visitors
from tests.server.staff_command import run_here

BY = ("--who", "sam", "--why", "the shoe stopped")
SAID = {
    "en-GB": ("Round 1 waits for a supervisor", "a malfunction"),
    "zh-CN": ("第 1 局等待主管裁决", "设备故障"),
    "zh-TW": ("第 1 局等待主管裁決", "設備故障"),
}
STAY = {"en-GB": "Your stakes stay", "zh-CN": "您的注码", "zh-TW": "您的注碼"}
LOBBY = {"en-GB": "Waits for a supervisor", "zh-CN": "等待主管裁决", "zh-TW": "等待主管裁決"}


def test_players_are_told_why_they_wait_and_play_goes_on(
    visitors: Visitors, house: DrivenHouse
) -> None:
    player = visitors.come(pace="still")
    player.sit("tiger")
    expect(player.page.locator(".felt.closed")).to_have_count(0)
    player.bet({"player": (25_00, 1)})
    expect(player.page.locator(".status .stake dd")).to_have_text("25")
    said = run_here(house, "admin", "report", "tiger", "malfunction", *BY)
    assert said.status == 0, said.err
    waiting = player.page.get_by_test_id("waiting")
    expect(waiting).to_contain_text(SAID["en-GB"][0])
    expect(waiting).to_contain_text(STAY["en-GB"])
    expect(player.page.locator(".felt.closed")).to_have_count(1)
    for locale, (waits, found) in SAID.items():
        late = visitors.come("table/tiger", locale=locale)
        expect(late.page.get_by_test_id("waiting")).to_contain_text(waits)
        expect(late.page.get_by_test_id("waiting")).to_contain_text(found)
        expect(late.page.get_by_test_id("waiting")).not_to_contain_text(STAY[locale])
        late.page.goto("/")
        expect(late.page.locator(".phase.undecided")).to_have_text(LOBBY[locale])
    said = run_here(house, "admin", "decide", "tiger", "void", *BY)
    assert said.status == 0, said.err
    expect(waiting).to_have_count(0)
    expect(player.page.locator(".status .balance dd")).to_have_text("1,000")
    house.open_bets("tiger")
    expect(player.page.locator(".felt.closed")).to_have_count(0)
