"""A house that is killed at any moment, under load, has lost nothing, doubled and invented nothing.

`scripts/crash` does this a thousand times; a seed that has failed can be run again with it.
"""

import os
from typing import Final

import pytest

from punto.house import house
from punto.ledger import Batch
from punto.store import bulk, reading, storing, writer
from punto.store.database import begin_writing
from punto.store.group import Group, Waiting, reply_all
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


_stored_first = writer.Writer._store


def _told_too_soon(self: writer.Writer, group: Group, waiting: list[Waiting]) -> None:
    """Answer before anything is stored."""
    begin_writing(self._connection)
    early = Group(self._connection, self._working_set, group._given)
    self.house = early.carry_out(self.house, waiting, self.longest_odds)
    reply_all(early.answers)
    self._connection.rollback()
    _stored_first(self, group, [Waiting(each.asked, _nothing) for each in waiting])


def _unnumbered(_: object, __: object, batch: Batch) -> tuple[tuple[int, int], ...]:
    """Forget which movement of its accounts this is."""
    return ((0, 0),) * len(batch.entries)


def _never_again(*_: object) -> dict[str, object]:
    """Forget what was carried out before, or in the same group."""
    return {}


def _nothing(*_: object) -> None:
    """Store nothing where something must be stored."""


@pytest.mark.parametrize(
    ("place", "name", "bug"),
    [
        (writer.Writer, "_store", _told_too_soon),
        (reading, "answered", _never_again),
        (house, "numbered", _unnumbered),
        (storing, "_keep_secrets", _nothing),
        (bulk.GroupRows, "raise_all", _nothing),
    ],
    ids=["told too soon", "done twice", "out of order", "secrets lost", "meters lost"],
)
def test_a_planted_bug_is_found(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, place: object, name: str, bug: object
) -> None:
    monkeypatch.setattr(place, name, bug)
    with pytest.raises(Violation):
        Attack(sqlite_url, SEED).run(60, acknowledged=10 * ENOUGH)
