"""Every irregularity of documents 000, 003 and 004, as the dealer and a bettor read of it.

The dealer is shown the ruling and its clause before the key is held; the bettor what was found,
what came of it, and the balance; while a supervisor decides, everybody why nothing goes on. What
each does to the books at every moment is in tests/server/test_irregularity_matrix.py.
"""

from typing import Final, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.dealer import Dealer
from tests.browser.driven_house import DrivenHouse, dealt_house
from tests.browser.screen import Screen
from tests.browser.visitors import Visitors
from tests.rules.citing import cites
from tests.server.here import assert_books_hold
from tests.server.staff_command import run_here

STAKE: Final = 25_00
TABLES: Final = {
    "straight": "mbs-no-commission",
    "striped": "mbs-tiger",
    "fivefold": "mbs-elements",
}
CARDS: Final = {"straight": "6s 7h", "striped": "6s 7h", "fivefold": "6m 7w"}
WIN: Final = {"straight": "2s Kd", "striped": "2s Kd", "fivefold": "2m Sa"}
BEFORE: Final = "1,000"
CLAUSES: Final = ("5.1.1", "5.1.2", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7")


class Report(NamedTuple):
    """What the dealer finds, what is to be done by the document, and what a bettor reads."""

    found: str
    does: str
    clause: str
    reads: str


LATE: Final = (
    Report(
        "A wager placed late",
        "Refuse the wager",
        "5.6",
        "Reported: a wager placed late. The wager is refused.",
    ),
    Report(
        "A wager increased late",
        "Refuse the increase",
        "5.6",
        "Reported: a wager increased late. The increase is refused.",
    ),
    Report(
        "A wager taken back late",
        "Settle as placed",
        "5.7",
        "Reported: a wager taken back late. It is settled as it was placed.",
    ),
)
VOID: Final = "Round void, stakes back: "
VOIDING: Final = (
    Report("A foreign card", "Void round", "5.1.1", VOID + "a foreign card"),
    Report(
        "Wrong number of cards in a hand", "Void round", "5.2", VOID + "a wrong number of cards"
    ),
    Report(
        "The order of the cards is not known",
        "Void round",
        "5.3",
        VOID + "the order of the cards is not known",
    ),
    Report(
        "Order of the shoe altered", "Void round", "5.4", VOID + "the order of the shoe was changed"
    ),
    Report("Too few cards to finish", "Void round", "5.5", VOID + "too few cards"),
)
STANDS: Final = Report(
    "A foreign card", "Round 6 stands", "5.1.2", "Reported: a foreign card. The result stands."
)


@pytest.fixture(scope="module")
def config() -> str:
    """Open three tables that are dealt by hand."""
    return dealt_house(TABLES)


class Scene:
    """A dealer and a bettor at one table."""

    def __init__(self, dealer: Dealer, player: Screen, table: str) -> None:
        self._dealer = dealer
        self._player = player
        self._table = table

    def commence(self) -> None:
        """Take a bet, and deal two cards."""
        self._dealer.commence(self._player, STAKE)
        self._dealer.scan(*CARDS[self._table].split())
        self._dealer.says("Card for the Player")

    def report(self, report: Report) -> None:
        """Report, and compare what both read."""
        page = self._dealer.page
        page.keyboard.press("F2")
        panel = page.get_by_role("region", name="Report an irregularity")
        panel.get_by_label(report.found, exact=True).check()
        ruling = panel.get_by_test_id("ruling")
        expect(ruling).to_contain_text(f"clause {report.clause}")
        self._dealer.hold(panel.get_by_role("button", name=f"Hold 2 s: {report.does}"))
        expect(panel).to_have_count(0)
        self._dealer.let_go()
        read = self._player.page.get_by_test_id("result")
        expect(read).to_contain_text(report.reads)
        expect(read).to_contain_text(f"clause {report.clause}")

    def balance(self, shown: str) -> None:
        expect(self._player.page.locator(".status .balance dd")).to_have_text(shown)

    def win(self) -> None:
        """Deal the rest of a round that the Player wins, 8 over 7."""
        self._dealer.scan(*WIN[self._table].split())
        self._dealer.says("Player wins, 8 over 7")
        self._dealer.press("Space")
        self._dealer.says("Place your bets")


@cites(mbs=CLAUSES, tiger=CLAUSES, elements=CLAUSES)
@pytest.mark.parametrize("table", list(TABLES))
def test_what_is_ruled_is_read_at_the_console_and_by_bettors(
    visitors: Visitors, house: DrivenHouse, table: str
) -> None:
    dealer, player = Dealer(visitors.come()), visitors.come(pace="still")
    player.sit(table)
    link = run_here(house, "admin", "enrol", "dealer", "--address", house.address).out.strip()
    dealer.enrol(link, f"dora-{table}", at=table.title())
    dealer.go("Take the table", "Bring a new shoe")
    dealer.bring_shoe(physical=True)
    scene = Scene(dealer, player, table)
    for each in VOIDING:
        scene.commence()
        scene.report(each)
        scene.balance(BEFORE)
    scene.commence()
    for each in LATE:
        scene.report(each)
    scene.win()
    scene.balance("1,025")
    scene.report(STANDS)
    scene.balance("1,025")
    assert_books_hold(f"sqlite:///{house.place / 'punto.db'}")


WAITS: Final = "Round 1 waits for a supervisor: a malfunction."
STAYS: Final = "Your stakes stay as they are until it is decided."
BY: Final = ("--who", "sam", "--why", "the shoe stopped")


def test_everybody_reads_why_a_round_waits_and_what_was_decided(
    visitors: Visitors, house: DrivenHouse
) -> None:
    player, lobby = visitors.come(pace="still"), visitors.come("")
    player.sit("mbs")
    house.open_bets("mbs")
    player.bet({"player": (STAKE, 1)})
    player.expect_stakes(player=STAKE)
    waiting = player.page.get_by_test_id("waiting")
    tile = lobby.page.locator(".tile", has_text="No Commission").first
    for decision, balance in (("stands", "975"), ("void", BEFORE)):
        assert run_here(house, "admin", "report", "mbs", "malfunction", *BY).status == 0
        expect(waiting).to_have_text(f"{WAITS} {STAYS}")
        assert player.spot("player").get_attribute("aria-disabled") == "true"
        lobby.page.reload()
        expect(tile).to_contain_text("Waits for a supervisor")
        late = visitors.come("table/mbs")
        expect(late.page.get_by_test_id("waiting")).to_have_text(WAITS)
        assert run_here(house, "admin", "decide", "mbs", decision, *BY).status == 0
        for screen in (player, late):
            expect(screen.page.get_by_test_id("waiting")).to_have_count(0)
        expect(player.page.locator(".status .balance dd")).to_have_text(balance)
    expect(player.page.get_by_test_id("result")).to_contain_text("Round void, stakes back")
