"""What holds for the roads of any run of results."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import punto
from punto.cards import parse_cards
from punto.errors import WrongInput
from punto.roads import (
    Board,
    Colour,
    DerivedRoad,
    Result,
    Trail,
    last,
    letters,
    parse_results,
    statistics,
)
from punto.rules import Winner, facts_of
from punto.rules.deal import deal

results = st.lists(
    st.builds(
        Result,
        st.sampled_from([Winner.BANKER, Winner.PLAYER, Winner.BANKER, Winner.PLAYER, Winner.TIE]),
        player_pair=st.booleans(),
        banker_pair=st.booleans(),
        natural=st.booleans(),
    ),
    max_size=90,
)
wins = st.sampled_from([Winner.BANKER, Winner.PLAYER])


@given(results)
def test_removing_ties_never_changes_a_derived_road(run: list[Result]) -> None:
    without = [result for result in run if result.winner is not Winner.TIE]
    assert Board.of(run).derived == Board.of(without).derived


@given(results)
def test_ask_colours_are_opposite(run: list[Result]) -> None:
    board = Board.of(run)
    for banker, player in zip(board.ask(Winner.BANKER), board.ask(Winner.PLAYER), strict=True):
        assert player is (banker and banker.other)


@given(results, wins)
def test_ask_tells_what_the_next_win_prints(run: list[Result], winner: Winner) -> None:
    board = Board.of(run)
    after = board.plus(Result(winner))
    for road, asked in zip(DerivedRoad, board.ask(winner), strict=True):
        new = after.derived[road].marks[len(board.derived[road].marks) :]
        assert [mark.value for mark in new] == ([] if asked is None else [asked])


@given(results, st.builds(Result, st.sampled_from(Winner)))
def test_appending_a_result_only_appends(run: list[Result], result: Result) -> None:
    before, after = Board.of(run), Board.of([*run, result])
    assert after == before.plus(result)
    assert after.bead[: len(before.bead)] == before.bead
    assert after.wins.marks[: len(before.wins.marks)] == before.wins.marks
    for road in DerivedRoad:
        marks = before.derived[road].marks
        assert after.derived[road].marks[: len(marks)] == marks


@given(results)
def test_no_two_marks_share_a_cell_and_none_is_below_the_sixth_row(run: list[Result]) -> None:
    board = Board.of(run)
    trails: list[Trail[Any]] = [board.wins, *board.derived.values()]
    for trail in trails:
        places = [(mark.column, mark.row) for mark in trail.marks]
        assert len(set(places)) == len(places)
        assert all(0 <= row < 6 for _, row in places)


@given(results)
def test_statistics_count_every_result_once(run: list[Result]) -> None:
    counts = statistics(run)
    assert counts.banker + counts.player + counts.tie == counts.rounds == len(run)
    assert counts.longest_run == max(Board.of(run).heights, default=0)
    assert counts.player_pairs == sum(result.player_pair for result in run)
    assert last(run, 10) == tuple(run[-10:])


@given(results)
def test_letters_read_back(run: list[Result]) -> None:
    assert [r.winner for r in parse_results(letters(run))] == [r.winner for r in run]


@pytest.mark.parametrize(
    ("text", "big_eye"),
    [("BPP", "B"), ("BPPP", "BR"), ("BBPPB", "RR"), ("BBBBBBBPBP", "BR"), ("T", ""), ("TTT", "")],
)
def test_inputs_on_which_others_fail(text: str, big_eye: str) -> None:
    marks = punto.roads(text).derived[DerivedRoad.BIG_EYE].marks
    assert "".join(mark.value.value for mark in marks) == big_eye


def test_a_long_run_turns_right_and_stays() -> None:
    places = [(mark.column, mark.row) for mark in punto.roads("B" * 8 + "P").wins.marks]
    assert places[5:] == [(0, 5), (1, 5), (2, 5), (1, 0)]


def test_a_result_takes_its_marks_from_the_round() -> None:
    six_on_three = facts_of(deal(parse_cards("2s 2h 3d Ac Th 3h")))
    assert Result.of(six_on_three) == Result(Winner.BANKER, six=3)
    tie_of_pairs = facts_of(deal(parse_cards("4s 9d 4c 9c")))
    assert Result.of(tie_of_pairs) == Result(
        Winner.TIE, player_pair=True, banker_pair=True, natural=True
    )


def test_asking_about_a_tie_is_a_mistake() -> None:
    with pytest.raises(AssertionError):
        punto.roads("BP").ask(Winner.TIE)


def test_letters_that_are_no_result() -> None:
    with pytest.raises(WrongInput, match="result 3 is 'X'"):
        punto.roads("bpx")


def test_colours_have_an_opposite() -> None:
    assert Colour.RED.other is Colour.BLUE
    assert Colour.BLUE.other is Colour.RED


def test_a_new_run_begins_past_a_tail_that_lies_along_the_top_row() -> None:
    """Each run meets the tail of the one before a row higher, until one can only lie down."""
    tails = "B" * 20 + "P" * 19 + "B" * 18 + "P" * 17 + "B" * 16
    places = [(mark.column, mark.row) for mark in punto.roads(tails + "PPPPPB").wins.marks]
    assert places[-6:] == [(5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0)]
