"""What is at hand of a house, and what is not: a request finds all that it needs."""

from collections.abc import Iterator
from itertools import count

import pytest
from sqlalchemy import update

import punto
from punto.audit.report import audit
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.house import (
    Act,
    Answer,
    BringShoe,
    BuyIn,
    CashOut,
    ConfirmTicket,
    DealOut,
    Done,
    OpenAccount,
    OpenTable,
)
from punto.house.request import What
from punto.ledger import Kind
from punto.refusal import Refusal
from punto.store import Database, HouseKey, Writer, schema, working_set
from punto.table import Found, Limit, Settings
from punto.table.command import ReportIrregularity
from punto.testing.actors import request_of
from tests.store.tamperer import Tamperer

KEY = HouseKey(bytes(range(32)))
LIMIT = Limit(minimum=1, maximum=1_000_000)
BOUGHT = 10_000


class Desk:
    """Asks a house, which can be opened again with nothing at hand."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.writer = Writer(Database(url), KEY)
        self._ids = count(1)
        settings = Settings(rulebook=punto.rulebook("zero-commission"), decks=8, limit=LIMIT, cut=0)
        self.done(OpenAccount("cage", Kind.CASH))
        self.done(OpenTable("zero", settings))
        for name in ("ann", "bob"):
            self.done(OpenAccount(name))
            self.done(BuyIn(name, BOUGHT))

    def ask(self, what: What, who: str = "desk", id_: str = "") -> Answer:
        return self.writer.ask(request_of(who, what, id_ or f"r{next(self._ids)}"))

    def done(self, what: What, who: str = "desk", id_: str = "") -> None:
        answer = self.ask(what, who, id_)
        assert isinstance(answer, Done), answer

    def hand(self, who: str) -> None:
        self.done(Act("zero", (BringShoe(), OpenBetting())))
        self.done(Act("zero", (PlaceWager(who, "player", 100),)), who)
        self.done(Act("zero", (CloseBetting(), DealOut())))

    def credits(self, who: str) -> int:
        account = self.writer.account(who)
        assert account is not None
        return account.available

    def reopen(self) -> None:
        self.writer.close()
        self.writer = Writer(Database(self.url), KEY)

    def findings(self) -> list[str]:
        with Database(self.url).reading() as connection:
            return [str(each) for each in audit(connection).findings]


@pytest.fixture
def desk(database_url: str) -> Iterator[Desk]:
    opened = Desk(database_url)
    yield opened
    opened.writer.close()


def test_a_ruling_reaches_those_who_played_long_ago_and_are_not_at_hand(desk: Desk) -> None:
    for who in ("ann", "ann", "bob"):
        desk.hand(who)
    desk.reopen()
    found = ReportIrregularity(found=Found.MALFUNCTION, who="sue", why="it froze", round=1)
    desk.done(Act("zero", (found,)))
    assert (desk.credits("ann"), desk.credits("bob")) == (BOUGHT, BOUGHT)
    desk.done(BuyIn("ann", 1))
    assert desk.credits("ann") == BOUGHT + 1
    assert desk.findings() == []


def test_a_ruling_that_moves_nothing_leaves_those_who_played_as_they_are_in_the_books(
    sqlite_url: str,
) -> None:
    desk = Desk(sqlite_url)
    before = -1
    while desk.credits("ann") != before:  # until a round of hers is a tie
        before = desk.credits("ann")
        desk.hand("ann")
    house_table = desk.writer.house_table("zero")
    assert house_table is not None
    desk.hand("bob")
    desk.reopen()
    found = ReportIrregularity(
        found=Found.MALFUNCTION, who="sue", why="it froze", round=house_table.table.rounds
    )
    desk.done(Act("zero", (found,)))
    desk.done(BuyIn("ann", 1))
    assert desk.credits("ann") == before + 1
    desk.writer.close()
    assert desk.findings() == []


def test_no_more_is_at_hand_than_there_is_room_for(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working_set, "MOST_ACCOUNTS", 20)
    monkeypatch.setattr(working_set, "_AT_ONCE", 2)
    desk = Desk(sqlite_url)
    for number in range(100):
        desk.done(OpenAccount(f"guest-{number}"))
    assert len(desk.writer.house.accounts) <= 20
    desk.done(BuyIn("guest-0", 5))
    assert desk.credits("guest-0") == 5
    desk.writer.close()
    assert desk.findings() == []


def test_a_changed_entry_that_decides_about_money_is_found_before_it_does(desk: Desk) -> None:
    desk.done(CashOut("ann"), "ann", "out")
    desk.reopen()
    journal = schema.journal
    with Database(desk.url).engine.begin() as connection:
        tamperer = Tamperer(connection)
        *_, last = tamperer.links("cage")
        body = (last.body or b"").replace(b'"amount":10000', b'"amount":1000')
        assert body != last.body
        here = (journal.c.chain == last.chain, journal.c.position == last.position)
        connection.execute(update(journal).where(*here).values(body=body))
    answer = desk.ask(ConfirmTicket("ann_out", printed=True), "ann")
    assert isinstance(answer, Refusal)
    assert answer.code == "books-damaged"
    assert "cage, entry" in answer.words
    desk.done(BuyIn("bob", 1))


def test_a_change_since_the_last_checkpoint_is_found_at_the_start(sqlite_url: str) -> None:
    desk = Desk(sqlite_url)
    desk.reopen()  # a checkpoint is signed
    desk.hand("ann")
    journal = schema.journal
    with Database(sqlite_url).engine.begin() as connection:
        tamperer = Tamperer(connection)
        second = tamperer.links("table/zero")[-2]
        here = (journal.c.chain == second.chain, journal.c.position == second.position)
        body = (second.body or b"").replace(b"100", b"900")
        connection.execute(update(journal).where(*here).values(body=body))
        connection.exec_driver_sql("DELETE FROM snapshots")
    crashed = desk.writer
    crashed._connection.close()
    crashed._right.release()
    with pytest.raises(punto.errors.Unverified, match="does not match its digest"):
        Writer(Database(sqlite_url), KEY)
