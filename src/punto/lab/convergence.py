"""A simulation as it goes on: what every wager has come to after more and more rounds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from punto.sim import Game, WagerTally
from punto.sim.kernel import Counts
from punto.sim.tally import tallies

FIRST_ROUNDS: Final = 1_000
"""After so many it is told for the first time."""

GROWTH: Final = 4
"""Then after a quarter more each time: about as many points for every tenfold."""

MOST_ROUNDS: Final = 2_000_000
"""A piece has no more, so that whoever waits is told often."""


@dataclass(frozen=True)
class Convergence:
    """What came of the first rounds of a simulation."""

    rounds: int
    wagers: dict[str, WagerTally]


def converging(game: Game, *, rounds: int, seed: int) -> Iterator[Convergence]:
    """Deal so many rounds, and tell of them on the way; the last counts are those of `simulate`."""
    dealt = shoes = 0
    counts: Counts | None = None
    while dealt < rounds:
        piece = min(max(FIRST_ROUNDS, dealt // GROWTH), MOST_ROUNDS)
        number = min(-(-piece // game.shoe.most), (rounds - dealt) // game.shoe.most)
        if number:
            more, come = game.deal_shoes(seed, shoes, number)
        else:
            come = rounds - dealt
            more, number = game.deal_rounds(seed, shoes, come)
        counts = more if counts is None else counts + more
        dealt, shoes = dealt + come, shoes + number
        yield Convergence(dealt, tallies(game.rulebook, counts))
