"""What the documents say of play and of irregularities, at a live table."""

from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from punto.coup import Phase
from punto.coup.command import (
    AnnounceTotals,
    CloseBetting,
    DealCard,
    OpenBetting,
    PlaceWager,
    SetCardAside,
    WithdrawWager,
)
from punto.coup.event import RoundVoided, WagersCollected, WagersPaid
from punto.refusal import Refusal
from punto.roads import Board, letters
from punto.rules import Rulebook
from punto.table import (
    Decision,
    Found,
    Limit,
    Table,
    TableCommand,
    defects_of,
    next_step,
    step,
)
from punto.table.command import DrawCard, OpenShoe, ReportIrregularity, TakeSeat
from punto.table.dealer import next_command
from punto.table.event import IrregularityRuled, ShoeEnded
from punto.table.shoe import ROUND_CARDS
from punto.table.sitting import (
    Clear,
    Deal,
    NewGame,
    PlaceChip,
    Rebet,
    RebetAndDeal,
    Sitting,
    SittingCommand,
    Undo,
    play,
)
from tests.rules.citing import cards, cites
from tests.table.tables import done, order_of, refused, scanned_round, table_of, told

# The Player wins on a natural; four cards and no more.
NATURAL = "9 2 X 3"


def open_table(rulebook: Rulebook) -> Table:
    return done(table_of(rulebook), OpenShoe(None, "dan"), OpenBetting())


def dealt(rulebook: Rulebook, ranks: str) -> list[str]:
    return [str(card) for card in cards(rulebook, ranks)]


def report(found: Found, *, about: int | None = None) -> ReportIrregularity:
    return ReportIrregularity(found=found, who="dan", why="seen", round=about)


def ruling(table: Table, command: ReportIrregularity) -> tuple[Decision, str | None]:
    _, events = told(table, [command])
    ruled = events[0]
    assert isinstance(ruled, IrregularityRuled)
    is_void = any(isinstance(event, RoundVoided) for event in events)
    assert is_void == (ruled.decision is Decision.VOID)
    return ruled.decision, ruled.clause


# --- how to play --------------------------------------------------------------------------------


@cites(mbs="3.1", rws="3.1", tiger="3.1", elements="3.1")
def test_play_commences_with_the_call_for_bets(rulebook: Rulebook) -> None:
    table = done(table_of(rulebook), OpenShoe(None, "dan"))
    words = "Place your bets, please" if rulebook.operator == "MBS" else "Place Your Bets"
    assert next_step(table) == f"“{words}”"
    assert isinstance(step(table, PlaceWager("ann", "tie", 5)), Refusal)
    opened = done(table, OpenBetting())
    assert opened.rounds == 1
    assert done(opened, PlaceWager("ann", "tie", 5)).staked == 5


@cites(mbs="3.2", rws="3.2", tiger="3.2", elements="3.2")
def test_bets_close_when_it_is_said(rulebook: Rulebook) -> None:
    table = open_table(rulebook)
    words = "No more bets" if rulebook.operator == "MBS" else "No More Bets"
    assert next_step(table) == f"“{words}”"
    assert isinstance(step(done(table, CloseBetting()), PlaceWager("ann", "tie", 5)), Refusal)


@cites(mbs="3.5", rws=("3.3", "3.3 SIDE WAGERS"), tiger="3.5", elements="3.5")
def test_any_wager_may_be_placed_alone_and_all_together(rulebook: Rulebook) -> None:
    for wager in rulebook.wagers:
        assert done(open_table(rulebook), PlaceWager("ann", wager.id, 20)).staked == 20
    wagers = [PlaceWager("ann", wager.id, 20) for wager in rulebook.wagers]
    assert done(open_table(rulebook), *wagers).staked == 20 * len(wagers)


@cites(mbs="3.9", tiger="3.9", elements="3.9")
def test_third_cards_follow_the_announcement_of_the_totals(rulebook: Rulebook) -> None:
    first = [DealCard(card) for card in dealt(rulebook, "2 4 3 2")]
    table = done(open_table(rulebook), CloseBetting(), *first)
    (third,) = [DealCard(card) for card in dealt(rulebook, "T")]
    assert refused(table, third).code == "totals-to-announce"
    announced = done(table, AnnounceTotals(), third)
    assert announced.coup is not None
    assert announced.coup.dealt.finished


@cites(mbs="1.1.6", tiger="1.1.6", elements="1.1.7")
def test_a_round_runs_from_the_call_to_the_payment(rulebook: Rulebook) -> None:
    commands = scanned_round(dealt(rulebook, NATURAL), PlaceWager("ann", "player", 10))
    table = done(table_of(rulebook), OpenShoe(None, "dan"))
    phases = []
    for command in commands:
        table = done(table, command)
        assert table.coup is not None
        phases.append(table.coup.phase)
        assert table.in_play == (command is not commands[-1])
    assert list(dict.fromkeys(phases)) == [
        Phase.BETTING,
        Phase.DEALING,
        Phase.RESULT,
        Phase.COLLECTED,
        Phase.SETTLED,
    ]


# Half a stake on Banker must be a whole number.
EVEN = Limit(minimum=2, maximum=1_000)

# Tiger: 1 to 8, 5 to 9 and 8 to 16 playing positions.
POSITIONS = {"A": (1, 8), "B": (1, 8), "C": (1, 8), "D": (5, 9), "E": (8, 16)}


@cites(tiger=("2.2", "APPENDIX A", "APPENDIX B", "APPENDIX C", "APPENDIX D", "APPENDIX E"))
def test_a_table_seats_as_many_as_its_layout(rulebook: Rulebook) -> None:
    for layout, (fewest, most) in POSITIONS.items():
        for positions in range(fewest, most + 1):
            table = table_of(rulebook, positions=positions, layout=layout, limit=EVEN)
            assert defects_of(table.settings) == ()
            seated = done(table, *(TakeSeat(f"b{at}", at) for at in range(1, positions + 1)))
            beyond = refused(seated, TakeSeat("late", positions + 1))
            assert beyond.code == "no-such-position"
        for positions in (fewest - 1 or -1, most + 1):
            beside = table_of(rulebook, positions=positions, layout=layout, limit=EVEN)
            (defect,) = defects_of(beside.settings)
            assert f"at layout {layout}: {fewest} to {most} are allowed" in defect
    (defect,) = defects_of(table_of(rulebook, positions=17, limit=EVEN).settings)
    assert "17 playing positions: 1 to 8 or 5 to 9 or 8 to 16 are allowed" in defect
    (defect,) = defects_of(table_of(rulebook, layout="F", limit=EVEN).settings)
    assert "layout: 'F' is not one of the rulebook's: A, B, C, D, E" in defect


# --- irregularities -----------------------------------------------------------------------------


@cites(
    mbs=("5.1", "5.1.1"),
    rws=("5.1", "5.1.1"),
    tiger=("5.1", "5.1.1"),
    elements=("5.1", "5.1.1"),
)
def test_a_foreign_card_voids_the_current_round(rulebook: Rulebook) -> None:
    voids_at_every_moment(rulebook, Found.FOREIGN_CARD, "5.1.1")


def voids_at_every_moment(rulebook: Rulebook, found: Found, clause: str) -> None:
    """From the first bet to the last collection: every stake goes back, and no result is left."""
    bets = PlaceWager("ann", "player", 10), PlaceWager("ben", "tie", 4)
    table = done(table_of(rulebook), OpenShoe(None, "dan"), OpenBetting(), *bets)
    for command in scanned_round(dealt(rulebook, NATURAL), *bets)[len(bets) + 1 :]:
        voided(table, report(found), clause)
        table = done(table, command)


def voided(table: Table, command: ReportIrregularity, clause: str) -> Table:
    """Void the round, and see both stakes go back and nothing of it stay."""
    assert ruling(table, command) == (Decision.VOID, clause)
    after, events = told(table, [command])
    (void,) = [event for event in events if isinstance(event, RoundVoided)]
    assert (void.clause, void.after_payment) == (clause, False)
    assert {bet.bettor: (bet.stake, bet.returned, bet.net) for bet in void.bets} == {
        "ann": (10, 10, 0),
        "ben": (4, 4, 0),
    }
    assert (after.staked, after.in_play, after.board.results) == (0, False, ())
    return after


@cites(mbs="5.1.2", rws="5.1.1", tiger="5.1.2", elements="5.1.2")
def test_results_of_earlier_rounds_stand(rulebook: Rulebook) -> None:
    table = done(table_of(rulebook), OpenShoe(None, "dan"))
    table = done(table, *scanned_round(dealt(rulebook, NATURAL)), OpenBetting())
    earlier = ruling(table, report(Found.FOREIGN_CARD, about=1))
    clause = "5.1.1" if rulebook.id == "rws-non-commission" else "5.1.2"
    assert earlier == (Decision.STAND, clause)
    assert letters(done(table, report(Found.FOREIGN_CARD)).board.results) == "P"


@cites(tiger=("5.1", "5.1.1"))
def test_extra_or_missing_cards_void_the_current_round(rulebook: Rulebook) -> None:
    voids_at_every_moment(rulebook, Found.EXTRA_OR_MISSING_CARDS, "5.1.1")


@cites(mbs="5.2", rws="5.1.2", tiger="5.2", elements="5.2")
def test_a_wrong_number_of_cards_voids_also_a_paid_round_until_the_next(
    rulebook: Rulebook,
) -> None:
    clause = "5.1.2" if rulebook.id == "rws-non-commission" else "5.2"
    wager = PlaceWager("ann", "player", 10)
    table = done(table_of(rulebook), OpenShoe(None, "dan"))
    paid = done(table, *scanned_round(dealt(rulebook, NATURAL), wager))
    assert ruling(paid, report(Found.INCORRECT_NUMBER_OF_CARDS)) == (Decision.VOID, clause)
    void, events = told(paid, [report(Found.INCORRECT_NUMBER_OF_CARDS)])
    assert isinstance(events[-1], RoundVoided)
    assert events[-1].after_payment
    assert letters(void.board.results) == ""
    late = report(Found.INCORRECT_NUMBER_OF_CARDS, about=1)
    assert ruling(done(paid, OpenBetting()), late) == (Decision.STAND, clause)


@cites(mbs="5.3", tiger="5.3", elements="5.3")
def test_cards_drawn_together_void_a_round_in_its_initial_deal(rulebook: Rulebook) -> None:
    table = done(open_table(rulebook), CloseBetting(), DealCard(dealt(rulebook, "9")[0]))
    assert ruling(table, report(Found.ORDER_UNKNOWN)) == (Decision.VOID, "5.3")


@cites(mbs="5.4", tiger="5.4", elements="5.4")
def test_an_altered_shoe_voids_the_round_unless_it_is_put_back(rulebook: Rulebook) -> None:
    table = done(open_table(rulebook), CloseBetting())
    assert ruling(table, report(Found.SHOE_ORDER_ALTERED)) == (Decision.VOID, "5.4")
    put_back = ReportIrregularity(
        found=Found.SHOE_ORDER_ALTERED, who="dan", why="seen", reconstructed=True
    )
    assert ruling(table, put_back) == (Decision.GO_ON, "5.4")


@cites(mbs="5.5", rws="5.1.3", tiger="5.5", elements="5.5")
def test_a_shoe_that_runs_out_in_the_middle_of_a_round_voids_it(rulebook: Rulebook) -> None:
    clause = "5.1.3" if rulebook.id == "rws-non-commission" else "5.5"
    table = table_of(rulebook, decks=4, cut=0)
    shoe = iter(order_of(table))
    table = played_down(done(table, OpenShoe(None, "dan")), shoe)
    before = table.board.results
    assert len(before) > 30
    bets = PlaceWager("ann", "player", 10), PlaceWager("ben", "tie", 4)
    table = done(table, OpenBetting(), *bets, CloseBetting())
    *aside, first, second, third = shoe
    table = done(table, *(SetCardAside(card, "dan", "slipped out") for card in aside))
    table = done(table, *map(DealCard, (first, second, third)))
    assert refused(table, DealCard(first)).code == "shoe-over"
    void = voided(replace(table, board=Board()), report(Found.INSUFFICIENT_CARDS), clause)
    assert next_step(void) == "bring a new shoe"
    assert done(table, report(Found.INSUFFICIENT_CARDS)).board.results == before


def played_down(table: Table, shoe: Iterator[str]) -> Table:
    """Play on, card by card as they lie in the shoe, until there is one round left in it."""
    while table.shoe is not None and table.shoe.size - table.shoe.gone >= 2 * ROUND_CARDS:
        table = done(table, OpenBetting(), CloseBetting())
        while (command := next_command(table)) is not None:
            drawn = DealCard(next(shoe)) if isinstance(command, DrawCard) else command
            table = done(table, drawn)
    return table


@cites(mbs="5.6", tiger="5.6", elements="5.6")
def test_nothing_is_placed_or_increased_after_the_close(rulebook: Rulebook) -> None:
    table = done(open_table(rulebook), PlaceWager("ann", "tie", 5), CloseBetting())
    placed = refused(table, PlaceWager("bob", "tie", 5))
    increased = refused(table, PlaceWager("ann", "tie", 5))
    assert (placed.code, placed.clause) == ("placed-too-late", "5.6")
    assert (increased.code, increased.clause) == ("increased-too-late", "5.6")
    assert table.staked == 5


@cites(mbs="5.7", tiger="5.7", elements="5.7")
def test_what_is_withdrawn_after_the_close_is_won_or_lost(rulebook: Rulebook) -> None:
    bets = PlaceWager("ann", "player", 10), PlaceWager("ben", "banker", 20)
    table = done(open_table(rulebook), *bets, CloseBetting())
    for bet in bets:
        withdrawn = refused(table, WithdrawWager(bet.bettor, bet.wager))
        assert (withdrawn.code, withdrawn.clause) == ("withdrawn-too-late", "5.7")
    rest = scanned_round(dealt(rulebook, NATURAL))[2:]
    assert isinstance(rest[0], DealCard)
    over, events = told(table, rest)
    (collected,) = [event.bets for event in events if isinstance(event, WagersCollected)]
    (paid,) = [event.bets for event in events if isinstance(event, WagersPaid)]
    assert [(bet.bettor, bet.outcome, bet.returned, bet.net) for bet in collected] == [
        ("ben", "lose", 0, -20)
    ]
    assert [(bet.bettor, bet.outcome, bet.returned, bet.net) for bet in paid] == [
        ("ann", "win", 20, 10)
    ]
    assert over.staked == 0


# --- the online game ----------------------------------------------------------------------------


def sitting(rulebook: Rulebook) -> Sitting:
    return Sitting(table=table_of(rulebook), player="ann")


def played(start: Sitting, commands: Sequence[SittingCommand]) -> Sitting:
    for command in commands:
        outcome = play(start, command)
        assert isinstance(outcome, tuple), outcome
        start = outcome[0]
    return start


def shuffled(rulebook: Rulebook) -> tuple[str, ...]:
    return order_of(table_of(rulebook), " ".join(dealt(rulebook, NATURAL)))


@cites(zero=("2", "3", "4", "5"))
def test_chips_are_placed_raised_undone_and_cleared(rulebook: Rulebook) -> None:
    built = played(sitting(rulebook), [PlaceChip("player", 5), PlaceChip("player", 5)])
    assert built.stakes == {"player": 10}
    assert played(built, [Undo()]).stakes == {"player": 5}
    assert played(built, [Clear()]).stakes == {}


@cites(zero="6")
def test_hopeless_bets_are_not_dealt(rulebook: Rulebook) -> None:
    built = played(sitting(rulebook), [PlaceChip("player", 5), PlaceChip("banker", 5)])
    refusal = play(built, Deal(shuffled(rulebook)))
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "6"


@cites(zero=("7", "8", "9"))
def test_deal_rebet_and_new_game(rulebook: Rulebook) -> None:
    game = played(sitting(rulebook), [PlaceChip("player", 5), Deal(shuffled(rulebook))])
    assert letters(game.results) == "P"
    assert played(game, [Rebet()]).stakes == {"player": 5}
    assert played(game, [NewGame(), PlaceChip("tie", 1)]).stakes == {"player": 5, "tie": 1}


@cites(zero=("4", "8", "9"))
def test_rebet_repeats_and_new_game_goes_on_building(rulebook: Rulebook) -> None:
    bets = [PlaceChip("player", 5), PlaceChip("player", 5), PlaceChip("tie", 1)]
    game = played(sitting(rulebook), [*bets, Deal(shuffled(rulebook))])
    for _ in range(2):
        repeated, taken_up = played(game, [Rebet()]), played(game, [NewGame()])
        assert repeated.stakes == taken_up.stakes == {"player": 10, "tie": 1}
        assert played(repeated, [Undo()]).stakes == {}, "the repeat was one action"
        assert played(taken_up, [Undo()]).stakes == {"player": 10}, "and this is chip by chip"
        assert played(taken_up, [Undo(), Undo()]).stakes == {"player": 5}
        game = played(game, [RebetAndDeal(shuffled(rulebook))])


@cites(zero=("4", "5"))
def test_undo_takes_clear_bets_back(rulebook: Rulebook) -> None:
    bets: list[SittingCommand] = [PlaceChip("player", 5), PlaceChip("tie", 1), Clear()]
    game = played(sitting(rulebook), bets)
    assert game.stakes == {}
    assert played(game, [Undo()]).stakes == {"player": 5, "tie": 1}
    assert played(game, [Undo(), Undo()]).stakes == {"player": 5}


@cites(zero="GAME RULES 9")
def test_every_game_has_a_shoe_of_its_own(rulebook: Rulebook) -> None:
    outcome = play(played(sitting(rulebook), [PlaceChip("tie", 5)]), Deal(shuffled(rulebook)))
    assert isinstance(outcome, tuple)
    assert isinstance(outcome[1][-1], ShoeEnded)
    assert outcome[0].table.shoe is None


@cites(zero="ROADMAP 3")
def test_the_roadmap_belongs_to_the_sitting(rulebook: Rulebook) -> None:
    game = played(sitting(rulebook), [PlaceChip("player", 5), Deal(shuffled(rulebook))])
    assert letters(game.strip) == letters(game.roadmap) == "P"
    assert Sitting(table=game.table, player="ann").roadmap == ()


@cites(zero="GENERAL RULES")
def test_a_malfunction_voids_a_game_and_its_pay(rulebook: Rulebook) -> None:
    game = played(sitting(rulebook), [PlaceChip("player", 5), Deal(shuffled(rulebook))])
    assert ruling(game.table, report(Found.MALFUNCTION)) == (Decision.VOID, "GENERAL RULES")
    after, events = told(game.table, [report(Found.MALFUNCTION)])
    (void,) = [event for event in events if isinstance(event, RoundVoided)]
    assert void.after_payment
    assert [(bet.bettor, bet.stake, bet.returned, bet.net) for bet in void.bets] == [
        ("ann", 5, 5, 0)
    ]
    assert after.board.results == ()


@pytest.mark.parametrize("command", [OpenBetting(), CloseBetting()])
def test_an_announcement_is_a_command_like_any_other(command: TableCommand) -> None:
    assert isinstance(step(table_of(), command), Refusal)
