"""A snapshot is a shorter way back on the chain that it was made from, and on no other."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from punto.errors import Unverified
from punto.house.canonical import canonical
from punto.store import Database, Writer, reading, schema, url_of
from punto.table.carried import carried
from tests.store.played_house import KEY, Play


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write tables down again after a few entries: a round has four."""
    monkeypatch.setattr("punto.store.snapshots.EVERY", 3)


def closed(directory: Path, rounds: int, stake: int = 100) -> Database:
    """Play a little and close the house; its table has a snapshot, and entries after it."""
    house = Play(url_of(directory))
    house.open_accounts()
    house.open_table("tiger", "mbs-tiger")
    for _ in range(rounds):
        house.round("tiger", stake=stake)
    house.writer.close()
    return Database(url_of(directory))


def seen(database: Database) -> bytes:
    """Read the table from what is stored."""
    writer = Writer(database, KEY)
    try:
        house_table = writer.house_table("tiger")
        assert house_table is not None
        return canonical(carried(house_table))
    finally:
        writer.close()


def stored(database: Database) -> list[dict[str, Any]]:
    with database.reading() as connection:
        return [dict(row) for row in connection.execute(select(schema.snapshots)).mappings()]


def put(database: Database, rows: list[dict[str, Any]]) -> None:
    with database.engine.begin() as connection:
        connection.execute(delete(schema.snapshots))
        connection.execute(insert(schema.snapshots), rows)


def test_a_table_comes_back_the_same_with_a_snapshot_and_without(tmp_path: Path) -> None:
    database = closed(tmp_path, 3)
    [row] = stored(database)
    with_one = seen(database)
    with database.reading() as connection:
        assert 0 < row["position"] < reading.heads(connection)["table/tiger"].position
    with database.engine.begin() as connection:
        connection.execute(delete(schema.snapshots))
    assert seen(database) == with_one


@pytest.mark.parametrize("column", ["body", "authentication"])
def test_a_snapshot_that_is_not_ours_is_none(tmp_path: Path, column: str) -> None:
    database = closed(tmp_path, 3)
    before = seen(database)
    with database.engine.begin() as connection:
        connection.execute(update(schema.snapshots).values({column: b"{}"}))
    assert seen(database) == before


def test_a_genuine_snapshot_of_another_journal_is_refused(tmp_path: Path) -> None:
    ours, other = closed(tmp_path / "ours", 2), closed(tmp_path / "other", 2, stake=200)
    put(ours, stored(other))
    with pytest.raises(Unverified, match=r"table/tiger, entry \d+: not the entry of the snapshot"):
        seen(ours)


def test_a_snapshot_of_entries_that_are_gone_is_refused(tmp_path: Path) -> None:
    longer, ours = closed(tmp_path / "longer", 4), closed(tmp_path / "ours", 1)
    put(ours, stored(longer))
    with pytest.raises(Unverified, match="not the entry of the snapshot"):
        seen(ours)
