"""The online game as its document numbers it, 1 to 10, and what stands below: by clicking."""

import re
from importlib.metadata import version

import pytest
from playwright.sync_api import ViewportSize, expect

import punto
from punto.fair import GENERATOR
from tests.browser.measured import Measured
from tests.browser.screen import Screen
from tests.browser.visitors import Visitors
from tests.browser.wire import Wire
from tests.rules.citing import cites

CREDITS = 1_000_00


@pytest.fixture
def game(visitors: Visitors) -> Screen:
    screen = visitors.come()
    screen.sit("zero")
    return screen


@cites(zero="1")
def test_1_the_chip_denomination_is_selected(game: Screen) -> None:
    for chip in (1_00, 5_00, 25_00, 100_00, 500_00):
        game.take(chip)
        expect(game.chip(chip)).to_be_checked()
        expect(game.page.locator(".tray input[type=radio]:checked")).to_have_count(1)
    game.take(25_00)
    game.spot("player").click()
    game.expect_stakes(player=25_00)


@cites(zero="2")
def test_2_bets_are_placed_by_clicking_on_one_or_more_positions(game: Screen) -> None:
    for name in ("Player", "Banker", "Tie"):
        expect(game.page.get_by_role("button", name=re.compile(f"^{name}, pays"))).to_be_visible()
    game.spot("player").click()
    game.expect_stakes(player=1_00)
    game.spot("tie").click()
    game.expect_stakes(player=1_00, tie=1_00)
    game.take(5_00)
    game.spot("banker").click()
    game.expect_stakes(player=1_00, tie=1_00, banker=5_00)
    expect(game.page.locator(".status .stake dd")).to_have_text("7")
    measured = Measured(game.page)
    measured.at("with bets on all spots")
    assert measured.wrong + measured.small() == []


@cites(zero="3")
def test_3_a_click_on_the_chips_increases_the_bet(game: Screen) -> None:
    game.take(5_00)
    game.spot("banker").click()
    game.page.locator(".spot.banker .stake svg").first.click()
    game.expect_stakes(banker=10_00)
    game.take(25_00)
    game.page.locator(".spot.banker .stake svg").first.click()
    game.expect_stakes(banker=35_00)


@cites(zero="4")
def test_4_undo_takes_the_last_bet_back(game: Screen) -> None:
    expect(game.key("undo")).to_be_disabled()
    game.bet({"player": (1_00, 2), "tie": (5_00, 1)})
    game.expect_stakes(player=2_00, tie=5_00)
    for left in ({"player": 2_00}, {"player": 1_00}, {}):
        game.page.get_by_role("button", name="Undo", exact=True).click()
        game.expect_stakes(**left)
    expect(game.key("undo")).to_be_disabled()


@cites(zero="5")
def test_5_clear_bets_takes_all_back_and_undo_brings_them_again(game: Screen) -> None:
    game.bet({"player": (1_00, 2), "tie": (5_00, 1)})
    game.page.get_by_role("button", name="Clear Bets", exact=True).click()
    game.expect_stakes()
    expect(game.key("deal")).to_be_disabled()
    game.key("undo").click()
    game.expect_stakes(player=2_00, tie=5_00)


@cites(zero="6")
def test_6_bets_that_can_win_nothing_are_shown_and_refused(game: Screen) -> None:
    warning = game.page.get_by_test_id("net-zero")
    game.bet({"player": (5_00, 1), "banker": (5_00, 1)})
    expect(warning).to_contain_text("These bets together can never win")
    expect(warning).to_contain_text("clause 6")
    game.key("deal").click()
    # It stands over the bets already: it is said again, and shown once.
    expect(game.page.locator("[data-live=assertive]")).to_contain_text("can never win")
    expect(game.page.locator(".toast")).to_have_count(0)
    assert game.cards("player") == []
    assert game.balance == CREDITS
    game.expect_stakes(player=5_00, banker=5_00)
    game.spot("player").click()
    expect(warning).to_be_hidden()
    game.deal()
    assert game.shown().bets.keys() == {"player", "banker"}


@cites(zero="7")
def test_7_deal_starts_the_hand(game: Screen) -> None:
    expect(game.key("deal")).to_be_disabled()
    game.bet({"player": (25_00, 1)})
    game.page.get_by_role("button", name="Deal", exact=True).click()
    expect(game.page.locator(".hand.player .cards [role=img]").first).to_be_visible()
    expect(game.page.locator(".status .balance dd")).to_have_text("975")
    assert game.spot("tie").get_attribute("aria-disabled") == "true"
    expect(game.result.locator(".net")).to_be_visible()
    shown = game.shown()
    assert len(shown.player_cards) in {2, 3}
    assert len(shown.banker_cards) in {2, 3}
    assert shown.balance == CREDITS + shown.net
    expect(game.page.locator(".hand.player .rule")).to_contain_text("clause GAME RULES")


@cites(zero="8")
def test_8_rebet_repeats_the_previous_bet(game: Screen) -> None:
    expect(game.key("rebet")).to_be_disabled()
    game.bet({"player": (5_00, 2), "tie": (1_00, 1)})
    game.deal()
    game.page.get_by_role("button", name="REBET", exact=True).click()
    game.expect_stakes(player=10_00, tie=1_00)
    game.key("undo").click()
    game.expect_stakes()
    expect(game.key("undo")).to_be_disabled()
    game.page.get_by_role("button", name="REBET", exact=True).click()
    game.deal()
    before = game.balance
    game.deal("rebet-deal")
    shown = game.shown()
    assert {wager: bet[0] for wager, bet in shown.bets.items()} == {"player": 10_00, "tie": 1_00}
    assert shown.balance == before + shown.net
    expect(game.strip).to_have_count(3)


@cites(zero="9")
def test_9_new_game_changes_the_previous_bet(game: Screen) -> None:
    game.bet({"player": (5_00, 2)})
    game.deal()
    game.page.get_by_role("button", name="New Game", exact=True).click()
    game.expect_stakes(player=10_00)
    assert game.cards("player") == []
    game.key("undo").click()
    game.expect_stakes(player=5_00)
    game.bet({"player": (5_00, 1)})
    game.bet({"tie": (1_00, 1)})
    game.expect_stakes(player=10_00, tie=1_00)
    game.deal()
    assert game.shown().bets.keys() == {"player", "tie"}


@cites(zero=("10", "FILE DATE", "SERVER VERSION", "RNG VERSION"))
def test_10_the_rules_and_the_pay_table_are_described(game: Screen) -> None:
    table = game.page.locator("section", has=game.page.get_by_role("heading", name="Pay table"))
    for line in ("Player wins 1:1", "Banker wins 1:1", "Tie 9:1"):
        assert line in " ".join(table.inner_text().split())
    assert re.search(r"Banker wins with 7 on three cards\s+push", table.inner_text())
    assert "2020/04/27 08:20:03 (UTC)" in game.page.get_by_test_id("build").inner_text()
    for ours in ("zero-commission@2020-04-27", f"punto {version('punto')}", GENERATOR):
        assert ours in game.page.get_by_test_id("build").inner_text()
    assert "5.1." not in game.page.locator("body").inner_text()
    assert_the_rules_lie_beside_the_play(game)
    words = game.page.locator("article")
    expect(words).to_contain_text("PAYTABLE *")
    expect(words).to_contain_text("DISCONNECTION POLICY")
    expect(words).to_contain_text("malfunction voids")
    expect(words).to_contain_text("SERVER VERSION")
    assert "5.1." not in game.page.locator("body").inner_text()


def assert_the_rules_lie_beside_the_play(game: Screen) -> None:
    """The sheet has an address and the focus, and the table is played on."""
    page = game.page
    page.get_by_role("link", name="Rules").click()
    sheet = page.get_by_role("dialog", name="Zero Commission")
    expect(sheet).to_be_focused()
    close = sheet.get_by_role("button", name="Close")
    sheet.locator("summary").wait_for()
    page.keyboard.press("Shift+Tab")
    expect(sheet.locator("summary")).to_be_focused()
    page.keyboard.press("Tab")
    expect(close).to_be_focused()
    game.bet({"player": (1_00, 1)})
    game.deal()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/table/zero$"))
    expect(page.get_by_role("link", name="Rules")).to_be_focused()
    page.goto("/table/zero?sheet=rules")
    page.get_by_role("dialog").get_by_role("link", name="Pay table").click()
    expect(page.get_by_role("dialog", name="Pay table")).to_contain_text("9:1")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("link", name="Rules").click()


@cites(zero=("ROADMAP 1", "ROADMAP 2", "ROADMAP 4", "ROADMAP 5", "ROADMAP 6"))
def test_the_strip_shows_ten_and_the_roadmap_fifty(game: Screen) -> None:
    box = game.page.locator(".lead ol").bounding_box()
    assert box is not None
    assert box["x"] < 40, "the strip is in the corner, on the left"
    assert box["y"] < 100, "and at the top"
    game.bet({"player": (1_00, 1)})
    winners = ""
    for number in range(13):
        game.deal("deal" if number == 0 else "rebet-deal")
        winners += game.shown().winner[0].upper()
        expect(game.strip).to_have_text([*winners[-10:]])
    game.page.get_by_role("button", name="ROADMAP", exact=True).click()
    marks = game.page.get_by_test_id("roadmap").locator("li")
    expect(marks).to_have_text([re.compile(f"^{letter}") for letter in winners])
    expect(game.page.get_by_role("dialog")).to_contain_text("50")


@cites(zero="ROADMAP 3")
def test_results_are_of_this_sitting_only(game: Screen) -> None:
    game.bet({"player": (1_00, 1)})
    game.deal()
    expect(game.strip).to_have_count(1)
    game.page.get_by_role("link", name="Rules").click()
    game.page.go_back()
    expect(game.page.locator(".lead ol li:not(.blank)")).to_have_count(1)
    game.page.get_by_role("link", name="Lobby").first.click()
    game.page.get_by_role("button", name="Sit down at Zero Commission").click()
    expect(game.key("rebet")).to_be_enabled()
    assert_the_sitting_is_new(game)


@cites(zero="ROADMAP 3")
def test_a_page_that_is_opened_anew_begins_a_new_sitting(game: Screen) -> None:
    game.bet({"player": (1_00, 1)})
    game.deal()
    game.page.reload()
    expect(game.key("rebet")).to_be_enabled()
    assert_the_sitting_is_new(game)


def assert_the_sitting_is_new(game: Screen) -> None:
    """Nothing of before is there, and nothing of it comes late: the next result stands alone."""
    expect(game.strip).to_have_count(0)
    game.deal("rebet-deal")
    last = game.shown().winner[0].upper()
    expect(game.strip).to_have_text([last])
    game.page.get_by_role("button", name="ROADMAP", exact=True).click()
    marks = game.page.get_by_test_id("roadmap").locator("li")
    expect(marks).to_have_text([re.compile(f"^{last}")])


def test_game_history_has_every_game_and_replays_it(game: Screen) -> None:
    game.bet({"player": (5_00, 1), "tie": (1_00, 2)})
    game.deal()
    shown = game.shown()
    game.page.get_by_role("link", name="Game History", exact=True).click()
    row = game.page.get_by_role("dialog").locator("tbody tr")
    expect(row).to_have_count(1)
    for text in ("Player 5", "Tie 2", "Zero Commission", shown.winner.capitalize()):
        expect(row).to_contain_text(text)
    game.page.get_by_role("button", name="Replay").click()
    recall = game.page.get_by_test_id("recall")
    expect(recall).to_contain_text("RECALL")
    expect(recall.locator("p.result")).to_be_visible()
    again = [game.cards(side, place="[data-testid=recall]") for side in ("player", "banker")]
    assert again == [shown.player_cards, shown.banker_cards]
    expect(recall.locator("tbody tr")).to_have_count(2)
    game.page.go_back()
    expect(row).to_have_count(1)
    game.page.get_by_role("button", name="Replay").click()
    game.page.get_by_role("button", name="Close").click()
    expect(game.page).to_have_url(re.compile("/table/zero$"))
    assert (game.cards("player"), game.cards("banker")) == (shown.player_cards, shown.banker_cards)


def test_game_history_does_not_wait_for_the_live_link(game: Screen) -> None:
    """On a busy machine the socket may come late; the past is there all the same."""
    game.bet({"player": (5_00, 1)})
    game.deal()
    Wire(game.page).is_cut = True
    game.page.goto("/history?table=zero")
    expect(game.page.locator("tbody tr")).to_have_count(1)
    expect(game.page.locator("tbody tr")).to_contain_text("Player 5")


def test_a_first_visit_is_shown_where_to_press(visitors: Visitors) -> None:
    """Chip, spot, Deal, and never again; a spot that is held gives its stake back."""
    phone = ViewportSize(width=390, height=844)
    screen = visitors.come(pointed=False, has_touch=True, viewport=phone)
    screen.sit("zero")
    page, spot = screen.page, screen.page.locator("[data-wager=player]")
    pointer = page.get_by_test_id("first-visit")
    expect(pointer).to_contain_text("Take a chip")
    page.locator(".tray .chips label").first.click()
    expect(pointer).to_contain_text("press a spot")
    spot.click()
    expect(pointer).to_contain_text("Press Deal")
    screen.expect_stakes(player=1_00)
    box = spot.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    screen.expect_stakes()
    page.mouse.up()
    screen.expect_stakes()
    spot.click()
    screen.deal()
    expect(pointer).to_have_count(0)
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(screen.key("rebet")).to_be_enabled()
    expect(pointer).to_have_count(0)


LABELS = {
    "undo": ".tray .undo",
    "clear": ".tray .clear",
    "deal": ".tray .deal",
    "rebet": ".tray .rebet",
    "new-game": ".tray .new-game",
    "roadmap": ".below .key",
    "history": ".links .key:last-child .long",
}
"""Where the client puts each control of the rulebook that has a button."""


def test_the_buttons_bear_the_labels_of_the_document(game: Screen) -> None:
    controls = {each.id: each.label for each in punto.rulebook("zero-commission").controls}
    for name, place in LABELS.items():
        label = game.page.locator(place).evaluate("(one) => one.lastChild.textContent.trim()")
        assert label == controls[name]


@cites(zero="GAME RULES 1")
def test_cards_are_laid_face_up(visitors: Visitors) -> None:
    """No card shows its back, none is turned, and none is squeezed, whatever the settings say."""
    screen = visitors.come(pace="standard", squeeze=True)
    screen.page.add_init_script(BACKS)
    screen.sit("zero")
    screen.bet({"player": (1_00, 1), "tie": (1_00, 1)})
    screen.key("deal").click()
    expect(screen.result.locator(".net")).to_be_visible()
    assert len(screen.cards("player")) in {2, 3}
    seen = screen.page.evaluate("window.seen")
    assert any("of" in label for label in seen)
    assert "Face-down card" not in seen
    expect(screen.page.get_by_role("dialog", name="Squeeze")).to_have_count(0)


BACKS = """
window.seen = [];
const look = () => {
  for (const card of document.querySelectorAll('.hand .cards [role=img], .hand [role=slider]'))
    if (window.seen.at(-1) !== card.ariaLabel) window.seen.push(card.ariaLabel);
};
new MutationObserver(look).observe(document, {
  subtree: true, childList: true, attributes: true,
});
"""
"""Writes down the name of every card that ever lies on the table."""
