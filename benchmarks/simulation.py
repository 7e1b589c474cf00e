"""Rounds a second of `mbs-tiger`, all eight wagers tallied. Bar: a plain C loop in the same run.

Then with strategies, all wagers tallied too: one of a user's own, and some that come along. Bar:
ten million rounds a second; as a share of the plain loop, a fifth of the fifty that it deals.

Times are processor time of one thread, best of several turns taken alternately, so that other work
on the machine weighs on both alike; the last line is the clock on the wall with two workers.

    .venv/bin/python -m benchmarks.simulation
"""

import os
import subprocess
import tempfile
from pathlib import Path
from time import thread_time
from typing import Final

import punto
from benchmarks.yardstick import where
from punto.lab.strategies import strategy_of
from punto.sim import Game, Table, Terms, View, simulate
from punto.sim.player import Player
from punto.sim.view import Numbers

SOURCE: Final = Path(__file__).with_name("plain_loop.c")
SHOES: Final = 200_000
TURNS: Final = 7
ROUNDS: Final = 400_000_000
SEED: Final = 1
SESSIONS: Final = 4_000
TERMS: Final = Terms(rounds=1_000)
NAMED: Final = ("flat", "martingale", "follow", "big-eye", "counter")


def main() -> None:
    """Print both rates, their ratio, and what a second worker adds."""
    print(where())
    game = Game(punto.rulebook("mbs-tiger"), 8)
    game.deal_shoes(SEED, 0, 1)  # compiles
    with tempfile.TemporaryDirectory() as directory:
        loop = compiled_loop(Path(directory))
        turns = [(ours(game), plain(loop)) for _ in range(TURNS)]
        us, them = (max(rates) for rates in zip(*turns, strict=True))
        played = {name: strategy_rate(game, name, loop) for name in ("own", *NAMED)}
    print(f"{game.rulebook.id}, {len(game.rulebook.wagers)} wagers, 8 decks, one core")
    print(f"{'':44} {'figure':>9} {'bar':>9}")
    print(f"{'million rounds a second':44} {us / 1e6:9.1f}")
    print(f"{'million rounds a second, plain loop in C':44} {them / 1e6:9.1f}")
    print(f"{'times the plain loop':44} {us / them:9.2f} {1:9}")
    for name, (rate, share) in played.items():
        print(f"{f'million rounds a second, strategy {name}':44} {rate / 1e6:9.1f} {10:9}")
        print(f"{'times the plain loop':44} {share:9.2f} {0.2:9}")
    alone, two = (wall(game, workers) for workers in (1, 2))
    print(f"{'times as fast with two workers':44} {alone / two:9.2f} {1.9:9}")


def ours(game: Game) -> float:
    """Deal shoes, and give rounds a second of processor time."""
    begun = thread_time()
    rounds = game.deal_shoes(SEED, 0, SHOES)[1]
    return rounds / (thread_time() - begun)


def own(view: View, state: Numbers, stakes: Numbers) -> None:
    """Double on Banker after a loss, as a user would write it."""
    if view.round == 0 or view.net > 0:
        state[0] = 10
    elif view.net < 0:
        state[0] *= 2
        if state[0] > view.maximum:
            state[0] = 10
    stakes[1] = state[0]


def strategy_rate(game: Game, name: str, loop: Path) -> tuple[float, float]:
    """Play sessions beside the plain loop; give the rate, and its ratio to that of the loop."""
    player = Player(game, strategy_of(own if name == "own" else name, Table(game, TERMS)), TERMS)
    player.play(SEED, 0, 0)  # compiles
    turns = [(sessions(player), plain(loop)) for _ in range(TURNS)]
    rate, plainly = (max(rates) for rates in zip(*turns, strict=True))
    return rate, rate / plainly


def sessions(player: Player) -> float:
    """Play sessions, and give rounds a second of processor time."""
    begun = thread_time()
    player.play(SEED, 0, SESSIONS)
    return SESSIONS * TERMS.rounds / (thread_time() - begun)


def compiled_loop(directory: Path) -> Path:
    """Compile the yardstick as fast as its compiler can make it."""
    program = directory / "plain_loop"
    compiler = os.environ.get("CC", "cc")
    options = ("-O3", "-march=native", "-o", str(program))
    subprocess.run((compiler, *options, str(SOURCE)), check=True)
    return program


def plain(program: Path) -> float:
    """Run the yardstick over as many shoes."""
    said = subprocess.run((program, str(SHOES)), check=True, capture_output=True, text=True)
    rounds, seconds = said.stdout.split()
    return int(rounds) / float(seconds)


def wall(game: Game, workers: int) -> float:
    """Give the seconds of a longer simulation."""
    return simulate(game, rounds=ROUNDS, seed=SEED, workers=workers).seconds


if __name__ == "__main__":
    main()
