"""Old bodies are dropped, and nothing else: not inside the period, not what is still needed."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, update
from sqlalchemy.exc import DatabaseError

from punto.archive.backup import back_up, restore
from punto.audit.report import audit
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.errors import Unverified
from punto.house import (
    Answer,
    BringShoe,
    BuyIn,
    CashOut,
    CloseTable,
    ConfirmTicket,
    DealOut,
    Denied,
    Done,
    DropOld,
    RedeemTicket,
    Request,
    retention,
)
from punto.house.chain import Link, breaks
from punto.house.forward import decode_retention
from punto.house.record import decode_accounts
from punto.house.snapshot import snapshot_of
from punto.ledger import OpenAccount, Transfer
from punto.store import Database, Writer, reading, schema, url_of
from punto.store.tickets import tickets_of
from punto.store.writer import _Waiting
from punto.testing.actors import request_of
from tests.store.played_house import KEY, Play, entropy

DAY_MS = 86_400_000
YEAR = 366
"""A year and a day: the least that an entry is kept."""


class Years(Play):
    """A house whose days are ours to turn."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.now_ms = 1_600_000_000_000
        self._ids = count(1)
        self._entropy = entropy()
        self._open()

    def _open(self) -> None:
        self.writer = Writer(
            Database(self.url), KEY, clock=lambda: self.now_ms, entropy=self._entropy
        )

    def reopen(self) -> None:
        """Close and open, which leaves a snapshot."""
        self.writer.close()
        self._open()

    def wait(self, days: float) -> None:
        self.now_ms += int(days * DAY_MS)

    def begin(self) -> None:
        self.open_accounts()
        self.open_table("tiger", "mbs-tiger")

    def shoe(self) -> None:
        """Play a shoe to its end: the cut card lies after its first round or two."""
        self.round("tiger")
        while self.writer.house.floors["tiger"].table.shoe is not None:
            self.round("tiger")

    def drop(self, days: int = YEAR, request: str = "") -> Answer:
        return self.writer.ask(request_of("job", DropOld(days), request))

    def links(self) -> list[Link]:
        with Database(self.url).reading() as connection:
            heads = reading.heads(connection)
            return [link for chain in heads for link in reading.links(connection, chain)]

    def dropped(self) -> set[tuple[str, int]]:
        return {(link.chain, link.position) for link in self.links() if link.body is None}

    def state(self) -> Any:  # noqa: ANN401 – JSON is what it is
        """Give the house without the checkpoints, which closing adds to."""
        state = json.loads(snapshot_of(self.writer.house))
        state["heads"].pop("checkpoints", None)
        return state

    def require_whole(self) -> None:
        """Want chains that hold, an audit without findings, and the same house after a start."""
        with Database(self.url).reading() as connection:
            for chain, head in reading.heads(connection).items():
                assert not [*breaks(chain, reading.links(connection, chain), head)]
            assert audit(connection).findings == ()
        before = self.state()
        self.reopen()
        assert self.state() == before
        self.writer.close()
        self.lose_snapshots()
        self._open()
        assert self.state() == before

    def lose_snapshots(self) -> None:
        """Let all snapshots go but what was brought forward: that is enough to come back."""
        table = schema.snapshots
        with Database(self.url).engine.begin() as connection:
            connection.execute(delete(table).where(table.c.number > 0))


def denied(answer: Answer) -> str:
    assert isinstance(answer, Denied), answer
    return answer.code


def done(answer: Answer) -> Done:
    assert isinstance(answer, Done), answer
    return answer


@pytest.fixture
def house(database_url: str) -> Iterator[Years]:
    house = Years(database_url)
    yield house
    house.writer.close()


@pytest.fixture
def quick(sqlite_url: str) -> Iterator[Years]:
    house = Years(sqlite_url)
    yield house
    house.writer.close()


# --- what goes ----------------------------------------------------------------------------------


def test_old_bodies_go_and_all_that_they_came_to_stays(house: Years) -> None:
    house.begin()
    house.shoe()
    old = {(link.chain, link.position) for link in house.links()}
    before = house.state()
    house.wait(YEAR + 1)
    house.shoe()
    house.reopen()
    since = house.state()
    done(house.drop())
    assert house.dropped() == {(chain, at) for chain, at in old if chain != "checkpoints"}
    after = house.state()
    assert {**after, "heads": None} == {**since, "heads": None}
    assert before["accounts"] != after["accounts"]
    house.require_whole()
    house.shoe()
    house.require_whole()


def test_that_it_was_done_is_an_entry_of_the_journal(quick: Years) -> None:
    quick.begin()
    quick.reopen()
    quick.wait(400)
    link = done(quick.drop(days=380)).link
    assert (link.chain, link.position, link.at_ms) == ("retention", 1, quick.now_ms)
    record = decode_retention(link.body or b"")
    assert record.who == "job"
    assert record.before_ms == quick.now_ms - 380 * DAY_MS
    assert set(record.through.items()) == quick.dropped() - {
        (chain, at) for chain, last in record.through.items() for at in range(1, last)
    }


def test_what_was_brought_forward_is_carried_on_year_after_year(quick: Years) -> None:
    quick.begin()
    for _ in range(4):
        quick.shoe()
        quick.reopen()
        quick.reopen()  # both snapshots that are kept must reach so far
        quick.wait(YEAR + 1)
        done(quick.drop())
        assert denied(quick.drop()) == "nothing-old"
    quick.shoe()
    assert {link.position for link in quick.links() if link.chain == "retention"} == {1, 2, 3, 4}
    quick.require_whole()


def test_much_is_dropped_in_steps(
    quick: Years, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick.begin()
    for _ in range(6):
        quick.shoe()
    quick.reopen()
    path = tmp_path / "before.gz"
    back_up(Database(quick.url), path, KEY)
    quick.wait(YEAR + 1)
    monkeypatch.setattr(retention, "MOST_AT_ONCE", 5)
    steps = 0
    while isinstance(answer := quick.drop(), Done):
        steps += 1
        with Database(quick.url).reading() as connection:
            assert audit(connection).findings == ()
    assert answer == Denied("nothing-old", "nothing older than 366 days can be dropped")
    assert steps > 3
    monkeypatch.undo()
    restore(path, Database(url_of(tmp_path / "at-once")), KEY)
    other = Years(url_of(tmp_path / "at-once"))
    other.now_ms = quick.now_ms
    done(other.drop())
    assert other.dropped() == quick.dropped()
    other.writer.close()
    quick.require_whole()


# --- what stays ---------------------------------------------------------------------------------


@settings(max_examples=12)
@given(
    waits=st.lists(st.integers(-30, 300), min_size=1, max_size=6),
    period=st.integers(YEAR, 800),
)
def test_nothing_inside_the_period_is_ever_dropped(
    tmp_path_factory: pytest.TempPathFactory, waits: list[int], period: int
) -> None:
    house = Years(url_of(tmp_path_factory.mktemp("years")))
    house.begin()
    gone: set[tuple[str, int]] = set()
    for wait in waits:
        house.shoe()
        house.wait(wait)  # the clock of a machine may also go back
        house.reopen()
        house.drop(period)
        limit = house.now_ms - period * DAY_MS
        times = {(link.chain, link.position): link.at_ms for link in house.links()}
        assert all(times[place] < limit for place in house.dropped() - gone)
        gone = house.dropped()
    house.require_whole()
    house.writer.close()


def test_a_period_of_less_than_a_year_and_a_day_is_refused(quick: Years) -> None:
    quick.begin()
    quick.reopen()
    quick.wait(1000)
    for days in (365, 1, 0, -1):
        assert denied(quick.drop(days)) == "period-too-short"
    assert not quick.dropped()
    done(quick.drop(366))


def test_an_entry_is_kept_to_the_last_moment_of_its_period(quick: Years) -> None:
    quick.begin()
    quick.reopen()
    quick.now_ms += YEAR * DAY_MS
    assert denied(quick.drop()) == "nothing-old"
    quick.now_ms += 1
    done(quick.drop())


def test_without_a_snapshot_after_them_nothing_is_dropped(quick: Years) -> None:
    quick.begin()
    quick.shoe()
    quick.wait(YEAR + 1)
    assert denied(quick.drop()) == "nothing-old"
    quick.reopen()
    quick.lose_snapshots()
    assert denied(quick.drop()) == "nothing-old"
    assert not quick.dropped()


def test_a_snapshot_that_is_not_ours_counts_for_nothing(quick: Years) -> None:
    quick.begin()
    quick.reopen()
    table = schema.snapshots
    with Database(quick.url).engine.begin() as connection:
        connection.execute(update(table).values(authentication=bytes(32)))
    quick.wait(YEAR + 1)
    assert denied(quick.drop()) == "nothing-old"


def test_the_older_of_two_snapshots_must_still_be_enough(quick: Years) -> None:
    quick.begin()
    quick.reopen()
    first = {link.position for link in quick.links() if link.chain == "accounts"}
    quick.ask(BuyIn("ann", 5))
    quick.reopen()
    quick.wait(YEAR + 1)
    done(quick.drop())
    assert {at for chain, at in quick.dropped() if chain == "accounts"} == first


def test_a_round_that_is_not_over_is_kept_however_old_it_is(house: Years) -> None:
    house.begin()
    house.deal("tiger", BringShoe())
    house.deal("tiger", OpenBetting())
    house.bet("tiger", "ann", PlaceWager("ann", "player", 100))
    held = house.writer.house.head("accounts").position
    house.ask(BuyIn("bob", 5))
    house.reopen()
    house.wait(3 * YEAR)
    done(house.drop())
    # Through the opening of the table, and the last entry before the stake.
    assert house.dropped() == {("table/tiger", 1)} | {
        ("accounts", position) for position in range(1, held)
    }
    house.require_whole()
    house.deal("tiger", CloseBetting(), DealOut())
    house.require_whole()


def test_a_shoe_that_is_not_revealed_is_kept_from_its_opening(quick: Years) -> None:
    quick.begin()
    quick.shoe()
    whole = quick.writer.house.head("table/tiger").position
    quick.deal("tiger", BringShoe())
    quick.deal("tiger", OpenBetting())
    quick.deal("tiger", CloseBetting(), DealOut())
    assert quick.writer.house.floors["tiger"].unrevealed == 2
    quick.reopen()
    quick.wait(YEAR + 1)
    done(quick.drop())
    assert max(at for chain, at in quick.dropped() if chain == "table/tiger") == whole
    quick.require_whole()
    quick.ask(CloseTable("tiger", "end"))
    quick.require_whole()


def test_a_ticket_that_waits_for_its_printer_is_kept(house: Years) -> None:
    house.begin()
    waiting = house.ask(CashOut("ann"), "ann").link
    house.ask(BuyIn("bob", 5))
    house.reopen()
    house.wait(2 * YEAR)
    done(house.drop())
    assert {at for chain, at in house.dropped() if chain == "accounts"} == {
        *range(1, waiting.position)
    }
    house.ask(ConfirmTicket(waiting.request or "", printed=True))
    house.require_whole()


# --- what is answered afterwards ----------------------------------------------------------------


def test_a_request_of_long_ago_is_still_answered_again(house: Years) -> None:
    house.begin()
    first = done(house.writer.ask(request_of("ann", CashOut("ann"), "c")))
    house.ask(ConfirmTicket(first.link.request or "", printed=True))
    house.reopen()
    house.wait(YEAR + 1)
    done(house.drop())
    again = done(house.writer.ask(request_of("ann", CashOut("ann"), "c")))
    assert (again.again, again.ticket) == (True, first.ticket)
    assert again.link == first.link._replace(body=None)


def test_dropping_under_an_id_is_done_once(quick: Years) -> None:
    quick.begin()
    quick.reopen()
    quick.wait(YEAR + 1)
    first = done(quick.drop(request="yearly"))
    again = done(quick.drop(request="yearly"))
    assert (again.again, again.link) == (True, first.link)
    assert denied(quick.drop(YEAR + 1, request="yearly")) == "id-clash"


def test_dropping_twice_at_once_drops_once(quick: Years) -> None:
    quick.begin()
    quick.reopen()
    quick.wait(YEAR + 1)
    answers: list[Answer] = []
    asked = request_of("job", DropOld(YEAR))
    group = [writer_waiting(asked, answers), writer_waiting(asked, answers)]
    quick.writer._serve(group)
    assert isinstance(answers[0], Done)
    assert denied(answers[1]) == "dropping-already"


def writer_waiting(asked: Request, answers: list[Answer]) -> Any:  # noqa: ANN401
    return _Waiting(asked, answers.append)


def test_a_ticket_redeemed_long_ago_is_not_paid_again(house: Years) -> None:
    house.begin()
    printed = house.ask(CashOut("ann"), "ann")
    house.ask(ConfirmTicket(printed.link.request or "", printed=True))
    number = printed.ticket or ""
    house.ask(RedeemTicket(number, "bob"))
    house.reopen()
    house.wait(YEAR + 1)
    done(house.drop())
    again = house.writer.ask(request_of("eve", RedeemTicket(number, "bob"), "again"))
    assert denied(again) == "already-redeemed"
    confirmed = ConfirmTicket(printed.link.request or "", printed=False)
    assert isinstance(house.writer.ask(request_of("eve", confirmed, "void")), Denied)
    house.require_whole()


def test_a_ticket_of_long_ago_is_still_good(house: Years) -> None:
    house.begin()
    printed = house.ask(CashOut("ann"), "ann")
    house.ask(ConfirmTicket(printed.link.request or "", printed=True))
    house.reopen()
    house.wait(YEAR + 1)
    done(house.drop())
    paid = house.ask(RedeemTicket(printed.ticket or "", "cage")).link
    [moved] = decode_accounts(paid.body or b"").entries
    assert isinstance(moved, Transfer)
    assert (moved.amount, moved.credit) == (100_000, "cage")
    house.require_whole()


def test_an_entry_that_was_dropped_is_not_found_and_nothing_breaks(house: Years) -> None:
    house.begin()
    house.shoe()
    bodies = [link.body for link in house.links() if link.chain == "accounts"]
    entries = [entry for body in bodies for entry in decode_accounts(body or b"").entries]
    ids = [entry.id for entry in entries if not isinstance(entry, OpenAccount)]
    house.reopen()
    house.wait(YEAR + 1)
    with Database(house.url).reading() as connection:
        assert all(reading.entry(connection, key) for key in ids)
        assert reading.entries_of_round(connection, "tiger-1")
    done(house.drop())
    with Database(house.url).reading() as connection:
        assert not any(reading.entry(connection, key) for key in ids)
        assert reading.entries_of_round(connection, "tiger-1") == []
        assert tickets_of(connection, "ann") == ()


def test_the_database_itself_lets_nothing_of_an_entry_change_but_its_body(house: Years) -> None:
    house.begin()
    table = schema.journal
    changes: list[dict[str, Any]] = [
        {"at_ms": 1},
        {"hash": bytes(32), "body": None},
        {"digest": bytes(32), "body": None},
        {"request": "x", "body": None},
        {"body": b"{}"},
    ]
    for change in changes:
        with (
            pytest.raises(DatabaseError, match="the journal is append-only"),
            Database(house.url).engine.begin() as connection,
        ):
            connection.execute(update(table).where(table.c.position == 1).values(**change))


# --- backups ------------------------------------------------------------------------------------


def test_a_house_that_has_dropped_is_backed_up_and_restored(house: Years, tmp_path: Path) -> None:
    house.begin()
    house.shoe()
    house.wait(YEAR + 1)
    house.shoe()
    house.reopen()
    done(house.drop())
    house.shoe()
    path = tmp_path / "dropped.gz"
    back_up(Database(house.url), path, KEY)
    new = Years(restored(path, tmp_path))
    assert new.state() == house.state()
    assert new.dropped() == house.dropped() != set()
    for read in (reading.accounts, reading.meters, lambda each: [*reading.entry_places(each)]):
        with (
            Database(house.url).reading() as ours,
            Database(new.url).reading() as theirs,
        ):
            assert read(ours) == read(theirs)
    new.require_whole()
    new.writer.close()


def restored(path: Path, tmp_path: Path) -> str:
    url = url_of(tmp_path / "restored")
    restore(path, Database(url), KEY)
    return url


@pytest.mark.parametrize("harm", ["gone", "other"])
def test_without_what_was_brought_forward_there_is_no_way_back(
    quick: Years, tmp_path: Path, harm: str
) -> None:
    quick.begin()
    quick.reopen()
    quick.wait(YEAR + 1)
    done(quick.drop())
    table = schema.snapshots
    forward = table.c.number == 0
    change = {
        "gone": delete(table).where(forward),
        "other": update(table).where(forward).values(body=snapshot_of(quick.writer.house)),
    }
    with Database(quick.url).engine.begin() as connection:
        connection.execute(change[harm])
    path = tmp_path / "lost.gz"
    back_up(Database(quick.url), path)
    with pytest.raises(Unverified, match=r"line \d+: retention, entry 1: the state is not the"):
        restored(path, tmp_path)
