"""The house that is attacked: its key, its tables of several rulebooks, its players."""

from collections.abc import Iterator
from math import lcm
from typing import Final

from punto.house import Act, BuyIn, OpenAccount, OpenTable, Request
from punto.house.request import What
from punto.ledger import Kind
from punto.rules import Rulebook, find_rulebook
from punto.store import HouseKey
from punto.table import Limit, Settings
from punto.testing.actors import request_of

KEY: Final = HouseKey(bytes(range(32)))
DESK: Final = "desk"
PLAYERS: Final = tuple(f"player-{number}" for number in range(12))
AT_HOME: Final = PLAYERS[:3]
"""Those who have a table of their own."""

RULEBOOKS: Final = {
    "tiger": "mbs-tiger",
    "marina": "mbs-no-commission",
    "resort": "rws-non-commission",
    "super": "super-6",
    "online": "zero-commission",
}
"""The tables, by name; the last is for players' own, where each game is one request."""

ONLINE: Final = "online"
TABLES: Final = tuple(name for name in RULEBOOKS if name != ONLINE)
_OWN: Final = "own-"
_IN_PLAY: Final = 40
"""Cards before the cut card: shoes end soon."""


def settings_of(rulebook: Rulebook) -> Settings:
    """Settings under which every wager can be placed and shoes end soon."""
    decks = rulebook.shoe.min_decks
    step = lcm(*(wager.step for wager in rulebook.wagers))
    limit = Limit(minimum=step, maximum=400 * step, step=step)
    cut = decks * len(rulebook.deck) - _IN_PLAY
    return Settings(rulebook=rulebook, decks=decks, limit=limit, burn=1, cut=cut)


def table_of(name: str) -> OpenTable:
    """Open one of the tables."""
    return OpenTable(name, settings_of(find_rulebook(RULEBOOKS[name])))


def own_table(player: str) -> OpenTable:
    """Open the table of one player, who deals there."""
    online = table_of(ONLINE)
    return OpenTable(f"{_OWN}{player}", online.settings, player)


def owner_of(what: What) -> str:
    """Tell from its name whose own table something is done at."""
    table = what.table if isinstance(what, Act) else ""
    return table.removeprefix(_OWN) if table.startswith(_OWN) else ""


def opening() -> tuple[Request, ...]:
    """Everything that is asked for before the first guest comes."""
    return tuple(request_of(DESK, what, f"open-{at}") for at, what in enumerate(_opening()))


def _opening() -> Iterator[What]:
    yield OpenAccount("cage", Kind.CASH)
    yield OpenAccount("house", Kind.HOUSE)
    yield from (OpenAccount(name) for name in PLAYERS)
    yield from (BuyIn(name, 600) for name in PLAYERS)
    yield from map(table_of, TABLES)
    yield from map(own_table, AT_HOME)
