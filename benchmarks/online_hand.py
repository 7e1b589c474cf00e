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
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from threading import Semaphore
from time import perf_counter, process_time
from typing import Final

from immutables import Map

from benchmarks.yardstick import seconds, where, yardstick
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.ledger import Kind
from punto.rules import find_rulebook
from punto.store import (
    Act,
    Answer,
    Asked,
    BringShoe,
    BuyIn,
    Database,
    DealOut,
    Done,
    HouseKey,
    OpenAccount,
    OpenTable,
    Writer,
    url_of,
)
from punto.store.carrying import carry_out
from punto.store.collector import calm_collector
from punto.store.entropy import Entropy
from punto.store.house import Change, Forward, House, Means, Past
from punto.store.request import What
from punto.table import Limit, Settings

ROOT: Final = Path(__file__).parent.parent
PLAYERS: Final = 64
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
    parser.add_argument("--once", action="store_true", help="print one measurement as JSON")
    given = parser.parse_args()
    if given.once:
        print(json.dumps(measured()))
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
    command = [sys.executable, "-m", "benchmarks.online_hand", "--once"]
    found: Found = json.loads(subprocess.check_output(command, env=environment))
    return found


def _best(turns: tuple[Found, ...]) -> Found:
    return {name: min(turn[name] for turn in turns) for name in turns[0]}


# --- one measurement ----------------------------------------------------------------------------


def measured() -> Found:
    """Play hands of the punto that is imported here."""
    calm_collector()
    alone = _alone()
    stored, processor = _stored()
    return {"alone": alone, "stored": stored, "processor": processor}


def _alone() -> float:
    """Carry hands out without storing them: the median, so that other work is left out."""
    house = House()
    past = Past(lambda: Forward(0, House(), Map()), dict, lambda *_: ())
    means = Means(0, Entropy(), HouseKey(os.urandom(32)), lambda _: None, past)
    for asked in _opening():
        house = _changed(carry_out(house, asked, means))
    spent = []
    for asked in _hands(ALONE):
        begun = perf_counter()
        house = _changed(carry_out(house, asked, means))
        spent.append(perf_counter() - begun)
    return median(spent)


def _changed(outcome: object) -> House:
    assert isinstance(outcome, Change), outcome
    return outcome.house


def _stored() -> tuple[float, float]:
    """Let the writer store hands, as many at once as there are players.

    Gives the time that a hand took, and the processor's: that leaves out the disk and other work.
    """
    with tempfile.TemporaryDirectory() as directory:
        database = Database(url_of(Path(directory)))
        database.migrate()
        writer = Writer(database, HouseKey(os.urandom(32)))
        for asked in _opening():
            assert isinstance(writer.ask(asked), Done), asked
        hands, room, answers = list(_hands(STORED)), Semaphore(PLAYERS), list[Answer]()

        def told(answer: Answer) -> None:
            answers.append(answer)
            room.release()

        begun = perf_counter(), process_time()
        for asked in hands:
            room.acquire()
            writer.submit(asked, told)
        for _ in range(PLAYERS):
            room.acquire()
        ended = perf_counter(), process_time()
        writer.close()
    assert all(isinstance(answer, Done) for answer in answers), answers
    spent, busy = (after - before for before, after in zip(begun, ended, strict=True))
    return spent / len(hands), busy / len(hands)


def _opening() -> Iterator[Asked]:
    """Open the house, and for every player an account and a table of his own."""
    limit = Limit(minimum=2, maximum=10**9, step=2)
    settings = Settings(rulebook=find_rulebook("zero-commission"), decks=8, limit=limit)
    opening: list[What] = [OpenAccount("cage", Kind.CASH), OpenAccount("house", Kind.HOUSE)]
    for number in range(PLAYERS):
        player = f"player-{number}"
        opening += [OpenAccount(player), BuyIn(player, 10**9), OpenTable(f"own-{number}", settings)]
    for number, what in enumerate(opening):
        yield Asked("house", what, f"open-{number}")


def _hands(count: int) -> Iterator[Asked]:
    """Let the players take turns, so that each has one hand in flight at the most."""
    for number in range(count):
        seat = number % PLAYERS
        player = f"player-{seat}"
        bets = (PlaceWager(player, "banker", 10), PlaceWager(player, "tie", 2))
        actions = (BringShoe("c0ffee"), OpenBetting(), *bets, CloseBetting(), DealOut())
        yield Asked(player, Act(f"own-{seat}", actions), f"hand-{number}")


if __name__ == "__main__":
    main()
