"""The statistics of a shoe, and the last few results as a plain list."""

from collections.abc import Sequence
from dataclasses import dataclass

from punto.roads.result import Result
from punto.rules import Winner


@dataclass(frozen=True, slots=True)
class Statistics:
    """How often what happened."""

    rounds: int
    banker: int
    player: int
    tie: int
    player_pairs: int
    banker_pairs: int
    naturals: int
    sixes: int
    longest_run: int
    """The most wins of one side in a row, ties passed over."""


def statistics(results: Sequence[Result]) -> Statistics:
    """Count a run of results."""
    winners = [result.winner for result in results]
    return Statistics(
        rounds=len(results),
        banker=winners.count(Winner.BANKER),
        player=winners.count(Winner.PLAYER),
        tie=winners.count(Winner.TIE),
        player_pairs=sum(result.player_pair for result in results),
        banker_pairs=sum(result.banker_pair for result in results),
        naturals=sum(result.natural for result in results),
        sixes=sum(result.six > 0 for result in results),
        longest_run=_longest_run([winner for winner in winners if winner is not Winner.TIE]),
    )


def _longest_run(winners: Sequence[Winner]) -> int:
    longest = run = 0
    for place, winner in enumerate(winners):
        run = run + 1 if place and winners[place - 1] is winner else 1
        longest = max(longest, run)
    return longest


def last(results: Sequence[Result], count: int) -> tuple[Result, ...]:
    """Take the newest results, as the strip and the roadmap of the online game show them."""
    assert count > 0, "a list of no results shows nothing"
    return tuple(results[-count:])
