"""A simulation as what `json.dumps` takes: of a table, or of a strategy played at one."""

import json
import platform
from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from importlib.metadata import version
from typing import Any, Final

from punto.errors import WrongInput
from punto.sim import At, End, Play, Simulation, Spread
from punto.sim.settings import strategy_sha256, table_settings

Record = dict[str, Any]

SPREADS: Final = (At.NET, At.ROUNDS, At.STAKED, At.DRAWDOWN, At.WON, At.LOST)
"""What is said of every session."""

_LIBRARIES: Final = ("punto", "numpy", "numba")


def simulation_record(found: Simulation | Play) -> Record:
    """Give what `punto simulate --json` prints."""
    if isinstance(found, Play):
        return {**simulation_record(found.table), "strategy": _strategy(found)}
    return {
        "rulebook": found.game.rulebook.id,
        "decks": found.game.decks,
        "rounds": found.rounds,
        "shoes": found.shoes,
        "seed": found.seed,
        "workers": found.workers,
        "backend": found.backend,
        "seconds": found.seconds,
        "rounds_per_second": found.rounds_per_second,
        "wagers": {
            name: {"ev": tally.ev, "stderr": tally.stderr, "outcomes": tally.outcomes}
            for name, tally in found.wagers.items()
        },
    }


def provenance(found: Simulation | Play) -> Record:
    """Give what makes the same results again, and the hash that they are known by."""
    table = found.table if isinstance(found, Play) else found
    settings = table_settings(table.game, seed=table.seed, rounds=table.rounds)
    made_with = {"python": platform.python_version()}
    return {
        "rulebook_key": table.game.rulebook.key,
        "rulebook_sha256": settings["rulebook_sha256"],
        **({"strategy_sha256": _strategy_sha256(found)} if isinstance(found, Play) else {}),
        "burn": table.game.burn,
        "cut": table.game.cut,
        "versions": {**{name: version(name) for name in _LIBRARIES}, **made_with},
        "results_sha256": _results_sha256(found),
    }


def _strategy_sha256(found: Play) -> str | None:
    """Hash its function, if it can be: what was played is worth writing without it too."""
    try:
        return strategy_sha256(found.strategy)
    except WrongInput:
        return None


def _results_sha256(found: Simulation | Play) -> str:
    """Hash settings and counts alone: who has dealt, how fast and with what changes nothing."""
    table = found.table if isinstance(found, Play) else found
    settings = table_settings(table.game, seed=table.seed, rounds=table.rounds)
    del settings["punto"]
    counts = {name: tally.outcomes for name, tally in table.wagers.items()}
    told: Record = {"settings": settings, "shoes": table.shoes, "wagers": counts}
    digest = sha256()
    if isinstance(found, Play):
        told |= {"strategy": found.strategy.name, "terms": asdict(found.terms)}
        digest.update(found.sessions.astype("<i8").tobytes())
    digest.update(json.dumps(told, sort_keys=True, separators=(",", ":")).encode())
    return digest.hexdigest()


def _strategy(found: Play) -> Record:
    terms = asdict(found.terms)
    low, high = found.interval
    return {
        "name": found.strategy.name,
        "compiled": found.strategy.is_compiled,
        **{("session_rounds" if key == "rounds" else key): terms[key] for key in terms},
        "turnover": found.staked,
        "net": found.net,
        "edge": found.edge,
        "stderr": found.stderr,
        "interval": [low, high],
        "exact_edge": found.exact_edge,
        "wagers": {
            wager: {"turnover": stake, "net": found.nets[wager]}
            for wager, stake in found.turnover.items()
            if stake
        },
        "ended": {end.name.lower(): found.ended(end) for end in _reasons()},
        "risk_of_ruin": found.risk_of_ruin,
        "risk_of_ruin_stderr": found.risk_of_ruin_stderr,
        "rounds_to_ruin": _spread(found.rounds_to_ruin),
        "per_session": {at.name.lower(): _spread(found.spread(at)) for at in SPREADS},
    }


def _reasons() -> Iterable[End]:
    return (end for end in End if end > 0)


def _spread(spread: Spread | None) -> Record | None:
    if spread is None:
        return None
    return {**asdict(spread), "percentiles": {str(key): n for key, n in spread.percentiles.items()}}
