"""A link that is lost and comes back, a house that dies in the middle of a round, double clicks."""

from typing import Final

from playwright.sync_api import expect

from punto.protocol import PlayedRound
from tests.browser.driven_house import CARD_MS, DrivenHouse
from tests.browser.history import history_of, wait_for_history
from tests.browser.screen import Screen
from tests.browser.visitors import Visitors
from tests.browser.wire import Wire
from tests.rules.citing import cites

CREDITS = 1_000_00
MOMENT_MS = 100
"""Less than a card takes."""

CONTROLLED: Final = """new Promise((done) => {
  navigator.serviceWorker.addEventListener('controllerchange', done);
  if (navigator.serviceWorker.controller) done();
}).then(() => true)"""
"""Wait until the worker serves this page."""


def played(screen: Screen) -> PlayedRound:
    """Read the one round of whoever looks at a screen from the house."""
    (found,) = history_of(screen)
    return found


def expect_lost(screen: Screen) -> None:
    """Wait until the page says that it is alone, and takes no bets."""
    expect(screen.page.get_by_test_id("offline")).to_contain_text("Connection lost")
    expect(screen.page.locator(".felt.closed")).to_have_count(1)
    assert screen.spot("player").get_attribute("aria-disabled") == "true"


def test_a_house_that_dies_in_the_middle_of_a_round(visitors: Visitors, house: DrivenHouse) -> None:
    screen = visitors.come(pace="still")
    screen.sit("mbs")
    house.open_bets("mbs")
    screen.bet({"player": (25_00, 1), "tie": (1_00, 1)})
    screen.expect_stakes(player=25_00, tie=1_00)
    house.close_bets("mbs")
    house.advance(3 * CARD_MS)
    expect(screen.page.locator(".hand.player .cards [role=img]")).to_have_count(2)
    expect(screen.page.locator(".hand.banker .total")).to_be_visible()
    before = (screen.cards("player"), screen.cards("banker"))
    house.kill()
    expect_lost(screen)
    expect(screen.page.locator(".status .balance dd")).to_have_text("974")
    house.start()
    expect(screen.page.get_by_test_id("offline")).to_be_hidden()
    after = (screen.cards("player"), screen.cards("banker"))
    assert [now[: len(then)] for then, now in zip(before, after, strict=True)] == list(before)
    house.finish("mbs")
    screen.hurry()
    shown, stored = screen.shown(), played(screen)
    assert (shown.player_cards, shown.banker_cards, shown.winner, shown.net) == (
        stored.player_cards,
        stored.banker_cards,
        stored.winner,
        stored.net,
    )
    assert shown.balance == CREDITS + stored.net


def test_a_link_that_is_lost_in_the_middle_of_a_hand_changes_nothing(visitors: Visitors) -> None:
    """The hand is all there and is shown to its end; then nothing can be bet until we are back."""
    screen = visitors.come(pace="cinematic")
    screen.page.clock.install()
    wire = Wire(screen.page)
    screen.sit("zero")
    screen.bet({"banker": (25_00, 1)})
    screen.expect_stakes(banker=25_00)
    screen.stop_time()
    screen.key("deal").click()
    while not screen.page.locator(".hand.banker .cards [role=img]").count():
        screen.page.clock.run_for(MOMENT_MS)
    expect(screen.page.locator(".status .balance dd")).to_have_text("975")
    wire.cut()
    expect_lost(screen)
    screen.hurry()
    shown = screen.shown()
    expect(screen.key("rebet")).to_be_disabled()
    wire.mend()
    screen.page.clock.resume()
    expect(screen.page.get_by_test_id("offline")).to_be_hidden()
    assert screen.shown() == shown, "coming back changes nothing in view"
    assert shown.balance == CREDITS + played(screen).net
    expect(screen.key("rebet")).to_be_enabled()
    assert wire.count("Deal") == 1


@cites(zero="DISCONNECTION POLICY")
def test_a_game_whose_answer_was_lost_is_in_game_history_only(visitors: Visitors) -> None:
    screen = visitors.come()
    wire = Wire(screen.page)
    screen.sit("zero")
    screen.bet({"player": (25_00, 1)})
    wire.cut_after = lambda message: message["type"] == "Deal"
    screen.key("deal").click()
    expect_lost(screen)
    # Back before the hand is stored, the page would see it dealt: then nothing was missed.
    wait_for_history(screen)
    wire.mend()
    expect(screen.page.get_by_test_id("offline")).to_be_hidden()
    expect(screen.page.locator(".toast")).to_contain_text("Game History")
    assert screen.cards("player") == []
    assert screen.result.count() == 0
    stored = played(screen)
    assert (stored.staked, screen.balance) == (25_00, CREDITS + stored.net)
    screen.deal("rebet-deal")
    assert len(history_of(screen)) == 2


def test_the_network_of_the_device_is_lost(visitors: Visitors) -> None:
    screen = visitors.come()
    screen.sit("zero")
    screen.bet({"player": (5_00, 1)})
    context = screen.page.context
    context.set_offline(True)
    expect(screen.page.get_by_test_id("offline")).to_be_visible()
    context.set_offline(False)
    expect(screen.page.get_by_test_id("offline")).to_be_hidden()
    screen.expect_stakes(player=5_00)
    screen.deal()
    assert screen.shown().balance == CREDITS + played(screen).net


def test_a_double_click_on_deal_deals_one_hand(visitors: Visitors) -> None:
    screen = visitors.come()
    wire = Wire(screen.page)
    screen.sit("zero")
    screen.bet({"player": (5_00, 1)})
    screen.key("deal").dblclick()
    screen.page.evaluate("document.querySelector('.tray .deal').click()")
    screen.hurry()
    assert wire.count("Deal") == 1
    assert screen.shown().balance == CREDITS + played(screen).net


def test_a_message_that_comes_twice_counts_once(visitors: Visitors) -> None:
    screen = visitors.come()
    wire = Wire(screen.page)
    wire.twice = True
    screen.sit("zero")
    screen.bet({"player": (5_00, 3), "tie": (1_00, 1)})
    screen.expect_stakes(player=15_00, tie=1_00)
    screen.key("undo").click()
    screen.expect_stakes(player=15_00)
    screen.deal()
    shown = screen.shown()
    assert shown.bets.keys() == {"player"}
    assert (played(screen).staked, shown.balance) == (15_00, CREDITS + shown.net)
    ids = [message["id"] for message in wire.sent if "id" in message]
    assert len(ids) == len(set(ids)), "each request has a name of its own"


def test_a_fast_double_click_on_a_spot_is_two_chips(visitors: Visitors) -> None:
    """Every click adds the chip: two clicks are two, neither one nor three."""
    screen = visitors.come()
    screen.sit("zero")
    screen.spot("player").dblclick()
    screen.expect_stakes(player=2_00)


def test_a_house_that_cannot_be_reached_says_so_in_a_page_of_its_own(
    visitors: Visitors, house: DrivenHouse
) -> None:
    screen = visitors.come("", service_workers="allow", locale="zh-HK")
    page = screen.page
    page.locator(".tile").first.wait_for()
    page.evaluate("navigator.serviceWorker.ready")
    page.evaluate(CONTROLLED)
    kept = "caches.keys().then((names) => Promise.all(names.map((one) => caches.open(one)"
    found = page.evaluate(f"{kept}.then((it) => it.keys()).then((all) => all.map((r) => r.url)))))")
    assert sorted(url.rpartition("/")[2] for urls in found for url in urls) == [
        "icon.svg",
        "offline.css",
        "offline.html",
        "offline.js",
    ]
    house.kill()
    expect(page.get_by_test_id("offline")).to_contain_text("秒後重試")
    page.goto("/history")
    expect(page.locator("h1:visible")).to_have_text("無法連接賭場")
    expect(page.locator("section:visible")).to_contain_text("秒後重試")
    house.start()
    expect(page.locator("h1:visible")).to_have_text("遊戲記錄")
