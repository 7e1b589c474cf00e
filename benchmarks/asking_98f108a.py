"""Asking the house of commit 98f108a for online hands, as it was asked then.

Its modules are found by name: they are those of another checkout.
"""

import os
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from immutables import Map

from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.ledger import Kind
from punto.rules import find_rulebook
from punto.table import Limit, Settings

PLAYERS: Final = 64
_store: Any = import_module("punto.store")
_house: Any = import_module("punto.store.house")
_carrying: Any = import_module("punto.store.carrying")
calm_collector: Any = import_module("punto.store.collector").calm_collector


def new_house() -> tuple[Any, Callable[[Any, Any], Any]]:
    """Give a house, and how it is after a request."""
    past = _house.Past(lambda: _house.BroughtForward(0, _house.House(), Map()), dict, lambda *_: ())
    key = _store.HouseKey(os.urandom(32))
    means = _house.Means(0, _store.Entropy(), key, lambda _: None, past)
    return _house.House(), lambda house, asked: _carrying.carry_out(house, asked, means).house


def new_writer(directory: Path) -> Any:  # noqa: ANN401 – the writer of then
    """Open a house on SQLite."""
    database = _store.Database(_store.url_of(directory))
    database.migrate()
    return _store.Writer(database, _store.HouseKey(os.urandom(32)))


def is_done(answer: object) -> bool:
    """Whether it is stored."""
    return isinstance(answer, _store.Done)


def opening() -> Iterator[Any]:
    """Open the house, and for every player an account and a table of his own."""
    limit = Limit(minimum=2, maximum=10**9, step=2)
    settings = Settings(rulebook=find_rulebook("zero-commission"), decks=8, limit=limit)
    wanted = [_store.OpenAccount("cage", Kind.CASH), _store.OpenAccount("house", Kind.HOUSE)]
    for number in range(PLAYERS):
        player, table = f"player-{number}", f"own-{number}"
        wanted += [_store.OpenAccount(player), _store.BuyIn(player, 10**9)]
        wanted.append(_store.OpenTable(table, settings))
    for number, what in enumerate(wanted):
        yield _store.Asked("house", what, f"open-{number}")


def hands(count: int) -> Iterator[Any]:
    """Let the players take turns, so that each has one hand in flight at the most."""
    for number in range(count):
        seat = number % PLAYERS
        player = f"player-{seat}"
        bets = (PlaceWager(player, "banker", 10), PlaceWager(player, "tie", 2))
        shoe, deal = _store.BringShoe("c0ffee"), _store.DealOut()
        actions = (shoe, OpenBetting(), *bets, CloseBetting(), deal)
        yield _store.Asked(player, _store.Act(f"own-{seat}", actions), f"hand-{number}")
