"""Countability for a visitor of the laboratory: shoes solved, and told of on the way."""

from collections.abc import Iterator
from time import perf_counter
from typing import Final

from punto.lab import Bettor, Countability, RunningCount, WagerCountability, solving
from punto.protocol.lab import LabBettor, LabCount, LabCounted, LabCounting, LabDepth, LabGame
from punto.server.lab_game import game_of

MOST_SECONDS: Final = 60.0
"""How long one visitor may be dealt for."""

TELL_SECONDS: Final = 0.1
"""How often it is told how far it is."""


def counted(asked: LabCounting) -> Iterator[LabCounted]:
    """Solve until there are as many shoes as were asked for, or the time is over."""
    game = game_of(LabGame(rulebook=asked.rulebook, decks=asked.decks, toml=asked.toml))
    begun = told = perf_counter()
    for found in solving(game.rulebook, decks=asked.decks, shoes=asked.shoes, seed=asked.seed):
        now = perf_counter()
        is_last = found.shoes == asked.shoes or now - begun > MOST_SECONDS
        if is_last or now - told > TELL_SECONDS:
            told = now
            yield _told(found, is_last=is_last)
        if is_last:
            return


def _told(found: Countability, *, is_last: bool) -> LabCounted:
    return LabCounted(
        shoes=found.shoes,
        seconds=found.seconds,
        last=is_last,
        counts={name: _count(wager.count) for name, wager in found.wagers.items()},
        wagers={name: _depths(wager) for name, wager in found.wagers.items()},
    )


def _count(count: RunningCount | None) -> LabCount | None:
    if count is None:
        return None
    tags = {rank.symbol: tag for rank, tag in count.tags.items()}
    return LabCount(tags=tags, trigger=float(count.trigger))


def _depths(wager: WagerCountability) -> list[LabDepth]:
    return [
        LabDepth(
            cut=depth.cut,
            rounds=depth.perfect.rounds / depth.perfect.shoes,
            perfect=_bettor(depth.perfect),
            counted=None if depth.counted is None else _bettor(depth.counted),
        )
        for depth in wager.depths
    ]


def _bettor(bettor: Bettor) -> LabBettor:
    return LabBettor(
        share=bettor.share,
        edge=bettor.mean_edge,
        units=bettor.units_per_shoe,
        stderr=bettor.stderr,
    )
