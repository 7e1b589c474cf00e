"""Countability: how often, and by how much, cards that were seen turn a wager against the house.

Every round of many simulated shoes is solved exactly. A bettor with perfect knowledge bets one unit
whenever the expected value is above zero; another bets when a running count tells him to.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from time import perf_counter
from typing import Any, Final

from punto.errors import WrongInput
from punto.frames import frame_of
from punto.lab.bettor import Bettor
from punto.lab.running_count import RunningCount, running_counts
from punto.lab.shoe_solver import GRAIN, ShoeSolver, Sums, Winnings
from punto.rules import Rulebook, Wager
from punto.sim import Game
from punto.sim.cluster import Cluster
from punto.sim.simulation import Progress, check
from punto.sim.workers import Alone, Dealers, Piece, Team

CUTS: Final = (14, 26, 52, 78, 104)
"""Cards behind the cut card: from the usual fourteen to two decks."""

MOST_SHOES: Final = 10**9

PIECE_SHOES: Final = 200
"""What one worker solves at a time: some hundredths of a second."""

STEP_SHOES: Final = 20
"""After so many more it is told how far it is."""

CLUSTER_SHOES: Final = 2_000
"""The same for a worker on another machine, which takes a while to hear of it."""


@dataclass(frozen=True)
class Depth:
    """A wager on shoes that end with so many cards behind the cut card."""

    cut: int
    perfect: Bettor
    counted: Bettor | None
    """None where there is no count."""

    @property
    def captured(self) -> float:
        """The share of the perfect bettor's units that the count wins."""
        if self.counted is None or not self.perfect.units:
            return 0.0
        return float(self.counted.units / self.perfect.units)


@dataclass(frozen=True)
class WagerCountability:
    """What knowing the cards is worth on one wager."""

    wager: Wager
    count: RunningCount | None
    depths: tuple[Depth, ...]
    """By cut, the deepest shoe first."""


@dataclass(frozen=True)
class Countability:
    """All wagers of a rulebook. Equal games, seeds, shoes and cuts give equal figures."""

    game: Game
    seed: int
    shoes: int
    workers: int
    seconds: float
    wagers: Mapping[str, WagerCountability]

    @property
    def rounds_per_shoe(self) -> dict[int, float]:
        """By cut, how many rounds a shoe has on average."""
        first = next(iter(self.wagers.values()))
        return {depth.cut: depth.perfect.rounds / self.shoes for depth in first.depths}

    def to_frame(self, library: str | None = None) -> Any:  # noqa: ANN401 – pandas' or polars'
        """Give it as a data frame, a row for each wager, cut and bettor: `perfect` or `counted`."""
        rows = [
            (name, depth.cut, knows, bettor)
            for name, wager in self.wagers.items()
            for depth in wager.depths
            for knows, bettor in (("perfect", depth.perfect), ("counted", depth.counted))
            if bettor is not None
        ]
        names = ("rounds", "bets", "share", "mean_edge", "units_per_shoe", "stderr")
        columns: dict[str, list[Any]] = {
            "wager": [name for name, _, _, _ in rows],
            "cut": [cut for _, cut, _, _ in rows],
            "bettor": [knows for _, _, knows, _ in rows],
            **{name: [getattr(bettor, name) for *_, bettor in rows] for name in names},
        }
        return frame_of(columns, library)


def countability(  # noqa: PLR0913 – one for each question
    rulebook: Rulebook,
    *,
    decks: int,
    shoes: int,
    seed: int,
    burn: int = 0,
    cuts: Sequence[int] | None = None,
    counts: Mapping[str, RunningCount] | None = None,
    workers: int = 1,
    backend: str = "processes",
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> Countability:
    """Solve every round of so many shoes; `counts` are your own, instead of those made here.

    Where no cuts are given, they are those of `CUTS` that leave half of the shoe.
    """
    check(1, seed, workers, backend, scheduler)
    solver = replace(_solver(rulebook, decks, shoes, burn, cuts, counts), backend=backend)
    pieces = _pieces(seed, shoes, PIECE_SHOES if scheduler is None else CLUSTER_SHOES)
    with ExitStack() as stack:
        dealers: Dealers[Sums]
        if scheduler is not None:
            dealers = cluster = stack.enter_context(Cluster(solver.solve, scheduler))
            workers = cluster.workers
        elif (busy := min(workers, -(-shoes // PIECE_SHOES))) > 1:
            dealers = stack.enter_context(Team(solver.solve, busy))
        else:
            dealers = Alone(solver.solve)
        begun = perf_counter()
        sums = _solved(solver, dealers.deal(pieces), progress or (lambda _: None))
        seconds = perf_counter() - begun
    return _found(solver, sums, seed, workers, seconds)


def solving(rulebook: Rulebook, *, decks: int, shoes: int, seed: int) -> Iterator[Countability]:
    """Solve so many shoes, and tell of them on the way; the last is what `countability` gives."""
    solver = _solver(rulebook, decks, shoes, 0, None, None)
    sums = solver.solve(0, 0, 0)
    begun = perf_counter()
    for piece in _pieces(seed, shoes, STEP_SHOES):
        sums = sums.plus(solver.solve(*piece))
        yield _found(solver, sums, seed, 1, perf_counter() - begun)


def _found(solver: ShoeSolver, sums: Sums, seed: int, workers: int, seconds: float) -> Countability:
    wagers = dict(_wagers(solver, sums))
    return Countability(solver.game, seed, sums.shoes, workers, seconds, wagers)


def _solver(
    rulebook: Rulebook,
    decks: int,
    shoes: int,
    burn: int,
    cuts: Sequence[int] | None,
    counts: Mapping[str, RunningCount] | None,
) -> ShoeSolver:
    """Refuse shoes that cannot be, before any work."""
    if not 1 <= shoes <= MOST_SHOES:
        raise WrongInput(f"{shoes} shoes: 1 to {MOST_SHOES} can be solved")
    usual = [cut for cut in CUTS if 2 * cut <= decks * len(rulebook.deck)]
    chosen = usual if cuts is None else cuts
    if not chosen:
        raise WrongInput("no cut is given: where would a shoe end?")
    games = [Game(rulebook, decks, burn, cut) for cut in sorted(set(chosen))]
    assert all(game.shoe for game in games), "each refuses a cut that leaves no round"
    made = {**running_counts(rulebook, decks), **(counts or {})}
    if unknown := made.keys() - {wager.id for wager in rulebook.wagers}:
        raise WrongInput(f"{rulebook.id} has no wager {min(unknown)!r} to count for")
    tags = tuple(made[wager.id] for wager in rulebook.wagers)
    return ShoeSolver(games[0], tuple(game.cut for game in games), tags)


def _solved(solver: ShoeSolver, done: Iterable[tuple[Piece, Sums]], progress: Progress) -> Sums:
    sums = solver.solve(0, 0, 0)
    for _, more in done:
        sums = sums.plus(more)
        progress(more.shoes)
    return sums


def _pieces(seed: int, shoes: int, size: int) -> Iterator[Piece]:
    for first in range(0, shoes, size):
        yield Piece(seed, first, min(size, shoes - first))


def _wagers(solver: ShoeSolver, sums: Sums) -> Iterator[tuple[str, WagerCountability]]:
    for place, (wager, count) in enumerate(
        zip(solver.game.rulebook.wagers, solver.counts, strict=True)
    ):
        depths = tuple(
            _depth(sums, cut, row, place, has_count=count is not None)
            for row, cut in enumerate(solver.cuts)
        )
        yield wager.id, WagerCountability(wager, count, depths)


def _depth(sums: Sums, cut: int, row: int, place: int, *, has_count: bool) -> Depth:
    shoes, rounds = sums.shoes, int(sums.rounds[row])
    perfect = _bettor(shoes, rounds, sums.perfect, (row, place))
    counted = _bettor(shoes, rounds, sums.counted, (row, place)) if has_count else None
    return Depth(cut, perfect, counted)


def _bettor(shoes: int, rounds: int, won: Winnings, at: tuple[int, int]) -> Bettor:
    units, squares = Fraction(won.units[at], GRAIN), Fraction(won.squares[at], GRAIN**2)
    return Bettor(shoes, rounds, int(won.bets[at]), units, squares)
