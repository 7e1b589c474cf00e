"""What the office looks up costs what it finds, and is what the house has written."""

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from punto.errors import Unverified, WrongInput
from punto.house import (
    Act,
    CashOut,
    ChangePin,
    ConfirmTicket,
    Done,
    EnrolStaff,
    OpenTable,
    RedeemTicket,
    Request,
    RevokeStaff,
)
from punto.house.request import MoveFloat, What
from punto.office.day_book import DayBook
from punto.office.gaming_day import gaming_day
from punto.office.significant import significant
from punto.office.theory import Theory
from punto.office.ticket_life import find_ticket
from punto.people import Actor, Role
from punto.replay.chronicle import chronicle
from punto.server.day_report import day_report
from punto.store import Database, schema
from punto.table.record import FloatMove
from punto.table.settings import Driven
from tests.store.played_house import KEY, Play
from tests.store.tamperer import Tamperer


def test_a_ticket_is_found_by_its_name_and_only_as_the_house_has_written_it(
    database_url: str,
) -> None:
    play = Play(database_url)
    play.open_accounts()
    made = play.ask(CashOut("cy"), "cy")
    assert made.ticket is not None
    play.ask(ConfirmTicket(made.link.request or "", printed=True), "cy")
    play.ask(CashOut("ann"), "ann")
    play.ask(RedeemTicket(made.ticket, "bob"), "bob")
    play.writer.close()
    books = Database(database_url)
    with books.reading() as connection:
        found = find_ticket(connection, made.ticket, KEY)
    assert found is not None
    assert (found.state.value, found.account, found.amount) == ("redeemed", "cy", 100_000)
    assert [step.what for step in found.life] == ["cashed out", "printed", "redeemed"]
    accounts = schema.accounts
    with books.engine.begin() as connection:
        tickets = update(accounts).where(accounts.c.kind == "ticket")
        connection.execute(tickets.values(credits_posted=accounts.c.credits_posted + 1))
    with books.reading() as connection, pytest.raises(Unverified):
        find_ticket(connection, made.ticket, KEY)


def test_a_round_that_is_not_there_is_refused_before_the_journal_is_read(database_url: str) -> None:
    play = Play(database_url)
    play.open_accounts()
    play.open_table("tiger", "mbs-tiger")
    play.round("tiger")
    play.round("tiger")
    play.writer.close()
    journal = schema.journal
    with Database(database_url).engine.begin() as connection:
        Tamperer(connection)
        here = (journal.c.chain == "table/tiger", journal.c.position == 2)
        connection.execute(update(journal).where(*here).values(body=b"{"))
    with Database(database_url).reading() as connection:
        for name in ("tiger-3", "tiger-0"):
            with pytest.raises(WrongInput, match=f"there is no round {name}"):
                chronicle(connection, name)


def test_events_tell_fills_and_pins_apart_and_leave_out_whoever_only_plays(sqlite_url: str) -> None:
    mary = Actor("mary", Role.MANAGER)
    play = Play(sqlite_url)
    play.open_accounts()
    play.open_table("tiger", "mbs-tiger")
    house_table = play.writer.house_table("tiger")
    assert house_table is not None
    by_hand = replace(house_table.table.settings, driven=Driven.BY_DEALER)
    play.ask(OpenTable("salon", by_hand))
    play.open_table("zero-ann", "zero-commission", owner="ann")
    asked: tuple[What, ...] = (
        EnrolStaff("dora", Role.DEALER, "one"),
        ChangePin("dora", "two"),
        RevokeStaff("dora", "she moved"),
        Act("salon", (MoveFloat(move=FloatMove.FILL, amount=500, who="mary", why="slip 1"),)),
    )
    for number, what in enumerate(asked):
        assert isinstance(play.writer.ask(Request(mary, what, f"m{number}")), Done)
    play.writer.close()
    with Database(sqlite_url).reading() as connection:
        found, more = significant(connection, 10**12, 100)
    assert more is None
    told = [each.what for each in reversed(found) if each.who == "mary"]
    assert told == [
        "dora is dealer",
        "dora has another PIN",
        "dora is staff no longer: she moved",
        "fill of 500 by mary: slip 1",
    ]
    today = gaming_day(max(each.at_ms for each in found), 6)
    book = DayBook(today, Theory())
    with Database(sqlite_url).reading() as connection:
        book.read_on(connection)
    (floated,) = day_report(book, {"salon": ["salon"]}, (), 0).tables
    assert (floated.fills, floated.credits, floated.drop) == (500, 0, 0)
    opened = [each.chain for each in found if each.what.startswith("opened")]
    assert opened == ["table/salon", "table/tiger"]
