"""A house with many guests, filled quickly: the rows of one that has grown, without the waiting.

Every request is carried out and stored as its writer does, in groups with their commits and signed
checkpoints. Only two things are left out, because nobody waits for an answer: no group is synced
by itself, and many of them are one transaction of SQLite.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Final

from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.house import Act, BringShoe, BuyIn, DealOut, Done, OpenAccount, OpenTable, Request
from punto.ledger import Kind
from punto.people import Actor, Role
from punto.rules import find_rulebook
from punto.store import Database, HouseKey, Writer, url_of
from punto.store.collector import calm_collector
from punto.store.database import SoleWriter, begin_writing
from punto.store.entropy import Entropy
from punto.store.group import MOST, Commits, Group, GroupContext, Waiting
from punto.store.opening import opened
from punto.store.storing import store
from punto.store.terms import bounds, keep_longest_odds
from punto.store.timestamp import utc_ms
from punto.store.working_set import WorkingSet
from punto.table import Limit, Settings

KEY: Final = HouseKey(bytes(range(32)))
HOUSE: Final = Actor("house", Role.HOUSE)

_GUESTS_AT_ONCE: Final = 1_000
"""So many are one transaction."""

_UNSYNCED: Final = ("journal_mode=OFF", "synchronous=OFF", "cache_size=-500000")


# --- what is asked ------------------------------------------------------------------------------


def settings() -> Settings:
    """Set a table as guests have it."""
    limit = Limit(minimum=2, maximum=10**9, step=2)
    return Settings(rulebook=find_rulebook("zero-commission"), decks=8, limit=limit)


def hand(number: int, id_: str) -> Request:
    """Let a guest play a hand at a table of his own."""
    name = f"g{number}"
    bets = (PlaceWager(name, "banker", 10), PlaceWager(name, "tie", 2))
    actions = (BringShoe("c0ffee"), OpenBetting(), *bets, CloseBetting(), DealOut())
    return Request(Actor(name, Role.GUEST), Act(f"zero-{name}", actions), id_)


def _guest(number: int, set_as: Settings, rounds: int) -> Iterator[Request]:
    """Let a guest in, and play."""
    name = f"g{number}"
    yield Request(HOUSE, OpenAccount(name), f"open-{name}")
    yield Request(HOUSE, BuyIn(name, 1_000_000), f"give-{name}")
    yield Request(HOUSE, OpenTable(f"zero-{name}", set_as, name, "house:zero:1"))
    for played in range(rounds):
        yield hand(number, f"r{played}")


# --- filling ------------------------------------------------------------------------------------


def fill(house: Path, guests: int, rounds: int, told: Callable[[int], None]) -> float:
    """Let guests in, each with so many rounds; gives the seconds of the processor that it took.

    How many are in by now is told from time to time.
    """
    house.mkdir(parents=True)
    with_accounts(house)
    calm_collector()
    begun = process_time()
    filling = _Filling(house)
    set_as = settings()
    for first in range(0, guests, _GUESTS_AT_ONCE):
        some = range(first, min(first + _GUESTS_AT_ONCE, guests))
        filling.store_all(each for number in some for each in _guest(number, set_as, rounds))
        told(some.stop)
    filling.close()
    return process_time() - begun


def with_accounts(house: Path) -> None:
    """Make the books, with the accounts that a house begins with."""
    writer = Writer(Database(url_of(house)), KEY)
    for name, kind in (("cage", Kind.CASH), ("house", Kind.HOUSE)):
        assert isinstance(writer.ask(Request(HOUSE, OpenAccount(name, kind), f"open-{name}")), Done)
    writer.close()


class _Filling:
    """What the writer of a house does with its groups, but for syncing them."""

    def __init__(self, house: Path) -> None:
        self._right = SoleWriter(Database(url_of(house)))
        self._connection = self._right.connect()
        for pragma in _UNSYNCED:
            self._connection.exec_driver_sql(f"PRAGMA {pragma}")
        self._working_set = WorkingSet(KEY)
        self._house = opened(self._connection, KEY)
        self._bounds = bounds(self._connection)
        self._commits = Commits(KEY)
        self._entropy = Entropy()
        self._longest_odds = 0

    def store_all(self, requests: Iterable[Request]) -> None:
        """Store requests in one transaction, in groups as large as a writer makes them."""
        begin_writing(self._connection)
        coming = iter(requests)
        while group := list(islice(coming, MOST)):
            self._store(group)
        self._connection.commit()

    def _store(self, requests: list[Request]) -> None:
        given = GroupContext(utc_ms(), self._entropy.draw, KEY, self._bounds)
        group = Group(self._connection, self._working_set, given)
        waiting = [Waiting(each, lambda _: None) for each in requests]
        before = group.carry_out(self._house, waiting, self._longest_odds)
        refused = [answer for _, answer in group.answers if not isinstance(answer, Done)]
        assert not refused, refused[0]
        self._commits.add(before, group.changes, utc_ms())
        kept = self._working_set.snapshots
        store(self._connection, before, group.changes, KEY, written_down=kept)
        if group.longest_odds > self._longest_odds:
            keep_longest_odds(self._connection, group.longest_odds)
            self._longest_odds = group.longest_odds
        self._house = self._working_set.without_idle(group.changes[-1].house)

    def close(self) -> None:
        """Let the database go; the next writer signs what was committed."""
        self._connection.close()
        self._right.release()
