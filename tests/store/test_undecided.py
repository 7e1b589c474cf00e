"""A table that waits for a supervisor, and a cash-out that staff end: on both databases."""

import pytest

from punto.audit.report import audit
from punto.house import Act, CashOut, CloseTable, Denied, Done, EndCashOut
from punto.house.request import What
from punto.store import Database
from punto.table import Found
from punto.table.command import Decide, ReportIrregularity
from punto.testing.actors import request_of
from tests.store.played_house import Play

REPORT = ReportIrregularity(found=Found.MALFUNCTION, who="sam", why="it stopped")
BY = {"who": "kim", "why": "seen on camera"}


def denied(house: Play, what: What) -> str:
    answer = house.writer.ask(request_of("attendant", what, "denied"))
    assert isinstance(answer, Denied)
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
    house.ask(Act("tiger", (Decide(void=False, **BY),)))
    house.ask(CloseTable("tiger", "other settings"))
    house.writer.close()
    with Database(database_url).reading() as connection:
        found = audit(connection)
    assert (found.undecided, found.findings) == ((), ())


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
