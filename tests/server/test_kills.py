"""A server that is killed in every phase: the round goes on and settles, once, to the unit."""

import asyncio
import signal
import subprocess
from pathlib import Path
from typing import Final

import pytest

from punto.client import Player, TableView, join
from punto.client.player import new_id
from punto.protocol import ask, tell
from punto.store import url_of
from punto.testing.serving import ServedHouse, quick_house
from tests.rules.citing import cites
from tests.server.here import assert_books_hold
from tests.server.test_rounds import own_net

TABLE, OWN = "mbs", "zero"
CREDITS: Final = 100_000
CARD_MS, RESULT_MS = 1_000, 60_000
CONFIG: Final = quick_house(20_000, CARD_MS, RESULT_MS)
STAKES: Final = {"banker": 400, "tie": 100}

MOMENTS: Final = {
    "after no more bets": 0,
    "in the middle of the deal": 2 * CARD_MS,
    "after the result": 7 * CARD_MS,
}
"""How long after the close of the bets."""
BETTING: Final = ("before the bets", "after a bet")


class Visit:
    """A guest who plays while the house is killed under him."""

    def __init__(self, house: ServedHouse, player: Player) -> None:
        self.house = house
        self.player = player
        self.balance = CREDITS
        self.view = TableView(TABLE)

    async def begin(self) -> None:
        await self.player.connect()
        self.view = await self.player.watch(TABLE)

    async def round(self, moment: str) -> None:
        """Play a round, and kill the house at a moment of it."""
        view, player = self.view, self.player
        await player.until(lambda: view.phase == "betting" and not view.stakes)
        number, answers = view.round, {}
        if moment == "before the bets":
            await self.killed()
        for wager, stake in STAKES.items():
            said = ask.Chip(id=new_id(), table=TABLE, wager=wager, amount=stake)
            answers[said] = await player.request(said)
        if moment == "after a bet":
            await self.killed()
        await self.closed()
        if moment in MOMENTS:
            await self.advance(MOMENTS[moment])
            await self.killed()
        await self.asked_again(answers)
        await self.advance(7 * CARD_MS)
        await self.settled(number)
        await self.advance(RESULT_MS)

    async def advance(self, ms: int) -> None:
        """Let time pass in the house."""
        await asyncio.to_thread(self.house.advance, ms)

    async def closed(self) -> None:
        """Let time pass to the deadline of the bets."""
        assert self.view.closes_at_ms is not None
        assert self.house.now_ms is not None
        await self.advance(self.view.closes_at_ms - self.house.now_ms)

    async def killed(self) -> None:
        """Kill the house, open it again, and come back."""
        await asyncio.to_thread(self.house.kill)
        await self.player.disconnect()
        await asyncio.to_thread(self.house.start)
        await self.player.connect()

    async def asked_again(self, answers: dict[ask.Chip, tell.Accepted]) -> None:
        """Want the answer that was given before the house was killed."""
        for said, answer in answers.items():
            assert await self.player.request(said) == answer

    async def settled(self, number: int) -> None:
        """Hold what was told of our wagers against the cards."""
        view = self.view
        await self.player.until(lambda: view.settled_round == number)
        assert {bet.wager: bet.stake for bet in view.bets} == STAKES
        played = (await self.player.history(TABLE, limit=1))[0]
        hands = {"player": played.player_cards, "banker": played.banker_cards}
        assert view.net == played.net == own_net("mbs-no-commission", hands, STAKES)
        self.balance += view.net
        assert self.player.balance.available == self.balance
        assert self.player.balance.held == 0
        assert self.player.balance.net == self.balance - CREDITS


def survived(house: ServedHouse, moments: list[str]) -> None:
    async def scenario() -> None:
        visit = Visit(house, await join(house.address))
        await visit.begin()
        for moment in moments:
            await visit.round(moment)
        rounds = await visit.player.history()
        assert [played.staked for played in rounds] == [500] * len(moments)
        await visit.player.disconnect()

    with house:
        asyncio.run(scenario())
        assert house.stop() == 0


def test_nothing_is_lost_or_doubled_in_any_phase(tmp_path: Path) -> None:
    survived(ServedHouse(tmp_path, CONFIG, driven=True), [*BETTING, *MOMENTS])
    assert_books_hold(url_of(tmp_path))


def test_nothing_is_lost_or_doubled_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    survived(
        ServedHouse(tmp_path, CONFIG, postgres_url, driven=True), ["in the middle of the deal"]
    )
    assert_books_hold(postgres_url)


@cites(zero="DISCONNECTION POLICY")
def test_a_hand_of_the_online_game_is_dealt_once_over_a_kill(tmp_path: Path) -> None:
    async def scenario(house: ServedHouse) -> None:
        player = await join(house.address)
        await player.connect()
        view = await player.watch(OWN)
        await player.bet(OWN, "player", 700)
        said = ask.Deal(id=new_id(), table=OWN, seed="ab")
        answer = await player.request(said)
        seen = view.version
        await asyncio.to_thread(house.kill)
        await player.disconnect()
        await asyncio.to_thread(house.start)
        await player.connect()
        assert await player.request(said) == answer
        (played,) = await player.history()
        assert (played.staked, played.net) == (700, view.net)
        assert player.balance.available == CREDITS + played.net
        assert (view.strip, view.version) == ("", seen)
        await shown_to_nobody(player)
        await player.request(ask.RebetAndDeal(id=new_id(), table=OWN))
        await player.until(lambda: view.settled_round == 2)
        await player.disconnect()

    async def shown_to_nobody(player: Player) -> None:
        """Whoever had not seen the hand is not shown it."""
        async with Player(player.address, player.session) as other:
            view = await other.watch(OWN)
            assert (view.hands["player"], view.winner) == ([], None)

    with ServedHouse(tmp_path, CONFIG, driven=True) as house:
        asyncio.run(scenario(house))
    assert_books_hold(url_of(tmp_path))


# --- closing in order ---------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_house_closes_in_order_and_goes_on_at_the_next_start(
    tmp_path: Path, number: signal.Signals
) -> None:
    async def scenario(house: ServedHouse) -> None:
        player = await join(house.address)
        await player.connect()
        view = await player.watch(TABLE)
        await player.betting(TABLE)
        await player.bet(TABLE, "player", 300)
        await asyncio.to_thread(house.advance, 20_000)
        await player.until(lambda: view.phase == "dealing")
        assert await asyncio.to_thread(house.stop, number) == 0
        checked, opened, asked, closed, last = house.said.splitlines()
        assert " INFO punto.server: self-check: code " in checked
        assert " INFO punto.server: the house is open: punto " in opened
        assert asked.endswith(f"{number.name}: the house closes when what was asked is stored")
        assert closed.endswith("the house is closed: all that was acknowledged is stored")
        assert last == "The house is closed."
        await player.disconnect()
        assert_books_hold(url_of(tmp_path))
        await asyncio.to_thread(house.start)
        await player.connect()
        await asyncio.to_thread(house.advance, 7 * CARD_MS)
        await player.result(TABLE)
        assert player.balance.available == CREDITS + view.net
        await player.disconnect()

    with ServedHouse(tmp_path, CONFIG, driven=True) as house:
        asyncio.run(scenario(house))


def test_a_second_house_on_the_same_books_or_port_is_refused(tmp_path: Path) -> None:
    with ServedHouse(tmp_path, CONFIG) as house:
        again = house.command()
        port = again.index("--port") + 1
        books = ended([*again[:port], "0", *again[port + 1 :]])
        assert books.returncode == 2
        assert books.stderr.count("\n") == 1
        assert "in use by another punto" in books.stderr
        taken = ended([*again[:-1], str(tmp_path / "other")])
        assert taken.returncode == 2
        assert taken.stderr.count("\n") == 1
        assert "cannot listen at 127.0.0.1" in taken.stderr
        assert house.stop() == 0


def ended(command: list[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
