"""Old bodies are dropped, and nothing else: not inside the period, not what is still needed."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select, update
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
    Done,
    DropOld,
    RedeemTicket,
    Request,
    retention,
)
from punto.house.canonical import canonical
from punto.house.chain import CHECKPOINTS, COMMITS, RETENTION, Link, breaks, is_of_table, table_of
from punto.house.folding import money_record
from punto.house.forward import decode_retention
from punto.house.record import decode_cage
from punto.ledger import OpenAccount, Transfer
from punto.refusal import Refusal
from punto.store import Database, Writer, reading, schema, url_of
from punto.store.group import Waiting
from punto.store.table_loading import load_table
from punto.store.tickets import tickets_of
from punto.table.carried import carried
from punto.table.house_table import HouseTable
from punto.testing.actors import request_of
from tests.store.played_house import KEY, Play, entropy

DAY_MS = 86_400_000
YEAR = 366
"""A year and a day: the least that an entry is kept."""

WHOLE = {CHECKPOINTS, COMMITS, RETENTION}
"""The chains whose bodies always stay."""

CUT = ("cage", "table/lion")


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
        """Close and open, which leaves a checkpoint and forgets what was at hand."""
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
        while self.house_table.table.shoe is not None:
            self.round("tiger")

    @property
    def house_table(self) -> HouseTable:
        house_table = self.writer.house_table("tiger")
        assert house_table is not None
        return house_table

    def drop(self, days: int = YEAR, request: str = "") -> Answer:
        return self.writer.ask(request_of("job", DropOld(days), request))

    def links(self) -> list[Link]:
        with Database(self.url).reading() as connection:
            heads = reading.heads(connection)
            return [link for chain in heads for link in reading.links(connection, chain)]

    def dropped(self) -> set[tuple[str, int]]:
        return {(link.chain, link.position) for link in self.links() if link.body is None}

    def state(self) -> dict[str, Any]:
        """Read the house as it is stored, without the checkpoints, which closing adds to."""
        with Database(self.url).reading() as connection:
            heads = reading.heads(connection)
            tables = [table_of(chain) for chain in heads if is_of_table(chain)]
            loaded = [load_table(connection, table, KEY) for table in tables]
            return {
                "heads": {chain: head for chain, head in heads.items() if chain != CHECKPOINTS},
                "accounts": reading.accounts(connection),
                "tables": [canonical(carried(each.house_table)) for each in loaded if each],
            }

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
        """Let all snapshots go: what was brought forward is enough to come back."""
        with Database(self.url).engine.begin() as connection:
            connection.execute(delete(schema.snapshots))


def denied(answer: Answer) -> str:
    assert isinstance(answer, Refusal), answer
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
    assert house.dropped() == {(chain, at) for chain, at in old if chain not in WHOLE}
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
    assert answer == Refusal("nothing-old", "nothing older than 366 days can be dropped")
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


@pytest.mark.parametrize("harm", ["kept", "gone", "damaged"])
def test_a_table_that_was_cut_comes_back_with_a_snapshot_and_without(
    house: Years, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    monkeypatch.setattr("punto.store.snapshots.EVERY", 3)
    house.begin()
    house.shoe()
    house.shoe()
    house.wait(YEAR + 1)
    done(house.drop())
    before = house.state()
    house.writer.close()
    if harm == "gone":
        house.lose_snapshots()
    elif harm == "damaged":
        with Database(house.url).engine.begin() as connection:
            connection.execute(update(schema.snapshots).values(authentication=bytes(32)))
    house._open()
    assert house.state() == before
    house.shoe()
    house.require_whole()


def test_a_table_that_came_back_the_long_way_is_written_down_at_once(quick: Years) -> None:
    """What was brought forward is long: nobody wants to read it twice for one table."""
    quick.begin()
    quick.shoe()
    quick.wait(YEAR + 1)
    done(quick.drop())
    quick.reopen()
    quick.lose_snapshots()
    quick.deal("tiger", BringShoe())
    with Database(quick.url).reading() as connection:
        [row] = connection.execute(select(schema.snapshots)).all()
        assert (row.table, row.position) == ("tiger", reading.heads(connection)["table/tiger"][0])


def test_a_round_that_is_not_over_is_kept_however_old_it_is(house: Years) -> None:
    house.begin()
    house.deal("tiger", BringShoe())
    house.deal("tiger", OpenBetting())
    house.bet("tiger", "ann", PlaceWager("ann", "player", 100))
    last = house.ask(BuyIn("bob", 5)).link.position
    house.reopen()
    house.wait(3 * YEAR)
    done(house.drop())
    # Through the opening of the table; the stake is held in its chain, and nothing in the other.
    assert house.dropped() == {("table/tiger", 1)} | {
        ("cage", position) for position in range(1, last + 1)
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
    assert quick.house_table.unrevealed == 2
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
    assert {at for chain, at in house.dropped() if chain == "cage"} == {*range(1, waiting.position)}
    house.ask(ConfirmTicket(waiting.request or "", printed=True))
    house.require_whole()


@pytest.mark.parametrize("printed", [True, False])
def test_what_waits_is_kept_year_after_year_and_goes_when_it_is_over(
    house: Years, *, printed: bool
) -> None:
    """A ticket and a round wait through two times of dropping; others play on meanwhile."""
    house.begin()
    house.shoe()
    house.open_table("lion", "mbs-tiger")
    house.deal("lion", BringShoe())
    house.deal("lion", OpenBetting())
    house.bet("lion", "bob", PlaceWager("bob", "player", 100))
    waiting = house.ask(CashOut("cy"), "cy").link
    for _ in range(2):
        house.ask(BuyIn("ann", 5))
        house.shoe()
        house.wait(YEAR + 1)
        done(house.drop())
        house.require_whole()
    cut = {chain: max(at for name, at in house.dropped() if name == chain) for chain in CUT}
    assert cut == {"cage": waiting.position - 1, "table/lion": 1}
    house.ask(ConfirmTicket(waiting.request or "", printed=printed))
    house.deal("lion", CloseBetting(), DealOut())
    house.ask(CloseTable("lion", "end"))
    house.require_whole()
    house.wait(YEAR + 1)
    done(house.drop())
    kept = {link.chain for link in house.links() if link.body is not None}
    assert kept == WHOLE
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
    return Waiting(asked, answers.append)


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
    assert isinstance(house.writer.ask(request_of("eve", confirmed, "void")), Refusal)
    house.require_whole()


def test_a_ticket_of_long_ago_is_still_good(house: Years) -> None:
    house.begin()
    printed = house.ask(CashOut("ann"), "ann")
    house.ask(ConfirmTicket(printed.link.request or "", printed=True))
    house.reopen()
    house.wait(YEAR + 1)
    done(house.drop())
    paid = house.ask(RedeemTicket(printed.ticket or "", "cage")).link
    [moved] = decode_cage(paid.body or b"").entries
    assert isinstance(moved, Transfer)
    assert (moved.amount, moved.credit) == (100_000, "cage")
    house.require_whole()


def test_an_entry_that_was_dropped_is_not_found_and_nothing_breaks(house: Years) -> None:
    house.begin()
    house.shoe()
    records = [money_record(link) for link in house.links()]
    entries = [entry for record in records if record for entry in record.entries]
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


@pytest.mark.parametrize("left", ["between shoes", "in play", "a ticket in hand"])
def test_a_house_that_has_dropped_is_backed_up_and_restored(
    house: Years, tmp_path: Path, left: str
) -> None:
    house.begin()
    house.shoe()
    if left == "in play":
        house.deal("tiger", BringShoe())
        house.deal("tiger", OpenBetting())
        house.bet("tiger", "ann", PlaceWager("ann", "player", 100))
    if left == "a ticket in hand":
        house.ask(CashOut("cy"), "cy")
        house.ask(BuyIn("bob", 5))
    house.wait(YEAR + 1)
    house.ask(BuyIn("ann", 5))
    done(house.drop())
    if left == "in play":
        house.deal("tiger", CloseBetting(), DealOut())
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
    table = schema.forward
    change = {"gone": delete(table), "other": update(table).values(body=b"{}")}
    with Database(quick.url).engine.begin() as connection:
        connection.execute(change[harm])
    path = tmp_path / "lost.gz"
    back_up(Database(quick.url), path)
    with pytest.raises(Unverified, match=r"line \d+: retention, entry 1: the state is not the"):
        restored(path, tmp_path)
