"""What the screen shows is what the books say: fifty random rounds, and no difference."""

import random
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect

import punto
from punto.audit.report import audit
from punto.cards import parse_card
from punto.protocol import PlayedRound
from punto.server.history import history_page
from punto.store import Database, url_of
from punto.store.round_index import Sought
from tests.browser.driven_house import DrivenHouse, unhurried_house
from tests.browser.every_frame import assert_nothing_early, watch_frames
from tests.browser.screen import Screen, Shown
from tests.browser.visitors import Visitors

CREDITS: Final = 1_000_00
OWN_ROUNDS: Final = 46
SHARED: Final = {
    "rws": ("rws-non-commission", 2),
    "tiger": ("mbs-tiger", 1),
    "elements": ("mbs-elements", 1),
}
CHIPS: Final = (1_00, 5_00, 25_00)
OUTCOMES: Final = {"win": "win", "lose": "lost", "push": "push"}


def stored(played: PlayedRound) -> tuple[object, ...]:
    """Put a round of the books into the form in which a screen is read, but for the balance."""
    bets = {bet.wager: (bet.stake, OUTCOMES[bet.outcome], bet.net) for bet in played.bets}
    hands = (played.player_cards, played.banker_cards, played.player, played.banker)
    return (*hands, played.winner, played.net, bets)


def settled_again(rulebook: str, shown: Shown) -> int:
    """Work out once more what the bets have won, from the cards that were shown."""
    player, banker = shown.player_cards, shown.banker_cards
    order = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
    stakes = {wager: bet[0] for wager, bet in shown.bets.items()}
    cards = [parse_card(card) for card in order]
    return sum(bet.net for bet in punto.settle(rulebook, cards, stakes).bets)


def play_own(screen: Screen, chance: random.Random) -> Shown:
    """Build a bet at random, with whatever keys there are, and deal it."""
    if chance.random() < 0.3 and screen.key("rebet-deal").is_enabled():
        screen.deal("rebet-deal")
        return screen.shown()
    spots = ["player", "banker", "tie"]
    for wager in chance.sample(spots, chance.randint(1, 3)):
        screen.bet({wager: (chance.choice(CHIPS), 1)})
    if chance.random() < 0.2:
        screen.key("double").click()
    if chance.random() < 0.2:
        screen.key("undo").click()
    expect(screen.page.locator("[data-wager][aria-busy=true]")).to_have_count(0)
    if screen.page.get_by_test_id("net-zero").is_visible() or screen.key("deal").is_disabled():
        screen.bet({"player": (1_00, 1)})
    screen.deal()
    return screen.shown()


def play_shared(house: DrivenHouse, table: str, screen: Screen, chance: random.Random) -> Shown:
    """Bet inside the window of a table that others share, and see the round through."""
    house.open_bets(table)
    expect(screen.page.locator(".felt.closed")).to_have_count(0)
    found = screen.page.locator("[data-wager]").all()
    spots = [spot.get_attribute("data-wager") or "" for spot in found]
    for wager in chance.sample(spots, 3):
        screen.bet({wager: (chance.choice(CHIPS), 1)})
    expect(screen.page.locator("[data-wager][aria-busy=true]")).to_have_count(0)
    house.deal(table)
    screen.hurry()
    return screen.shown()


def test_fifty_random_rounds(tmp_path: Path, browser: Browser, client: Path) -> None:
    chance = random.Random(6)  # noqa: S311 – bets, not cards
    found: dict[str, list[tuple[str, Shown]]] = {}
    with DrivenHouse(tmp_path, unhurried_house(), client) as house:
        visitors = Visitors(browser, house.address)
        own = visitors.come()
        own.sit("zero")
        watch_frames(own)
        rounds = [("zero-commission", play_own(own, chance)) for _ in range(OWN_ROUNDS)]
        found[own.account] = rounds
        assert_nothing_early(own, OWN_ROUNDS)
        for table, (rulebook, count) in SHARED.items():
            screen = visitors.come()
            if table == "rws":
                house.attendant()
                screen.sit_at_terminal("terminal-1", "demo-1", str(CREDITS // 100))
            else:
                screen.sit(table)
            watch_frames(screen)
            found[screen.account] = [
                (rulebook, play_shared(house, table, screen, chance)) for _ in range(count)
            ]
            assert_nothing_early(screen, count)
        visitors.leave()
        assert house.stop() == 0
    assert sum(len(rounds) for rounds in found.values()) == 50
    assert visitors.errors == []
    with Database(url_of(tmp_path)).reading() as connection:
        assert audit(connection).findings == ()
        for account, rounds in found.items():
            page = history_page(connection, lambda _: None, account, Sought(), limit=200)
            books = page.rounds[::-1]
            assert [shown[:7] for _, shown in rounds] == [stored(played) for played in books]
    for rounds in found.values():
        balance = CREDITS
        for rulebook, shown in rounds:
            assert shown.net == settled_again(rulebook, shown)
            balance += shown.net
            assert shown.balance == balance
