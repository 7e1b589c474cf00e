"""A part of the books that was changed by another hand: what needs it stops, all else plays on."""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import delete, select, update

import punto
from punto.audit.report import audit
from punto.coup.command import OpenBetting
from punto.house import Act, BringShoe, BuyIn, Done, OpenAccount, OpenTable
from punto.house.request import What
from punto.ledger import Kind
from punto.refusal import Refusal
from punto.store import Database, HouseKey, Writer, rulebooks, schema
from punto.table import Limit, Settings
from punto.testing.actors import request_of
from tests.store.tamperer import Tamperer

KEY = HouseKey(bytes(range(32)))
LIMIT = Limit(minimum=10, maximum=1_000, step=10)
TABLES = {"nc": "mbs-no-commission", "tiger": "mbs-tiger", "second": "mbs-tiger"}


@pytest.fixture(autouse=True)
def nothing_read_yet() -> Iterator[None]:
    """Let every test read its rulebooks from the database."""
    rulebooks._read.clear()
    yield
    rulebooks._read.clear()


@pytest.fixture
def url(database_url: str) -> str:
    writer = Writer(Database(database_url), KEY)
    opening: list[What] = [OpenAccount("cage", Kind.CASH), OpenAccount("ann"), BuyIn("ann", 1_000)]
    for table, rulebook in TABLES.items():
        settings = Settings(rulebook=punto.rulebook(rulebook), decks=8, limit=LIMIT)
        opening += [OpenTable(table, settings), Act(table, (BringShoe(),))]
    for number, what in enumerate(opening):
        answer = writer.ask(request_of("house", what, f"open-{number}"))
        assert isinstance(answer, Done), answer
    writer.close()
    return database_url


def changed(url: str, change: Callable[[Tamperer], None]) -> None:
    with Database(url).engine.begin() as connection:
        change(Tamperer(connection))


def open_bets(url: str, *tables: str) -> dict[str, str]:
    """Open the house again and bets at some tables; give what was said where they did not open."""
    writer, said = Writer(Database(url), KEY), {}
    for table in tables:
        for _ in range(2):
            answer = writer.ask(request_of("house", Act(table, (OpenBetting(),))))
            if isinstance(answer, Refusal):
                said[table] = f"{answer.code}: {answer.words}"
    writer.close()
    return {table: words for table, words in said.items() if "books-damaged" in words}


def findings(url: str) -> list[str]:
    with Database(url).reading() as connection:
        return [f"{each.place}: {each.what}" for each in audit(connection).findings]


def test_a_rulebook_is_stored_once_however_many_tables_are_opened_with_it(url: str) -> None:
    with Database(url).reading() as connection:
        kept = connection.execute(select(schema.rulebooks.c.body)).scalars().all()
        bodies = connection.execute(select(schema.journal.c.body)).scalars().all()
    assert len(kept) == len(set(TABLES.values()))
    assert not any(text in body for text in kept for body in bodies)
    assert sum(b'"rulebook":"sha256:' in body for body in bodies) == len(TABLES)
    assert open_bets(url, *TABLES) == {}
    assert findings(url) == []


@pytest.mark.parametrize("how", ["changed", "gone"])
def test_a_damaged_rulebook_stops_the_tables_that_are_played_by_it(url: str, how: str) -> None:
    table = schema.rulebooks

    def change(tamperer: Tamperer) -> None:
        rows = tamperer.connection.execute(select(table)).all()
        (tiger,) = (row for row in rows if b"tiger-pair" in row.body)
        here = table.c.digest == tiger.digest
        other = tiger.body.replace(b"tiger-pair", b"tiger-pear")
        tamperer.connection.execute(
            update(table).where(here).values(body=other)
            if how == "changed"
            else delete(table).where(here)
        )

    changed(url, change)
    said = open_bets(url, *TABLES)
    assert said.keys() == {"tiger", "second"}
    assert "its body does not match its digest" in said["tiger"]
    rulebooks._read.clear()
    assert {each.partition(",")[0] for each in findings(url)} >= {"table/tiger", "table/second"}


def test_a_changed_entry_stops_its_table_and_no_other(url: str) -> None:
    journal = schema.journal

    def change(tamperer: Tamperer) -> None:
        *_, last = tamperer.links("table/tiger")
        here = (journal.c.chain == last.chain, journal.c.position == last.position)
        body = (last.body or b"").replace(b'"burned":0', b'"burned":1')
        assert body != last.body
        tamperer.connection.execute(update(journal).where(*here).values(body=body))

    changed(url, change)
    said = open_bets(url, *TABLES)
    assert said.keys() == {"tiger"}
    assert "table tiger cannot be used: table/tiger, entry 2:" in said["tiger"]
    assert [each for each in findings(url) if each.startswith("table/tiger, entry 2: ")]


def test_a_damaged_snapshot_is_passed_over(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.store.snapshots.EVERY", 1)
    assert open_bets(url, "tiger") == {}
    table = schema.snapshots

    def change(tamperer: Tamperer) -> None:
        (row,) = tamperer.connection.execute(select(table).where(table.c.table == "tiger")).all()
        body = row.body.replace(b'"rounds":1', b'"rounds":9')
        assert body != row.body
        tamperer.connection.execute(update(table).values(body=body))

    changed(url, change)
    writer = Writer(Database(url), KEY)
    house_table = writer.house_table("tiger")
    assert house_table is not None
    assert house_table.table.rounds == 1
    writer.close()
    assert findings(url) == []
