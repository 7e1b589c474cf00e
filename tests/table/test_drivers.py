"""The player as the driver of a table: the online game."""

from collections.abc import Sequence

import pytest

from punto.coup import Phase
from punto.coup.command import OpenBetting
from punto.coup.event import WagersPaid
from punto.refusal import Refusal
from punto.roads import letters
from punto.rules import find_rulebook
from punto.table import Code, Table, step
from punto.table.sitting import (
    Clear,
    Deal,
    Double,
    NewGame,
    PlaceChip,
    Rebet,
    RebetAndDeal,
    Sitting,
    SittingCode,
    SittingCommand,
    TakeOff,
    Undo,
    play,
)
from tests.table.tables import order_of, table_of

ZERO = find_rulebook("zero-commission")
PLAYER_WINS = "9s 2h Td 3c"


def sitting(table: Table | None = None) -> Sitting:
    return Sitting(table=table or table_of(ZERO), player="ann")


def order(first: str = PLAYER_WINS) -> tuple[str, ...]:
    return order_of(table_of(ZERO), first)


def played(start: Sitting, commands: Sequence[SittingCommand]) -> Sitting:
    for command in commands:
        outcome = play(start, command)
        assert isinstance(outcome, tuple), outcome
        start = outcome[0]
    return start


def test_chips_undo_and_clear() -> None:
    built = played(sitting(), [PlaceChip("player", 5), PlaceChip("player", 5), PlaceChip("tie", 1)])
    assert built.stakes == {"player": 10, "tie": 1}
    assert played(built, [Undo()]).stakes == {"player": 10}
    assert played(built, [Undo(), Undo()]).stakes == {"player": 5}
    cleared = played(built, [Clear()])
    assert cleared.stakes == {}
    assert played(cleared, [Undo()]).stakes == built.stakes  # the last action, whatever it was


def test_doubling_and_taking_one_bet_off() -> None:
    built = played(sitting(), [PlaceChip("player", 5), PlaceChip("tie", 1), Double()])
    assert built.stakes == {"player": 10, "tie": 2}
    off = played(built, [TakeOff("player")])
    assert off.stakes == {"tie": 2}
    assert played(off, [Undo(), Undo()]).stakes == {"player": 5, "tie": 1}


def test_a_game() -> None:
    done_game = played(sitting(), [PlaceChip("player", 10), Deal(order())])
    assert letters(done_game.results) == "P"
    assert done_game.table.rounds == 1
    assert (done_game.stakes, done_game.previous) == ({}, {"player": 10})
    assert played(done_game, [Rebet()]).stakes == {"player": 10}
    edited = played(done_game, [NewGame(), PlaceChip("tie", 2)])
    assert edited.stakes == {"player": 10, "tie": 2}
    again = played(done_game, [RebetAndDeal(order())])
    assert (letters(again.results), again.table.rounds) == ("PP", 2)


def test_deal_tells_all_that_happened() -> None:
    outcome = play(played(sitting(), [PlaceChip("player", 10)]), Deal(order()))
    assert isinstance(outcome, tuple)
    paid = [event for event in outcome[1] if isinstance(event, WagersPaid)]
    assert [bet.net for event in paid for bet in event.bets] == [10]


def test_the_strip_shows_ten_and_the_roadmap_fifty() -> None:
    start = played(sitting(), [PlaceChip("player", 10), Deal(order())])
    long = played(start, [RebetAndDeal(order())] * 59)
    assert (len(long.results), len(long.strip), len(long.roadmap)) == (60, 10, 50)
    assert len(long.without_last_result().results) == 59
    assert (sitting(table_of()).strip, sitting(table_of()).roadmap) == ((), ())


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        ([], PlaceChip("dragon-7", 5), SittingCode.NO_SUCH_WAGER),
        ([], PlaceChip("tie", 0), SittingCode.NOT_A_CHIP),
        ([], Undo(), SittingCode.NOTHING_TO_UNDO),
        ([], Rebet(), SittingCode.NO_PREVIOUS_BET),
        ([], NewGame(), SittingCode.NO_PREVIOUS_BET),
        ([], RebetAndDeal(order()), SittingCode.NO_PREVIOUS_BET),
        ([], Deal(order()), SittingCode.NO_BETS),
    ],
)
def test_refusals(before: list[SittingCommand], command: SittingCommand, code: SittingCode) -> None:
    outcome = play(played(sitting(), before), command)
    assert isinstance(outcome, Refusal)
    assert outcome.code is code
    assert outcome.words


def test_a_net_0_win_is_shown_while_building_and_refused_at_deal() -> None:
    built = played(sitting(), [PlaceChip("player", 10), PlaceChip("banker", 10)])
    assert built.is_hopeless
    outcome = play(built, Deal(order()))
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.clause) == (SittingCode.NET_ZERO_WIN, "6")
    assert not played(built, [PlaceChip("tie", 1)]).is_hopeless


def test_the_tables_own_refusals_come_through_and_nothing_happens() -> None:
    built = played(sitting(), [PlaceChip("player", 10)])
    short = play(built, Deal(order()[1:]))
    assert isinstance(short, Refusal)
    assert short.code is Code.SHOE_INCOMPLETE
    assert built.table.rounds == 0


def test_a_game_dealt_is_completed() -> None:
    game = played(sitting(), [PlaceChip("banker", 10), Deal(order("2s 2h 3d Ac Th 4h"))])
    assert game.table.coup is not None
    assert game.table.coup.phase is Phase.SETTLED
    assert letters(game.results) == "B"  # a three-card seven pushes, but the Banker won
    assert refused_open(game) is Code.NO_SHOE


def refused_open(game: Sitting) -> object:
    outcome = step(game.table, OpenBetting())
    assert isinstance(outcome, Refusal)
    return outcome.code
