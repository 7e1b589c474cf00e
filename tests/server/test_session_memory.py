"""What a house keeps of those who were there: little, and not for ever."""

import asyncio
import gc
import tracemalloc
from collections import Counter
from itertools import pairwise
from typing import Final
from weakref import ReferenceType

import pytest

from punto.client import Player, join
from punto.coup import Phase
from punto.people.patron import IDLE_MS
from punto.protocol import ask
from punto.rules.facts import Facts
from punto.server import answering
from punto.server.answering import REMEMBERED
from punto.server.session import Session
from tests.server.here import Here, open_house
from tests.server.raw import Raw
from tests.server.waiting import until

REQUESTS: Final = 400
MOST_KB: Final = 250
"""Of one session, with the client that asks, however much it has asked for; it was 680 alone."""


async def be_busy(raw: Raw, first: int) -> None:
    """Ask very often, and keep nothing of the answers."""
    for number in range(first, first + REQUESTS):
        await raw.send(ask.Undo(id=f"undo-{number}", table="zero"))
    await raw.answer_to(f"undo-{first + REQUESTS - 1}")
    for kept in (raw.frames, raw.texts, raw._answers):
        kept.clear()


def kept_now() -> int:
    """Measure what is kept, without what only waits to be collected."""
    gc.collect()
    now, _ = tracemalloc.get_traced_memory()
    return now


async def kept_after(raw: Raw) -> list[int]:
    """Be busy again and again: what else goes on in the process may add something once."""
    kept = []
    for time in range(5):
        await be_busy(raw, time * REQUESTS)
        kept.append(kept_now())
    return kept


def test_a_session_that_was_busy_keeps_little(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            token = (await join(here.address)).session.token
            async with Raw(here.address, token) as raw:
                tracemalloc.start()
                kept = await kept_after(raw)
                tracemalloc.stop()
                assert kept[0] / 1_000 < MOST_KB
                grown = min(after - before for before, after in pairwise(kept))
                assert grown / 1_000 < MOST_KB / 10, "more is asked, and no more kept"
                session = here.house.sessions.find(token)
                assert session is not None
                asked = len(kept) * REQUESTS
                assert f"undo-{asked - REMEMBERED}" in session.answers
                assert f"undo-{asked - REMEMBERED - 1}" not in session.answers

    asyncio.run(scenario())


TABLE: Final = "tiger"
BOUNDED: Final = (Facts, ReferenceType)
"""Rounds that end alike share their facts; a connection to SQLite keeps 200 cursors of before."""


def objects() -> Counter[type]:
    """Count all that refers to other things, by type."""
    gc.collect()
    found = Counter(map(type, gc.get_objects()))
    for kind in BOUNDED:
        del found[kind]
    return found


async def play_shoes(here: Here, players: list[Player], count: int) -> int:
    """Bet in every round of some whole shoes, and give how many rounds those had."""

    def dealt() -> tuple[int, int]:
        table = here.house.tables.broadcasts[TABLE].view.house_table.table
        return table.shoe.number if table.shoe else 0, table.rounds

    (shoe, first), last = dealt(), 0
    while dealt()[0] < shoe + count:
        await here.until(TABLE, Phase.BETTING)
        for each in players:
            await each.betting(TABLE)
            await each.bet(TABLE, "tie" if each is players[0] else "player", 500)
        await here.until(TABLE, Phase.SETTLED)
        last = dealt()[1]
        for each in players:
            await each.until(lambda each=each: each.tables[TABLE].phase == "settled")  # type: ignore[misc]
    return last - first


def test_rounds_and_bets_leave_nothing_in_memory(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for what has a bound: those who play have asked for more than is remembered of them."""
    monkeypatch.setattr(answering, "REMEMBERED", 20)

    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join(here.address) as ann,
            await join(here.address) as ben,
        ):
            players = [ann, ben]
            for each in players:
                await each.watch(TABLE)
            await play_shoes(here, players, 1)
            counted = [(0, objects())]
            for _ in range(3):
                rounds = await play_shoes(here, players, 1)
                counted.append((rounds, objects()))
            assert all(rounds > 50 for rounds, _ in counted[1:])
            grown = [
                {kind for kind, more in (after - before).items() if more > rounds // 2}
                for (_, before), (rounds, after) in pairwise(counted)
            ]
            assert set.intersection(*grown) == set(), "what is kept grows with every shoe"

    asyncio.run(scenario())


def has_left(session: Session) -> bool:
    return session.left_ms is not None


def test_no_session_is_kept_for_ever(sqlite_url: str) -> None:
    """Neither one that never had a socket, nor one whose account is still here by another."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            sessions, player = here.house.sessions, await join(here.address)
            account = player.session.name
            await player.history()
            assert len(sessions.of_account(account)) == 1
            await here.advance(IDLE_MS + 60_001)
            assert not sessions.of_account(account)
            async with player, Raw(here.address, player.session.token) as other:
                await other.of("Welcome")
                (session,) = sessions.of_account(account)
                await other.socket.close()
                connected = here.house.connections.of_account
                await until(lambda: len(connected.get(account, ())) <= 1)
                assert not has_left(session), "it is on one screen still"
                await here.advance(IDLE_MS + 60_001)
                assert sessions.of_account(account) == [session]
            await until(lambda: not connected.get(account, ()))
            assert has_left(session)
            await here.advance(IDLE_MS + 60_001)
            assert not sessions.of_account(account)

    asyncio.run(scenario())
