"""Who deals at a table with a dealer, and who does not judge it."""

from itertools import count

from msgspec.structs import replace

from punto.audit.report import audit
from punto.coup.command import CloseBetting, OpenBetting
from punto.house import (
    Act,
    BringShoe,
    DealOut,
    Done,
    EnrolStaff,
    LeaveTable,
    OpenTable,
    Request,
    TakeTable,
)
from punto.house.chain import table_chain
from punto.house.record import decode_table
from punto.house.request import RelieveDealer, TableAction
from punto.people import Actor, Role
from punto.refusal import Refusal
from punto.store import Database, HouseKey, Writer, reading
from punto.table import Found
from punto.table.command import Decide, ReportIrregularity
from punto.table.house_table import HouseTable
from punto.table.record import RequestRefused
from punto.table.settings import Driven
from tests.house.matrix import SETTINGS

KEY = HouseKey(bytes(range(32)))
MANAGER = Actor("mary", Role.MANAGER)
DORA, DAVE = Actor("dora", Role.DEALER), Actor("dave", Role.DEALER)
SUE = Actor("sue", Role.SUPERVISOR)
REPORT = ReportIrregularity(found=Found.MALFUNCTION, who="dora", why="the shoe jams")
VOID = Decide(void=True, who="sue", why="seen on camera")
IDS = count(1)


def opened(url: str) -> Writer:
    """Open a house with one table that a person deals, and one that nobody does."""
    writer = Writer(Database(url), KEY)
    dealt = replace(SETTINGS, driven=Driven.BY_DEALER)
    for table, settings in (("salon", dealt), ("tiger", SETTINGS)):
        assert isinstance(writer.ask(Request(MANAGER, OpenTable(table, settings))), Done)
    return writer


def ask(writer: Writer, actor: Actor, action: TableAction, table: str = "salon") -> str:
    """Do something at a table, and give what was answered, in a word."""
    answer = writer.ask(Request(actor, Act(table, (action,)), f"r{next(IDS)}"))
    assert isinstance(answer, Done | Refusal), answer
    return "done" if isinstance(answer, Done) else answer.code


def test_a_bad_shoe_is_taken_away_before_any_round(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    enrolment = EnrolStaff("dora", Role.DEALER, "a hash")
    assert isinstance(writer.ask(Request(MANAGER, enrolment, "dora")), Done)
    bad = ReportIrregularity(found=Found.FOREIGN_CARD, who="dora", why="blue", new_shoe=True)
    for action in (TakeTable(), BringShoe(), bad, BringShoe(), OpenBetting(), CloseBetting()):
        assert ask(writer, DORA, action) == "done", action
    assert (house_table_of(writer).table.shoes, house_table_of(writer).table.rounds) == (2, 1)
    writer.close()
    with writer.database.reading() as connection:
        assert audit(connection).findings == ()


def house_table_of(writer: Writer) -> HouseTable:
    house_table = writer.house_table("salon")
    assert house_table is not None
    return house_table


def refused_on_record(writer: Writer) -> list[tuple[str, str]]:
    """Read which codes were given to whom."""
    with writer.database.reading() as connection:
        bodies = [link.body for link in reading.links(connection, table_chain("salon"))]
    records = [decode_table(body or b"") for body in bodies]
    events = [event for record in records for event in record.events]
    return [(event.who, event.code) for event in events if isinstance(event, RequestRefused)]


def test_only_whoever_has_taken_the_table_deals_there(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    house = Actor("house", Role.HOUSE)
    assert ask(writer, DORA, BringShoe()) == "not-at-table"
    assert ask(writer, house, BringShoe()) == "not-at-table"
    assert ask(writer, DORA, TakeTable()) == "done"
    assert ask(writer, DORA, TakeTable()) == "at-table-already"
    assert ask(writer, DORA, BringShoe()) == "done"
    assert ask(writer, DAVE, OpenBetting()) == "not-at-table"
    assert ask(writer, DAVE, LeaveTable()) == "not-at-table"
    assert ask(writer, DORA, OpenBetting()) == "done"
    assert ask(writer, DORA, LeaveTable()) == "round-in-play"
    assert refused_on_record(writer) == [
        *(("dora", "not-at-table"), ("house", "not-at-table")),
        *(("dave", "not-at-table"), ("dave", "not-at-table")),
    ]
    writer.close()


def test_nobody_takes_a_table_that_is_not_dealt_by_hand(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    assert ask(writer, DORA, TakeTable(), "tiger") == "no-dealer-wanted"
    assert ask(writer, DORA, BringShoe(), "tiger") == "done", "as it always was"
    writer.close()


def test_all_who_dealt_a_round_are_known_and_none_of_them_decides_about_it(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    for actor, action in (
        (DAVE, TakeTable()),
        (DAVE, BringShoe()),
        (DAVE, LeaveTable()),
        (DORA, TakeTable()),
        (DORA, OpenBetting()),
        (DAVE, TakeTable()),
        (DAVE, CloseBetting()),
    ):
        assert ask(writer, actor, action) == "done", (actor, action)
    house_table = house_table_of(writer)
    assert (house_table.dealer, house_table.dealt_by) == ("dave", ("dora", "dave"))
    assert ask(writer, DAVE, REPORT) == "done"
    for name in ("dora", "dave"):
        assert ask(writer, Actor(name, Role.SUPERVISOR), VOID) == "dealt-by-you"
    assert ask(writer, SUE, VOID) == "done"
    kept = house_table_of(writer)
    writer.close()
    again = Writer(Database(sqlite_url), KEY)
    assert (house_table_of(again).dealer, house_table_of(again).dealt_by) == (
        kept.dealer,
        kept.dealt_by,
    )
    again.close()


def test_nobody_is_named_as_the_judge_of_his_own_deal_whoever_asks(sqlite_url: str) -> None:
    """The owner of the house asks as its attendant, and names whoever answers for it."""
    writer = opened(sqlite_url)
    owner = Actor("attendant", Role.MANAGER)
    stands = replace(VOID, void=False)
    for actor, action in (
        (DORA, TakeTable()),
        (DORA, BringShoe()),
        (DORA, OpenBetting()),
        (DORA, CloseBetting()),
        (DORA, REPORT),
        (owner, stands),
        (DORA, DealOut()),
        (DAVE, TakeTable()),
        (DAVE, OpenBetting()),
        (DAVE, replace(REPORT, round=1)),
    ):
        if action is stands:
            assert ask(writer, owner, replace(stands, who="dora")) == "dealt-by-you"
        assert ask(writer, actor, action) == "done", (actor, action)
    assert house_table_of(writer).table.undecided == 1, "the round before the one in play"
    assert ask(writer, owner, replace(stands, who="dora")) == "dealt-by-you"
    kept = house_table_of(writer)
    writer.close()
    again = Writer(Database(sqlite_url), KEY)
    assert (kept.dealt_by, kept.dealt_before) == (("dave",), ("dora",))
    assert (house_table_of(again).dealt_by, house_table_of(again).dealt_before) == (
        ("dave",),
        ("dora",),
    )
    assert ask(again, owner, replace(stands, who="dave")) == "done", "he has not dealt that one"
    assert refused_on_record(again) == [("dora", "dealt-by-you")] * 2
    again.close()


def test_the_next_round_begins_with_whoever_deals_it(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    for actor, action in (
        (DORA, TakeTable()),
        (DORA, BringShoe()),
        (DORA, OpenBetting()),
        (DORA, REPORT),
        (SUE, VOID),
        (DORA, LeaveTable()),
    ):
        assert ask(writer, actor, action) == "done", (actor, action)
    assert (house_table_of(writer).dealer, house_table_of(writer).dealt_by) == ("", ("dora",))
    assert ask(writer, DAVE, TakeTable()) == "done"
    assert ask(writer, DAVE, OpenBetting()) == "done"
    assert house_table_of(writer).dealt_by == ("dave",)
    writer.close()


def test_a_supervisor_frees_a_table_of_its_dealer(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    relieve = RelieveDealer("sue", "he fell ill")
    assert ask(writer, SUE, relieve) == "not-at-table", "nobody deals there"
    for action in (TakeTable(), BringShoe(), OpenBetting()):
        assert ask(writer, DORA, action) == "done"
    assert ask(writer, DAVE, relieve) == "not-permitted"
    assert ask(writer, SUE, RelieveDealer("sue", "")) == "who-and-why-wanted"
    assert ask(writer, SUE, relieve) == "done"
    assert (house_table_of(writer).dealer, house_table_of(writer).dealt_by) == ("", ("dora",))
    assert ask(writer, DORA, CloseBetting()) == "not-at-table"
    assert ask(writer, DAVE, TakeTable()) == "done"
    assert house_table_of(writer).dealt_by == ("dora", "dave")
    writer.close()
