"""A simulation: so many rounds of a game, from a seed."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np

from punto.errors import WrongInput
from punto.sim.game import Game
from punto.sim.gpu import Gpu
from punto.sim.kernel import Counts
from punto.sim.tally import WagerTally, tallies
from punto.sim.workers import Alone, Dealers, Piece, Team

MOST_ROUNDS: Final = 10**15
MOST_SEED: Final = 2**64 - 1
MOST_WORKERS: Final = 1_024

BACKENDS: Final = ("processes", "gpu")

PIECE_ROUNDS: Final = 5_000_000
"""What one worker deals at a time: some tenths of a second."""

GPU_ROUNDS: Final = 20_000_000_000
"""The same for a graphics processor; each of its blocks counts up to 2**32."""

FOR_ONE: Final = 4 * PIECE_ROUNDS
"""Fewer rounds are dealt here before another process has begun."""

Dealt = tuple[Counts, int]
"""Counts, and how many rounds they are of."""

Progress = Callable[[int], None]
"""Is told how many rounds were dealt since it was told last."""


@dataclass(frozen=True)
class Simulation:
    """What came of it. Equal games, seeds and rounds give equal counts, whoever deals them."""

    game: Game
    seed: int
    rounds: int
    shoes: int
    workers: int
    backend: str
    seconds: float
    """How long the dealing took."""
    wagers: dict[str, WagerTally]

    @property
    def rounds_per_second(self) -> float:
        """How many rounds were dealt in a second."""
        return self.rounds / self.seconds if self.seconds else 0.0


def simulate(
    game: Game,
    *,
    rounds: int,
    seed: int,
    workers: int = 1,
    backend: str = BACKENDS[0],
    progress: Progress | None = None,
) -> Simulation:
    """Deal exactly so many rounds, and settle every wager of the rulebook on each."""
    check(rounds, seed, workers, backend)
    game.deal_rounds(seed, 0, 1)  # compiled before time is taken
    with ExitStack() as stack:
        if backend == "gpu":
            dealers: Dealers[Dealt] = Gpu(game)
        elif workers == 1 or rounds < FOR_ONE:
            dealers = Alone(game.deal_shoes)
        else:
            dealers = stack.enter_context(Team(game.deal_shoes, workers))
        dealing = _Dealing(game, seed, dealers, workers, progress or (lambda _: None))
        begun = perf_counter()
        dealing.deal(rounds)
        seconds = perf_counter() - begun
    wagers = tallies(game.rulebook, dealing.counts)
    return Simulation(game, seed, rounds, dealing.shoes, workers, backend, seconds, wagers)


def check(rounds: int, seed: int, workers: int, backend: str) -> None:
    """Refuse what cannot be, before any work."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise WrongInput(f"{rounds} rounds: 1 to {MOST_ROUNDS} can be dealt")
    if not 0 <= seed <= MOST_SEED:
        raise WrongInput(f"seed {seed}: it is 0 to {MOST_SEED}")
    if not 1 <= workers <= MOST_WORKERS:
        raise WrongInput(f"{workers} workers: 1 to {MOST_WORKERS} can deal")
    if backend not in BACKENDS:
        raise WrongInput(f"there is no backend {backend!r}: {', '.join(BACKENDS)}")


class _Dealing:
    """The rounds dealt so far: those of the first shoes, in the order of their numbers."""

    def __init__(
        self, game: Game, seed: int, dealers: Dealers[Dealt], workers: int, progress: Progress
    ) -> None:
        self._game = game
        self._seed = seed
        self._dealers = dealers
        self._workers = workers
        self._progress = progress
        self.counts: Counts = np.zeros(0, dtype=np.int64)
        self.shoes = 0

    def deal(self, rounds: int) -> None:
        """Deal whole shoes as long as they cannot be too many, and then round by round."""
        while (shoes := rounds // self._game.shoe.most) >= self._workers:
            for counts, dealt in self._dealers.deal(self._pieces(shoes)):
                self._add(counts, dealt)
                rounds -= dealt
            self.shoes += shoes
        counts, shoes = self._game.deal_rounds(self._seed, self.shoes, rounds)
        self._add(counts, rounds)
        self.shoes += shoes

    def _pieces(self, shoes: int) -> Iterator[Piece]:
        even = -(-shoes // self._workers)
        rounds = GPU_ROUNDS if isinstance(self._dealers, Gpu) else PIECE_ROUNDS
        size = min(even, max(1, rounds // self._game.shoe.most))
        for first in range(self.shoes, self.shoes + shoes, size):
            yield Piece(self._seed, first, min(size, self.shoes + shoes - first))

    def _add(self, counts: Counts, rounds: int) -> None:
        self.counts = counts if not self.counts.size else self.counts + counts
        self._progress(rounds)
