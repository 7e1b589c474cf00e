"""Shoes solved: every round of some shoes with its exact expected values, and the sums over them.

Sums are whole numbers. An expected value is rounded to a multiple of 2**−32 before it is added, so
that a sum is the same in whatever order, by however many workers it was made.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.cards import Composition
from punto.exact.batch import Gather, evaluate
from punto.exact.closed import gathered
from punto.lab.gpu import Endings
from punto.lab.running_count import RunningCount
from punto.sim import Game
from punto.sim.rounds import Integers, Rounds

GRAIN: Final = 2**32
"""So many parts a unit has."""

Booleans = npt.NDArray[np.bool_]
Whole = npt.NDArray[np.object_]
"""Python's integers: squares of many parts do not fit a word."""


class Winnings(NamedTuple):
    """What one bettor has, by cut and by wager."""

    bets: Integers
    units: Whole
    squares: Whole
    """Of the units of each shoe."""

    def plus(self, other: "Winnings") -> "Winnings":
        """Add those of other shoes."""
        units, squares = self.units + other.units, self.squares + other.squares
        return Winnings(self.bets + other.bets, units, squares)


class Sums(NamedTuple):
    """All that is kept of some shoes."""

    shoes: int
    rounds: Integers
    """By cut."""
    perfect: Winnings
    counted: Winnings

    def plus(self, other: "Sums") -> "Sums":
        """Add those of other shoes."""
        return Sums(
            self.shoes + other.shoes,
            self.rounds + other.rounds,
            self.perfect.plus(other.perfect),
            self.counted.plus(other.counted),
        )


@dataclass(frozen=True)
class ShoeSolver:
    """What is asked of every shoe. The cut of the game is the smallest of all."""

    game: Game
    cuts: tuple[int, ...]
    counts: tuple[RunningCount | None, ...]
    """One for each wager."""
    backend: str = "processes"
    """Who counts endings."""

    @cached_property
    def _gather(self) -> Gather:
        """In each worker its own: a graphics processor is reached by process."""
        return Endings().gathered if self.backend == "gpu" else gathered

    def solve(self, seed: int, first: int, shoes: int) -> Sums:
        """Solve so many shoes, from one on."""
        rounds = self.game.rounds_of(seed, first, shoes)
        values = self._values(rounds.left)
        parts = np.rint(values * GRAIN).astype(np.int64)
        starts = np.cumsum(rounds.by_shoe) - rounds.by_shoe
        dealt = self._dealt(rounds, starts)
        perfect = _winnings(values > 0, parts, dealt, starts)
        counted = _winnings(self._count_says(rounds.left), parts, dealt, starts)
        return Sums(shoes, dealt.sum(axis=0), perfect, counted)

    def _values(self, left: Integers) -> npt.NDArray[np.float64]:
        """Work out the expected value of each wager, with the suits where they are known."""
        deck, ranks = self.game.rulebook.deck, ranks_of(self.game, left)
        if ranks is left:
            return evaluate(self.game.rulebook, ranks, self._gather).ev
        pairs = zip(ranks.tolist(), left.tolist(), strict=True)
        shoes = [Composition(deck, tuple(by_rank), tuple(cards)) for by_rank, cards in pairs]
        return evaluate(self.game.rulebook, shoes, self._gather).ev

    def _dealt(self, rounds: Rounds, starts: Integers) -> Booleans:
        """Say for each round and cut whether the shoe goes so far.

        A round is dealt unless the one before it began behind the cut card: that was the last.
        """
        size = self.game.decks * len(self.game.rulebook.deck)
        begins = size - rounds.left.sum(axis=1) + self.game.burn
        before = np.roll(begins, 1)
        before[starts] = -1
        dealt: Booleans = before[:, None] < size - np.array(self.cuts)
        return dealt

    def _count_says(self, left: Integers) -> Booleans:
        """Say for each round and wager whether its true count has reached the trigger."""
        ranks = ranks_of(self.game, left)
        says = np.zeros((len(left), len(self.counts)), dtype=np.bool_)
        for place, count in enumerate(self.counts):
            if count is not None:
                says[:, place] = count_says(self.game, count, ranks)
        return says


def ranks_of(game: Game, left: Integers) -> Integers:
    """Count by rank what is counted by card; the cards of a deck come suit by suit."""
    deck = game.rulebook.deck
    if left.shape[1] == len(deck.ranks):
        return left
    by_suit = left.reshape(len(left), len(deck.suits), len(deck.ranks))
    by_rank: Integers = by_suit.sum(axis=1)
    return by_rank


def count_says(game: Game, count: RunningCount, ranks: Integers) -> Booleans:
    """Say for each round whether the true count has reached the trigger; in whole numbers."""
    deck = game.rulebook.deck
    running = -(ranks @ np.array([count.tags[rank] for rank in deck.ranks]))
    # A whole shoe adds up to zero, so that this is the sum of what was seen.
    true = running * (len(deck) * count.trigger.denominator)
    reached: Booleans = true >= count.trigger.numerator * ranks.sum(axis=1)
    return reached


def _winnings(bets: Booleans, parts: Integers, dealt: Booleans, starts: Integers) -> Winnings:
    """Add up bets, what they win, and the squares of what each shoe wins, for each cut."""
    cuts = [_winnings_at(bets & here[:, None], parts, starts) for here in dealt.T]
    return Winnings(*map(np.array, zip(*cuts, strict=True)))


def _winnings_at(bets: Booleans, parts: Integers, starts: Integers) -> Winnings:
    by_shoe = np.add.reduceat(np.where(bets, parts, 0), starts, axis=0).astype(object)
    return Winnings(bets.sum(axis=0), by_shoe.sum(axis=0), (by_shoe**2).sum(axis=0))
