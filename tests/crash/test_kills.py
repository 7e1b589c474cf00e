"""A house that is killed at any moment, under load, has lost nothing, doubled and invented nothing.

`scripts/crash` does this a thousand times; a seed that has failed can be run again with it.
"""

import os
from typing import Final

import pytest

from punto.store import reading, storing, writer
from punto.store.database import begin_writing
from punto.testing.violation import Violation
from tests.support.house.killing import Attack
from tests.support.postgres import PostgresServer

SEED: Final = int(os.environ.get("PUNTO_CRASH_SEED", "1"))
ENOUGH: Final = 300
"""Requests that must have been acknowledged before the kills have shown anything."""


def test_nothing_is_lost_on_sqlite(sqlite_url: str) -> None:
    tally = Attack(sqlite_url, SEED).run(13, acknowledged=ENOUGH)
    assert tally.kills >= 13
    assert tally.rounds > 10


def test_nothing_is_lost_on_postgresql(postgres: PostgresServer) -> None:
    with postgres.database() as url:
        tally = Attack(url, SEED, postgres, server_share=0.2).run(12, acknowledged=ENOUGH)
    assert tally.kills >= 12
    assert tally.rounds > 10


# --- does the audit see anything? ---------------------------------------------------------------


def _told_too_soon(self: writer.Writer, waiting: list[writer._Waiting]) -> None:
    """Answer before anything is stored."""
    group = writer._Group([], [])
    begin_writing(self._connection)
    self._carry_out(waiting, group)
    writer._reply(group.answers)
    self._store(group.changes)
    self._publish(group.changes)


def _never_again(*_: object) -> dict[str, object]:
    """Forget what was carried out before, or in the same group."""
    return {}


def _nothing(*_: object) -> None:
    """Store nothing where something must be stored."""


@pytest.mark.parametrize(
    ("place", "name", "bug"),
    [
        (writer.Writer, "_serve", _told_too_soon),
        (reading, "answered", _never_again),
        (writer, "_movements", _never_again),
        (storing, "_keep_secrets", _nothing),
        (storing, "raise_all", _nothing),
    ],
    ids=["told too soon", "done twice", "ignorant group", "secrets lost", "meters lost"],
)
def test_a_planted_bug_is_found(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, place: object, name: str, bug: object
) -> None:
    monkeypatch.setattr(place, name, bug)
    with pytest.raises(Violation):
        Attack(sqlite_url, SEED).run(60, acknowledged=10 * ENOUGH)
