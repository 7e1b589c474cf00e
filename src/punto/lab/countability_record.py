"""Countability as what `json.dumps` takes."""

from typing import Any

from punto.lab.bettor import Bettor
from punto.lab.countability import Countability, Depth, WagerCountability
from punto.lab.running_count import RunningCount

Record = dict[str, Any]


def countability_record(found: Countability) -> Record:
    """Give what depends on the question alone: not who has solved it, nor how fast."""
    return {
        "burn": found.game.burn,
        "shoes": found.shoes,
        "seed": found.seed,
        "rounds_per_shoe": {str(cut): number for cut, number in found.rounds_per_shoe.items()},
        "wagers": {name: _wager(wager) for name, wager in found.wagers.items()},
    }


def _wager(wager: WagerCountability) -> Record:
    return {
        "count": wager.count and _count(wager.count),
        "by_cut": {str(depth.cut): _depth(depth) for depth in wager.depths},
    }


def _count(count: RunningCount) -> Record:
    tags = {rank.symbol: tag for rank, tag in count.tags.items()}
    return {"tags": tags, "trigger": float(count.trigger)}


def _depth(depth: Depth) -> Record:
    counted = depth.counted and {**_bettor(depth.counted), "captured": depth.captured}
    return {"perfect": _bettor(depth.perfect), "counted": counted}


def _bettor(bettor: Bettor) -> Record:
    return {
        "bets": bettor.bets,
        "share_of_rounds": bettor.share,
        "mean_edge": bettor.mean_edge,
        "units_per_shoe": bettor.units_per_shoe,
        "stderr": bettor.stderr,
    }
