"""The clock as the driver of a table: what is due now, or until when to wait."""

from msgspec.structs import replace

from punto.coup import Code as CoupCode
from punto.coup import Phase
from punto.coup.command import (
    CloseBetting,
    OpenBetting,
    PlaceWager,
    ProlongBetting,
)
from punto.coup.event import (
    BettingClosed,
    BettingOpened,
    BettingProlonged,
    CardDealt,
    WagersPaid,
)
from punto.refusal import Refusal
from punto.roads import letters
from punto.rules import find_rulebook
from punto.table import Found, Table, TableCommand, TableEvent, step
from punto.table.clock import ClockSettings, Due, Moment, Wait, WantShoe, due
from punto.table.command import Decide, DrawCard, OpenShoe, ReportIrregularity
from tests.table.tables import done, order_of, table_of

RWS = find_rulebook("rws-non-commission")
CLOCK = ClockSettings(
    window_ms=15_000, last_call_ms=5_000, card_ms=1_000, result_ms=4_000, free_rounds=False
)
FREE = replace(CLOCK, free_rounds=True)
BET = PlaceWager("terminal 1", "player", 10)
BROKEN = ReportIrregularity(found=Found.MALFUNCTION, who="dan", why="smoke")


class Clocked:
    """A table that does whatever its clock says, and keeps what happened and when."""

    def __init__(self, table: Table, clock: ClockSettings = CLOCK, now_ms: int = 0) -> None:
        self.table, self.clock = table, clock
        self.now_ms = self.since_ms = now_ms
        self.watched = True
        self.happened: list[tuple[int, TableEvent]] = []

    def due(self) -> Due:
        moment = Moment(now_ms=self.now_ms, since_ms=self.since_ms, watched=self.watched)
        return due(self.table, self.clock, moment)

    def does(self, command: TableCommand) -> None:
        outcome = step(self.table, command, self.now_ms)
        assert not isinstance(outcome, Refusal), outcome
        self.table, self.since_ms = outcome[0], self.now_ms
        self.happened += [(self.now_ms, event) for event in outcome[1]]

    def runs_until(self, end_ms: int) -> None:
        """Do what falls due until then, each at its own time."""
        while True:
            what = self.due()
            if isinstance(what, Wait):
                if what.until_ms is None or what.until_ms > end_ms:
                    break
                self.now_ms = what.until_ms
            else:
                assert not isinstance(what, WantShoe), "there is a shoe"
                self.does(what)
        self.now_ms = end_ms

    def times_of(self, kind: type[TableEvent]) -> list[int]:
        return [at_ms for at_ms, event in self.happened if isinstance(event, kind)]


def with_shoe(first: str = "9s 2h Td 3c") -> Table:
    table = table_of(RWS)
    return done(table, OpenShoe(order_of(table, first), "house"))


def betting(clock: ClockSettings = CLOCK, now_ms: int = 1_000) -> Clocked:
    clocked = Clocked(with_shoe(), clock, now_ms)
    clocked.runs_until(now_ms)
    assert clocked.table.closes_at_ms == now_ms + 15_000
    return clocked


def test_a_round_by_the_clock_card_by_card() -> None:
    clocked = betting()
    clocked.does(BET)
    assert clocked.due() == Wait(16_000)
    clocked.runs_until(24_000)
    assert clocked.times_of(BettingClosed) == [16_000]
    assert clocked.times_of(CardDealt) == [16_000, 17_000, 18_000, 19_000]
    assert clocked.times_of(WagersPaid) == [20_000]
    assert clocked.times_of(BettingOpened) == [1_000, 24_000]
    assert clocked.table.closes_at_ms == 39_000


def test_a_third_card_follows_the_totals_at_once_and_the_result_the_last_card() -> None:
    clocked = Clocked(with_shoe("2s Ah 3d 2c Th 4h"), now_ms=0)
    clocked.runs_until(0)
    clocked.does(BET)
    clocked.runs_until(15_000 + 6_000)
    assert clocked.times_of(CardDealt) == [15_000, 16_000, 17_000, 18_000, 19_000, 20_000]
    assert clocked.times_of(WagersPaid) == [21_000]


def test_every_command_of_a_round_is_the_dealers() -> None:
    clocked, said = betting(), []
    clocked.does(BET)
    clocked.now_ms = 16_000
    while not isinstance(what := clocked.due(), WantShoe) and clocked.table.in_play:
        if isinstance(what, Wait):
            assert what.until_ms is not None
            clocked.now_ms = what.until_ms
        else:
            said.append(type(what).__name__)
            clocked.does(what)
    draws = ["DrawCard"] * 4
    ends = ["AnnounceTotals", "AnnounceResult", "CollectLosing", "PayWinning"]
    assert said == ["CloseBetting", *draws, *ends]


def test_the_same_time_and_state_are_told_the_same() -> None:
    clocked = betting()
    clocked.does(BET)
    for now_ms in (15_999, 16_000, 99_000):
        clocked.now_ms = now_ms
        assert clocked.due() == clocked.due()


def test_a_bet_at_the_deadline_is_late_though_nobody_has_closed_yet() -> None:
    clocked = betting()
    clocked.does(BET)
    assert not isinstance(step(clocked.table, BET, 15_999), Refusal)
    for now_ms in (16_000, 16_001):
        outcome = step(clocked.table, PlaceWager("terminal 2", "tie", 5), now_ms)
        assert isinstance(outcome, Refusal)
        assert outcome.code is CoupCode.PLACED_TOO_LATE
        assert "00:00:16.000" in outcome.words


# --- rounds without bets ------------------------------------------------------------------------


def test_without_bets_the_window_is_prolonged_for_the_first() -> None:
    clocked = betting()
    clocked.now_ms = 16_000
    assert clocked.due() == ProlongBetting(31_000)
    clocked.runs_until(20_000)
    assert clocked.table.closes_at_ms == 31_000
    clocked.does(BET)
    clocked.runs_until(31_000)
    assert clocked.times_of(BettingClosed) == [31_000]


def test_or_a_free_round_is_dealt() -> None:
    clocked = betting(FREE)
    clocked.runs_until(20_000)
    assert clocked.times_of(WagersPaid) == [20_000]
    assert letters(clocked.table.board.results) == "P"


# --- nobody there -------------------------------------------------------------------------------


def test_a_table_that_nobody_watches_opens_no_round() -> None:
    clocked = Clocked(with_shoe())
    clocked.watched = False
    assert clocked.due() == Wait(None)
    clocked.watched = True
    assert clocked.due() == OpenBetting(15_000)


def test_a_window_without_bets_and_watchers_waits_for_somebody() -> None:
    clocked = betting()
    clocked.watched, clocked.now_ms = False, 16_000
    assert clocked.due() == Wait(None)
    clocked.watched, clocked.now_ms = True, 500_000
    assert clocked.due() == ProlongBetting(515_000)


def test_who_has_bet_and_gone_is_dealt_to() -> None:
    clocked = betting()
    clocked.does(BET)
    clocked.watched, clocked.now_ms = False, 16_000
    assert clocked.due() == CloseBetting()


# --- after a time without a house ---------------------------------------------------------------


def test_a_window_that_passed_while_the_house_was_down_closes_at_once() -> None:
    clocked = betting()
    clocked.does(BET)
    again = Clocked(clocked.table, now_ms=3_600_000)
    again.since_ms = clocked.since_ms
    assert again.due() == CloseBetting()


def test_one_that_did_not_goes_on_to_the_same_deadline() -> None:
    clocked = betting()
    again = Clocked(clocked.table, replace(CLOCK, window_ms=60_000), now_ms=9_000)
    assert again.due() == Wait(16_000)


def test_a_round_that_was_opened_without_a_deadline_is_given_one() -> None:
    clocked = Clocked(done(with_shoe(), OpenBetting(), BET), now_ms=9_000)
    assert clocked.due() == ProlongBetting(24_000)
    clocked.runs_until(24_000)
    assert clocked.times_of(BettingClosed) == [24_000]


def test_a_clock_that_was_set_back_holds_nothing_up() -> None:
    clocked = betting()
    clocked.does(BET)
    clocked.runs_until(17_000)
    clocked.now_ms = 5_000
    assert clocked.due() == DrawCard()


def test_nor_do_bets_that_were_opened_before_it_was() -> None:
    clocked = betting(now_ms=3_600_000)
    clocked.does(BET)
    clocked.now_ms = 5_000
    assert clocked.due() == CloseBetting()
    clocked.now_ms = 3_600_000 - 15_000
    assert clocked.due() == Wait(3_615_000), "by less than a window: it is kept"


def test_where_nobody_has_bet_they_are_closed_once_somebody_has() -> None:
    clocked = betting(now_ms=3_600_000)
    clocked.runs_until(3_605_000)
    clocked.now_ms = 5_000
    assert clocked.due() == Wait(20_000)
    clocked.does(BET)
    clocked.now_ms = 20_000
    assert clocked.due() == CloseBetting()


# --- shoes --------------------------------------------------------------------------------------


def test_a_table_without_a_shoe_wants_one_whether_or_not_anybody_is_there() -> None:
    empty = Clocked(table_of(RWS))
    empty.watched = False
    assert empty.due() == WantShoe()


def test_a_new_shoe_comes_after_the_result_was_shown_and_play_goes_on_at_once() -> None:
    table, first = table_of(RWS, cut=410), "2s Ah 3d 2c Th 4h 9s 2h Td 3c"
    clocked = Clocked(done(table, OpenShoe(order_of(table, first), "house")), FREE)
    clocked.runs_until(47_999)
    assert clocked.times_of(WagersPaid) == [21_000, 44_000]
    assert clocked.table.shoe is None
    assert clocked.due() == Wait(48_000)
    clocked.now_ms = 48_000
    assert clocked.due() == WantShoe()
    clocked.does(OpenShoe(order_of(table), "house"))
    assert clocked.due() == OpenBetting(63_000)


# --- irregularities -----------------------------------------------------------------------------


def test_play_waits_while_a_supervisor_decides() -> None:
    clocked = betting()
    clocked.does(BET)
    clocked.does(BROKEN)
    clocked.now_ms = 99_000
    assert clocked.due() == Wait(None)


def test_an_interrupted_round_goes_on_as_decided() -> None:
    clocked = betting()
    clocked.does(BET)
    clocked.runs_until(16_000)
    clocked.does(BROKEN)
    clocked.now_ms = 60_000
    clocked.does(Decide(void=False, who="sue", why="seen on camera"))
    clocked.runs_until(90_000)
    assert clocked.times_of(CardDealt) == [16_000, 61_000, 62_000, 63_000]
    assert clocked.times_of(WagersPaid) == [64_000]


def test_or_ends_void_and_the_next_is_opened() -> None:
    clocked = betting()
    clocked.does(BET)
    clocked.runs_until(16_000)
    clocked.does(BROKEN)
    clocked.does(Decide(void=True, who="sue", why="seen on camera"))
    assert clocked.table.coup is not None
    assert clocked.table.coup.phase is Phase.VOID
    assert clocked.due() == Wait(20_000)
    clocked.runs_until(20_000)
    assert clocked.times_of(BettingOpened) == [1_000, 20_000]


def test_what_was_left_of_the_window_when_play_stopped_is_given_back() -> None:
    clocked = betting(now_ms=1_000)
    clocked.runs_until(4_000)
    clocked.does(BROKEN)
    clocked.runs_until(60_000)
    clocked.does(Decide(void=False, who="sue", why="it runs again"))
    # 12 seconds were left at 4; the decision comes at 60.
    assert clocked.times_of(BettingProlonged) == [60_000]
    assert clocked.table.closes_at_ms == 72_000
