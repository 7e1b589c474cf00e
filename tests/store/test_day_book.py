"""The book of a gaming day: what the ledger says, by the rules of then, however the clock ran."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import isclose
from typing import Final

from msgspec.structs import replace
from sqlalchemy import update

import punto
from punto.cards import Composition
from punto.coup.event import (
    Bet,
    BettingOpened,
    CardsReconstructed,
    RoundVoided,
    WagersCollected,
    WagersPaid,
)
from punto.exact import joint
from punto.house import CloseTable
from punto.house.chain import EMPTY, Link, linked
from punto.house.record import TableRecord, encode
from punto.ledger import Kind
from punto.office.course import MOST, Course
from punto.office.day_book import DayBook
from punto.office.gaming_day import day_named
from punto.office.irregularities import Irregularities
from punto.office.significant import significant
from punto.office.takings import TableTakings, Takings
from punto.office.theory import Theory
from punto.store import Database, reading, schema
from punto.table.record import Recorded
from tests.store.played_house import Play
from tests.store.tamperer import Tamperer

DAY_MS: Final = 24 * 3_600_000
FIRST: Final = day_named("2026-03-14", 6)
THEORY: Final = Theory()


class Clock:
    """A clock that a test puts where it wants it; a little passes whenever somebody looks."""

    def __init__(self) -> None:
        self.now_ms = FIRST.begins_ms + 3_600_000

    def __call__(self) -> int:
        self.now_ms += 10
        return self.now_ms


@contextmanager
def played(url: str) -> Iterator[tuple[Play, Clock]]:
    clock = Clock()
    play = Play(url, clock)
    try:
        play.open_accounts()
        yield play, clock
    finally:
        play.writer.close()


def book_of(url: str, day: str, known: DayBook | None = None) -> DayBook:
    book = known or DayBook(day_named(day, 6), THEORY)
    with Database(url).reading() as connection:
        book.read_on(connection)
    return book


def won(url: str) -> int:
    with Database(url).reading() as connection:
        accounts = reading.accounts(connection).values()
    return sum(each.balance for each in accounts if each.kind is Kind.HOUSE)


# --- rounds -------------------------------------------------------------------------------------


def bet(who: str, net: int) -> Bet:
    return Bet(who, "player", 1_000, "", None, 1_000 + net, net, None)


def folded(*events: Recorded) -> TableTakings:
    takings, head = TableTakings(THEORY, None), EMPTY
    for event in events:
        link: Link = linked(head, "table/x", 5, None, encode(TableRecord("house", (event,))))
        takings.add(link)
        head = link.head
    return takings


def test_losers_of_a_round_that_was_put_right_are_collected_once() -> None:
    won_back = CardsReconstructed(("C2",), (), "sue", "a card too many")
    takings = folded(
        BettingOpened(1, "x", training=False),
        WagersCollected((bet("ann", -1_000),)),
        won_back,
        WagersCollected((bet("bob", -1_000),)),
        WagersPaid((bet("ann", 1_000),)),
    )
    assert (takings.sums.turnover, takings.sums.win, takings.sums.rounds) == (2_000, 0, 1)


def test_neither_rounds_nor_voids_of_training_count() -> None:
    void = RoundVoided("malfunction", None, "sue", "why", after_payment=False, bets=())
    assert folded(BettingOpened(1, "x", training=True), void).sums == Takings()
    assert folded(BettingOpened(1, "x", training=False), void).sums == Takings(voids=1)


def test_the_course_of_a_day_has_few_places_and_ends_with_its_sums() -> None:
    course, sums = Course(), Takings()
    for number in range(1, 1_001):
        by = Takings(rounds=1, turnover=number, win=number % 7 - 3, mean=0.5, variance=1.0)
        course.add(by)
        sums = sums.plus(by)
        assert len(course.points) <= MOST + 1
    course.add(Takings(win=-40))
    points = course.points
    assert points[-1].sums.win == sums.win - 40
    assert points[-1].rounds == 1_000
    assert len(points) > MOST // 2
    assert [each.rounds for each in points] == sorted({each.rounds for each in points})


# --- the rules of then --------------------------------------------------------------------------


def test_a_day_is_counted_by_the_rulebook_that_was_played_then(database_url: str) -> None:
    with played(database_url) as (play, clock):
        play.open_table("x", "zero-commission")
        clock.now_ms += DAY_MS
        play.round("x")
        clock.now_ms += DAY_MS
        play.ask(CloseTable("x", "another game"))
        play.open_table("x", "mbs-tiger")
        play.round("x")
    edges = {}
    for name in ("zero-commission", "mbs-tiger"):
        rulebook = punto.rulebook(name)
        odds = joint(rulebook, Composition.of_decks(rulebook.deck, rulebook.shoe.default_decks))
        stakes = {"player": 100, "banker": 100, "tie": 20}
        edges[name] = -sum((odds.mean(w) * stake for w, stake in stakes.items()), Fraction(0))
    for day, name in (("2026-03-15", "zero-commission"), ("2026-03-16", "mbs-tiger")):
        took = book_of(database_url, day).of_tables(["x"], 0)
        assert (took.rounds, took.turnover) == (1, 220)
        assert isclose(took.mean, float(edges[name]))


def test_theory_tells_rulebooks_of_one_name_apart_and_has_none_for_a_wager_of_neither() -> None:
    whole = punto.rulebook("zero-commission")
    part = replace(whole, wagers=whole.wagers[:1])
    assert part.key == whole.key
    first, last = whole.wagers[0].id, whole.wagers[-1].id
    both = {first: 100, last: 100, "nothing": 100}
    assert THEORY.game(part, 8).expected(both) == THEORY.game(part, 8).expected({first: 100})
    assert THEORY.game(whole, 8).expected(both) != THEORY.game(part, 8).expected(both)


def test_own_tables_are_one_game_whatever_the_configuration_says_now(sqlite_url: str) -> None:
    with played(sqlite_url) as (play, _):
        play.open_table("gone-ann", "zero-commission", owner="ann")
    book = book_of(sqlite_url, FIRST.name)
    assert [book.lobby_name(table) for table in book.tables] == ["gone"]


# --- clocks -------------------------------------------------------------------------------------


def test_a_clock_that_once_ran_ahead_does_not_end_the_day(sqlite_url: str) -> None:
    with played(sqlite_url) as (play, clock):
        play.open_table("x", "zero-commission")
        play.round("x")
        book = book_of(sqlite_url, FIRST.name)
        clock.now_ms += 3 * DAY_MS
        play.round("x")
        clock.now_ms -= 3 * DAY_MS
        play.round("x")
        assert book_of(sqlite_url, FIRST.name, book).of_tables(["x"], 0).rounds == 3
        clock.now_ms += DAY_MS
        play.round("x")
    assert book_of(sqlite_url, FIRST.name).of_tables(["x"], 0).rounds == 3
    assert book_of(sqlite_url, "2026-03-15").of_tables(["x"], 0).rounds == 1
    assert book_of(sqlite_url, "2026-03-17").of_tables(["x"], 0).rounds == 0
    days = (FIRST.name, "2026-03-15")
    assert sum(book_of(sqlite_url, day).of_tables(["x"], 0).win for day in days) == won(sqlite_url)


def test_rounds_an_hour_are_not_told_before_ten_minutes_of_the_day(sqlite_url: str) -> None:
    with played(sqlite_url) as (play, clock):
        clock.now_ms = FIRST.begins_ms + 60_000
        play.open_table("x", "zero-commission")
        for _ in range(4):
            play.round("x")
    book = book_of(sqlite_url, FIRST.name)
    for minutes, expected in ((9, None), (20, 12), (60, 4), (90, 0)):
        assert book.of_tables(["x"], FIRST.begins_ms + minutes * 60_000).an_hour == expected


# --- corrections and damage ---------------------------------------------------------------------


def test_the_course_ends_with_the_win_of_the_day_also_after_a_void(sqlite_url: str) -> None:
    with played(sqlite_url) as (play, _):
        play.open_table("zero", "zero-commission")
        for _ in range(3):
            play.round("zero")
        play.void_a_paid_round("zero")
    book = book_of(sqlite_url, FIRST.name)
    took = book.of_tables(["zero"], 0)
    assert took.win == won(sqlite_url) == book.course.points[-1].sums.win
    assert took.voids == 1


def test_an_entry_that_cannot_be_read_takes_its_table_out_and_nothing_else(sqlite_url: str) -> None:
    with played(sqlite_url) as (play, _):
        for table in ("x", "y"):
            play.open_table(table, "zero-commission")
            play.round(table)
        book = book_of(sqlite_url, FIRST.name)
        play.void_a_paid_round("x")
        play.void_a_paid_round("y")
    journal = schema.journal
    with Database(sqlite_url).engine.begin() as connection:
        Tamperer(connection)
        for chain, position in (("table/x", 5), ("cage", 2)):
            here = (journal.c.chain == chain, journal.c.position == position)
            connection.execute(update(journal).where(*here).values(body=b"{"))
    read_on, fresh = book_of(sqlite_url, FIRST.name, book), book_of(sqlite_url, FIRST.name)
    assert read_on.damaged == {}
    assert set(fresh.damaged) == {"table/x", "cage"}
    assert fresh.tables == ("y",)
    assert fresh.course.points[-1].sums.win == fresh.of_tables(["y"], 0).win
    with Database(sqlite_url).reading() as connection:
        told, _ = significant(connection, None, 1_000)
        ruled = Irregularities().read_on(connection, FIRST.ends_ms)
    assert {each.chain for each in told if "cannot be read" in each.what} == {"table/x", "cage"}
    assert {each.table for each in ruled} == {"x", "y"}


def test_a_table_that_is_damaged_while_the_day_goes_on_leaves_the_course(sqlite_url: str) -> None:
    with played(sqlite_url) as (play, _):
        for table in ("x", "y"):
            play.open_table(table, "zero-commission")
            play.round(table)
        book = book_of(sqlite_url, FIRST.name)
        play.round("x")
        play.round("y")
    journal = schema.journal
    with Database(sqlite_url).engine.begin() as connection:
        Tamperer(connection)
        last = (journal.c.chain == "table/x", journal.c.body.is_not(None), journal.c.position > 6)
        connection.execute(update(journal).where(*last).values(body=b"{"))
    book_of(sqlite_url, FIRST.name, book)
    assert set(book.damaged) == {"table/x"}
    took = book.of_tables(book.tables, 0)
    last_point = book.course.points[-1].sums
    assert (last_point.win, last_point.turnover) == (took.win, took.turnover)
