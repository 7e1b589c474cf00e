"""A full round on each of the five rulebooks, to the unit, and books that hold afterwards."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Final

import pytest

import punto
from punto.cards import parse_card
from punto.client import Player, TableView
from punto.coup import Phase
from tests.rules.citing import cites
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.seating import sit_down

CREDITS: Final = 100_000
OWN: Final = "zero"
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


def own_net(
    rulebook: str, hands: Mapping[str, Sequence[str | None]], stakes: dict[str, int]
) -> int:
    """Work out what a bet has won, from the cards that were shown."""
    player, banker = hands["player"], hands["banker"]
    dealt = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
    cards = [parse_card(card) for card in dealt if card is not None]
    return sum(bet.net for bet in punto.settle(rulebook, cards, stakes).bets)


async def bet_round(here: Here, player: Player, table: str, stakes: dict[str, int]) -> None:
    """Bet on the round that takes bets now, or next."""
    view = await player.watch(table)
    if table != OWN:
        await here.until(table, Phase.BETTING)
        await player.betting(table)
    for wager, stake in stakes.items():
        await player.bet(table, wager, stake)
    assert view.stakes == stakes


async def see_round(here: Here, player: Player, table: str) -> TableView:
    """See through the round that was bet on."""
    if table == OWN:
        return await player.deal(table)
    await here.until(table, Phase.SETTLED)
    return await player.result(table)


async def check_round(player: Player, table: str, view: TableView, before: int) -> None:
    stakes = stakes_for(TABLES[table])
    net = own_net(TABLES[table], view.hands, stakes)
    assert view.net == net
    assert {bet.wager: bet.stake for bet in view.bets} == stakes
    assert player.balance.available == before + net
    assert player.balance.held == 0
    assert player.balance.net == before + net - CREDITS
    await check_history(player, table, view)


async def check_rounds(here: Here, table: str, count: int, players: int = 1) -> None:
    """Play as many rounds, by as many players at once, and check each."""
    stakes = stakes_for(TABLES[table])
    async with AsyncExitStack() as stack:
        coming = [await sit_down(here, table) for _ in range(players)]
        own = [await stack.enter_async_context(player) for player in coming]
        before = [CREDITS] * players
        for _ in range(count):
            await asyncio.gather(*(bet_round(here, player, table, stakes) for player in own))
            views = [await see_round(here, player, table) for player in own]
            for player, view, had in zip(own, views, before, strict=True):
                await check_round(player, table, view, had)
            before = [player.balance.available for player in own]


async def check_history(player: Player, table: str, view: TableView) -> None:
    shown = (view.net, view.winner, view.hands["player"], view.hands["banker"])
    played = (await player.history(table))[0]
    assert (played.net, played.winner, played.player_cards, played.banker_cards) == shown
    assert not played.void


@cites(mbs="4.1", rws="4.1.1", zero="PAYTABLE", tiger=("4.1", "4.2", "4.3"), elements="4.1")
def test_a_round_on_each_rulebook_is_right_to_the_unit(database_url: str) -> None:
    async def scenario() -> None:
        async with open_house(database_url) as here:
            for table in TABLES:
                await check_rounds(here, table, 2)

    asyncio.run(scenario())
    found = assert_books_hold(database_url)
    assert found.rounds >= 10


@pytest.mark.parametrize("table", ["zero", "elements"])
def test_many_players_at_one_table_each_get_their_own(sqlite_url: str, table: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            await check_rounds(here, table, 1, players=4)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)
