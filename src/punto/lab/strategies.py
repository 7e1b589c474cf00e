"""Strategies by name, in a file or as a function, played beside the exact edge."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from punto.cards import Composition
from punto.exact.removal import expected_values
from punto.lab.counting import counter
from punto.sim import SYSTEMS, Bets, Game, Play, Strategy, Table, Terms, named, strategy_in
from punto.sim import play as _play
from punto.sim.simulation import Progress
from punto.sim.systems import Maker

STRATEGIES: Final[Mapping[str, Maker]] = {**SYSTEMS, "counter": counter}


def play(
    game: Game,
    strategy: str | Bets,
    terms: Terms,
    *,
    seed: int,
    workers: int = 1,
    scheduler: str | None = None,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
) -> Play:
    """Play sessions of a strategy, and put the exact expected values of the wagers beside them."""
    terms.check(game.rulebook)
    found = strategy_of(strategy, Table(game, terms))
    played = _play(
        game,
        found,
        terms,
        seed=seed,
        workers=workers,
        scheduler=scheduler,
        checkpoint=checkpoint,
        progress=progress,
    )
    shoe = Composition.of_decks(game.rulebook.deck, game.decks)
    return replace(played, exact=expected_values(game.rulebook, shoe))


def strategy_of(asked: str | Bets, table: Table) -> Strategy:
    """Find a strategy: `NAME:key=value,…`, `FILE.py:FUNCTION`, or a function itself."""
    if not isinstance(asked, str):
        return Strategy(getattr(asked, "__name__", "of your own"), asked)
    if ".py:" in asked:
        return strategy_in(asked)
    return named(asked, table, STRATEGIES)
