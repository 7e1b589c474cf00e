"""A round is found by the landmarks of its table: the same as by reading all, at its own cost."""

import sqlite3
from collections.abc import Callable
from typing import cast

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, update

from punto.audit.report import audit
from punto.coup.event import BettingOpened
from punto.errors import WrongInput
from punto.house import BuyIn, CloseTable
from punto.house.canonical import canonical
from punto.house.chain import Link, table_chain
from punto.house.forward import NOTHING_DROPPED
from punto.house.record import decode_table, encode
from punto.office.day_book import DayBook
from punto.office.gaming_day import GamingDay, gaming_day
from punto.office.theory import Theory
from punto.replay.balance_history import Untold, balances_around
from punto.replay.chronicle import chronicle
from punto.replay.landmark_search import LandmarkSearch
from punto.replay.story import story_of
from punto.replay.whole_search import whole_search
from punto.store import Database, reading, schema
from punto.table.landmarks import Landmarks
from tests.store.played_house import KEY, TABLES, Play, played
from tests.store.tamperer import tampering
from tests.store.test_voided_plays import House


def found(connection: Connection, table: str, number: int) -> None:
    """Find a round in both ways, and want the same."""
    quick = LandmarkSearch(connection, table_chain(table), number, 0)
    slow = whole_search(connection, table, number, NOTHING_DROPPED)
    for name in ("entries", "dealing", "breaks"):
        assert getattr(quick, name) == getattr(slow, name), (table, number, name)
    assert canonical(quick.settings) == canonical(slow.settings), (table, number)
    assert set(quick.context.values()) == set(slow.context.values()), (table, number)


def test_every_round_of_a_house_is_found_as_by_reading_all_of_it(database_url: str) -> None:
    played(database_url)
    with Database(database_url).reading() as connection:
        for table in TABLES:
            last = sum(
                isinstance(event, BettingOpened)
                for link in reading.links(connection, table_chain(table))
                for event in decode_table(link.body or b"").events
            )
            assert last > 4
            for number in range(1, last + 1):
                found(connection, table, number)


def test_what_is_ruled_long_after_a_round_is_told_with_it(sqlite_url: str) -> None:
    house = House(sqlite_url)
    for _ in range(6):
        house.hand()
    house.report(5)
    for _ in range(70):
        house.hand()
    house.report(40)
    house.hand()
    house.writer.close()
    with Database(sqlite_url).reading() as connection:
        for number in (1, 4, 5, 6, 7, 39, 40, 41, 76, 77):
            found(connection, "zero", number)
        told = story_of(chronicle(connection, "zero-41"))
        assert told.void is not None
        assert audit(connection).findings == ()


def test_what_bettors_had_is_told_back_from_what_they_have(database_url: str) -> None:
    play = Play(database_url)
    play.open_accounts()
    play.open_table("tiger", "mbs-tiger")
    for number in range(4):
        play.round("tiger")
        play.ask(BuyIn("ann", 100 + number))
    play.writer.close()
    with Database(database_url).reading() as connection:
        for number in range(1, 5):
            added_up = chronicle(connection, f"tiger-{number}")
            bettors = [each.account for each in added_up.balances]
            assert bettors
            told = balances_around(connection, added_up.entries, bettors, KEY)
            assert told == added_up.balances, number
            assert chronicle(connection, f"tiger-{number}", KEY).balances == told
        last = chronicle(connection, "tiger-4").entries
        with pytest.raises(Untold):
            balances_around(connection, last, ["nobody"], KEY)
    with tampering(database_url) as tamperer:
        accounts = schema.accounts
        more = {"credits_posted": accounts.c.credits_posted + 1}
        tamperer.connection.execute(update(accounts).where(accounts.c.id == "ann").values(more))
    with Database(database_url).reading() as connection, pytest.raises(Untold):
        balances_around(connection, last, ["ann"], KEY)


def test_what_somebody_had_who_owes_is_added_up(sqlite_url: str) -> None:
    played(sqlite_url)
    with Database(sqlite_url).reading() as connection:
        for table in TABLES:
            plain, quick = (chronicle(connection, f"{table}-4", key) for key in (None, KEY))
            assert plain.balances == quick.balances != ()


def steps(connection: Connection, look: Callable[[], object]) -> int:
    """Count the hundreds of steps that the database takes."""
    taken = 0

    def step() -> int:
        nonlocal taken
        taken += 1
        return 0

    raw = cast("sqlite3.Connection", connection.connection.driver_connection)
    raw.set_progress_handler(step, 100)
    look()
    raw.set_progress_handler(None, 100)
    return taken


def test_a_dispute_and_a_first_look_at_a_day_cost_the_same_at_an_old_table(sqlite_url: str) -> None:
    """The table is ten times as old at the second look, and a first look at its day is a first."""
    now = [1_700_000_000_000]

    def tick() -> int:
        now[0] += 1
        return now[0]

    play = Play(sqlite_url, tick)
    play.open_accounts()
    play.open_table("tiger", "mbs-tiger")
    costs = []
    for rounds in (24, 240):
        for _ in range(rounds):
            play.round("tiger")
        now[0] += 48 * 3_600_000
        play.round("tiger")
        day = gaming_day(now[0], 6)
        with Database(sqlite_url).reading() as connection:
            costs.append((told_round(connection), first_look(connection, day)))
    play.writer.close()
    (young_told, young_first), (old_told, old_first) = costs
    assert old_told < 2 * young_told, costs
    assert old_first < 2 * young_first, costs


def told_round(connection: Connection) -> int:
    """Count what it takes to tell a round."""
    return steps(connection, lambda: chronicle(connection, "tiger-9", with_balances=False))


def first_look(connection: Connection, day: GamingDay) -> int:
    """Count what a first look at a day takes in which one round was played."""
    book = DayBook(day, Theory())
    taken = steps(connection, lambda: book.read_on(connection))
    assert book.of_tables(book.tables, day.ends_ms).rounds == 1
    return taken


def test_a_dispute_over_an_opening_that_cannot_be_read_says_so(sqlite_url: str) -> None:
    play = Play(sqlite_url)
    play.open_accounts()
    play.open_table("tiger", "mbs-tiger")
    play.round("tiger")
    play.round("tiger")
    play.writer.close()

    def unreadable(link: Link) -> bytes:
        body = link.body or b""
        return body + b"}" if b'"type":"BettingOpened"' in body else body

    with tampering(sqlite_url) as tamperer:
        tamperer.forge("table/tiger", unreadable)
        with pytest.raises(WrongInput, match="an entry that cannot be read"):
            chronicle(tamperer.connection, "tiger-1")
        with pytest.raises(WrongInput, match="of older books"):
            chronicle(tamperer.connection, "tiger-1", by_landmarks=True)
        with pytest.raises(WrongInput, match="no round tiger-0"):
            chronicle(tamperer.connection, "tiger-0")


@pytest.mark.parametrize("name", Landmarks.__struct_fields__)
def test_the_audit_finds_a_landmark_that_leads_elsewhere(sqlite_url: str, name: str) -> None:
    play = Play(sqlite_url)
    play.open_accounts()
    play.open_table("tiger", "mbs-tiger")
    play.round("tiger")
    play.ask(CloseTable("tiger", "end of the day"))
    play.writer.close()

    def astray(link: Link) -> bytes:
        record = decode_table(link.body or b"")
        if record.landmarks is None or not isinstance(record.events[0], BettingOpened):
            return link.body or b""
        return encode(replace(record, landmarks=replace(record.landmarks, **{name: 77})))

    with tampering(sqlite_url) as tamperer:
        tamperer.forge("table/tiger", astray)
        findings = audit(tamperer.connection).findings
    assert any(f"it says that {name} is 77" in each.what for each in findings), findings
