"""Seats, limits, irregularities and recovery of a table."""

from typing import Any

import pytest

from punto.coup import Code as CoupCode
from punto.coup import Phase
from punto.coup.command import (
    CloseBetting,
    DealCard,
    OpenBetting,
    PlaceWager,
    VoidRound,
    WithdrawWager,
)
from punto.coup.event import BettingOpened, RoundVoided, WagersPaid
from punto.refusal import Refusal
from punto.roads import letters
from punto.rules import Winner, find_rulebook
from punto.table import (
    Code,
    Decision,
    Found,
    Limit,
    Table,
    fold,
    next_step,
    replay,
    step,
)
from punto.table.carried import carried, restored
from punto.table.command import (
    Decide,
    DropResult,
    LeaveSeat,
    OpenShoe,
    RecordResult,
    ReportIrregularity,
    StandBehind,
    TakeSeat,
)
from punto.table.dealer import deal_out, next_command
from punto.table.event import (
    IrregularityRuled,
    ResultDropped,
    ShoeEnded,
    ShoeOpened,
    SupervisorDecided,
)
from punto.table.house_table import HouseTable
from punto.table.irregularity import OF_THE_SHOE
from punto.table.step import with_order
from tests.table.tables import (
    NATURAL,
    THIRD_CARD,
    done,
    order_of,
    refused,
    report,
    scanned_round,
    table_of,
    told,
    with_scanned_shoe,
)

# --- seats and limits ---------------------------------------------------------------------------


def test_seats() -> None:
    table = done(table_of(positions=8), TakeSeat("ann", 1), TakeSeat("bob", 8))
    assert dict(table.seats) == {"ann": 1, "bob": 8}
    assert refused(table, TakeSeat("cat", 9)).code is Code.NO_SUCH_POSITION
    assert refused(table, TakeSeat("cat", 0)).code is Code.NO_SUCH_POSITION
    assert refused(table, TakeSeat("cat", 8)).code is Code.POSITION_TAKEN
    assert refused(table, TakeSeat("ann", 2)).code is Code.ALREADY_SEATED
    assert refused(table, LeaveSeat("cat")).code is Code.NOT_SEATED
    assert dict(done(table, LeaveSeat("ann")).seats) == {"bob": 8}
    betting = done(with_scanned_shoe(table), OpenBetting())
    assert refused(betting, PlaceWager("cat", "tie", 5)).code is Code.NOT_SEATED
    assert done(betting, PlaceWager("ann", "tie", 5)).staked == 5
    assert refused(table_of(), TakeSeat("ann", 1)).code is Code.NO_SUCH_POSITION


def test_a_seat_is_kept_while_a_stake_stands() -> None:
    seated = done(table_of(positions=8), TakeSeat("ann", 1), TakeSeat("bob", 8))
    betting = done(with_scanned_shoe(seated), OpenBetting(), PlaceWager("ann", "tie", 5))
    assert refused(betting, LeaveSeat("ann")).code is Code.STAKE_STANDS
    assert dict(done(betting, LeaveSeat("bob")).seats) == {"ann": 1}
    taken_back = done(betting, WithdrawWager("ann", "tie"), LeaveSeat("ann"))
    assert dict(taken_back.seats) == {"bob": 8}


def test_back_betting() -> None:
    plain = done(table_of(positions=8), TakeSeat("ann", 1))
    assert refused(plain, StandBehind("bob", 1)).code is Code.NO_BACK_BETTING
    table = done(table_of(positions=8, back_betting=True, **LIMITED), TakeSeat("ann", 1))
    assert refused(table, StandBehind("bob", 9)).code is Code.NO_SUCH_POSITION
    assert refused(table, StandBehind("bob", 2)).code is Code.POSITION_FREE
    assert refused(table, StandBehind("ann", 1)).code is Code.ALREADY_SEATED
    behind = done(table, StandBehind("bob", 1), StandBehind("cat", 1))
    assert [behind.position_of(who) for who in ("ann", "bob", "cat", "dan")] == [1, 1, 1, None]
    assert done(behind, LeaveSeat("bob")).position_of("bob") is None
    moved = done(behind, TakeSeat("bob", 2), StandBehind("cat", 2))
    assert (dict(moved.seats), dict(moved.behind)) == ({"ann": 1, "bob": 2}, {"cat": 2})
    betting = done(with_scanned_shoe(behind), OpenBetting(), PlaceWager("bob", "player", 600))
    for leaving in (LeaveSeat("bob"), TakeSeat("bob", 2), StandBehind("bob", 1)):
        assert refused(betting, leaving).code is Code.STAKE_STANDS


def test_a_stake_is_looked_for_where_it_lay_until_the_next_round() -> None:
    seated = done(table_of(positions=8), TakeSeat("ann", 1), TakeSeat("bob", 8))
    bets = PlaceWager("ann", "tie", 5), PlaceWager("bob", "tie", 5)
    paid = done(with_scanned_shoe(seated), *scanned_round(NATURAL, *bets))
    moved = done(paid, LeaveSeat("ann"), TakeSeat("cat", 1), TakeSeat("ann", 2), LeaveSeat("bob"))
    lay = {who: moved.position_of_stake(who) for who in ("ann", "bob", "cat")}
    assert lay == {"ann": 1, "bob": 8, "cat": 1}
    assert moved.position_of("ann") == 2
    assert restored(carried(HouseTable(id="salon", table=moved))).table.lay_at == moved.lay_at
    again = done(moved, OpenBetting())
    assert (again.position_of_stake("ann"), again.position_of_stake("bob")) == (2, None)


def test_nobody_bets_from_behind_an_empty_seat() -> None:
    seats = (TakeSeat("ann", 1), StandBehind("bob", 1))
    table = done(table_of(positions=8, back_betting=True), *seats)
    betting = done(with_scanned_shoe(table), OpenBetting(), PlaceWager("bob", "player", 100))
    left = done(betting, LeaveSeat("ann"))
    refusal = refused(left, PlaceWager("bob", "player", 100))
    assert (refusal.code, refusal.words) == (
        Code.POSITION_FREE,
        "nobody sits at 1: take the seat",
    )
    assert done(left, WithdrawWager("bob", "player"), TakeSeat("bob", 1)).position_of("bob") == 1
    again = done(left, TakeSeat("cat", 1), PlaceWager("bob", "player", 100))
    assert again.of_bettor["bob"] == 200


def test_the_limits_of_a_position_hold_for_all_who_bet_on_it() -> None:
    seats = (TakeSeat("ann", 1), TakeSeat("dan", 2), StandBehind("bob", 1))
    table = done(table_of(positions=8, back_betting=True, **LIMITED), *seats)
    betting = done(with_scanned_shoe(table), OpenBetting(), PlaceWager("ann", "tiger", 600))
    assert refused(betting, PlaceWager("bob", "tiger", 450)).code is Code.ABOVE_MAXIMUM
    assert refused(betting, PlaceWager("bob", "tiger", 50)).code is Code.BELOW_MINIMUM
    both = done(betting, PlaceWager("bob", "tiger", 400), PlaceWager("dan", "tiger", 1000))
    full = done(both, PlaceWager("bob", "small-tiger", 450))
    assert refused(full, PlaceWager("ann", "big-tiger", 100)).code is Code.ABOVE_SEAT_MAXIMUM
    assert (both.beside("ann"), both.beside("dan"), both.beside("eve")) == (("bob",), (), ())


def test_terminals_need_no_seat() -> None:
    table = with_scanned_shoe(table_of(find_rulebook("rws-non-commission")))
    assert done(table, OpenBetting(), PlaceWager("terminal 7", "tie", 5)).staked == 5


LIMITED: dict[str, Any] = {
    "limit": Limit(minimum=100, maximum=1000, step=50),
    "limits": {"tie": Limit(minimum=10, maximum=20)},
    "seat_maximum": 1500,
    "table_maximum": 2500,
    "differential": 900,
}


@pytest.mark.parametrize(
    ("wagers", "code"),
    [
        ([("ann", "player", 50)], Code.BELOW_MINIMUM),
        ([("ann", "player", 1050)], Code.ABOVE_MAXIMUM),
        ([("ann", "player", 600), ("ann", "player", 450)], Code.ABOVE_MAXIMUM),
        ([("ann", "player", 125)], Code.NOT_A_STEP),
        ([("ann", "tie", 9)], Code.BELOW_MINIMUM),
        ([("ann", "tie", 21)], Code.ABOVE_MAXIMUM),
        ([("ann", "tiger", 800), ("ann", "player", 750)], Code.ABOVE_SEAT_MAXIMUM),
        (
            [("ann", "tiger", 1000), ("bob", "tiger", 1000), ("cat", "tiger", 550)],
            Code.ABOVE_TABLE_MAXIMUM,
        ),
        ([("ann", "player", 600), ("bob", "player", 350)], Code.ABOVE_DIFFERENTIAL),
    ],
)
def test_limits(wagers: list[tuple[str, str, int]], code: Code) -> None:
    table = done(with_scanned_shoe(table_of(**LIMITED)), OpenBetting())
    *first, over = [PlaceWager(*wager) for wager in wagers]
    refusal = refused(done(table, *first), over)
    assert refusal.code is code
    of_one_wager = code in {Code.BELOW_MINIMUM, Code.ABOVE_MAXIMUM, Code.NOT_A_STEP}
    assert refusal.wager == (over.wager if of_one_wager else None)


def test_the_differential_is_kept_live_and_may_always_be_closed() -> None:
    table = done(with_scanned_shoe(table_of(**LIMITED)), OpenBetting())
    table = done(table, PlaceWager("ann", "player", 900))
    assert table.differential == 900
    table = done(table, PlaceWager("bob", "banker", 700), PlaceWager("cat", "player", 100))
    assert table.differential == 300
    refusal = refused(table, WithdrawWager("bob", "banker"))
    words = "all stakes on Player and Banker may lie 900 apart, not 1000"
    assert (refusal.code, refusal.words) == (Code.ABOVE_DIFFERENTIAL, words)
    assert done(table, WithdrawWager("cat", "player")).differential == 200
    table = done(table, PlaceWager("dan", "tie", 10), WithdrawWager("dan", "tie"))
    assert done(table, WithdrawWager("ann", "player")).differential == 600


def test_the_rounds_own_refusals_come_through_with_their_clause() -> None:
    table = done(with_scanned_shoe(table_of()), OpenBetting(), CloseBetting())
    late = refused(table, PlaceWager("ann", "tie", 5))
    assert (late.code, late.clause) == (CoupCode.PLACED_TOO_LATE, "5.6")
    assert refused(table, VoidRound("x", None, "sue", "y")).code is Code.RULING_WANTED


# --- irregularities -----------------------------------------------------------------------------


def playing() -> Table:
    table = with_scanned_shoe(table_of())
    return done(table, OpenBetting(), PlaceWager("ann", "tie", 5), CloseBetting(), DealCard("9s"))


def test_a_foreign_card_voids_the_round_and_returns_the_stakes() -> None:
    table, events = told(playing(), [report(Found.FOREIGN_CARD)])
    ruled, voided = events
    assert isinstance(ruled, IrregularityRuled)
    assert (ruled.decision, ruled.clause, ruled.round) == (Decision.VOID, "5.1.1", 1)
    assert isinstance(voided, RoundVoided)
    assert [bet.returned for bet in voided.bets] == [5]
    assert (table.staked, table.in_play, letters(table.board.results)) == (0, False, "")
    assert done(table, OpenBetting()).rounds == 2


def test_a_paid_round_is_void_until_the_next_commences() -> None:
    table = done(with_scanned_shoe(table_of()), *scanned_round(NATURAL))
    assert letters(table.board.results) == "P"
    table, events = told(table, [report(Found.INCORRECT_NUMBER_OF_CARDS)])
    assert isinstance(events[-1], RoundVoided)
    assert events[-1].after_payment
    assert letters(table.board.results) == ""
    assert refused(table, report(Found.INCORRECT_NUMBER_OF_CARDS)).code is Code.NO_ROUND


def test_an_earlier_round_stands_once_the_next_has_commenced() -> None:
    table = done(with_scanned_shoe(table_of()), *scanned_round(NATURAL), OpenBetting())
    command = report(Found.INCORRECT_NUMBER_OF_CARDS, round=1)
    table, events = told(table, [command])
    (ruled,) = events
    assert isinstance(ruled, IrregularityRuled)
    assert (ruled.round, ruled.decision, ruled.clause) == (1, Decision.STAND, "5.2")
    assert letters(table.board.results) == "P"


def test_what_the_rulebook_does_not_cover_waits_for_a_supervisor() -> None:
    table = done(playing(), report(Found.MALFUNCTION))
    assert table.undecided == 1
    assert next_command(table) is None
    assert refused(table, DealCard("2s")).code is Code.SUPERVISOR_WANTED
    assert refused(table, Decide(void=True, who="", why="x")).code is Code.WHO_AND_WHY_WANTED
    going_on = done(table, Decide(void=False, who="sue", why="nothing was lost"))
    assert going_on.coup is not None
    assert (going_on.undecided, going_on.coup.phase) == (None, Phase.DEALING)
    void = done(table, Decide(void=True, who="sue", why="nobody can tell"))
    assert void.coup is not None
    assert (void.undecided, void.coup.phase, void.staked) == (None, Phase.VOID, 0)
    assert refused(void, Decide(void=True, who="sue", why="x")).code is Code.NOTHING_TO_DECIDE


def test_reports_need_a_round_and_a_reporter() -> None:
    assert refused(table_of(), report(Found.FOREIGN_CARD)).code is Code.NO_ROUND
    nobody = ReportIrregularity(found=Found.FOREIGN_CARD, who="", why="x")
    assert refused(playing(), nobody).code is Code.WHO_AND_WHY_WANTED
    for unknown in (-1, 0, 2):
        assert refused(playing(), report(Found.FOREIGN_CARD, round=unknown)).code is Code.NO_ROUND


@pytest.mark.parametrize("found", sorted(OF_THE_SHOE, key=str))
def test_a_shoe_is_known_to_be_bad_between_rounds(found: Found) -> None:
    fresh = with_scanned_shoe(table_of())
    void = done(with_scanned_shoe(table_of()), *scanned_round(NATURAL)[:3])
    void = done(void, report(Found.ORDER_UNKNOWN))
    for table, about in ((fresh, 0), (void, 1)):
        assert refused(table, OpenShoe(None, "dora")).code is Code.SHOE_IN_PLAY
        kept, (ruled,) = told(table, [report(found)])
        assert isinstance(ruled, IrregularityRuled)
        assert (ruled.round, ruled.decision, ruled.new_shoe) == (about, Decision.STAND, False)
        assert kept == table, "it is on record, and nothing else"
        gone, events = told(table, [report(found, new_shoe=True)])
        assert events[-1] == ShoeEnded(1, table.shoe.gone if table.shoe else 0)
        assert (gone.shoe, gone.coup) == (None, table.coup)
        assert done(gone, OpenShoe(None, "dora"), OpenBetting()).rounds == about + 1
        assert refused(gone, report(found)).code is Code.NO_ROUND, "there is no shoe"
    assert refused(fresh, report(Found.ORDER_UNKNOWN)).code is Code.NO_ROUND
    assert refused(void, report(Found.ORDER_UNKNOWN)).code is Code.NO_ROUND


def test_a_supervisor_decides_about_a_shoe_and_voids_nothing_twice() -> None:
    """The document of the terminals says nothing of cards that are missing."""
    void = done(with_scanned_shoe(table_of(find_rulebook("rws-non-commission"))), OpenBetting())
    void = done(void, CloseBetting(), report(Found.FOREIGN_CARD))
    waits = done(void, report(Found.EXTRA_OR_MISSING_CARDS))
    assert waits.undecided == 1
    again = Decide(void=True, who="sue", why="counted")
    assert refused(waits, again).code is Code.NO_ROUND
    assert done(waits, Decide(void=False, who="sue", why="counted", new_shoe=True)).shoe is None


def test_cards_drawn_together_count_by_when_they_were_drawn_not_when_it_was_noticed() -> None:
    assert not done(playing(), report(Found.ORDER_UNKNOWN)).in_play
    later = done(with_scanned_shoe(table_of()), *scanned_round(THIRD_CARD)[:9])  # the third card
    assert not done(later, report(Found.ORDER_UNKNOWN)).in_play
    third_cards = report(Found.ORDER_UNKNOWN, in_initial_deal=False)
    assert done(later, third_cards).undecided == 1
    # While only the first four cards can have been drawn, it was among those.
    assert not done(playing(), third_cards).in_play


def test_a_supervisor_cannot_void_a_round_once_the_next_has_commenced() -> None:
    table = done(with_scanned_shoe(table_of()), *scanned_round(NATURAL), OpenBetting())
    table = done(table, report(Found.MALFUNCTION, round=1))
    assert table.undecided == 1
    assert refused(table, Decide(void=True, who="sue", why="x")).code is Code.NEXT_COMMENCED
    table, (decided,) = told(table, [Decide(void=False, who="sue", why="too late")])
    assert isinstance(decided, SupervisorDecided)
    assert (decided.round, table.undecided, table.in_play) == (1, None, True)


def test_a_round_that_is_void_is_not_ruled_on_again() -> None:
    table = done(playing(), report(Found.FOREIGN_CARD), OpenBetting())
    for found in (Found.FOREIGN_CARD, Found.INSUFFICIENT_CARDS):
        refusal = refused(table, report(found, round=1))
        assert (refusal.code, refusal.words) == (Code.NO_ROUND, "the round is void already")
    # Before a card is dealt, too few were there in the round before: and that is void.
    assert refused(table, report(Found.INSUFFICIENT_CARDS)).code is Code.NO_ROUND


# --- replay -------------------------------------------------------------------------------------


def test_folding_the_events_gives_the_table() -> None:
    start = table_of(burn=1)
    order = order_of(start)
    table, events = told(
        start, [OpenShoe(order, "dan"), OpenBetting(), PlaceWager("ann", "tie", 5), CloseBetting()]
    )
    table, dealt = deal_out(table)
    assert isinstance(dealt[-1], WagersPaid)
    assert with_order(replay(start, [*events, *dealt]), order) == table


def test_a_refused_command_changes_nothing() -> None:
    table = playing()
    before = table
    assert isinstance(step(table, DealCard("??")), Refusal)
    assert table == before


def test_a_fold_of_nothing_is_nothing() -> None:
    table = playing()
    assert replay(table, []) is table
    assert fold(table, ShoeOpened(2, 416, 0, scanned=True, who="dan")).shoes == 2


# --- physical chips, training, and what comes next ----------------------------------------------


def record(winner: Winner) -> RecordResult:
    return RecordResult(winner=winner, who="dan", banker_pair=True)


def test_a_table_of_physical_chips_records_results_only() -> None:
    table = with_scanned_shoe(table_of(results_only=True))
    assert next_step(table) == "record the result"
    table = done(table, record(Winner.BANKER), record(Winner.TIE), record(Winner.PLAYER))
    assert (letters(table.board.results), table.rounds) == ("BTP", 3)
    assert table.board.results[0].banker_pair
    dropped = done(table, DropResult("dan", "it was a Banker"), record(Winner.BANKER))
    assert (letters(dropped.board.results), dropped.rounds) == ("BTB", 4)
    _, drops = told(table, [DropResult("dan", "x"), DropResult("dan", "y")])
    assert [drop.round for drop in drops if isinstance(drop, ResultDropped)] == [3, 2]
    assert refused(table, OpenBetting()).code is Code.RESULTS_ONLY
    fresh = done(table, OpenShoe(None, "dan"))
    assert refused(fresh, DropResult("dan", "x")).code is Code.NO_RESULT


def test_results_are_recorded_nowhere_else() -> None:
    assert refused(with_scanned_shoe(table_of()), record(Winner.TIE)).code is Code.NOT_RESULTS_ONLY
    chips = table_of(results_only=True)
    assert refused(chips, record(Winner.TIE)).code is Code.NO_SHOE
    sixes = [(Winner.TIE, 2), (Winner.PLAYER, 3), (Winner.BANKER, 7)]
    for winner, six in sixes:
        impossible = RecordResult(winner=winner, who="dan", six=six)
        assert refused(with_scanned_shoe(chips), impossible).code is Code.IMPOSSIBLE_RESULT
    nobody = RecordResult(winner=Winner.TIE, who="")
    assert refused(chips, nobody).code is Code.WHO_AND_WHY_WANTED


@pytest.mark.parametrize("training", [True, False])
def test_a_training_round_says_so_when_it_opens(training: bool) -> None:  # noqa: FBT001
    table = with_scanned_shoe(table_of(training=training))
    _, (opened,) = told(table, [OpenBetting()])
    assert isinstance(opened, BettingOpened)
    assert opened.training is training


def test_what_comes_next_is_always_said() -> None:
    table = table_of()
    assert next_step(table) == "bring a new shoe"
    table = with_scanned_shoe(table)
    assert next_step(table) == "“Place your bets, please”"
    table = done(table, OpenBetting(), CloseBetting())
    assert next_step(table) == "card for the Player"
    assert next_step(done(table, report(Found.MALFUNCTION))) == "a supervisor decides"
    silent = with_scanned_shoe(table_of(find_rulebook("commission")))
    assert next_step(silent) == "open betting"
