"""A campaign over one kind of database: many kills, each few of them on a database of its own."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from punto.store.database import checked_url
from tests.support.house.flow import FLOWS, Flow
from tests.support.house.interruption import Interruption, interrupt_first_start
from tests.support.house.killing import Attack, Tally
from tests.support.postgres import PostgresServer

KILLS_OF_ONE: Final = 10
"""After so many kills another database is begun: long journals would only take time."""

FIRST_START: Final = "first start"
Fresh: TypeAlias = Callable[[], AbstractContextManager[str]]
"""Gives the address of an empty database, which goes afterwards."""


class Findings(msgspec.Struct, kw_only=True):
    """What became of a campaign."""

    name: str
    tally: Tally = msgspec.field(default_factory=Tally)
    points: dict[str, int] = {}
    violations: list[str] = []
    kill_seconds: float = 0.0
    point_seconds: float = 0.0


class Campaign:
    """Attacks databases of one kind, one after the other."""

    def __init__(self, name: str, fresh: Fresh, server: PostgresServer | None = None) -> None:
        self.findings = Findings(name=name)
        self._fresh = fresh
        self._server = server

    def kill(self, kills: int, seed: int, progress: Callable[[], None]) -> None:
        """Kill so often; the seed of each database follows from the first one."""
        start = time.monotonic()
        for at, done in enumerate(range(0, kills, KILLS_OF_ONE)):
            self._attack(seed + at, min(KILLS_OF_ONE, kills - done), progress)
        self.findings.kill_seconds += time.monotonic() - start

    def _attack(self, seed: int, kills: int, progress: Callable[[], None]) -> None:
        with self._fresh() as url:
            attack = Attack(url, seed, self._server)
            try:
                self.findings.tally.add(attack.run(kills, progress))
            except Exception as violation:  # noqa: BLE001 – whatever it is, it is a finding
                self.findings.tally.add(attack.counted())
                self.findings.violations.append(f"seed {seed}: {violation!r}")

    def interrupt(self, progress: Callable[[], None]) -> None:
        """Die at every point of every flow."""
        start = time.monotonic()
        self._interrupt(FIRST_START, interrupt_first_start)
        progress()
        for flow in FLOWS:
            self._interrupt(flow.name, partial(_interrupted, flow))
            progress()
        self.findings.point_seconds += time.monotonic() - start

    def _interrupt(self, name: str, run: Callable[[str], int]) -> None:
        with self._fresh() as url:
            try:
                self.findings.points[name] = run(url)
            except Exception as violation:  # noqa: BLE001 – whatever it is, it is a finding
                self.findings.violations.append(f"{name}: {violation!r}")


def _interrupted(flow: Flow, url: str) -> int:
    return Interruption(url, flow).run()


# --- empty databases ----------------------------------------------------------------------------


@contextmanager
def sqlite_file(place: Path | None = None) -> Iterator[str]:
    """Make a directory for one file."""
    with tempfile.TemporaryDirectory(prefix="punto-crash-", dir=place) as directory:
        yield f"sqlite:///{directory}/punto.sqlite"


def beside(given: str) -> Fresh:
    """Make databases beside the one that is named, and leave that one alone."""
    url = checked_url(given)
    if url.drivername == "sqlite":
        return lambda: sqlite_file(Path(url.database or "").resolve().parent)
    return lambda: _sibling(given)


@contextmanager
def _sibling(given: str) -> Iterator[str]:
    url = make_url(given).set(drivername="postgresql")
    plain = url.render_as_string(hide_password=False)
    name = f"punto_crash_{time.time_ns()}"
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield url.set(database=name).render_as_string(hide_password=False)
        finally:
            drop = "DROP DATABASE {} WITH (FORCE)"
            connection.execute(sql.SQL(drop).format(sql.Identifier(name)))
