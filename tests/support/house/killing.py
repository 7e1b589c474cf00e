"""Killing the house again and again under load, and looking each time at what is left."""

import time
from collections.abc import Callable
from random import Random
from typing import Final, Literal

import msgspec
from sqlalchemy import text

from punto.store import Database
from punto.testing.violation import Violation, require
from tests.support.house.audit import HouseAudit
from tests.support.house.crowd import Crowd
from tests.support.house.process import HouseProcess
from tests.support.house.truth import Truth
from tests.support.house.wire import DONE, FAILED, NOT_STORED, READY, Reply
from tests.support.postgres import PostgresServer

SHORTEST, LONGEST = 0.01, 0.45
"""Seconds from the start of the house to its end; recovery is in them."""

PATIENCE_SECONDS: Final = 60.0
SERVER_SHARE: Final = 0.12
"""How often the database's server is killed too."""

_MOST_LIVES: Final = 20
"""How many times as many kills as were asked for are tried, where houses get nothing done."""

_BREATH: Final = 0.002


class Tally(msgspec.Struct, kw_only=True):
    """What was done to houses, and what they did."""

    databases: int = 0
    kills: int = 0
    server_kills: int = 0
    while_opening: int = 0
    """Kills that met the house before it was open."""
    requests: int = 0
    acknowledged: int = 0
    denied: int = 0
    retried: int = 0
    entries: int = 0
    rounds: int = 0

    def add(self, other: "Tally") -> None:
        """Add what was counted elsewhere."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Attack:
    """One database, one seed, some kills."""

    def __init__(
        self,
        url: str,
        seed: int,
        server: PostgresServer | None = None,
        *,
        server_share: float = SERVER_SHARE,
    ) -> None:
        self._url = url
        self._server = server
        self._server_share = server_share
        self._chance = Random(seed)  # noqa: S311 – a load, and no game
        self._truth = Truth()
        self._crowd = Crowd(self._chance, self._truth)
        self._audit = HouseAudit(url, self._truth)
        self._state: str | None = None
        self._is_ready = False
        self._server_is_well = True
        self._done = 0
        self.tally = Tally(databases=1)

    def run(
        self, kills: int, progress: Callable[[], None] = lambda: None, *, acknowledged: int = 0
    ) -> Tally:
        """Kill so often, and on until so much was acknowledged; then let the day end well.

        Lives are measured in seconds, and on a busy machine little happens in one: those that are
        added for it begin to be measured when the house has done something new.
        """
        for life in range(1, _MOST_LIVES * kills + 1):
            self._one_life(does_something=life > kills)
            progress()
            if life >= kills and self.counted().acknowledged >= acknowledged:
                break
        self._end_the_day()
        return self.counted()

    def counted(self) -> Tally:
        """Give what was done so far."""
        truth, tally = self._truth, self.tally
        tally.requests, tally.acknowledged = truth.sent, truth.acknowledged
        tally.denied, tally.retried = truth.denied, truth.retried
        tally.entries, tally.rounds = self._audit.entries, self._audit.rounds
        return tally

    # --- lives ----------------------------------------------------------------------------------

    def _one_life(self, *, does_something: bool) -> None:
        before = self._truth.acknowledged
        with self._started() as house:
            if does_something:
                self._live(
                    house,
                    seconds=PATIENCE_SECONDS,
                    until=lambda: self._truth.acknowledged > before,
                )
            self._live(house, seconds=self._chance.uniform(SHORTEST, LONGEST))
            if self._server is not None and self._chance.random() < self._server_share:
                self._without_server(house, self._server)
            self._kill(house)
        self._look()

    def _started(self) -> HouseProcess:
        self._is_ready, self._server_is_well = False, True
        return HouseProcess(
            self._url,
            checkpoint_every=self._chance.randrange(10, 80),
            snapshot_every=self._chance.randrange(10, 150),
            at_hand=self._chance.randrange(12),
        )

    def _live(
        self, house: HouseProcess, *, seconds: float, until: Callable[[], bool] = lambda: False
    ) -> None:
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and not until():
            house.send(self._crowd.questions())
            self._hear(house.receive(min(left, _BREATH)))

    def _hear(self, replies: list[Reply]) -> None:
        for reply in replies:
            if reply.number:
                self._done += reply.kind == DONE
                stopped = reply.kind == NOT_STORED and self._server_is_well
                require(not stopped, f"play stopped without a fault: {reply.words}")
                self._crowd.hear(reply)
            elif reply.kind == FAILED:
                raise Violation(f"the house does not open: {reply.words}")
            elif reply.kind == READY:
                self._is_ready = True
                known = self._state
                require(known in (None, reply.words), "the state recovered is not the replayed one")

    def _kill(self, house: HouseProcess) -> None:
        self._hear(house.kill())
        require(not house.ended_by_itself, "the house ended before it was killed")
        self._crowd.lose()
        self.tally.kills += 1
        self.tally.while_opening += not self._is_ready

    def _without_server(self, house: HouseProcess, server: PostgresServer) -> None:
        """Kill the server under the house's feet: play stops, and goes on by itself."""
        mode: Literal["immediate", "kill"] = self._chance.choice(("immediate", "kill"))
        self._server_is_well = False
        server.stop(mode)
        self._live(house, seconds=0.05)
        server.start()
        self.tally.server_kills += 1
        before = self._done
        self._live(house, seconds=PATIENCE_SECONDS, until=lambda: self._done > before)
        require(self._done > before, "play did not go on when the server was back")

    def _look(self) -> None:
        """Check what is left, once nobody writes any more."""
        database = Database(self._url)
        if not database.is_sqlite:
            _wait_until_alone(database)
        if _has_schema(database):
            self._state = self._audit.check()

    def _end_the_day(self) -> None:
        """Let the last house finish its rounds, and stop it in the middle of nothing."""
        with self._started() as house:
            self._live(house, seconds=PATIENCE_SECONDS, until=lambda: self._is_ready)
            self._crowd.close()
            self._live(house, seconds=PATIENCE_SECONDS, until=lambda: self._crowd.is_at_rest)
            require(self._crowd.is_at_rest, "some requests were never answered")
            self._hear(house.kill())
        self._look()
        self._audit.check_at_rest()


def _has_schema(database: Database) -> bool:
    """Whether the first start got as far as to make the tables."""
    with database.engine.connect() as connection:
        return database.engine.dialect.has_table(connection, "journal")


def _wait_until_alone(database: Database) -> None:
    """Wait for the server to notice that the killed house is gone: its last commit may be late."""
    asked = text(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'punto'"
        " AND datname = current_database() AND pid <> pg_backend_pid()"
    )
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        with database.engine.connect() as connection:
            if not connection.execute(asked).scalar():
                return
        time.sleep(0.005)
    raise Violation("the server never let the killed house go")
