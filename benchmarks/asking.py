"""Asking a house for online hands."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.house import Act, BringShoe, BuyIn, DealOut, Done, House, OpenAccount, OpenTable, Request
from punto.house.carry_out import carry_out
from punto.house.context import Context, Past
from punto.house.forward import NOTHING_DROPPED
from punto.house.house import Change
from punto.house.request import What
from punto.ledger import Kind
from punto.people import Actor, Role
from punto.rules import find_rulebook
from punto.store import Database, HouseKey, Writer, url_of
from punto.store.collector import calm_collector
from punto.store.entropy import Entropy
from punto.table import Limit, Settings

PLAYERS: Final = 64
DRIVER: Final = Actor("house", Role.HOUSE)

__all__ = ["PLAYERS", "calm_collector", "hands", "is_done", "new_house", "new_writer", "opening"]


def new_house() -> tuple[House, Callable[[House, Request], House]]:
    """Give a house, and how it is after a request."""
    past = Past(lambda: NOTHING_DROPPED, lambda _: (), lambda *_: ())
    key = HouseKey(os.urandom(32))
    context = Context(
        0, Entropy().draw, key, lambda _: None, lambda _: None, past, lambda _: 0, lambda _: 0
    )

    def carried_out(house: House, request: Request) -> House:
        change = carry_out(house, request, context)
        assert isinstance(change, Change), change
        return change.house

    return House(), carried_out


def new_writer(directory: Path) -> Writer:
    """Open a house on SQLite."""
    database = Database(url_of(directory))
    database.migrate()
    return Writer(database, HouseKey(os.urandom(32)))


def is_done(answer: object) -> bool:
    """Whether it is stored."""
    return isinstance(answer, Done)


def opening() -> Iterator[Request]:
    """Open the house, and for every player an account and a table of his own."""
    limit = Limit(minimum=2, maximum=10**9, step=2)
    settings = Settings(rulebook=find_rulebook("zero-commission"), decks=8, limit=limit)
    wanted: list[What] = [OpenAccount("cage", Kind.CASH), OpenAccount("house", Kind.HOUSE)]
    for number in range(PLAYERS):
        player, table = f"player-{number}", f"own-{number}"
        wanted += [OpenAccount(player), BuyIn(player, 10**9), OpenTable(table, settings, player)]
    for number, what in enumerate(wanted):
        yield Request(DRIVER, what, f"open-{number}")


def hands(count: int) -> Iterator[Request]:
    """Let the players take turns, so that each has one hand in flight at the most."""
    for number in range(count):
        seat = number % PLAYERS
        player = f"player-{seat}"
        bets = (PlaceWager(player, "banker", 10), PlaceWager(player, "tie", 2))
        actions = (BringShoe("c0ffee"), OpenBetting(), *bets, CloseBetting(), DealOut())
        actor = Actor(player, Role.PLAYER)
        yield Request(actor, Act(f"own-{seat}", actions), f"hand-{number}")
