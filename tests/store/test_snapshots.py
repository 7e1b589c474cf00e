"""A snapshot is a shorter way back on the chains that it was made from, and on no others."""

from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select

from punto.errors import Unverified
from punto.house import BuyIn
from punto.store import Database, Writer, schema, url_of
from tests.store.played_house import KEY, Play


def closed(directory: Path, amount: int) -> Database:
    """Play a little and close the house, which leaves a snapshot."""
    house = Play(url_of(directory))
    house.open_accounts()
    house.ask(BuyIn("ann", amount))
    house.writer.close()
    return Database(url_of(directory))


def test_a_genuine_snapshot_of_another_journal_is_refused(tmp_path: Path) -> None:
    ours, other = closed(tmp_path / "ours", 5), closed(tmp_path / "other", 6)
    table = schema.snapshots
    with other.reading() as connection:
        rows = [dict(row) for row in connection.execute(select(table)).mappings()]
    with ours.engine.begin() as connection:
        connection.execute(delete(table))
        connection.execute(insert(table), rows)
    with pytest.raises(Unverified, match=r"accounts, entry 9: not the entry of the snapshot"):
        Writer(ours, KEY)


def test_a_snapshot_of_entries_that_are_gone_is_refused(tmp_path: Path) -> None:
    ours, other = closed(tmp_path / "ours", 5), Play(url_of(tmp_path / "other"))
    other.open_accounts()
    other.writer.close()
    table = schema.snapshots
    with ours.reading() as connection:
        rows = [dict(row) for row in connection.execute(select(table)).mappings()]
    with Database(url_of(tmp_path / "other")).engine.begin() as connection:
        connection.execute(delete(table))
        connection.execute(insert(table), rows)
    with pytest.raises(Unverified, match="not the entry of the snapshot"):
        Writer(Database(url_of(tmp_path / "other")), KEY)
