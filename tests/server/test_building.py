"""Building a stake, chip by chip, and every reason for which a chip is refused."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from punto.client import Player, TableView, join
from punto.coup import Phase
from punto.protocol import ask, tell
from tests.rules.citing import cites
from tests.server.here import assert_books_hold, open_house
from tests.server.raw import Raw
from tests.server.saying import refused, say

CREDITS: Final = 100_000
OWN, SHARED = "zero", "mbs"

Scene = Callable[[Player, TableView], Awaitable[None]]


def played(url: str, table: str, scene: Scene) -> None:
    """Let a guest do something at a table that takes bets, and hold the books against it."""

    async def scenario() -> None:
        async with open_house(url) as here, await join(here.address) as player:
            view = await player.watch(table)
            if table != OWN:
                await player.betting(table)
            await scene(player, view)

    asyncio.run(scenario())
    assert_books_hold(url)


@cites(zero=("2", "3", "4", "5"))
@pytest.mark.parametrize("table", [OWN, SHARED])
def test_every_action_can_be_taken_back(sqlite_url: str, table: str) -> None:
    async def scene(player: Player, view: TableView) -> None:
        steps: list[tuple[type[ask.Building], dict[str, object], dict[str, int]]] = [
            (ask.Chip, {"wager": "player", "amount": 200}, {"player": 200}),
            (ask.Chip, {"wager": "player", "amount": 100}, {"player": 300}),
            (ask.Chip, {"wager": "banker", "amount": 200}, {"player": 300, "banker": 200}),
            (ask.Undo, {}, {"player": 300}),
            (ask.Undo, {}, {"player": 200}),
            (ask.Double, {}, {"player": 400}),
            (ask.Undo, {}, {"player": 200}),
            (ask.Chip, {"wager": "tie", "amount": 400}, {"player": 200, "tie": 400}),
            (ask.Clear, {}, {}),
            (ask.Undo, {}, {"player": 200, "tie": 400}),
            (ask.TakeOff, {"wager": "tie"}, {"player": 200}),
            (ask.Undo, {}, {"player": 200, "tie": 400}),
            (ask.Undo, {}, {"player": 200}),
            (ask.Undo, {}, {}),
        ]
        for kind, fields, stakes in steps:
            await say(player, table, kind, **fields)
            assert view.stakes == stakes
            held = 0 if table == OWN else sum(stakes.values())
            await player.until(lambda held=held: player.balance.held == held)  # type: ignore[misc]
            assert player.balance.available + player.balance.held == CREDITS
        assert not view.can_undo
        assert (await refused(player, table, ask.Undo)).code == "nothing-to-undo"

    played(sqlite_url, table, scene)


@pytest.mark.parametrize(("table", "most"), [(OWN, 50_000), (SHARED, 100_000)])
def test_the_rest_goes_as_far_as_limits_and_steps_allow(
    sqlite_url: str, table: str, most: int
) -> None:
    async def scene(player: Player, view: TableView) -> None:
        await say(player, table, ask.Chip, wager="player", amount=50_000)
        await say(player, table, ask.Chip, wager="tie", amount=301)
        await say(player, table, ask.Rest, wager="banker")
        rest = min(most, CREDITS - 50_301)
        rest -= rest % 2 if table == SHARED else 0
        assert view.stakes["banker"] == rest
        assert (await refused(player, table, ask.Rest, wager="banker")).wager == "banker"
        assert (await refused(player, table, ask.Rest, wager="dragon")).code == "no-such-wager"

    played(sqlite_url, table, scene)


@cites(zero=("8", "9"))
def test_rebet_and_new_game_bring_the_previous_bet_back(sqlite_url: str) -> None:
    async def scene(player: Player, view: TableView) -> None:
        assert (await refused(player, OWN, ask.Rebet)).code == "no-previous-bet"
        assert (await refused(player, OWN, ask.RebetAndDeal)).code == "no-previous-bet"
        stakes = {"player": 300, "tie": 100}
        for wager, stake in stakes.items():
            await say(player, OWN, ask.Chip, wager=wager, amount=stake)
        await player.deal(OWN)
        assert (view.stakes, view.previous) == ({}, stakes)
        await say(player, OWN, ask.NewGame)
        await say(player, OWN, ask.Chip, wager="tie", amount=100)
        assert view.stakes == {"player": 300, "tie": 200}
        await say(player, OWN, ask.Undo)
        await say(player, OWN, ask.Undo)
        assert view.stakes == {"player": 300}, "New Game takes the bet up chip by chip"
        await say(player, OWN, ask.Clear)
        await say(player, OWN, ask.Rebet)
        await say(player, OWN, ask.Undo)
        assert view.stakes == {}, "Rebet was one action"
        await say(player, OWN, ask.Rebet)
        assert view.stakes == stakes
        await say(player, OWN, ask.Clear)
        before = view.settled_round
        await say(player, OWN, ask.RebetAndDeal, seed="00ff")
        await player.until(lambda: view.settled_round > before)
        assert {bet.wager: bet.stake for bet in view.bets} == stakes
        assert len(view.strip) == 2

    played(sqlite_url, OWN, scene)


def test_rebet_at_a_shared_table(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            view = await player.watch(SHARED)
            await player.betting(SHARED)
            await say(player, SHARED, ask.Chip, wager="banker", amount=200)
            await here.until(SHARED, Phase.SETTLED)
            await player.result(SHARED)
            await here.until(SHARED, Phase.BETTING)
            await player.until(lambda: view.round == 2 and view.stakes == {})
            assert view.previous == {"banker": 200}
            await say(player, SHARED, ask.Rebet)
            assert view.stakes == {"banker": 200}
            await here.until(SHARED, Phase.SETTLED)
            await player.result(SHARED)
            assert [bet.wager for bet in view.bets] == ["banker"]

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


# --- refusals -----------------------------------------------------------------------------------


def test_a_chip_for_another_round_is_too_late(sqlite_url: str) -> None:
    """A message that was sent again after a lost link must not bet on the next round."""

    async def visit() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            view = await player.watch("tiger")
            await player.betting("tiger")
            said = {"wager": "player", "amount": 1_00}
            refusal = await refused(player, "tiger", ask.Chip, **said, round=view.round + 1)
            assert (refusal.code, refusal.wager) == ("placed-too-late", "player")
            await say(player, "tiger", ask.Chip, **said, round=view.round)
            assert view.stakes == {"player": 1_00}

    asyncio.run(visit())


@cites(zero="6")
def test_bets_that_cannot_win_are_shown_and_refused_at_deal(sqlite_url: str) -> None:
    async def scene(player: Player, view: TableView) -> None:
        await say(player, OWN, ask.Chip, wager="player", amount=300)
        assert last_stakes(player) == (False, "6")
        await say(player, OWN, ask.Chip, wager="banker", amount=300)
        assert last_stakes(player) == (True, "6")
        refusal = await refused(player, OWN, ask.Deal)
        assert (refusal.code, refusal.clause) == ("net-zero-win", "6")
        assert view.stakes == {"player": 300, "banker": 300}
        await say(player, OWN, ask.Chip, wager="banker", amount=100)
        assert last_stakes(player) == (False, "6")
        await player.deal(OWN)

    played(sqlite_url, OWN, scene)


def last_stakes(player: Player) -> tuple[bool, str | None]:
    """What was last said of the stake that is being built."""
    said = [each for each in player.received if isinstance(each, tell.YourStakes)]
    return said[-1].hopeless, said[-1].clause


REFUSED_SHARED: Final = [
    ("player", 50, "below-minimum"),
    ("player", 100_001, "above-maximum"),
    ("banker", 101, "stake-splits-unit"),
    ("tie", 99_900, "insufficient-credits"),
    ("dragon", 100, "no-such-wager"),
    ("player", 10**15, "above-maximum"),
]


def test_a_shared_table_refuses_one_chip_and_changes_nothing(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join(here.address) as player,
            Raw(here.address) as spectator,
        ):
            await spectator.send(ask.Watch(table=SHARED))
            await player.watch(SHARED)
            await player.betting(SHARED)
            await player.bet(SHARED, "player-pair", 200)
            for wager, amount, code in REFUSED_SHARED:
                await one_chip_refused(player, wager, amount, code)
            await player.bet(SHARED, "player-pair", 200)
            await spectator.until(lambda f: "'player-pair': 400" in str(f.get("events")))
            assert not spectator.find(lambda frame: frame["type"] == "Refused")

    asyncio.run(scenario())


async def one_chip_refused(player: Player, wager: str, amount: int, code: str) -> None:
    refusal = await refused(player, SHARED, ask.Chip, wager=wager, amount=amount)
    assert (refusal.code, refusal.wager) == (code, wager)
    assert str(refusal)
    assert player.tables[SHARED].stakes == {"player-pair": 200}
    assert (player.balance.available, player.balance.held) == (CREDITS - 200, 200)


REFUSED_AT_DEAL: Final = [
    ({}, "no-bets", None),
    ({"player": 50}, "below-minimum", "player"),
    ({"player": 200, "tie": 50}, "below-minimum", "tie"),
]


def test_deal_refuses_and_names_the_spot(sqlite_url: str) -> None:
    async def scene(player: Player, view: TableView) -> None:
        for stakes, code, wager in REFUSED_AT_DEAL:
            await say(player, OWN, ask.Clear)
            for spot, stake in stakes.items():
                await say(player, OWN, ask.Chip, wager=spot, amount=stake)
            refusal = await refused(player, OWN, ask.Deal)
            assert (refusal.code, refusal.wager) == (code, wager)
            assert view.stakes == stakes
            assert player.balance.available == CREDITS

    played(sqlite_url, OWN, scene)


TOO_FAR: Final = [
    (OWN, {"player": 30_000}, "above-maximum", "player"),
    (OWN, {"player": 40_000, "tie": 20_000}, "above-maximum", "player"),
    (OWN, {"player": 25_000, "banker": 25_000, "tie": 400}, "insufficient-credits", None),
    # A spot below its minimum is not what is wrong here.
    (OWN, {"player": 25_000, "banker": 25_000, "tie": 40}, "insufficient-credits", None),
    (SHARED, {"tie": 200, "player": 51_000}, "above-maximum", "player"),
    (SHARED, {"player": 49_000, "tie": 2_000}, "insufficient-credits", None),
]


@pytest.mark.parametrize("table", [OWN, SHARED])
def test_doubling_too_far_changes_nothing(sqlite_url: str, table: str) -> None:
    async def scene(player: Player, view: TableView) -> None:
        for where, stakes, code, wager in TOO_FAR:
            if where == table:
                await say(player, table, ask.Clear)
                for spot, stake in stakes.items():
                    await say(player, table, ask.Chip, wager=spot, amount=stake)
                refusal = await refused(player, table, ask.Double)
                assert (refusal.code, refusal.wager) == (code, wager)
                assert view.stakes == stakes

    played(sqlite_url, table, scene)


def test_only_the_house_deals_at_a_shared_table(sqlite_url: str) -> None:
    async def scene(player: Player, view: TableView) -> None:
        await say(player, SHARED, ask.Chip, wager="player", amount=200)
        assert (await refused(player, SHARED, ask.Deal)).code == "not-your-deal"
        assert (await refused(player, SHARED, ask.RebetAndDeal)).code == "not-your-deal"
        assert view.phase == "betting"

    played(sqlite_url, SHARED, scene)
