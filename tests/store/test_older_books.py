"""Books that an earlier punto has written: they open, hold, and go on, and no unit is lost."""

from pathlib import Path
from typing import Final

import pytest

from punto.archive.backup import restore
from punto.audit.report import audit
from punto.coup.command import CloseBetting, OpenBetting
from punto.house import Act, BringShoe, DealOut, Done
from punto.house.house import NO_TABLE
from punto.ledger import liability
from punto.store import Database, HouseKey, Writer
from punto.testing.actors import request_of

KEY: Final = HouseKey(bytes(range(32)))
BOOKS: Final = sorted((Path(__file__).parent / "books").glob("*.punto.gz"))
"""Backups, each named for the commit that wrote it."""

CREDITS: Final = {"ann": 104_990, "bob": 87_600, "cy": 100_000, "house": 290}
"""What was in the accounts when the books of 5821e87 were closed, as that commit itself told."""


@pytest.mark.parametrize("books", BOOKS, ids=lambda path: path.name)
def test_older_books_open_hold_and_go_on(database_url: str, books: Path) -> None:
    database = Database(database_url)
    restore(books, database, KEY)
    writer = Writer(database, KEY)
    accounts = writer.house.accounts
    assert {name: accounts[name].balance for name in CREDITS} == CREDITS
    assert liability(writer.house.ledger(NO_TABLE)) == -(
        accounts["cage"].balance + CREDITS["house"]
    )
    for table in ("zero", "tiger"):
        shoe = () if writer.house.floors[table].table.shoe else (BringShoe(),)
        hand = Act(table, (*shoe, OpenBetting(), CloseBetting(), DealOut()))
        assert isinstance(writer.ask(request_of("house", hand)), Done)
    writer.close()
    with database.reading() as connection:
        assert audit(connection).findings == ()


def test_there_are_older_books() -> None:
    assert BOOKS
