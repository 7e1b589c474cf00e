"""How many online hands a second. Bar: 3 times as many as at commit 98f108a, in the same run.

A hand is all that follows from Deal, in one request: the promised shoe is derived and put on the
player's own table, bets are opened, two are placed, bets are closed, the cards are dealt, the bets
settled, the shoe is revealed and the next one promised. It is measured twice: carried out alone,
one after the other, and stored by the writer on SQLite, 64 players at once, each hand synced before
it is answered. Of storing, the processor's time is told too: it leaves out the disk and other work.

`--against SRC` runs the same loop over the punto of another checkout as well, each in a process of
its own and in turns, so that a busy machine is as busy for both:

    git worktree add ../old 98f108a
    .venv/bin/python -m benchmarks.online_hand --against ../old/src

How a house is asked has changed since: `asking` does it as today, `asking_98f108a` as then.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from statistics import median
from threading import Semaphore
from time import perf_counter, process_time
from typing import Any, Final

from benchmarks.yardstick import seconds, where, yardstick

ROOT: Final = Path(__file__).parent.parent
NOW, THEN = "benchmarks.asking", "benchmarks.asking_98f108a"
ALONE: Final = 1_000
STORED: Final = 2_000
TURNS: Final = 3
BAR: Final = 3.0

Found = dict[str, float]
"""Seconds a hand, by what was measured."""


def main() -> None:
    """Measure in turns, and print the best of each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--against", type=Path, help="the src of another checkout")
    parser.add_argument("--once", metavar="MODULE", help="print one measurement as JSON")
    given = parser.parse_args()
    if given.once:
        print(json.dumps(measured(import_module(given.once))))
        return
    unit = seconds(yardstick, number=20_000)
    sources = [ROOT / "src"] + ([given.against.resolve()] if given.against else [])
    turns = [[_in_process(source) for source in sources] for _ in range(TURNS)]
    print(where())
    print(f"yardstick: 100 additions in plain Python, {unit * 1e6:.2f} µs; best of {TURNS} turns")
    here, *others = [_best(each) for each in zip(*turns, strict=True)]
    _report("here", here, unit)
    for source, other in zip(sources[1:], others, strict=True):
        _report(_commit(source), other, unit)
        ratios = (f"{name} {other[name] / here[name]:.2f}" for name in here)
        print(f"times as many hands a second here: {', '.join(ratios)}; bar {BAR:.0f} stored")


def _report(place: str, found: Found, unit: float) -> None:
    for name, took in found.items():
        print(
            f"{place:7} {name:9} {1 / took:6,.0f} hands/s {took * 1e6:8.0f} µs"
            f" {took / unit:8.0f} yardsticks"
        )


def _commit(source: Path) -> str:
    command = ["git", "-C", str(source), "log", "-1", "--format=%h"]
    return subprocess.check_output(command, text=True).strip()


def _in_process(source: Path) -> Found:
    """Measure one checkout in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{ROOT}"}
    asking = NOW if (source / "punto" / "house").is_dir() else THEN
    command = [sys.executable, "-m", "benchmarks.online_hand", "--once", asking]
    found: Found = json.loads(subprocess.check_output(command, env=environment))
    return found


def _best(turns: tuple[Found, ...]) -> Found:
    return {name: min(turn[name] for turn in turns) for name in turns[0]}


# --- one measurement ----------------------------------------------------------------------------


def measured(asking: Any) -> Found:  # noqa: ANN401 – one of two modules
    """Play hands of the punto that is imported here."""
    asking.calm_collector()
    stored, processor = _stored(asking)
    return {"alone": _alone(asking), "stored": stored, "processor": processor}


def _alone(asking: Any) -> float:  # noqa: ANN401 – as above
    """Carry hands out without storing them: the median, so that other work is left out."""
    house, carried_out = asking.new_house()
    for request in asking.opening():
        house = carried_out(house, request)
    spent = []
    for request in asking.hands(ALONE):
        begun = perf_counter()
        house = carried_out(house, request)
        spent.append(perf_counter() - begun)
    return median(spent)


def _stored(asking: Any) -> tuple[float, float]:  # noqa: ANN401 – as above
    """Let the writer store hands, as many at once as there are players.

    Gives the time that a hand took, and the processor's: that leaves out the disk and other work.
    """
    with tempfile.TemporaryDirectory() as directory:
        writer = asking.new_writer(Path(directory))
        for request in asking.opening():
            assert asking.is_done(writer.ask(request)), request
        hands, room, answers = list(asking.hands(STORED)), Semaphore(asking.PLAYERS), list[Any]()

        def told(answer: object) -> None:
            answers.append(answer)
            room.release()

        begun = perf_counter(), process_time()
        for request in hands:
            room.acquire()
            writer.submit(request, told)
        for _ in range(asking.PLAYERS):
            room.acquire()
        ended = perf_counter(), process_time()
        writer.close()
    assert all(map(asking.is_done, answers)), answers
    spent, busy = (after - before for before, after in zip(begun, ended, strict=True))
    return spent / len(hands), busy / len(hands)


if __name__ == "__main__":
    main()
