"""A table that waits for a supervisor, and a cash-out that staff end: on both databases."""

from pathlib import Path
from typing import Final

import pytest

from punto.archive.backup import back_up, restore
from punto.audit.report import audit
from punto.coup.command import OpenBetting, PlaceWager
from punto.house import (
    Act,
    BringShoe,
    BuyIn,
    CashOut,
    CloseTable,
    Done,
    DropOld,
    EndCashOut,
)
from punto.house.request import What
from punto.refusal import Refusal
from punto.store import Database, Writer, reading
from punto.table import Found
from punto.table.command import Decide, ReportIrregularity
from punto.testing.actors import request_of
from tests.store.played_house import KEY, Play

REPORT = ReportIrregularity(found=Found.MALFUNCTION, who="sam", why="it stopped")
DAY_MS: Final = 86_400_000
BY = {"who": "kim", "why": "seen on camera"}


def denied(house: Play, what: What) -> str:
    answer = house.writer.ask(request_of("attendant", what, "denied"))
    assert isinstance(answer, Refusal)
    return answer.code


def test_a_table_that_waits_is_neither_closed_nor_forgotten(database_url: str) -> None:
    house = Play(database_url)
    house.open_accounts()
    house.open_table("tiger", "mbs-tiger")
    house.round("tiger")
    house.ask(Act("tiger", (REPORT,)))
    assert denied(house, CloseTable("tiger", "other settings")) == "supervisor-wanted"
    with Database(database_url).reading() as connection:
        [waiting] = audit(connection).undecided
    assert (waiting.table, waiting.round, waiting.found) == ("tiger", 1, "malfunction")
    assert (waiting.who, waiting.why) == ("sam", "it stopped")
    house.ask(Act("tiger", (Decide(void=False, who="kim", why="seen on camera"),)))
    house.ask(CloseTable("tiger", "other settings"))
    house.writer.close()
    with Database(database_url).reading() as connection:
        found = audit(connection)
    assert (found.undecided, found.findings) == ((), ())


def test_a_table_that_waits_for_years_is_known_after_a_restore(
    database_url: str, tmp_path: Path
) -> None:
    """Its accounts were brought forward meanwhile, and its own entries were kept."""
    house = Play(database_url)
    house.open_accounts()
    house.open_table("tiger", "mbs-tiger")
    house.deal("tiger", BringShoe(), OpenBetting())
    house.ask(Act("tiger", (PlaceWager("ann", "player", 100),)), "ann")
    house.ask(Act("tiger", (REPORT,)))
    house.writer.close()
    years = Writer(Database(database_url), KEY, clock=lambda: 1_700_000_000_000 + 400 * DAY_MS)
    assert isinstance(years.ask(request_of("cage", BuyIn("ann", 1), "late")), Done)
    assert isinstance(years.ask(request_of("attendant", DropOld(366), "drop")), Done)
    years.close()
    back_up(Database(database_url), tmp_path / "house.punto", KEY)
    second = Database(f"sqlite:///{tmp_path / 'second.db'}")
    restore(tmp_path / "house.punto", second, KEY)
    for database in (Database(database_url), second):
        with database.reading() as connection:
            assert reading.undecided(connection) == ["tiger"]
            assert audit(connection).findings == ()


@pytest.mark.parametrize("printed", [True, False])
def test_staff_end_the_one_cash_out_that_waits(database_url: str, *, printed: bool) -> None:
    house = Play(database_url)
    house.open_accounts()
    ending = EndCashOut(account="ann", printed=printed, **BY)
    assert denied(house, ending) == "no-ticket-in-hand"
    assert denied(house, EndCashOut(account="nobody", printed=printed, **BY)) == "player-unknown"
    nobody = EndCashOut(account="ann", printed=printed, who=" ", why="")
    assert denied(house, nobody) == "who-and-why-wanted"
    house.ask(CashOut("ann"), "ann")
    house.ask(CashOut("bob"), "bob")
    done = house.writer.ask(request_of("attendant", ending, "once"))
    again = house.writer.ask(request_of("attendant", ending, "once"))
    assert isinstance(done, Done)
    assert isinstance(again, Done)
    assert (done.again, again.again) == (False, True)
    ann, bob = house.writer.account("ann"), house.writer.account("bob")
    assert ann is not None
    assert bob is not None
    assert (ann.balance, ann.held) == (0 if printed else 100_000, 0)
    assert bob.held == 100_000, "another's ticket stays in hand"
    assert denied(house, ending) == "no-ticket-in-hand"
    house.writer.close()
    with Database(database_url).reading() as connection:
        assert audit(connection).findings == ()
