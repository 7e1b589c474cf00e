"""A simulation: so many rounds of a game, from a seed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Required, TypedDict

import numpy as np

from punto.errors import WrongInput
from punto.frames import frame_of
from punto.sim.checkpoint import Checkpoint, Done
from punto.sim.cluster import Cluster
from punto.sim.game import Game
from punto.sim.gpu import Gpu
from punto.sim.kernel import Counts
from punto.sim.settings import table_settings
from punto.sim.spans import Spans
from punto.sim.tally import WagerTally, tallies
from punto.sim.workers import Alone, Dealers, Piece, Team

MOST_ROUNDS: Final = 10**15
MOST_SEED: Final = 2**64 - 1
MOST_WORKERS: Final = 1_024

BACKENDS: Final = ("processes", "gpu", "dask")

PIECE_ROUNDS: Final = 5_000_000
"""What one worker deals at a time: some tenths of a second."""

CLUSTER_ROUNDS: Final = 20_000_000
"""The same for a worker on another machine, which takes a while to hear of it."""

GPU_ROUNDS: Final = 20_000_000_000
"""The same for a graphics processor; each of its blocks counts up to 2**32."""

FOR_ONE: Final = 4 * PIECE_ROUNDS
"""Fewer rounds are dealt here before another process has begun."""

Dealt = tuple[Counts, int]
"""Counts, and how many rounds they are of."""

Progress = Callable[[int], None]
"""Is told how many rounds were dealt since it was told last."""


class DealtAsked(TypedDict, total=False):
    """By whom rounds are dealt, from which seed, and who is told."""

    seed: Required[int]
    workers: int
    scheduler: str | None
    checkpoint: Path | None
    progress: Progress | None


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

    @property
    def columns(self) -> dict[str, list[str] | list[float] | list[int]]:
        """How often each wager has paid what, by name: the columns of a data frame."""
        rows = [(name, *row) for name, tally in self.wagers.items() for row in tally.rows]
        return {
            "wager": [wager for wager, _, _, _ in rows],
            "pays": [pays for _, pays, _, _ in rows],
            "net": [net for _, _, net, _ in rows],
            "rounds": [rounds for _, _, _, rounds in rows],
        }

    def to_frame(self, library: str | None = None) -> Any:  # noqa: ANN401 – pandas' or polars'
        """Give the columns as a data frame."""
        return frame_of(self.columns, library)


def simulate(
    game: Game,
    *,
    rounds: int,
    seed: int,
    workers: int = 1,
    backend: str = BACKENDS[0],
    scheduler: str | None = None,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Deal exactly so many rounds, and settle every wager of the rulebook on each.

    With a checkpoint, an interruption leaves that file, and the same call goes on from it.
    """
    check(rounds, seed, workers, backend, scheduler)
    counts, _ = game.deal_rounds(seed, 0, 1)  # compiled before time is taken
    fresh = Done(Spans(), np.zeros_like(counts), np.zeros(1, dtype=np.int64))
    settings = partial(table_settings, game, seed=seed, rounds=rounds)
    kept = Checkpoint(checkpoint, settings, fresh)
    with ExitStack() as stack:
        if backend == "gpu":
            dealers: Dealers[Dealt] = Gpu(game)
        elif scheduler is not None:
            dealers = cluster = stack.enter_context(Cluster(game.deal_shoes, scheduler))
            workers = cluster.workers
        elif workers == 1 or rounds < FOR_ONE:
            dealers = Alone(game.deal_shoes)
        else:
            dealers = stack.enter_context(Team(game.deal_shoes, workers))
        dealing = _Dealing(game, seed, dealers, workers, kept, progress or (lambda _: None))
        counts, shoes = dealing.deal(rounds)
        seconds = kept.seconds
    wagers = tallies(game.rulebook, counts)
    return Simulation(game, seed, rounds, shoes, workers, backend, seconds, wagers)


def check(rounds: int, seed: int, workers: int, backend: str, scheduler: str | None = None) -> None:
    """Refuse what cannot be, before any work."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise WrongInput(f"{rounds} rounds: 1 to {MOST_ROUNDS} can be dealt")
    if not 0 <= seed <= MOST_SEED:
        raise WrongInput(f"seed {seed}: it is 0 to {MOST_SEED}")
    if not 1 <= workers <= MOST_WORKERS:
        raise WrongInput(f"{workers} workers: 1 to {MOST_WORKERS} can deal")
    if backend not in BACKENDS:
        raise WrongInput(f"there is no backend {backend!r}: {', '.join(BACKENDS)}")
    if (backend == "dask") != (scheduler is not None):
        raise WrongInput("backend 'dask' is that of a scheduler, and takes its address")


class _Dealing:
    """Shoes dealt by their numbers, whole ones as long as they cannot be too many."""

    def __init__(
        self,
        game: Game,
        seed: int,
        dealers: Dealers[Dealt],
        workers: int,
        kept: Checkpoint,
        progress: Progress,
    ) -> None:
        self._game = game
        self._seed = seed
        self._dealers = dealers
        self._workers = workers
        self._kept = kept
        self._progress = progress

    def deal(self, rounds: int) -> Dealt:
        """Go on to so many rounds, the last of them one by one; give counts, and how many shoes."""
        with self._kept:
            self._progress(self._rounds)
            self._deal_before(self._shoes)  # what an interruption has left open
            while (shoes := (rounds - self._rounds) // self._game.shoe.most) >= self._workers:
                self._deal_before(self._shoes + shoes)
            left = rounds - self._rounds
            counts, shoes = self._game.deal_rounds(self._seed, self._shoes, left)
        self._progress(left)
        return self._kept.done.counts + counts, self._shoes + shoes

    @property
    def _rounds(self) -> int:
        return int(self._kept.done.sums[0])

    @property
    def _shoes(self) -> int:
        return self._kept.done.spans.end

    def _deal_before(self, after: int) -> None:
        """Deal all whole shoes of lower numbers that were not dealt."""
        gaps = [*self._kept.done.spans.gaps(0, after)]
        for piece, (counts, dealt) in self._dealers.deal(self._pieces(gaps)):
            self._kept.add(piece, counts, np.array([dealt]))
            self._progress(dealt)

    @property
    def _piece_rounds(self) -> int:
        if isinstance(self._dealers, Gpu):
            return GPU_ROUNDS
        return CLUSTER_ROUNDS if isinstance(self._dealers, Cluster) else PIECE_ROUNDS

    def _pieces(self, gaps: Sequence[tuple[int, int]]) -> Iterator[Piece]:
        even = -(-sum(after - first for first, after in gaps) // self._workers)
        size = min(even, max(1, self._piece_rounds // self._game.shoe.most))
        for begin, end in gaps:
            for first in range(begin, end, size):
                yield Piece(self._seed, first, min(size, end - first))
