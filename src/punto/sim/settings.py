"""What decides the results of a run: equal settings give equal counts, whoever deals."""

from dataclasses import asdict
from importlib.metadata import version

from punto.errors import WrongInput
from punto.rules.digest import rulebook_sha256
from punto.sim.digest import value_sha256
from punto.sim.game import Game
from punto.sim.strategy import Strategy
from punto.sim.terms import Terms

Settings = dict[str, str | int | None]
"""By their names; the order is the one in which differences are told."""


def table_settings(game: Game, *, seed: int, rounds: int) -> Settings:
    """Name what decides the rounds of a table."""
    return {
        "punto": version("punto"),
        "rulebook": game.rulebook.key,
        "rulebook_sha256": rulebook_sha256(game.rulebook),
        "decks": game.decks,
        "burn": game.burn,
        "cut": game.cut,
        "seed": seed,
        "rounds": rounds,
    }


def player_settings(game: Game, strategy: Strategy, terms: Terms, *, seed: int) -> Settings:
    """Name what decides the sessions of a strategy."""
    table = table_settings(game, seed=seed, rounds=terms.rounds)
    return {
        **table,
        "strategy": strategy.name,
        "strategy_sha256": strategy_sha256(strategy),
        **asdict(terms),
    }


def strategy_sha256(strategy: Strategy) -> str:
    """Hash a function with all that it uses, so that another under the same name is told apart."""
    try:
        return value_sha256(strategy.bets)
    except Exception as error:  # whatever its values raise, where they cannot be written down
        reason = f"nothing would know it again: {error}"
        raise WrongInput(f"strategy {strategy.name} cannot be written down, {reason}") from error
