"""One shoe in exact integers. Bars: 5 ms for all wagers of a rulebook, 1.5 s from a cold start."""

import subprocess
import sys
from pathlib import Path

import punto
from benchmarks.start import took
from benchmarks.yardstick import seconds, where, yardstick

ROOT = Path(__file__).parent.parent
RULEBOOK = "mbs-tiger"
COUNT_BAR = 0.005
COMMAND_BAR = 1.5


FIRST_CALL = """
import time, punto, punto.exact
rules = punto.rulebook({name!r})
shoe = punto.full_shoe(rules, 8)
start = time.perf_counter()
punto.odds(rules, shoe=shoe)
print(time.perf_counter() - start)
"""


def warm(name: str) -> float:
    """Time all wagers of a rulebook, once what can be kept has been kept."""
    rules = punto.rulebook(name)
    shoe = punto.full_shoe(rules, 8)
    punto.odds(rules, shoe=shoe)
    return seconds(lambda: punto.odds(rules, shoe=shoe), number=20)


def first(name: str) -> float:
    """Time the first call of a fresh process."""
    command = [sys.executable, "-c", FIRST_CALL.format(name=name)]
    return min(float(subprocess.check_output(command, text=True)) for _ in range(9))


def main() -> None:
    """Print the figures against their bars, and how many yardsticks they are."""
    addition = seconds(yardstick, number=20_000)
    slowest = max((warm(rules.id), rules.id) for rules in punto.rulebooks())
    bare = min(took([sys.executable, "-c", "pass"]) for _ in range(9))
    command = min(took([str(ROOT / "scripts" / "punto"), "odds", RULEBOOK]) for _ in range(9))
    print(where())
    print(f"yardsticks: 100 additions in plain Python, {addition * 1e6:.2f} µs;")
    print(f"            starting Python and doing nothing, {bare:.3f} s")
    print(f"{'figure':34} {'took':>10} {'bar':>10} {'yardsticks':>10}")
    for name, figure, bar, unit in (
        (f"all wagers of {RULEBOOK}, 8 decks", warm(RULEBOOK), COUNT_BAR, addition),
        ("the same, first call after import", first(RULEBOOK), COUNT_BAR, addition),
        (f"slowest rulebook, {slowest[1]}", slowest[0], COUNT_BAR, addition),
        (f"punto odds {RULEBOOK}, cold", command, COMMAND_BAR, bare),
    ):
        print(f"{name:34} {figure * 1e3:7.2f} ms {bar * 1e3:7.0f} ms {figure / unit:10.1f}")


if __name__ == "__main__":
    main()
