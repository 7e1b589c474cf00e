"""A visit to a Player Terminal: buy, bet inside the window, settle, cash out, bring the ticket."""

import pytest
from playwright.sync_api import expect

from punto.testing.serving import ATTENDANT
from tests.browser.driven_house import DrivenHouse, unhurried_house
from tests.browser.screen import Screen, minor_units
from tests.browser.visitors import Visitors
from tests.rules.citing import cites


@pytest.fixture(scope="module")
def config() -> str:
    """Enrol a terminal for each test that leaves credits on one."""
    more = [f'\n[[terminals]]\nid = "terminal-{n}"\ncode = "demo-{n}"\n' for n in (3, 4)]
    return unhurried_house() + "".join(more)


@pytest.fixture(autouse=True)
def attendant(house: DrivenHouse) -> None:
    """Have somebody sell credits."""
    house.attendant()


def sign_in(screen: Screen, terminal: str, code: str) -> None:
    screen.page.get_by_label("Terminal", exact=True).fill(terminal)
    screen.page.get_by_label("Code").fill(code)
    screen.page.get_by_role("button", name="Enrol").click()


def credits_of(screen: Screen) -> int:
    return minor_units(screen.page.get_by_test_id("credits").inner_text())


def buy(screen: Screen, amount: str, pin: str = ATTENDANT[1]) -> None:
    dialog = screen.page.get_by_role("dialog", name="Buy credits")
    if not dialog.is_visible():
        screen.page.get_by_role("button", name="Buy credits").click()
    dialog.get_by_label("Amount").fill(amount)
    dialog.get_by_label("Attendant", exact=True).fill(ATTENDANT[0])
    dialog.get_by_label("PIN").fill(pin)
    dialog.get_by_role("button", name="Buy", exact=True).click()


def redeem(screen: Screen, number: str) -> None:
    dialog = screen.page.get_by_role("dialog", name="Insert a ticket")
    if not dialog.is_visible():
        screen.page.get_by_role("button", name="Insert a ticket").click()
    dialog.get_by_label("Ticket number").fill(number)
    dialog.get_by_role("button", name="Redeem").click()


@cites(rws=("DEFINITION Player Terminal", "2.1.1", "3.1", "3.2", "3.3", "3.3 SIDE WAGERS"))
def test_a_whole_visit(visitors: Visitors, house: DrivenHouse) -> None:
    first = visitors.come("terminal")
    sign_in(first, "terminal-1", "demo-2")
    expect(first.page.get_by_role("alert")).to_contain_text("unknown, or was used")
    sign_in(first, "terminal-1", "demo-1")
    expect(first.page.get_by_test_id("credits")).to_have_text("0")
    bought(first)
    left = played(first, house)
    number = cashed_out(first, left)
    second = visitors.come("terminal")
    sign_in(second, "terminal-2", "demo-2")
    brought(second, number, left)


def bought(screen: Screen) -> None:
    """Only an attendant sells credits."""
    buy(screen, "50", "1111")
    dialog = screen.page.get_by_role("dialog", name="Buy credits")
    expect(dialog.get_by_role("alert")).to_have_text("No attendant has this name and PIN")
    buy(screen, "nothing")
    expect(dialog.get_by_role("alert")).to_have_text("That is no amount")
    buy(screen, "50")
    expect(dialog).to_be_hidden()
    expect(screen.page.get_by_test_id("credits")).to_have_text("50")


def played(screen: Screen, house: DrivenHouse) -> int:
    """Bet without a main bet, see the window close, and see the round settled."""
    call = screen.page.locator(".countdown .words")
    house.open_bets("rws")
    expect(call).to_have_text("Place Your Bets")
    screen.bet({"tie": (1_00, 1), "player-pair": (5_00, 2)})
    expect(screen.page.locator(".status .stake dd")).to_have_text("11")
    house.close_bets("rws")
    expect(call).to_have_text("No More Bets")
    assert screen.spot("tie").get_attribute("aria-disabled") == "true"
    house.finish("rws")
    screen.hurry()
    shown = screen.shown()
    assert {wager: bet[0] for wager, bet in shown.bets.items()} == {
        "tie": 1_00,
        "player-pair": 10_00,
    }
    assert shown.balance == 50_00 + shown.net == credits_of(screen)
    return shown.balance


def cashed_out(screen: Screen, left: int) -> str:
    screen.page.get_by_role("button", name="Cash out").click()
    ticket = screen.page.get_by_test_id("ticket")
    expect(ticket).to_contain_text("terminal-1")
    assert minor_units(ticket.locator(".amount").inner_text()) == left
    number = screen.page.get_by_test_id("ticket-number").inner_text()
    screen.page.get_by_role("button", name="It is printed").click()
    expect(ticket).to_be_hidden()
    expect(screen.page.get_by_test_id("credits")).to_have_text("0")
    expect(screen.page.get_by_role("button", name="Cash out")).to_be_disabled()
    return number


def brought(screen: Screen, number: str, amount: int) -> None:
    """A ticket is good once, on any terminal."""
    dialog = screen.page.get_by_role("dialog", name="Insert a ticket")
    redeem(screen, "1234")
    expect(dialog.get_by_role("alert")).to_have_text("That is no ticket number")
    redeem(screen, number)
    expect(dialog).to_be_hidden()
    assert credits_of(screen) == amount
    redeem(screen, number)
    expect(dialog.get_by_role("alert")).to_have_text("That ticket has been redeemed")
    assert credits_of(screen) == amount


def test_a_ticket_that_did_not_print_gives_the_credits_back(visitors: Visitors) -> None:
    screen = visitors.come("terminal")
    sign_in(screen, "terminal-3", "demo-3")
    buy(screen, "7.50")
    expect(screen.page.get_by_test_id("credits")).to_have_text("7.50")
    screen.page.get_by_role("button", name="Cash out").click()
    screen.page.get_by_role("button", name="It did not print").click()
    expect(screen.page.locator(".toast")).to_contain_text("your credits are back")
    expect(screen.page.get_by_test_id("credits")).to_have_text("7.50")


def test_a_ticket_in_hand_comes_back_until_it_is_printed(visitors: Visitors) -> None:
    first, second = visitors.come(), visitors.come()
    first.sit_at_terminal("terminal-4", "demo-4", "7")
    cookies = first.page.context.cookies()
    second.page.context.add_cookies([{**each} for each in cookies])  # type: ignore[typeddict-item]
    second.page.goto("/terminal")
    first.page.get_by_role("button", name="Cash out").click()
    tickets = [screen.page.get_by_test_id("ticket-number") for screen in (first, second)]
    number = tickets[0].inner_text()
    expect(tickets[1]).to_have_text(number)
    first.page.reload()
    expect(tickets[0]).to_have_text(number)
    expect(first.page.get_by_test_id("credits")).to_have_text("0")
    expect(first.page.get_by_test_id("on-ticket")).to_have_text("7")
    for elsewhere in ("", "table/zero", "table/rws", "history"):
        first.page.goto(f"/{elsewhere}")
        expect(tickets[0]).to_have_text(number)
    first.page.get_by_role("button", name="It is printed").click()
    for ticket in tickets:
        expect(ticket).to_be_hidden()
    expect(second.page.get_by_test_id("credits")).to_have_text("0")
    expect(second.page.get_by_test_id("on-ticket")).to_have_count(0)
    first.page.goto("/terminal")
    expect(first.page.get_by_test_id("credits")).to_have_text("0")
    expect(tickets[0]).to_be_hidden()


WATCHING = {
    "en-GB": "placed on Player Terminals",
    "zh-CN": "只在玩家终端上下注",
    "zh-HK": "只在玩家終端上下注",
}


@pytest.mark.parametrize("locale", WATCHING)
def test_a_guest_watches_the_electronic_table(
    visitors: Visitors, house: DrivenHouse, locale: str
) -> None:
    screen = visitors.come(locale=locale)
    screen.sit("zero")
    screen.page.goto("/table/rws")
    words = screen.page.get_by_test_id("terminals-only")
    expect(words).to_contain_text(WATCHING[locale])
    expect(screen.page.locator(".felt.closed")).to_have_count(1)
    expect(screen.page.locator(".tray")).to_have_count(0)
    expect(screen.page.locator("button.play")).to_have_count(0)
    house.deal("rws")
    expect(screen.page.locator(".hand.banker .total")).to_be_visible()
