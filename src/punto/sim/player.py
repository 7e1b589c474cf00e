"""A play: sessions of a strategy at a table, as many as are wanted, by as many workers."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from punto.errors import StrategyStopped
from punto.sim.checkpoint import Checkpoint, Done
from punto.sim.cluster import Cluster
from punto.sim.course import Course, course_of
from punto.sim.game import Game
from punto.sim.kernel import Counts
from punto.sim.report import Play
from punto.sim.seat import Seat, seat_of
from punto.sim.session import At, Desk, End, Sheet, desk_of, play_sessions, sheet_of
from punto.sim.settings import player_settings
from punto.sim.shoe import Shoe, shoe_of
from punto.sim.simulation import FOR_ONE, PIECE_ROUNDS, Progress, Simulation, check
from punto.sim.spans import Spans
from punto.sim.strategy import Strategy
from punto.sim.tally import tallies
from punto.sim.terms import Terms
from punto.sim.view import Numbers
from punto.sim.workers import Alone, Dealers, Piece, Team

INTERPRETED: Final = 500
"""A strategy that is not compiled takes so many times as long."""


class Played(NamedTuple):
    """What came of some sessions, in the order of their numbers."""

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
        return Played(sheet, desk.counts, desk.totals)

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
    scheduler: str | None = None,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
) -> Play:
    """Play sessions; equal games, strategies, terms and seeds give equal ones, whoever deals.

    With a checkpoint, an interruption leaves that file, and the same call goes on from it.
    """
    backend = "processes" if scheduler is None else "dask"
    check(terms.rounds, seed, workers, backend, scheduler)
    terms.check(game.rulebook)
    player, told = Player(game, strategy, terms), progress or (lambda _: None)
    sheet = sheet_of(terms.sessions)
    settings = partial(player_settings, game, strategy, terms, seed=seed)
    kept = Checkpoint(checkpoint, settings, _none(player), **sheet._asdict())
    work = terms.rounds * terms.sessions * (1 if strategy.is_compiled else INTERPRETED)
    with ExitStack() as stack:
        deal = player.play
        if scheduler is not None:
            dealers: Dealers[Played] = stack.enter_context(cluster := Cluster(deal, scheduler))
            workers = cluster.workers
        elif workers == 1 or terms.sessions == 1 or work < FOR_ONE:
            dealers = Alone(deal)
        else:
            dealers = stack.enter_context(Team(deal, workers))
        with kept:
            told(terms.rounds * sum(after - first for first, after in kept.done.spans.spans))
            for piece, played in dealers.deal(_pieces(terms, kept.done, seed, workers, work)):
                _enter(sheet, piece.first - terms.session, played.sheet)
                kept.add(piece, played.counts, played.totals)
                told(terms.rounds * piece.number)
        seconds = kept.seconds
    table = _table(player, sheet, kept.done, seed, seconds)
    return _together(player, sheet, kept.done, replace(table, workers=workers, backend=backend))


def _none(player: Player) -> Done:
    """Make room for what sessions add up to."""
    desk = desk_of(player.shoe, len(player.game.rulebook.wagers))
    return Done(Spans(), desk.counts, desk.totals)


def _enter(sheet: Sheet, first: int, played: Sheet) -> None:
    """Copy lines to the sheet of all sessions."""
    for column, lines in zip(sheet, played, strict=True):
        column[first : first + len(lines)] = lines


def _pieces(terms: Terms, done: Done, seed: int, workers: int, work: int) -> Iterator[Piece]:
    pieces = max(workers, work // PIECE_ROUNDS)
    size = -(-terms.sessions // pieces)
    for begin, end in [*done.spans.gaps(terms.session, terms.session + terms.sessions)]:
        for first in range(begin, end, size):
            yield Piece(seed, first, min(size, end - first))


def _table(player: Player, sheet: Sheet, done: Done, seed: int, seconds: float) -> Simulation:
    """Say what the rounds of all sessions have come to, for whoever would have bet on each."""
    return Simulation(
        game=player.game,
        seed=seed,
        rounds=int(sheet.kept[:, At.ROUNDS].sum()),
        shoes=int(sheet.kept[:, At.SHOES].sum()),
        workers=1,
        backend="processes",
        seconds=seconds,
        wagers=tallies(player.game.rulebook, done.counts),
    )


def _together(player: Player, sheet: Sheet, done: Done, table: Simulation) -> Play:
    """Report on all sessions, in the order of their numbers."""
    ids = [wager.id for wager in player.game.rulebook.wagers]
    turnover, nets = done.sums.tolist()
    return Play(
        table=table,
        strategy=player.strategy,
        terms=player.terms,
        sessions=sheet.kept,
        squares=sheet.squares,
        turnover=dict(zip(ids, turnover, strict=True)),
        nets=dict(zip(ids, nets, strict=True)),
    )
