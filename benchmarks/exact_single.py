"""One shoe in exact integers. Bars: 5 ms for all wagers of `mbs-tiger`, 1.5 s from a cold start."""

import sys
from pathlib import Path

import punto
from benchmarks.start import took
from benchmarks.yardstick import seconds, where, yardstick

ROOT = Path(__file__).parent.parent
RULEBOOK = "mbs-tiger"
COUNT_BAR = 0.005
COMMAND_BAR = 1.5


def main() -> None:
    """Print both figures against their bars, and how many yardsticks they are."""
    rules = punto.rulebook(RULEBOOK)
    shoe = punto.full_shoe(rules, 8)
    punto.odds(rules, shoe=shoe)  # the first call fills caches
    addition = seconds(yardstick, number=20_000)
    count = seconds(lambda: punto.odds(rules, shoe=shoe), number=50)
    bare = min(took([sys.executable, "-c", "pass"]) for _ in range(9))
    command = min(took([str(ROOT / "scripts" / "punto"), "odds", RULEBOOK]) for _ in range(9))
    print(where())
    print(f"yardsticks: 100 additions in plain Python, {addition * 1e6:.2f} µs;")
    print(f"            starting Python and doing nothing, {bare:.3f} s")
    print(f"{'figure':34} {'took':>10} {'bar':>10} {'yardsticks':>10}")
    for name, figure, bar, unit in (
        (f"all wagers of {RULEBOOK}, 8 decks", count, COUNT_BAR, addition),
        (f"punto odds {RULEBOOK}, cold", command, COMMAND_BAR, bare),
    ):
        print(f"{name:34} {figure * 1e3:7.2f} ms {bar * 1e3:7.0f} ms {figure / unit:10.1f}")


if __name__ == "__main__":
    main()
