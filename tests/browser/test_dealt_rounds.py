"""Ten rounds of cards at a console, by keyboard alone, with all that goes wrong in a night.

Once at a table of 52 cards a deck, once at one of 65. After each round the bettor's history, the
balance on the bettor's screen and the roads say the same; in the end the books are audited.
"""

from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.dealer import Dealer
from tests.browser.driven_house import DrivenHouse, dealt_house
from tests.browser.history import history_of
from tests.browser.screen import Screen
from tests.browser.visitors import Visitors
from tests.server.here import assert_books_hold
from tests.server.staff_command import run_here

STAKE: Final = 25_00
FIRST: Final = 1_000_00
TABLES: Final = {"striped": "mbs-tiger", "fivefold": "mbs-elements"}
DECKS: Final = {"striped": 52, "fivefold": 65}
_ELEMENTS: Final = str.maketrans("KJQshdc", "SLFmwaf")


class Told(NamedTuple):
    """What is to come of a round with a bet on the Player."""

    net: int
    big: str
    """The big road after it, one letter for each cell."""
    is_void: bool = False


class Night:
    """A dealer and a bettor at one table."""

    def __init__(self, house: DrivenHouse, dealer: Dealer, player: Screen, table: str) -> None:
        self._house = house
        self._dealer = dealer
        self._player = player
        self._table = table
        self._balance = FIRST

    def cards(self, text: str) -> list[str]:
        """Give cards as this table has them."""
        is_elements = TABLES[self._table] == "mbs-elements"
        return (text.translate(_ELEMENTS) if is_elements else text).split()

    def commence(self) -> None:
        """Take a bet, and no more."""
        self._dealer.commence(self._player, STAKE)

    def end(self, then: str) -> None:
        """Announce, collect and pay with one key, once the console says how it ended."""
        self._dealer.says(then)
        self._dealer.press("Space")
        self._dealer.says("Place your bets")

    def told(self, wanted: Told) -> None:
        """Compare screen, history and roads."""
        self._balance += wanted.net
        shown = f"{self._balance // 100:,}"
        expect(self._player.page.locator(".status .balance dd")).to_have_text(shown)
        last = history_of(self._player)[0]
        assert (last.net, last.void, last.staked) == (wanted.net, wanted.is_void, STAKE)
        big = self._house.tile(self._table).big
        assert "".join(letter for _, _, letter, _, _ in big) == wanted.big

    # --- the rounds -----------------------------------------------------------------------------

    def plain(self, cards: str, then: str, wanted: Told) -> None:
        """Type a round without third cards."""
        self.commence()
        self._dealer.type(*self.cards(cards))
        self.end(then)
        self.told(wanted)

    def misread(self) -> None:
        """The first card is an eight for the reader and a four for everybody else."""
        dealer = self._dealer
        self.commence()
        dealer.scan(*self.cards("8s"))
        dealer.says("Card for the Banker")
        dealer.press("Backspace")
        dealer.scan(*self.cards("4s"))
        expect(dealer.page.get_by_role("form", name="Correct a card")).to_have_count(0)
        dealer.scan(*self.cards("Kh Jd 3s"))
        dealer.go("Totals announced", "Card for the Player")
        dealer.scan(*self.cards("Ac"))
        dealer.says("Card for the Banker")
        dealer.scan(*self.cards("3d"))
        self.end("Banker wins, 6 over 5")
        self.told(Told(-STAKE, "PB"))

    def reconstructed(self) -> None:
        """Two and two cards have changed places: as they left the shoe, the Player draws."""
        dealer = self._dealer
        self.commence()
        dealer.scan(*self.cards("7s 2h Ks 3d"))
        dealer.says("Player 7, Banker 5")
        report = self.reported("Wrong number of cards in a hand")
        report.get_by_label("can be reconstructed").press("Space")
        report.get_by_label("The cards in the order").fill(" ".join(self.cards("2h 7s 3d Ks")))
        expect(report.get_by_test_id("ruling")).to_contain_text("5.2")
        dealer.hold(report.get_by_role("button", name="Hold 2 s: Go on"))
        dealer.says("Player 5, Banker 7")
        dealer.let_go()
        dealer.go("Totals announced", "Card for the Player")
        dealer.scan(*self.cards("4c"))
        self.end("Player wins, 9 over 7")
        self.told(Told(STAKE, "PBP"))

    def void_in_mid_deal(self, *, new_shoe: bool) -> None:
        """A card of another table comes out, and is offered as what it is."""
        dealer = self._dealer
        self.commence()
        dealer.scan(*self.cards("6s 6h"))
        dealer.says("Card for the Player")
        stranger = "Lm" if TABLES[self._table] == "mbs-tiger" else "Ks"
        dealer.scan(stranger)
        refused = dealer.page.get_by_role("alert")
        expect(refused).to_contain_text("is no card of this deck")
        expect(refused).to_contain_text("Expected: Card for the Player")
        report = self.reported("A foreign card")
        expect(report.get_by_label("A foreign card")).to_be_checked()
        expect(report.get_by_label("Why")).to_have_value(f"“{stranger}” is no card of this deck")
        if new_shoe:
            report.get_by_label("a new one").press("Space")
        expect(report.get_by_test_id("ruling")).to_contain_text("5.1.1")
        dealer.hold(report.get_by_role("button", name="Hold 2 s: Void round 4"))
        dealer.says("Bring a new shoe" if new_shoe else "Place your bets")
        dealer.let_go()
        if new_shoe:
            dealer.bring_shoe(physical=True)
        self.told(Told(0, "" if new_shoe else "PBP", is_void=True))

    def void_of_a_paid_round(self, big: str) -> None:
        """Before the next commences somebody sees that a hand had a card too many."""
        dealer = self._dealer
        self.plain("4h Td 5c 2s", "Player wins, 9 over 2", Told(STAKE, big + "P"))
        report = self.reported("Wrong number of cards in a hand")
        expect(report.get_by_test_id("ruling")).to_contain_text("5.2")
        dealer.hold(report.get_by_role("button", name="Hold 2 s: Void round 5"))
        expect(report).to_have_count(0)
        dealer.let_go()
        self._balance -= STAKE
        self.told(Told(0, big, is_void=True))

    def reported(self, found: str) -> Locator:
        """Open a report with its key, of what is chosen or of what was suspected."""
        self._dealer.page.keyboard.press("F2")
        report = self._dealer.page.get_by_role("region", name="Report an irregularity")
        expect(report.get_by_label(found)).to_be_checked()
        return report


@pytest.fixture(scope="module")
def config() -> str:
    """Open two more tables that are dealt by hand."""
    return dealt_house(TABLES)


@pytest.mark.parametrize("table", list(TABLES))
def test_ten_rounds_by_keyboard_alone(visitors: Visitors, house: DrivenHouse, table: str) -> None:
    dealer, player = Dealer(visitors.come()), visitors.come(pace="still")
    player.sit(table)
    link = run_here(house, "admin", "enrol", "dealer", "--address", house.address).out.strip()
    dealer.enrol(link, f"dora-{table}", at=table.title())
    expect(dealer.page.locator(".picker button")).to_have_count(0)
    dealer.go("Take the table", "Bring a new shoe")
    dealer.bring_shoe(physical=True)
    expect(dealer.page.locator(".picker button")).to_have_count(DECKS[table])
    night = Night(house, dealer, player, table)
    new_shoe = table == "fivefold"
    night.plain("4s Th 5d 2c", "Player wins, 9 over 2", Told(STAKE, "P"))
    night.misread()
    night.reconstructed()
    night.void_in_mid_deal(new_shoe=new_shoe)
    before = "" if new_shoe else "PBP"
    night.void_of_a_paid_round(before)
    night.plain("Ts 4h Kd 4c", "Banker wins, 8 over 0", Told(-STAKE, before + "B"))
    night.plain("5s 3h 3d 5c", "Tie, 8 to 8", Told(0, before + "B"))
    night.plain("7h Ts Kc 6d", "Player wins, 7 over 6", Told(STAKE, before + "BP"))
    night.plain("6h 9s Jc Kd", "Banker wins, 9 over 6", Told(-STAKE, before + "BPB"))
    night.plain("9h As Qc 5d", "Player wins, 9 over 6", Told(STAKE, before + "BPBP"))
    assert_books_hold(f"sqlite:///{house.place / 'punto.db'}")
