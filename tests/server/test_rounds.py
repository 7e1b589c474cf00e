"""A full round on each of the five rulebooks, to the unit, and books that hold afterwards."""

import asyncio
import time
from typing import Final

import pytest

import punto
from punto.cards import parse_card
from punto.client import Player, TableView, join
from punto.testing.serving import quick_house
from tests.rules.citing import cites
from tests.server.here import assert_books_hold, open_house

CREDITS: Final = 100_000
WINDOW_MS: Final = 1_000
CONFIG: Final = quick_house(window_ms=WINDOW_MS)
TABLES: Final = {
    "zero": "zero-commission",
    "rws": "rws-non-commission",
    "mbs": "mbs-no-commission",
    "tiger": "mbs-tiger",
    "elements": "mbs-elements",
}


def stakes_for(rulebook: str) -> dict[str, int]:
    """Something on every wager, each amount another one; the online game refuses all three."""
    wagers = [wager.id for wager in punto.rulebook(rulebook).wagers]
    wagers = wagers[:2] if rulebook == "zero-commission" else wagers
    return {wager: 200 + 100 * at for at, wager in enumerate(wagers)}


def own_net(rulebook: str, hands: dict[str, list[str]], stakes: dict[str, int]) -> int:
    """Work out what a bet has won, from the cards that were shown."""
    player, banker = hands["player"], hands["banker"]
    dealt = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
    cards = [parse_card(card) for card in dealt]
    return sum(bet.net for bet in punto.settle(rulebook, cards, stakes).bets)


def has_time(view: TableView) -> bool:
    """Whether a window has just opened: all our bets must get through it on a busy machine."""
    left = (view.closes_at_ms or 0) - time.time() * 1_000
    return view.phase == "betting" and left > WINDOW_MS / 2


async def play_round(player: Player, table: str, stakes: dict[str, int]) -> TableView:
    """Bet and see the round through."""
    view = await player.watch(table)
    await player.until(lambda: table == "zero" or has_time(view))
    for wager, stake in stakes.items():
        await player.bet(table, wager, stake)
    assert view.stakes == stakes
    return await (player.deal(table) if table == "zero" else player.result(table))


async def check_rounds(address: str, table: str, count: int) -> None:
    stakes, balance = stakes_for(TABLES[table]), CREDITS
    async with await join(address) as player:
        for _ in range(count):
            view = await play_round(player, table, stakes)
            net = own_net(TABLES[table], view.hands, stakes)
            assert view.net == net
            assert {bet.wager: bet.stake for bet in view.bets} == stakes
            balance += net
            assert player.balance.available == balance
            assert player.balance.held == 0
            assert player.balance.net == balance - CREDITS
            await check_history(player, table, view)


async def check_history(player: Player, table: str, view: TableView) -> None:
    shown = (view.net, view.winner, view.hands["player"], view.hands["banker"])
    played = (await player.history(table))[0]
    assert (played.net, played.winner, played.player_cards, played.banker_cards) == shown
    assert not played.void


@cites(mbs="4.1", rws="4.1.1", zero="PAYTABLE", tiger=("4.1", "4.2", "4.3"), elements="4.1")
def test_a_round_on_each_rulebook_is_right_to_the_unit(database_url: str) -> None:
    async def scenario() -> None:
        async with open_house(database_url, CONFIG) as here:
            await asyncio.gather(*(check_rounds(here.address, table, 2) for table in TABLES))

    asyncio.run(scenario())
    found = assert_books_hold(database_url)
    assert found.rounds >= 10


@pytest.mark.parametrize("table", ["zero", "elements"])
def test_many_players_at_one_table_each_get_their_own(sqlite_url: str, table: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, CONFIG) as here:
            await asyncio.gather(*(check_rounds(here.address, table, 1) for _ in range(4)))

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)
