"""What the documents say of Player Terminals, shown by terminals of a real house."""

import asyncio
from pathlib import Path

import pytest

from punto.client import Player, Refusal, join, join_as_terminal
from punto.client.http import read
from punto.client.player import new_id
from punto.coup import Phase
from punto.protocol import TableInfo, ask
from punto.rules import Rulebook
from tests.rules.citing import cites
from tests.server.here import open_house

TABLE = "rws"


async def _bought(terminal: Player, amount: int) -> None:
    await terminal.request(ask.BuyCredits(id=new_id(), amount=amount, attendant="tess", pin="2468"))
    await terminal.until(lambda: terminal.balance.available == amount)


@cites(rws="DEFINITION Player Terminal")
def test_credits_are_bought_staked_and_cashed_out_at_a_terminal(
    tmp_path: Path, rulebook: Rulebook
) -> None:
    async def visit() -> None:
        url = f"sqlite:///{tmp_path / 'house.db'}"
        async with (
            open_house(url) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as terminal,
        ):
            await _bought(terminal, 500)
            await terminal.watch(TABLE)
            await terminal.betting(TABLE)
            await terminal.bet(TABLE, "player", 100)
            await here.until(TABLE, Phase.SETTLED)
            view = await terminal.result(TABLE)
            left = 500 + view.net
            out = ask.CashOut(id=new_id())
            await terminal.request(out)
            assert terminal.tickets[out.id].amount == left
            done = ask.TicketPrinted(id=new_id(), cash_out=out.id, printed=True)
            await terminal.request(done)
            await terminal.until(lambda: terminal.balance.available == 0)
            table = here.house.tables.configs[TABLE]
            assert table.rulebook == rulebook.id

    asyncio.run(visit())


@cites(rws="2.1.1")
def test_every_terminal_shows_the_same_display(tmp_path: Path, rulebook: Rulebook) -> None:
    async def visit() -> None:
        url = f"sqlite:///{tmp_path / 'house.db'}"
        async with (
            open_house(url) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as first,
            await join_as_terminal(here.address, "terminal-2", "demo-2") as second,
        ):
            shown = await asyncio.to_thread(read, here.address, f"/api/tables/{TABLE}", TableInfo)
            assert [wager.id for wager in shown.wagers] == [each.id for each in rulebook.wagers]
            await _bought(first, 500)
            views = [await terminal.watch(TABLE) for terminal in (first, second)]
            await first.betting(TABLE)
            await first.bet(TABLE, "tie", 200)
            await second.until(lambda: views[1].on_wager == {"tie": 200})
            assert views[0].version == views[1].version
            assert views[0].on_wager == views[1].on_wager
            assert views[0].phase == views[1].phase == "betting"

    asyncio.run(visit())


@cites(rws=("DEFINITION Player Terminal", "3.3"))
def test_wagers_are_placed_on_terminals_only(tmp_path: Path, rulebook: Rulebook) -> None:
    async def visit() -> None:
        url = f"sqlite:///{tmp_path / 'house.db'}"
        async with open_house(url) as here, await join(here.address) as guest:
            view = await guest.watch(TABLE)
            await guest.betting(TABLE)
            with pytest.raises(Refusal) as refused:
                await guest.bet(TABLE, "player", 100)
            assert refused.value.code == "terminals-only"
            assert refused.value.clause in rulebook.clauses
            await here.until(TABLE, Phase.SETTLED)
            await guest.until(lambda: view.winner is not None)
            assert view.on_wager == {}

    asyncio.run(visit())
