"""A database of an older layout is brought up to date, and nothing in it is lost."""

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError

from punto.ledger import Kind, Meter, MeterKey
from punto.store import Database, reading
from punto.store.database import _alembic, begin_writing

ACCOUNTS = (
    "INSERT INTO accounts VALUES"
    " ('felt:salon:3', 'felt', '', 0, 10, 0, 0, 1, 0, '', NULL),"
    " ('ann', 'player', '', 0, 50, 0, 0, 1, 0, 'out-1', NULL)"
)
METERS = (
    "INSERT INTO meters VALUES"
    " ('felt:salon:3', 'salon', 'mbs-tiger@3', 30, 0, 0, 0, 20, 0, 0, 0, 0, 0),"
    " ('ann', '', '', 50, 0, 0, 0, 0, 0, 0, 0, 0, 0)"
)


JOURNAL = (
    "INSERT INTO journal VALUES"
    " ('table/mbs', 7, 0, 'ann_a', NULL, :digest, :digest),"
    " ('accounts', 9, 0, NULL, NULL, :digest, :digest)"
)
ENTRIES = (
    "INSERT INTO entries VALUES"
    " ('_00ann_a', 'table/mbs', 7, 0, 0, 'mbs-1', 'ann'),"
    " ('_00ann_b', 'accounts', 9, 0, 0, 'mbs-2', 'ann'),"
    " ('payout:mbs-1:_00ann_a', 'table/mbs', 8, 1, 0, 'mbs-1', ''),"
    " ('void:_00ann_a', 'table/mbs', 8, 0, 0, 'mbs-1', 'ann'),"
    " ('out-1', 'cage', 3, 0, 0, '', 'ann')"
)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Give an address at which nothing is laid out."""
    return f"sqlite:///{tmp_path / 'punto.sqlite'}"


@pytest.fixture
def database(database_url: str) -> Database:
    """Make a database of the layout before chips were counted apart, and bring it up to date."""
    made = Database(database_url)
    with made.engine.connect() as connection:
        begin_writing(connection)
        config = _alembic()
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        connection.execute(text(ACCOUNTS))
        connection.execute(text(METERS))
        connection.execute(text(JOURNAL), {"digest": bytes(32)})
        connection.execute(text(ENTRIES))
        connection.commit()
    made.migrate()
    return made


def test_chips_are_counted_apart_from_money(database: Database) -> None:
    with database.reading() as connection:
        accounts, meters = reading.accounts(connection), reading.meters(connection)
    assert {name: (each.kind, each.balance) for name, each in accounts.items()} == {
        "felt:salon:3": (Kind.FELT, 10),
        "ann": (Kind.PLAYER, 50),
    }
    assert meters == {
        MeterKey("felt:salon:3", "salon", "mbs-tiger@3"): Meter(chips_down=30, chips_up=20),
        MeterKey("ann", "", ""): Meter(buy_ins=50),
    }


@pytest.mark.parametrize("name", ["felt:salon:3", "ann"])
def test_nothing_that_is_owed_goes_below_zero(database: Database, name: str) -> None:
    spent = text("UPDATE accounts SET debits_posted = 51 WHERE id = :name").bindparams(name=name)
    with (
        pytest.raises(IntegrityError, match="never_below_zero"),
        database.engine.begin() as writing,
    ):
        writing.execute(spent)


def test_the_other_guards_and_the_indices_stay(database: Database) -> None:
    names = {each["name"] for each in inspect(database.engine).get_indexes("accounts")}
    assert {"accounts_owner", "accounts_ticket"} <= names
    negative = text("UPDATE accounts SET credits_pending = -1")
    with (
        pytest.raises(IntegrityError, match="totals_never_negative"),
        database.engine.begin() as writing,
    ):
        writing.execute(negative)


def test_stakes_that_the_journal_finds_and_winnings_have_no_place_of_their_own(
    database: Database,
) -> None:
    """A stake of older books is in a chain that its request does not name: it keeps its place."""
    with database.reading() as connection:
        left = {row["id"] for row in reading.entry_places(connection)}
    assert left == {"_00ann_b", "void:_00ann_a", "out-1"}
