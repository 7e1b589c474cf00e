"""A play: sessions of a strategy at a table, as many as are wanted, by as many workers."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from punto.errors import StrategyStopped
from punto.sim.course import Course, course_of
from punto.sim.game import Game
from punto.sim.kernel import Counts
from punto.sim.report import Play
from punto.sim.seat import Seat, seat_of
from punto.sim.session import At, Desk, End, Sheet, desk_of, play_sessions, sheet_of
from punto.sim.shoe import Shoe, shoe_of
from punto.sim.simulation import FOR_ONE, PIECE_ROUNDS, Progress, Simulation, check
from punto.sim.strategy import Strategy
from punto.sim.tally import tallies
from punto.sim.terms import Terms
from punto.sim.view import Numbers
from punto.sim.workers import Alone, Piece, Team

INTERPRETED: Final = 500
"""A strategy that is not compiled takes so many times as long."""


class Played(NamedTuple):
    """What came of some sessions, in the order of their numbers."""

    first: int
    sheet: Sheet
    counts: Counts
    totals: Numbers


@dataclass(frozen=True)
class Player:
    """Somebody who plays a strategy on terms, for any sessions that he is asked to play."""

    game: Game
    strategy: Strategy
    terms: Terms

    @cached_property
    def course(self) -> Course:
        """How a round goes, with every card told apart: a player sees them."""
        return course_of(self.game.rulebook, by_card=True)

    @cached_property
    def shoe(self) -> Shoe:
        """What is the same for all shoes."""
        game = self.game
        return shoe_of(game.rulebook, self.course, decks=game.decks, burn=game.burn, cut=game.cut)

    @cached_property
    def seat(self) -> Seat:
        """What is the same for all sessions."""
        return seat_of(self.game.rulebook, self.terms)

    def play(self, seed: int, first: int, sessions: int) -> Played:
        """Play so many sessions, from one on."""
        desk = desk_of(self.shoe, len(self.game.rulebook.wagers))
        sheet = sheet_of(sessions)
        tables = self.seat, self.shoe, self.course
        try:
            end = play_sessions(self.strategy.asked, np.uint64(seed), first, sheet, *tables, desk)
        except (Exception, SystemExit) as error:  # whatever a strategy of someone else may raise
            raise self._stopped(seed, desk, self._raised(error)) from error
        if end:
            raise self._stopped(seed, desk, self._fault(End(end), desk))
        return Played(first, sheet, desk.counts, desk.totals)

    def _stopped(self, seed: int, desk: Desk, reason: str) -> StrategyStopped:
        session, number = desk.now[At.SESSION], desk.now[At.ROUNDS] + 1
        where = f"round {number} of session {session}, seed {seed}"
        return StrategyStopped(f"strategy {self.strategy.name} stopped at {where}: {reason}")

    def _raised(self, error: Exception | SystemExit) -> str:
        """Say what a strategy has raised, and of an index what it was most likely for."""
        rulebook = self.game.rulebook
        likely = f"; {rulebook.id} has {len(rulebook.wagers)} wagers, and a new shoe no results"
        return f"{type(error).__name__}: {error}{likely if isinstance(error, IndexError) else ''}"

    def _fault(self, end: End, desk: Desk) -> str:
        """Say what is wrong with a stake."""
        place = int(desk.now[At.WAGER])
        wager = self.game.rulebook.wagers[place]
        why = {
            End.NEGATIVE: "less than nothing",
            End.ABOVE_MAXIMUM: f"above the maximum of {self.terms.maximum}",
            End.BELOW_MINIMUM: f"below the minimum of {self.terms.minimum}",
            End.SPLIT: f"{wager.id} takes multiples of {wager.step}",
            End.ABOVE_BANKROLL: f"with the stakes before it above the bankroll of "
            f"{desk.now[At.BANKROLL]}",
        }[end]
        return f"a stake of {desk.stakes[place]} on {wager.id}: {why}"


def play(
    game: Game,
    strategy: Strategy,
    terms: Terms,
    *,
    seed: int,
    workers: int = 1,
    progress: Progress | None = None,
) -> Play:
    """Play sessions; equal games, strategies, terms and seeds give equal ones, whoever deals."""
    check(terms.rounds, seed, workers, "processes")
    terms.check(game.rulebook)
    player, told = Player(game, strategy, terms), progress or (lambda _: None)
    work = terms.rounds * terms.sessions * (1 if strategy.is_compiled else INTERPRETED)
    with ExitStack() as stack:
        is_alone = workers == 1 or terms.sessions == 1 or work < FOR_ONE
        deal = player.play
        dealers = Alone(deal) if is_alone else stack.enter_context(Team(deal, workers))
        begun, found = perf_counter(), list[Played]()
        for played in dealers.deal(_pieces(terms, seed, workers, work)):
            found.append(played)
            told(terms.rounds * len(played.sheet.kept))
        seconds = perf_counter() - begun
    return _together(player, sorted(found, key=lambda each: each.first), seed, workers, seconds)


def _pieces(terms: Terms, seed: int, workers: int, work: int) -> Iterator[Piece]:
    pieces = max(workers, work // PIECE_ROUNDS)
    size = -(-terms.sessions // pieces)
    last = terms.session + terms.sessions
    for first in range(terms.session, last, size):
        yield Piece(seed, first, min(size, last - first))


def _together(player: Player, found: list[Played], seed: int, workers: int, seconds: float) -> Play:
    """Put sessions together in the order of their numbers."""
    kept = np.concatenate([each.sheet.kept for each in found])
    totals = sum((each.totals.astype(object) for each in found[1:]), found[0].totals.astype(object))
    table = Simulation(
        game=player.game,
        seed=seed,
        rounds=int(kept[:, At.ROUNDS].sum()),
        shoes=int(kept[:, At.SHOES].sum()),
        workers=workers,
        backend="processes",
        seconds=seconds,
        wagers=tallies(player.game.rulebook, np.sum([each.counts for each in found], axis=0)),
    )
    ids = [wager.id for wager in player.game.rulebook.wagers]
    return Play(
        table=table,
        strategy=player.strategy,
        terms=player.terms,
        sessions=kept,
        squares=np.concatenate([each.sheet.squares for each in found]),
        turnover=dict(zip(ids, map(int, totals[0]), strict=True)),
        nets=dict(zip(ids, map(int, totals[1]), strict=True)),
    )
