"""A night at the house: guests, terminals and spectators at random; all that each was told."""

import asyncio
import random
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from punto.client.http import post
from punto.client.player import new_id
from punto.house.chain import Link
from punto.protocol import Ask, Session, ask
from punto.server.config import HouseConfig, read_config, rulebook_of
from punto.server.log_config import LogConfig
from punto.server.log_writer import logging_by
from punto.store import Database, reading
from punto.testing.serving import quick_house
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.raw import Raw
from tests.support.house.whole import whole_house

SHARED: Final = ("rws", "mbs", "tiger", "elements")
OWN: Final = "zero"
ACTIONS: Final = 60
"""How often each of them does something; time passes with what they do."""
_MOST_MS: Final = 20
_CARDS_IN_PLAY: Final = 24
_SPECTATORS: Final = 2
_GUESTS: Final = 5


class Heard(NamedTuple):
    """One socket's night: who it was, and every frame in its order."""

    account: str
    texts: list[str]
    seeds: list[str]
    """What was given for the shuffle, in the order of the hands."""


class Night(NamedTuple):
    """All sockets, and the journal that they must agree with."""

    sockets: list[Heard]
    links: dict[str, list[Link]]
    unrevealed: list[str]
    """Secrets that are still promised when the night is over."""
    log: list[str]
    """Every line of the log, with all that it ever tells."""


def config_of_short_shoes() -> HouseConfig:
    """The usual house, where a shoe is over after a few rounds, so that many are revealed."""
    plan = read_config(quick_house(window_ms=150, card_ms=1, result_ms=10), "house.toml")
    tables = []
    for table in plan.tables:
        rulebook = rulebook_of(table)
        size = (table.decks or rulebook.shoe.default_decks) * len(rulebook.deck)
        tables.append(replace(table, cut=size - _CARDS_IN_PLAY))
    return replace(plan, tables=tuple(tables))


@cache
def night() -> Night:
    """Play once for all tests that look at it."""
    with TemporaryDirectory() as place:
        url = f"sqlite:///{Path(place) / 'punto.sqlite'}"
        log = StringIO()
        with logging_by(LogConfig(level="debug"), log):
            sockets, unrevealed = asyncio.run(_played(url))
        assert_books_hold(url)
        with Database(url).reading() as connection:
            links = {
                chain.partition("/")[2]: list(reading.links(connection, chain))
                for chain in reading.chains(connection)
                if chain.startswith("table/")
            }
    return Night(sockets, links, unrevealed, log.getvalue().splitlines())


async def _played(url: str) -> tuple[list[Heard], list[str]]:
    async with open_house(url, config_of_short_shoes()) as here:
        over = asyncio.Event()
        watching = [asyncio.create_task(_spectator(here, over)) for _ in range(_SPECTATORS)]
        people = [_guest(here, seed) for seed in range(_GUESTS)]
        people += [_terminal(here, number) for number in (1, 2)]
        heard = await asyncio.gather(*people)
        over.set()
        heard += await asyncio.gather(*watching)
        secrets = [secret.hex() for secret in whole_house(here.writer).secrets.values()]
    return heard, secrets


async def _spectator(here: Here, over: asyncio.Event) -> Heard:
    async with Raw(here.address) as socket:
        for table in (*SHARED, OWN, "nowhere"):
            await socket.send(ask.Watch(table=table))
        await socket.send(ask.Chip(id="spy", table="rws", wager="tie", amount=100))
        await over.wait()
        await _heard_all(socket)
    return Heard("", socket.texts, [])


async def _heard_all(socket: Raw) -> None:
    """Wait for an answer: what the house has said before it was heard too."""
    await socket.send(ask.Ping(at_ms=0))
    await socket.of("Pong")


async def _guest(here: Here, seed: int) -> Heard:
    session = msgspec.json.decode(await asyncio.to_thread(post, here.address, "/api/guests", None))
    return await _plays(here, session["token"], session["name"], random.Random(seed))  # noqa: S311


async def _terminal(here: Here, number: int) -> Heard:
    content = msgspec.json.encode({"terminal": f"terminal-{number}", "code": f"demo-{number}"})
    answer = await asyncio.to_thread(post, here.address, "/api/terminals", content)
    session = msgspec.json.decode(answer, type=Session)
    chance = random.Random(100 + number)  # noqa: S311 – a test's own
    return await _plays(here, session.token, session.name, chance)


async def _plays(here: Here, token: str, account: str, chance: random.Random) -> Heard:
    seeds: list[str] = []
    async with Raw(here.address, token) as socket:
        for table in (*SHARED, OWN):
            await socket.send(ask.Watch(table=table))
        for _ in range(ACTIONS):
            said = _anything(chance)
            answer = await socket.answer(said)
            if isinstance(said, ask.Deal) and answer["type"] == "Accepted":
                seeds.append(said.seed)
            await here.advance(chance.randrange(_MOST_MS))
        await _heard_all(socket)
    return Heard(account, socket.texts, seeds)


def _anything(chance: random.Random) -> Ask:
    """Do something that somebody might do, wise or not."""
    table = chance.choice((*SHARED, OWN, OWN))
    wager = chance.choice(("player", "banker", "tie", "player-pair", "banker-pair"))
    amount = chance.choice((100, 200, 500, 101))
    chip = ask.Chip(id=new_id(), table=table, wager=wager, amount=amount)
    deal = ask.Deal(id=new_id(), table=OWN, seed=chance.randbytes(8).hex())
    others: list[Ask] = [
        ask.Undo(id=new_id(), table=table),
        ask.Clear(id=new_id(), table=table),
        ask.Double(id=new_id(), table=table),
        ask.Rebet(id=new_id(), table=table),
        ask.TakeOff(id=new_id(), table=table, wager=wager),
        ask.BuyCredits(id=new_id(), amount=1_000, attendant="tess", pin="2468"),
        ask.CashOut(id=new_id()),
    ]
    return chance.choices([chip, deal, chance.choice(others)], (6, 3, 2))[0]
