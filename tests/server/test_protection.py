"""What protects whoever plays, on every screen of theirs and after a restart."""

import asyncio
from typing import Any
from urllib.error import HTTPError

import msgspec
import pytest

from punto.client import Refusal, join, join_as_terminal
from punto.client.http import post, read
from punto.client.player import Player, new_id
from punto.coup import Phase
from punto.people.protection import DAY_MS
from punto.protocol import ask
from punto.protocol.protection import ProtectionInfo, Statement
from punto.testing.driven_time import DrivenTime
from punto.testing.serving import quick_house
from tests.server.here import Here, assert_books_hold, open_house

NONE = {
    "stake": None,
    "loss_day": None,
    "loss_week": None,
    "minutes_day": None,
    "check_minutes": None,
}
MINUTE = 60_000


async def asked(player: Player, kind: str, **content: object) -> ProtectionInfo:
    """Ask for protection as somebody."""
    body = msgspec.json.encode({"type": kind, "id": new_id(), **content})
    token = player.session.token
    answer = await asyncio.to_thread(post, player.address, "/api/protection", body, token)
    return msgspec.json.decode(answer, type=ProtectionInfo)


async def told(player: Player, path: str, kind: Any) -> Any:  # noqa: ANN401 – what is asked for
    return await asyncio.to_thread(read, player.address, path, kind, player.session.token)


async def again(here: Here, player: Player) -> Player:
    """Come to another house under the same name."""
    return Player(here.address, player.session)


async def hand(player: Player, stake: int = 100) -> None:
    await player.bet("zero", "player", stake)
    await player.deal("zero")


async def refused(doing: Any) -> str:  # noqa: ANN401 – anything that is waited for
    with pytest.raises(Refusal) as said:
        await doing
    return said.value.code


async def status(doing: Any) -> tuple[int, bytes]:  # noqa: ANN401 – as above
    """Ask for something that is refused, and give how."""
    try:
        await doing
    except HTTPError as error:
        with error:
            return error.code, error.read()
    return 200, b""


def test_a_pause_in_the_middle_of_a_window_leaves_the_bet_and_takes_no_other(
    sqlite_url: str,
) -> None:
    time = DrivenTime()

    async def scenario() -> None:
        async with open_house(sqlite_url, time=time) as here, await join(here.address) as ann:
            assert ann.protection is None
            async with await again(here, ann) as other_screen:
                for screen in (ann, other_screen):
                    await screen.watch("mbs")
                    await screen.watch("zero")
                await here.until("mbs", Phase.BETTING)
                await ann.bet("mbs", "player", 200)
                until = (await asked(ann, "PauseWanted", days=1)).excluded_until_ms
                taking = asyncio.to_thread(
                    post, ann.address, "/api/credits", b"", ann.session.token
                )
                code, body = await status(taking)
                assert (code, b'"excluded"' in body) == (409, True)
                assert until == time.now_ms() + DAY_MS
                await other_screen.until(lambda: other_screen.protection is not None)
                assert other_screen.protection is not None
                assert other_screen.protection.excluded_until_ms == until
                for screen in (ann, other_screen):
                    assert await refused(screen.bet("mbs", "player", 200)) == "excluded"
                    await screen.bet("zero", "player", 100)  # built, and not dealt
                    assert await refused(screen.deal("zero")) == "excluded"
                await here.until("mbs", Phase.SETTLED)
                await ann.result("mbs")
                assert ann.balance.held == 0
            session = ann.session
        await time.advance(DAY_MS // 2)
        for expected in ("excluded", "dealt"):
            reopened = open_house(sqlite_url, time=time)
            async with reopened as here, Player(here.address, session) as ann:
                await ann.watch("zero")
                await ann.bet("zero", "player", 100)
                assert ann.protection is not None
                if expected == "dealt":
                    await ann.deal("zero")
                else:
                    assert await refused(ann.deal("zero")) == expected
            await time.advance(DAY_MS // 2)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_limits_are_set_and_told_and_hold_in_the_transaction_of_a_bet(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            await ann.watch("zero")
            info = await told(ann, "/api/protection", ProtectionInfo)
            assert msgspec.to_builtins(info.limits) == NONE
            assert info.counted is None  # nothing was set, so nothing is counted
            limits = NONE | {"stake": 300, "check_minutes": 10, "minutes_day": 60}
            info = await asked(ann, "LimitsWanted", limits=limits)
            assert msgspec.to_builtins(info.limits) == limits
            await ann.bet("zero", "player", 400)
            assert await refused(ann.deal("zero")) == "stake-limit"
            await hand_instead(ann, 200)
            looser = NONE | {"stake": 1000, "loss_day": 5_000}
            info = await asked(ann, "LimitsWanted", limits=looser)
            assert (info.limits.stake, info.limits.loss_day) == (300, 5_000)
            assert info.coming is not None
            assert msgspec.to_builtins(info.coming.limits) == looser
            assert info.counted is not None
            assert info.counted.minutes_today == 5
            assert info.counted.lost_today == -ann.balance.net

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


async def hand_instead(player: Player, stake: int) -> None:
    """Take off what is built, and play something smaller."""
    await player.request(ask.Clear(id=new_id(), table="zero"))
    await hand(player, stake)


def test_play_waits_for_a_check_and_a_statement_adds_the_period_up(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            began = here.time.now_ms()
            await ann.watch("zero")
            await asked(ann, "LimitsWanted", limits=NONE | {"check_minutes": 10})
            await hand(ann)
            await ann.until(
                lambda: ann.protection is not None and ann.protection.check_at_ms is not None
            )
            assert ann.protection is not None
            assert ann.protection.check_at_ms == began + 10 * MINUTE
            await here.advance(10 * MINUTE)
            await ann.bet("zero", "player", 100)
            assert await refused(ann.deal("zero")) == "check-due"
            info = await asked(ann, "CheckSeen")
            assert info.check_at_ms == began + 20 * MINUTE
            await ann.deal("zero")
            path = f"/api/statement?since_ms={began}&until_ms={here.time.now_ms() + 1}"
            statement = await told(ann, path, Statement)
            assert (statement.rounds, statement.staked) == (2, 200)
            assert statement.net == statement.returned - 200 == ann.balance.net
            assert statement.balance == ann.balance.available
            path = f"/api/statement?since_ms=0&until_ms={began}"
            assert (await told(ann, path, Statement)).rounds == 0
            async with await join(here.address) as bob:
                assert (await status(asked(bob, "CheckSeen")))[0] == 409

    asyncio.run(scenario())


def test_bad_input_gets_a_typed_answer_and_nothing_is_written(sqlite_url: str) -> None:
    bad: tuple[tuple[str, object], ...] = (
        ("LimitsWanted", {"limits": NONE | {"stake": 0}}),
        ("LimitsWanted", {"limits": NONE | {"stake": 10**15 + 1}}),
        ("LimitsWanted", {"limits": NONE | {"minutes_day": 7}}),
        ("LimitsWanted", {"limits": {}}),
        ("PauseWanted", {"days": 0}),
        ("PauseWanted", {"days": "1"}),
        ("PauseWanted", {}),
        ("CheckSeen", {"more": 1}),
        ("CheckSeen", {"id": 1}),
        ("Nothing", {}),
    )

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            async with await join(here.address) as ann:
                for path, content in bad:
                    assert isinstance(content, dict)
                    assert (await status(asked(ann, path, **content)))[0] == 400, (path, content)
                # Neither is what changes nothing, and nobody fills the books.
                for _ in range(20):
                    await asked(ann, "LimitsWanted", limits=NONE)
                assert (await status(asked(ann, "LimitsWanted", limits=NONE)))[0] == 429
                assert "patrons" not in here.writer.house.heads
            terminal = await join_as_terminal(here.address, "terminal-1", "demo-1")
            code, body = await status(asked(terminal, "PauseWanted", days=1))
            assert (code, b"not-permitted" in body) == (409, True)

    asyncio.run(scenario())


def test_an_online_game_keeps_the_pace_that_is_set(sqlite_url: str) -> None:
    async def scenario() -> None:
        config = f"game_seconds = 5\n{quick_house()}"
        async with open_house(sqlite_url, config) as here, await join(here.address) as ann:
            await ann.watch("zero")
            await hand(ann)
            await ann.bet("zero", "player", 100)
            await here.advance(4_999)
            assert await refused(ann.deal("zero")) == "too-soon"
            await here.advance(1)
            await ann.deal("zero")

    asyncio.run(scenario())
