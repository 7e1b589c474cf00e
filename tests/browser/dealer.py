"""A dealer at the console, with a keyboard and nothing else."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.screen import Screen

PIN = "2468"
HOLD_MS = 2_000


class Dealer:
    """Somebody who deals; every key that is pressed is counted."""

    def __init__(self, screen: Screen) -> None:
        self.page: Page = screen.page
        self.presses = 0

    def enrol(self, link: str, name: str, at: str = "") -> None:
        """Use a link of the house, and come to the console; where there are more tables, to one."""
        self.page.clock.install()
        self.page.goto(link)
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("PIN", exact=False).first.fill(PIN)
        self.page.get_by_label("The PIN again").fill(PIN)
        self.page.keyboard.press("Enter")
        if at:
            self.page.get_by_role("button", name=at).press("Enter")
        expect(self.page.get_by_test_id("say")).to_be_visible()

    def press(self, key: str) -> None:
        self.presses += 1
        self.page.keyboard.press(key)

    def go(self, due: str, then: str) -> None:
        """Do what is due with the one key, and wait until the console says what comes then."""
        expect(self.page.get_by_test_id("due")).to_have_text(due)
        self.press("Enter")
        self.says(then)

    def commence(self, player: Screen, stake: int) -> None:
        """Take a bet of somebody on the Player, and no more."""
        self.go("Open betting", "No more bets")
        expect(player.page.locator(".felt.closed")).to_have_count(0)
        player.bet({"player": (stake, 1)})
        player.expect_stakes(player=stake)
        self.go("No more bets", "Card for the Player")

    def says(self, words: str) -> None:
        expect(self.page.get_by_test_id("say")).to_contain_text(words)

    def bring_shoe(self, *, physical: bool) -> None:
        """Hold the key until the new shoe is there."""
        self.says("Bring a new shoe")
        self.press("ArrowRight" if physical else "ArrowLeft")
        self._held()
        self.says("Place your bets")
        self.page.keyboard.up("Enter")

    def type(self, *cards: str) -> None:
        """Type cards by hand: every key counts, and none ends a card."""
        for card in cards:
            for key in card:
                self.press(key)

    def scan(self, *cards: str) -> None:
        """Read cards one after another, as fast as a reader does."""
        for card in cards:
            self.page.keyboard.type(card)
            self.page.keyboard.press("Enter")

    def hold(self, key: Locator) -> None:
        """Hold a key of the console with Enter, until it is let go."""
        key.focus()
        self._held()

    def _held(self) -> None:
        """Hold Enter for as long as it takes: the clock of the page is moved, nobody waits."""
        self.page.keyboard.down("Enter")
        self.page.clock.run_for(HOLD_MS)

    def let_go(self) -> None:
        self.page.keyboard.up("Enter")
