"""The nodes of one house in a test, as far as its books go."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count

from sqlalchemy import func, select, update

import punto
from punto.audit.report import audit
from punto.coup.command import PlaceWager
from punto.house import Act, Answer, Done
from punto.house.house import Change
from punto.house.request import What
from punto.store import Database, HouseKey, nodes, schema
from punto.store.node_writer import NodeWriter
from punto.store.timestamp import utc_ms
from punto.table import Limit, Settings
from punto.testing.actors import request_of

KEY = HouseKey(bytes(range(32)))
ZERO = Settings(
    rulebook=punto.rulebook("zero-commission"),
    decks=8,
    limit=Limit(minimum=1, maximum=1_000_000),
    cut=0,
)


class Node:
    """One process of the house, as far as its books go; several of them live in this one."""

    def __init__(self, url: str, name: str) -> None:
        self.writer = NodeWriter(Database(url), KEY, name=name)
        self.lost = 0
        self.seen: list[Change] = []
        self.writer.on_loss = self._lose
        self.writer.watch(self.seen.extend)
        self._ids = (f"{name}-{number}" for number in count(1))

    def _lose(self) -> None:
        self.lost += 1

    def ask(self, what: What, who: str = "desk") -> Answer:
        return self.writer.ask(request_of(who, what, next(self._ids)))

    def done(self, what: What, who: str = "desk") -> None:
        answer = self.ask(what, who)
        assert isinstance(answer, Done), answer

    def bet(self, table: str, who: str = "ann", stake: int = 100) -> Answer:
        return self.ask(Act(table, (PlaceWager(who, "player", stake),)), who)

    def credits(self, who: str) -> int:
        account = self.writer.account(who)
        assert account is not None
        return account.available


class Floor:
    """The nodes of one house."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._open = ExitStack()

    def node(self, name: str) -> Node:
        opened = Node(self.url, name)
        self._open.callback(opened.writer.close)
        return opened

    def close(self) -> None:
        self._open.close()

    def end_life(self, name: str) -> None:
        """Declare a node dead, as any other does to which it was silent for too long."""
        with Database(self.url).engine.begin() as connection:
            table = schema.nodes
            connection.execute(update(table).where(table.c.name == name).values(seen_ms=1))
            assert name in nodes.end_silent_lives(connection, utc_ms())

    def listening(self) -> set[int]:
        """Give the sessions of the heartbeats, by what they ask last before they listen."""
        asked = "SELECT pid FROM pg_stat_activity WHERE query LIKE %(last)s AND state = 'idle'"
        given = {"last": "SELECT name, epoch, address FROM nodes%"}
        with Database(self.url).reading() as connection:
            return {*connection.exec_driver_sql(asked, given).scalars()}

    def end_listening(self) -> set[int]:
        """Drop the connections of all heartbeats."""
        until(lambda: len(self.listening()) == 2)
        ended = self.listening()
        with Database(self.url).engine.begin() as connection:
            for pid in ended:
                connection.exec_driver_sql("SELECT pg_terminate_backend(%(pid)s)", {"pid": pid})
        return ended

    def seen_ms(self, name: str) -> int:
        table = schema.nodes
        with Database(self.url).reading() as connection:
            asked = select(table.c.seen_ms).where(table.c.name == name)
            return int(connection.execute(asked).scalar_one())

    def entries(self) -> int:
        with Database(self.url).reading() as connection:
            return connection.execute(select(func.count()).select_from(schema.journal)).scalar_one()

    def findings(self) -> list[str]:
        with Database(self.url).reading() as connection:
            return [str(each) for each in audit(connection).findings]


def until(holds: Callable[[], bool]) -> None:
    for _ in range(6_000):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError("it never was so")
