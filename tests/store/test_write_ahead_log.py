"""The write-ahead log of SQLite is copied beside the writer, and begins again when it is long."""

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from punto.audit.report import audit
from punto.house import BuyIn, Done, OpenAccount
from punto.ledger import Kind
from punto.store import Database, HouseKey, Writer, write_ahead_log
from punto.testing.actors import request_of

KEY = HouseKey(bytes(range(32)))
MANY = 5_000
"""So many commits are hundreds of logs of the length that is allowed here."""


@pytest.fixture
def writer(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Writer]:
    monkeypatch.setattr(write_ahead_log, "COPY_EVERY", 8)
    monkeypatch.setattr(write_ahead_log, "LONG", 100)
    opened = Writer(Database(sqlite_url), KEY)
    for what in (OpenAccount("cage", Kind.CASH), OpenAccount("ann")):
        assert isinstance(opened.ask(request_of("desk", what, f"open-{what.account}")), Done)
    yield opened
    opened.close()


def begun(url: str) -> int:
    """Read from the log how often it has begun again."""
    log = Path(f"{make_url(url).database}-wal")
    (number,) = struct.unpack(">12xI", log.read_bytes()[:16])
    return int(number)


def sell(writer: Writer, number: int) -> None:
    assert isinstance(writer.ask(request_of("desk", BuyIn("ann", 1), f"r{number}")), Done)


def sold_until_it_begins(writer: Writer, first: int) -> int:
    """Sell until the log begins again, and tell how many were sold by then."""
    url = str(writer.database.url)
    before = begun(url)
    for number in range(first, MANY):
        sell(writer, number)
        if begun(url) > before:
            return number
    pytest.fail("the log never begins again")


def test_the_log_begins_again_while_credits_are_sold(writer: Writer) -> None:
    sold = sold_until_it_begins(writer, 1)
    account = writer.account("ann")
    assert account is not None
    assert account.available == sold
    with writer.database.reading() as connection:
        assert audit(connection).findings == ()


def test_whoever_reads_keeps_the_log_and_nobody_waits(writer: Writer, sqlite_url: str) -> None:
    before = begun(sqlite_url)
    with writer.database.reading() as connection:
        connection.exec_driver_sql("SELECT count(*) FROM journal").one()
        for number in range(1, 101):
            sell(writer, number)
        assert begun(sqlite_url) == before
    sold_until_it_begins(writer, 101)
