"""Rounds a second on a graphics processor, beside one core of the same machine; same counts.

python -m benchmarks.gpu
"""

import statistics
from time import perf_counter
from typing import Final

import punto
from benchmarks.yardstick import where
from punto.sim import Game
from punto.sim.gpu import Gpu
from punto.sim.workers import Piece

SHOES: Final = 100_000_000
FEW: Final = 100_000
TURNS: Final = 5
BARS: Final = {"mbs-no-commission": 85}
"""Billions of rounds a second on an H200."""


def main() -> None:
    """Print a line for each rulebook: both rates, and whether the counts were the same."""
    print(where())
    print(f"{'':24} {'wagers':>6} {'G rounds/s':>10} {'bar':>4} {'one core, M/s':>14} counts")
    for rulebook in punto.rulebooks():
        game = Game(rulebook, rulebook.shoe.default_decks)
        if game.sifting is not None:
            continue  # it is dealt by processes only
        gpu = Gpu(game)
        piece = Piece(1, 0, FEW)
        game.deal_shoes(1, 0, 1)  # compiles
        begun = perf_counter()
        ours, rounds = game.deal_shoes(*piece)
        core = rounds / (perf_counter() - begun)
        _, (theirs, _) = next(gpu.deal([piece]))
        said = "the same" if (ours == theirs).all() else "DIFFERENT"
        fast = statistics.median(rate(gpu) for _ in range(TURNS))
        bar = BARS.get(rulebook.id, "")
        print(
            f"{rulebook.id:24} {len(rulebook.wagers):6} {fast / 1e9:10.1f} {bar:>4}"
            f" {core / 1e6:14.1f} {said}"
        )


def rate(gpu: Gpu) -> float:
    """Deal shoes, and give rounds a second by the clock on the wall."""
    begun = perf_counter()
    _, (_, rounds) = next(gpu.deal([Piece(2, 0, SHOES)]))
    return rounds / (perf_counter() - begun)


if __name__ == "__main__":
    main()
