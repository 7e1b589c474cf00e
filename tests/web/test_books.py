"""The web client's own tests, and with them 1,000 hands of a real house against its books."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from punto.cli.web_client import npm
from punto.client import join
from punto.client.player import new_id
from punto.protocol import ask, encode
from punto.server.history import played_round
from punto.store import Database
from punto.store.round_index import Sought, rounds_of
from tests.server.here import open_house
from tests.server.raw import Raw

HANDS = 1_000
BETS = (("player",), ("banker",), ("tie",), ("player", "tie"), ("banker", "tie"))
"""Player and Banker alike could not win anything together, and are refused."""


async def _play(raw: Raw, chance: random.Random, number: int) -> None:
    """Bet on one or two spots, and deal."""
    for wager in chance.choice(BETS):
        await raw.send(ask.Chip(id=new_id(), table="zero", wager=wager, amount=100))
    # The answer comes last, after all that the hand has changed.
    await raw.answer(ask.Deal(id=new_id(), table="zero", seed=f"{number:08x}"))


def _recorded(url: str) -> dict[str, list[Any]]:
    async def visit() -> tuple[str, list[dict[str, Any]]]:
        async with open_house(url) as here:
            guest = await join(here.address)
            async with Raw(here.address, guest.session.token) as raw:
                await raw.send(ask.Watch(table="zero"))
                await raw.of("YourStrip")
                chance = random.Random(7)  # noqa: S311 – a test must be repeatable, not secret
                for number in range(1, HANDS + 1):
                    await _play(raw, chance, number)
            return guest.session.name, raw.frames

    account, frames = asyncio.run(visit())
    with Database(url).reading() as connection:
        names = rounds_of(connection, account, Sought(), HANDS + 10)
        rounds = [played_round(connection, lambda _: None, account, name) for name in names]
    plain = [msgspec.json.decode(encode(each)) for each in reversed(rounds) if each]
    return {"messages": frames, "rounds": plain}


def test_the_client_passes_its_own_and_its_model_shows_what_the_books_say(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = _recorded(sqlite_url)
    assert len(recorded["rounds"]) == HANDS
    file = tmp_path / "recorded.json"
    file.write_text(json.dumps(recorded), encoding="utf-8")
    monkeypatch.setenv("PUNTO_RECORDED", str(file))
    done = npm("run", "test")
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
