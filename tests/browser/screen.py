"""A screen with the client on it: what a person reads there, and where he clicks."""

import re
from collections.abc import Mapping
from time import monotonic
from typing import Final, NamedTuple

from playwright.sync_api import Error, Locator, Page, expect

from punto.testing.serving import ATTENDANT

PATIENCE_MS: Final = 30_000
"""How long a test waits for what should come at once: the machine may be busy."""

LOOK_MS: Final = 50

RANKS: Final = {"Ace": "A", "Ten": "T", "Jack": "J", "Queen": "Q", "King": "K"} | {
    "Sau": "S",
    "Luk": "L",
    "Fuk": "F",
}
SUITS: Final = {"spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"} | {
    "metal": "m",
    "wood": "w",
    "water": "a",
    "fire": "f",
    "earth": "e",
}

READ: Final = """() => {
  const text = (where, from = document) => from.querySelector(where).innerText;
  const hands = ['player', 'banker'];
  const of = (read) => Object.fromEntries(hands.map((side) => [side, read(`.hand.${side}`)]));
  const cards = (hand) => [...document.querySelectorAll(`${hand} .cards [role=img]`)];
  const ending = document.querySelector('[data-testid=result] p.result');
  return {
    cards: of((hand) => cards(hand).map((card) => card.getAttribute('aria-label'))),
    totals: of((hand) => text(`${hand} .total`)),
    winner: ['player', 'banker', 'tie'].find((name) => ending.classList.contains(name)),
    net: text('.net', ending),
    bets: [...document.querySelectorAll('.spot.staked')].map((spot) => [
      spot.querySelector('button').dataset.wager,
      text('.stake', spot).split(/\\s+/).pop(),
      text('.outcome', spot),
    ]),
    balance: text('.status .balance dd'),
  };
}"""
"""All that the screen says of a round that is over."""


class Shown(NamedTuple):
    """A round that is over, as the screen shows it; amounts in minor units."""

    player_cards: list[str]
    banker_cards: list[str]
    player: int
    banker: int
    winner: str
    net: int
    bets: dict[str, tuple[int, str, int]]
    """For each wager: the stake, the outcome, and what was won or lost."""
    balance: int


def minor_units(text: str) -> int:
    """Read an amount as the English pages write it, in a house with two decimals."""
    found = re.search(r"[+-]?[\d,]+(\.\d+)?", text.replace("−", "-"))
    assert found, text
    return round(float(found[0].replace(",", "")) * 100)


def card_of(words: str) -> str:
    """Read a card that is told in English: "Ten of spades"."""
    rank, _, suit = words.partition(" of ")
    return RANKS.get(rank, rank) + SUITS[suit]


class Screen:
    """One page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # --- going somewhere ------------------------------------------------------------------------

    def sit(self, table: str) -> None:
        """Come to a table and play, as a guest."""
        self.page.goto(f"/table/{table}")
        self.page.locator("button.play").click()
        expect(self.page.locator(".tray")).to_be_visible()
        expect(self.page.locator(".status .balance dd")).not_to_have_text("0")
        free = self.page.locator(".seat.free")
        if free.count():
            free.first.click()
            expect(self.page.locator(".seat.yours")).to_be_visible()

    def sit_at_terminal(self, terminal: str, code: str, amount: str) -> None:
        """Come to the electronic table as a Player Terminal, with credits of the attendant."""
        self.page.goto("/terminal")
        self.page.get_by_label("Terminal", exact=True).fill(terminal)
        self.page.get_by_label("Code").fill(code)
        self.page.get_by_role("button", name="Enrol").click()
        self.page.get_by_role("button", name="Buy credits").click()
        dialog = self.page.get_by_role("dialog", name="Buy credits")
        dialog.get_by_label("Amount").fill(amount)
        dialog.get_by_label("Attendant", exact=True).fill(ATTENDANT[0])
        dialog.get_by_label("PIN").fill(ATTENDANT[1])
        dialog.get_by_role("button", name="Buy", exact=True).click()
        expect(dialog).to_be_hidden()

    @property
    def account(self) -> str:
        """The name of whoever is signed in here."""
        (token,) = (c["value"] for c in self.page.context.cookies() if c["name"] == "punto")
        return token.partition(".")[0]

    # --- betting --------------------------------------------------------------------------------

    def spot(self, wager: str) -> Locator:
        return self.page.locator(f"button[data-wager='{wager}']")

    def key(self, action: str) -> Locator:
        """Find a button of the tray by what it does, in whatever language."""
        return self.page.locator(f".tray button.{action}")

    def chip(self, minor: int) -> Locator:
        return self.page.locator(f".tray input[type=radio][value='{minor}']")

    def take(self, minor: int) -> None:
        """Select a chip denomination."""
        self.chip(minor).check(force=True)

    def bet(self, stakes: Mapping[str, tuple[int, int]]) -> None:
        """Put chips on spots: for each wager, the chip and how many."""
        for wager, (chip, count) in stakes.items():
            self.take(chip)
            for _ in range(count):
                self.spot(wager).click()

    def stake(self, wager: str) -> int:
        """Read what lies on a spot."""
        found = self.page.locator(f".spot:has([data-wager='{wager}']) .stake")
        text = found.inner_text().split()
        return minor_units(text[-1]) if text else 0

    def expect_stakes(self, **stakes: int) -> None:
        """Wait until the screen shows these stakes and no request is under way."""
        expect(self.page.locator("[data-wager][aria-busy=true]")).to_have_count(0)
        for wager in ("player", "banker", "tie"):
            spot, stake = self.spot(wager), stakes.get(wager, 0)
            words = f"your stake {stake // 100}," if stake else "no stake"
            expect(spot).to_have_attribute("aria-label", re.compile(f"{words}|{words[:-1]}$"))

    # --- the round ------------------------------------------------------------------------------

    @property
    def result(self) -> Locator:
        """How the round ended, once that is shown."""
        return self.page.locator("[data-testid=result] p.result:not(:has(.hush))")

    def deal(self, action: str = "deal") -> None:
        """Deal, see the hand at once, and wait until it is over."""
        expect(self.key(action)).to_be_enabled()
        self.key(action).click()
        self.hurry()

    def hurry(self) -> None:
        """Ask for the rest of the hand until its result is there: it may still be on its way."""
        end = monotonic() + PATIENCE_MS / 1000
        while not self.result.locator(".net").count():
            assert monotonic() < end, "no result is shown"
            self.page.keyboard.press("q")
            self.page.wait_for_timeout(LOOK_MS)

    def stop_time(self) -> None:
        """Stop the clock of the page, which was installed before: nothing moves by itself now."""
        seconds = self.page.evaluate("Date.now()") / 1_000
        # Until it stands it goes on, and on a busy machine for longer than a second.
        try:
            self.page.clock.pause_at(seconds + 1)
        except Error:
            self.page.clock.pause_at(seconds + 30)

    def cards(self, side: str, *, place: str = "main") -> list[str]:
        """Read the cards of a hand that lie face up."""
        found = self.page.locator(f"{place} .hand.{side} .cards [role=img]")
        names = [one.get_attribute("aria-label") or "" for one in found.all()]
        return [card_of(name) for name in names if name != "Face-down card"]

    def total(self, side: str) -> int:
        return int(self.page.locator(f".hand.{side} .total").inner_text())

    @property
    def balance(self) -> int:
        return minor_units(self.page.locator(".status .balance dd").inner_text())

    @property
    def strip(self) -> Locator:
        """The letters of the strip, oldest first."""
        return self.page.locator(".lead ol li:not(.blank) span[aria-hidden]")

    def shown(self) -> Shown:
        """Read a round that is over, all of it at one moment."""
        read = self.page.evaluate(READ)
        return Shown(
            player_cards=[card_of(words) for words in read["cards"]["player"]],
            banker_cards=[card_of(words) for words in read["cards"]["banker"]],
            player=int(read["totals"]["player"]),
            banker=int(read["totals"]["banker"]),
            winner=read["winner"],
            net=minor_units(read["net"]),
            bets={wager: _bet(stake, words) for wager, stake, words in read["bets"]},
            balance=minor_units(read["balance"]),
        )


def _bet(stake: str, words: str) -> tuple[int, str, int]:
    """Read a spot: "25" and "Win +25", or "Push, stake back"."""
    outcome = next(name for name in ("Win", "Lost", "Push", "Void") if name in words)
    net = minor_units(words) if outcome in {"Win", "Lost"} else 0
    return minor_units(stake), outcome.lower(), net
