"""Shifts: counted at a table or a till, on record once, and held against what the books say."""

from itertools import count

import pytest
from msgspec.structs import replace
from sqlalchemy import insert, update

from punto.audit.report import audit
from punto.coup.command import OpenBetting
from punto.house import (
    BuyIn,
    CloseShift,
    Done,
    EnrolStaff,
    LayChips,
    MoveFloat,
    OpenAccount,
    OpenShift,
    PayCredits,
    Request,
    RevokeStaff,
)
from punto.house.chain import SHIFTS, Link, linked
from punto.house.record import ShiftRecord, decode_shift, encode
from punto.house.request import Act, What
from punto.house.shift import Count, Shift
from punto.office.gaming_day import GamingDay
from punto.office.shift_book import ShiftBook, ShiftSums, ToldShift
from punto.people import Actor, Role
from punto.refusal import Refusal
from punto.server.shift_report import shift_info, shift_row
from punto.store import Database, Writer, reading, schema
from punto.table.record import FloatMove
from tests.house.test_chips import BANKER_WINS, KEY, MANAGER, deal, done, opened
from tests.store.tamperer import Tamperer

SUE, CASS = Actor("sue", Role.SUPERVISOR), Actor("cass", Role.CAGE)
FELT, TILL = "table/salon", "till/cass"
EVER = GamingDay("ever", 0, 2**62)
IDS = count(1)


def asked(writer: Writer, what: What, actor: Actor, id_: str = "") -> str:
    """Ask for something, and give what was answered, in a word."""
    answer = writer.ask(Request(actor, what, id_ or f"s{next(IDS)}"))
    assert isinstance(answer, Done | Refusal), answer
    return "done" if isinstance(answer, Done) else answer.code


def begin(place: str, counted: int, who: str = "sue", note: str = "") -> OpenShift:
    """Begin a shift."""
    return OpenShift(place=place, counted=counted, who=who, note=note)


def end(place: str, counted: int, who: str = "sue", note: str = "") -> CloseShift:
    """End a shift."""
    return CloseShift(place=place, counted=counted, who=who, note=note)


def floated(writer: Writer, move: FloatMove, amount: int) -> None:
    """Put a fill, a credit or the drop on record."""
    moved = MoveFloat(move=move, amount=amount, who="sue", why="slip")
    assert asked(writer, Act("salon", (moved,)), SUE) == "done"


def staffed(url: str) -> Writer:
    """Open the table that Dora deals, with Cass at the cage."""
    writer = opened(url)
    assert asked(writer, EnrolStaff("cass", Role.CAGE, "a hash"), MANAGER) == "done"
    assert asked(writer, OpenAccount("ann"), MANAGER) == "done"
    return writer


def told(url: str) -> list[ToldShift]:
    """Tell all shifts that there ever were."""
    with Database(url).reading() as connection:
        assert audit(connection).findings == ()
        return ShiftBook().of_day(connection, EVER)


def test_a_table_is_short_by_what_its_chips_do_not_account_for(database_url: str) -> None:
    writer = staffed(database_url)
    floated(writer, FloatMove.FILL, 7_000)  # of the shift before, which nobody has opened
    assert asked(writer, begin(FELT, 7_000), SUE, "first") == "done"
    assert asked(writer, begin(FELT, 7_000), SUE, "first") == "done", "once, however often asked"
    floated(writer, FloatMove.FILL, 500)
    floated(writer, FloatMove.CREDIT, 200)
    floated(writer, FloatMove.DROP, 1_000)
    done(writer, LayChips(3, "player", 300), LayChips(4, "banker", 100))
    for what in (begin(FELT, 1), end(FELT, 1)):
        assert asked(writer, what, SUE) == "round-in-play", "chips on the felt are in no float"
    deal(writer, BANKER_WINS)
    writer.close()
    writer = Writer(Database(database_url), KEY)  # a shift outlives the house that opened it
    assert asked(writer, end(FELT, 6_470, note="one plaque missing"), MANAGER) == "done"
    assert asked(writer, begin(FELT, 6_475), SUE) == "done"
    done(writer, OpenBetting())
    writer.close()
    first, second = told(database_url)
    assert first.sums is not None
    assert first.sums[:4] == (500, 200, 1_000, 300 - 100)
    assert first.sums.takings[:4] == (1, 0, 400, 200)
    assert (first.expected, first.over) == (7_000 + 500 - 200 - 1_000 + 200, -30)
    assert (second.shift.number, second.shift.handed_over) == (2, 6_470)
    assert (second.expected, second.over) == (6_475, None)
    closed = first.shift.closed
    assert closed is not None
    assert (closed.who, closed.note) == ("sue", "one plaque missing")
    line = shift_row(shift_info(first))
    assert line[0] == "table/salon 1"
    assert line[2:10] == ("sue", "7000", "", "500", "200", "1000", "200", "6500")
    assert line[11:] == ("sue", "6470", "-30")
    assert shift_row(shift_info(second._replace(sums=None)))[5:] == ("",) * 9


def test_a_till_is_whose_it_is_and_only_his_money_counts(sqlite_url: str) -> None:
    writer = staffed(sqlite_url)
    assert asked(writer, begin(TILL, 2_000, "cass"), CASS) == "done"
    assert asked(writer, BuyIn("ann", 900), CASS) == "done"
    assert asked(writer, BuyIn("ann", 400), MANAGER) == "done"
    assert asked(writer, PayCredits("ann", 250), CASS) == "done"
    assert asked(writer, RevokeStaff("cass", "gone home"), MANAGER) == "done"
    assert asked(writer, end(TILL, 2_700, "mary"), MANAGER) == "done"
    assert asked(writer, begin(TILL, 1, "mary"), MANAGER) == "no-such-person"
    writer.close()
    (shift,) = told(sqlite_url)
    assert shift.sums is not None
    assert (shift.sums.brought, shift.sums.taken) == (900, 250)
    assert (shift.expected, shift.over) == (2_650, 50)


def test_what_cannot_be_a_shift_is_refused(sqlite_url: str) -> None:
    writer = staffed(sqlite_url)
    refusals: list[tuple[What, Actor, str]] = [
        (end(FELT, 1), SUE, "no-shift"),
        (begin("table/nowhere", 1), SUE, "no-such-table"),
        (begin("nowhere", 1), SUE, "no-such-person"),
        (begin("till/dora", 1), MANAGER, "no-such-person"),
        (begin("till/nobody", 1), MANAGER, "no-such-person"),
        (begin(FELT, -1), SUE, "request-malformed"),
        (begin(FELT, 10**19), SUE, "request-malformed"),
        (begin(FELT, 1, who=""), SUE, "who-and-why-wanted"),
        (begin(FELT, 1, note="\x1b"), SUE, "who-and-why-wanted"),
        (begin(TILL, 1), SUE, "not-permitted"),
        (begin(FELT, 1), CASS, "not-permitted"),
    ]
    for what, actor, code in refusals:
        assert asked(writer, what, actor) == code, what
    without_id = writer.ask(Request(SUE, begin(FELT, 1)))
    assert isinstance(without_id, Refusal)
    assert without_id.code == "id-wanted"
    assert asked(writer, begin(FELT, 1), SUE) == "done"
    assert asked(writer, begin(FELT, 1), SUE) == "shift-open"
    writer.close()
    assert len(told(sqlite_url)) == 1


COUNT = Count(amount=5, who="sue", at_ms=0, after=1)
LAST = Shift(place=FELT, number=1, opened=COUNT, closed=COUNT)


@pytest.mark.parametrize(
    ("record", "finding"),
    [
        (ShiftRecord("cass", "cage", replace(LAST, closed=None)), "had no right to open or close"),
        (ShiftRecord("sue", "supervisor", replace(LAST, number=3, closed=None)), "not follow"),
        (ShiftRecord("sue", "supervisor", replace(LAST, place="table/x")), "no shift was open"),
        (ShiftRecord("sue", "supervisor", LAST), "was opened otherwise"),
        (
            ShiftRecord("sue", "supervisor", replace(LAST, opened=replace(COUNT, after=9))),
            "closed before it was opened",
        ),
        (ShiftRecord("sue", "supervisor", replace(LAST, closed=None)), "was never closed"),
        (
            ShiftRecord("sue", "supervisor", replace(LAST, closed=replace(COUNT, at_ms=7))),
            "of another time",
        ),
        (
            ShiftRecord("sue", "supervisor", replace(LAST, closed=replace(COUNT, after=10**6))),
            "which is not there",
        ),
        (None, "cannot be read"),
    ],
)
def test_the_audit_finds_a_shift_that_cannot_have_been(
    sqlite_url: str, record: ShiftRecord | None, finding: str
) -> None:
    writer = staffed(sqlite_url)
    assert asked(writer, begin(FELT, 5), SUE) == "done"
    writer.close()
    body = b"{}" if record is None else encode(record)
    with Database(sqlite_url).reading() as connection:
        head = reading.heads(connection, [SHIFTS])[SHIFTS]
        link: Link = linked(head, SHIFTS, 0, None, body)
        connection.execute(insert(schema.journal).values(link._asdict()))
        moved = {"position": link.position, "hash": link.hash}
        connection.execute(update(schema.heads).where(schema.heads.c.chain == SHIFTS).values(moved))
        found = audit(connection).findings
        book = ShiftBook()
        book.of_day(connection, EVER)
        connection.rollback()
    assert any(finding in each.what for each in found), found
    assert (SHIFTS in book.damaged) == (record is None)


def test_an_entry_holds_all_that_is_known_of_its_shift(sqlite_url: str) -> None:
    writer = staffed(sqlite_url)
    for number in range(3):
        assert asked(writer, begin(FELT, number), SUE) == "done"
        assert asked(writer, end(FELT, number + 1), SUE) == "done"
    writer.close()
    with Database(sqlite_url).reading() as connection:
        links = list(reading.links(connection, SHIFTS))
        book = ShiftBook()
        once, again = book.of_day(connection, EVER), book.of_day(connection, EVER)
        assert book.of_day(connection, GamingDay("before", 0, 1)) == []
    shifts = [decode_shift(link.body or b"").shift for link in links[1::2]]
    assert [each.shift for each in once] == shifts
    assert once == again
    assert [each.handed_over for each in shifts] == [None, 1, 2]


def test_a_shift_whose_entries_cannot_be_read_has_no_sums_and_others_have(sqlite_url: str) -> None:
    writer = staffed(sqlite_url)
    assert asked(writer, begin(TILL, 2_000, "cass"), CASS) == "done"
    assert asked(writer, begin(FELT, 7_000), SUE) == "done"
    floated(writer, FloatMove.FILL, 500)
    writer.close()
    journal, book = schema.journal.c, ShiftBook()
    with Database(sqlite_url).engine.begin() as connection:
        Tamperer(connection)
        last = reading.heads(connection, [FELT])[FELT].position
        here = (journal.chain == FELT, journal.position == last)
        connection.execute(update(schema.journal).where(*here).values(body=b"{"))
        till, felt = book.of_day(connection, EVER)
    assert (till.expected, felt.sums) == (2_000, None)
    assert set(book.damaged) == {FELT}


def test_a_shift_that_goes_on_is_read_on(sqlite_url: str) -> None:
    """Each look reads what came since the last: a shift may be open for months."""
    writer, book = staffed(sqlite_url), ShiftBook()
    assert asked(writer, begin(FELT, 7_000), SUE) == "done"
    seen: list[ShiftSums | None] = []
    for step in (500, 300):
        floated(writer, FloatMove.FILL, step)
        with Database(sqlite_url).reading() as connection:
            seen += [told.sums for told in book.of_day(connection, EVER)]
    assert asked(writer, end(FELT, 7_800), SUE) == "done"
    writer.close()
    with Database(sqlite_url).engine.begin() as connection:
        Tamperer(connection)
        connection.execute(update(schema.journal).values(body=b"{"))
        (told,) = book.of_day(connection, EVER)
    assert [each and each.brought for each in seen] == [500, 800]
    assert told.sums is not None, "what was read before is not read again"
    assert told.sums.brought == 800
