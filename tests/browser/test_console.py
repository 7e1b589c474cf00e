"""A person deals at the console by keyboard alone, and what is paid is what the books say."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import expect

from punto.ledger import float_account
from punto.store import Database
from punto.store.reading import accounts
from tests.browser.dealer import PIN, Dealer
from tests.browser.driven_house import DrivenHouse
from tests.browser.history import history_of
from tests.browser.screen import Screen
from tests.browser.visitors import Visitors
from tests.server.here import assert_books_hold

MOST_PRESSES: Final = 12
"""A dealer who knows the keys needs fewer for a round without third cards."""

SHOE: Final = 416
NEXT: Final = re.compile("Draw a card|Result announced")
PICTURES: Final = Path(__file__).parents[2] / "docs" / "screenshots"
LIGHTS: Final[dict[str, Literal["dark", "light"]]] = {"evening": "dark", "day": "light"}


@pytest.fixture
def house(tmp_path: Path, config: str, client: Path) -> Iterator[DrivenHouse]:
    """Open a house without any staff: its links are offered at the first start only."""
    with DrivenHouse(tmp_path, config, client) as served:
        yield served


def picture(dealer: Dealer, name: str, place: Path) -> None:
    """Take a picture of the console in the evening and by day, for docs if that is asked for."""
    place = PICTURES if os.environ.get("PUNTO_SCREENSHOTS") else place
    for hour, light in LIGHTS.items():
        dealer.page.emulate_media(color_scheme=light)
        path = place / f"{name}-{hour}.jpg"
        dealer.page.screenshot(path=path, quality=85, animations="disabled")
        assert path.stat().st_size > 5_000


def bet(player: Screen, wager: str) -> None:
    """Put a chip of 25 on a spot, once bets are taken."""
    expect(player.page.locator(".felt.closed")).to_have_count(0)
    player.bet({wager: (25_00, 1)})
    player.expect_stakes(**{wager: 25_00})


def finish(dealer: Dealer) -> None:
    """Collect and pay what is listed."""
    dealer.go("Losing bets collected", "Pay the winning wagers")
    dealer.go("Winning bets paid", "Place your bets")


def deal_a_natural(dealer: Dealer, player: Screen) -> None:
    """Player 9, Banker 2: nobody draws, the cards are typed, and every key is counted."""
    dealer.presses = 0
    dealer.go("Open betting", "No more bets")
    bet(player, "player")
    expect(dealer.page.locator("[data-bettor]")).to_contain_text("Player 25")
    expect(dealer.page.locator("[data-bettor] .seat")).to_have_text("1")
    dealer.go("No more bets", "Card for the Player")
    dealer.type("4s", "th", "5d", "2c")
    dealer.says("Player 9, Banker 2. Player wins, 9 over 2")
    expect(dealer.page.locator("[data-bettor]")).to_contain_text("+25")
    dealer.press("Space")
    dealer.says("Place your bets")
    assert dealer.presses < MOST_PRESSES
    expect(player.page.locator(".status .balance dd")).to_have_text("1,025")


def squeeze_by_right(player: Screen, wall: Screen) -> None:
    """Whoever bet the most on Banker opens the Banker's cards; the wall sees backs until then."""
    total = wall.page.locator(".hand.banker .total")
    backs = wall.page.locator(".hand.banker").get_by_role("img", name="Face-down card")
    squeezing = player.page.get_by_role("dialog", name="Squeeze: Banker")
    expect(squeezing.get_by_role("slider")).to_have_count(2)
    expect(wall.page.locator(".hand.player .total")).to_have_text("4")
    expect(backs).to_have_count(2)
    expect(total).to_have_count(0)
    player.page.keyboard.press("Enter")
    expect(backs).to_have_count(1)
    expect(total).to_have_count(0)
    squeezing.get_by_role("button", name="Reveal now").click()
    expect(total).to_have_text("3")
    expect(squeezing).to_be_hidden()


def deal_third_cards(dealer: Dealer, player: Screen, wall: Screen, place: Path) -> None:
    """Player 4 draws to 5, Banker 3 draws to 6. The first card is misread, and one is too many."""
    dealer.go("Open betting", "No more bets")
    bet(player, "banker")
    enter_chips(dealer, place)
    dealer.go("No more bets", "Card for the Player")
    dealer.scan("8s")
    dealer.says("Card for the Banker")
    correct(dealer, "4s")
    dealer.scan("Kh", "Jd", "3s")
    dealer.says("Player 4, Banker 3")
    squeeze_by_right(player, wall)
    dealer.go("Totals announced", "Card for the Player")
    dealer.scan("ac")
    dealer.says("Card for the Banker")
    dealer.page.keyboard.type("3")
    picture(dealer, "console", place)
    dealer.page.keyboard.type("d")
    dealer.says("Banker wins, 6 over 5")
    dealer.scan("9c")
    expect(dealer.page.get_by_role("alert")).to_contain_text("the tableau calls for no card")
    dealer.go("Result announced", "Collect the losing wagers")
    picture(dealer, "console-pay", place)
    finish(dealer)
    expect(player.page.locator(".status .balance dd")).to_have_text("1,037.50")


def enter_chips(dealer: Dealer, place: Path) -> None:
    """Enter 30 on Player at position 4, and take them up again but for 25."""
    dealer.page.keyboard.press("F6")
    chips = dealer.page.get_by_role("form", name="Chips on the felt")
    chips.get_by_label("4", exact=True).check()
    chips.get_by_label("Player", exact=True).check()
    lies = dealer.page.locator("[data-bettor='4 chips']")
    for laid, words in (((25_00, 5_00), "Player 30"), ((25_00,), "Player 25")):
        for chip in laid:
            chips.locator(f"[data-chip='{chip}']").click()
        picture(dealer, "console-chips", place)
        dealer.page.keyboard.press("Enter")
        expect(lies).to_contain_text(words)
        if words == "Player 30":
            chips.get_by_role("button", name="Take up").click()
            expect(lies).to_have_count(0)
    dealer.page.keyboard.press("Escape")
    expect(chips).to_have_count(0)


def correct(dealer: Dealer, card: str) -> None:
    """Say what the last card really is."""
    dealer.press("Backspace")
    correcting = dealer.page.get_by_role("form", name="Correct a card")
    expect(correcting.get_by_label("It is really")).to_be_focused()
    dealer.scan(card)
    expect(correcting).to_have_count(0)


def deal_through_a_restart(dealer: Dealer, player: Screen, house: DrivenHouse) -> None:
    """The house is killed in mid-round: the PIN is wanted again, and nothing is lost."""
    dealer.go("Open betting", "No more bets")
    bet(player, "tie")
    dealer.go("No more bets", "Card for the Player")
    dealer.scan("7s", "7h")
    expect(dealer.page.locator(".console header.bar")).to_contain_text(f"12 of {SHOE}")
    house.kill()
    house.start()
    dealer.page.get_by_label("PIN of dora").fill(PIN)
    dealer.page.keyboard.press("Enter")
    dealer.says("Card for the Player")
    dealer.scan("Ks", "Kd")
    dealer.says("Player 7, Banker 7")
    dealer.go("Totals announced", "Tie, 7 to 7")
    dealer.go("Result announced", "Collect the losing wagers")
    finish(dealer)


def test_three_scanned_rounds_by_keyboard_alone(
    visitors: Visitors, house: DrivenHouse, tmp_path: Path
) -> None:
    dealer, player = Dealer(visitors.come()), visitors.come(pace="still", squeeze=True)
    player.sit("salon")
    expect(player.page.get_by_test_id("result")).to_contain_text("No dealer is at this table")
    dealer.enrol(house.links()["dealer"], "dora")
    dealer.go("Take the table", "Bring a new shoe")
    dealer.bring_shoe(physical=True)
    deal_a_natural(dealer, player)
    deal_third_cards(dealer, player, visitors.come("wall/salon"), tmp_path)
    deal_through_a_restart(dealer, player, house)
    third, second, first = history_of(player)
    assert (first.player_cards, first.winner, first.net) == (["4s", "5d"], "player", 25_00)
    assert (second.player_cards, second.winner, second.net) == (["4s", "Jd", "Ac"], "banker", 12_50)
    assert (third.winner, third.staked, third.net) == ("tie", 25_00, 8 * 25_00)
    assert_books_hold(f"sqlite:///{house.place / 'punto.db'}")


def deal_from_the_house_s_shoe(dealer: Dealer) -> None:
    """Deal a round with the one key, whatever the cards are; third cards are not counted."""
    dealer.presses = 0
    dealer.go("Open betting", "No more bets")
    dealer.go("No more bets", "Card for the Player")
    for then in ("Card for the Banker", "Card for the Player", "Card for the Banker", "Player "):
        dealer.go("Draw a card", then)
    dealer.press("Enter")
    due, say, thirds = dealer.page.get_by_test_id("due"), dealer.page.get_by_test_id("say"), 0
    expect(due).to_have_text(NEXT)
    while due.inner_text() == "Draw a card":
        said = say.inner_text()  # it comes together with what is due
        dealer.press("Enter")
        thirds += 1
        expect(say).not_to_have_text(said)
    dealer.go("Result announced", "Collect the losing wagers")
    finish(dealer)
    assert dealer.presses - thirds < MOST_PRESSES


def report_a_malfunction(dealer: Dealer) -> None:
    """Report what the rulebook does not cover: the ruling is shown before the key is held."""
    dealer.page.keyboard.press("F2")
    report = dealer.page.get_by_role("region", name="Report an irregularity")
    report.get_by_label("A malfunction").check()
    expect(report.get_by_test_id("ruling")).to_contain_text("Call a supervisor")
    dealer.hold(report.get_by_role("button", name="Hold 2 s"))
    dealer.says("A supervisor decides")
    dealer.let_go()


def decide(supervisor: Dealer) -> None:
    """Void the round that waits, with a reason."""
    supervisor.says("A supervisor decides")
    expect(supervisor.page.locator(".waits")).to_have_text("1 for a supervisor")
    expect(supervisor.page).to_have_title(re.compile(r"^\(1\) "))
    decision = supervisor.page.get_by_role("region", name="A supervisor’s decision")
    expect(decision).to_contain_text("Salon")
    expect(decision).to_contain_text("Round 2 waits for a supervisor: a malfunction")
    decision.get_by_label("Why, in your words").fill("seen on camera")
    supervisor.hold(decision.get_by_role("button", name="Void round 2"))
    expect(decision).to_have_count(0)
    supervisor.let_go()
    expect(supervisor.page).not_to_have_title(re.compile(r"^\("))


def fill_the_float(supervisor: Dealer) -> None:
    """Put on record that chips were brought to the table."""
    supervisor.page.get_by_role("button", name="Float", exact=True).click()
    panel = supervisor.page.get_by_role("region", name="Float")
    panel.get_by_label("Fill", exact=True).check()
    panel.get_by_label("Amount").fill("500")
    panel.get_by_label("Why, in your words").fill("for the evening")
    supervisor.hold(panel.get_by_role("button", name="Hold 2 s: Float"))
    expect(panel).to_have_count(0)
    supervisor.let_go()


def test_a_round_of_the_house_s_shoe_and_a_supervisor_s_decision(
    visitors: Visitors, house: DrivenHouse
) -> None:
    links = house.links()
    dealer, supervisor = Dealer(visitors.come()), Dealer(visitors.come())
    dealer.enrol(links["dealer"], "dora")
    dealer.go("Take the table", "Bring a new shoe")
    dealer.bring_shoe(physical=False)
    deal_from_the_house_s_shoe(dealer)
    dealer.go("Open betting", "No more bets")
    dealer.go("No more bets", "Card for the Player")
    supervisor.enrol(links["supervisor"], "sue")
    supervisor.says("Looking on: a dealer deals here")
    supervisor.page.keyboard.press("F8")
    expect(supervisor.page.get_by_label("PIN of sue")).to_be_focused()
    report_a_malfunction(dealer)
    expect(supervisor.page.get_by_role("status")).to_have_text("1 for a supervisor")
    expect(supervisor.page).to_have_title(re.compile(r"^\(1\) "))
    supervisor.page.keyboard.type(PIN)
    supervisor.page.keyboard.press("Enter")
    decide(supervisor)
    fill_the_float(supervisor)
    dealer.says("Place your bets")
    dealer.page.keyboard.press("F8")
    expect(dealer.page.get_by_label("PIN of dora")).to_be_focused()
    dealer.page.keyboard.type(PIN)
    dealer.page.keyboard.press("Enter")
    dealer.go("Open betting", "No more bets")
    books = f"sqlite:///{house.place / 'punto.db'}"
    with Database(books).reading() as connection:
        assert accounts(connection)[float_account("salon")].balance == 500_00
    assert_books_hold(books)
