"""What a house keeps of those who were there: little, and not for ever."""

import asyncio
import gc
import tracemalloc
from itertools import pairwise
from typing import Final

from punto.client import join
from punto.people.patron import IDLE_MS
from punto.protocol import ask
from punto.server.answering import REMEMBERED
from punto.server.session import Session
from tests.server.here import open_house
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
