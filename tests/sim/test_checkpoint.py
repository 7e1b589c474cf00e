"""Checkpoints: an interrupted run goes on to the counts that it would have had anyway."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import punto
from punto.cli import run
from punto.errors import WrongInput
from punto.sim import Game, Play, Simulation, View, simulate
from punto.sim.checkpoint import Checkpoint, Done, seed_in
from punto.sim.settings import Settings, strategy_sha256
from punto.sim.spans import Spans
from punto.sim.strategy import strategy_in
from punto.sim.view import Numbers
from punto.sim.whole_file import whole_file
from punto.sim.workers import Piece

ROUNDS = 400_001


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.sim.simulation.PIECE_ROUNDS", 20_000)
    monkeypatch.setattr("punto.sim.player.PIECE_ROUNDS", 700)


def interrupting(after: int) -> Callable[[int], None]:
    """Press Ctrl-C when so much was told."""
    told = [0]

    def tell(_: int) -> None:
        told[0] += 1
        if told[0] > after:
            raise KeyboardInterrupt

    return tell


def counts_of(found: Simulation) -> tuple[int, dict[str, dict[str, int]]]:
    return found.shoes, {name: tally.outcomes for name, tally in found.wagers.items()}


def spans_in(file: Path) -> list[list[int]]:
    with np.load(file, allow_pickle=False) as held:
        spans: list[list[int]] = held["spans"].tolist()
    return spans


@given(st.lists(st.integers(0, 30), unique=True), st.integers(0, 30), st.integers(0, 32))
def test_spans_are_the_set_of_their_numbers(done: list[int], first: int, after: int) -> None:
    spans = Spans()
    for number in done:
        spans = spans.plus(number, 1)
    held = [number for begin, end in spans.spans for number in range(begin, end)]
    assert held == sorted(done)
    assert spans.end == max(done, default=-1) + 1
    missing = [number for begin, end in spans.gaps(first, after) for number in range(begin, end)]
    assert missing == [number for number in range(first, after) if number not in done]


@pytest.mark.parametrize("book", ["mbs-tiger", "zero-commission", "side-bets"])
def test_a_run_goes_on_to_the_same_counts(book: str, tmp_path: Path) -> None:
    """It is interrupted again and again, each time after more; who deals may change."""
    game, file = Game(punto.rulebook(book), 8), tmp_path / "run"
    whole = simulate(game, rounds=ROUNDS, seed=3)
    for pieces, workers in ((0, 1), (1, 3), (2, 1), (5, 2)):
        with pytest.raises(KeyboardInterrupt):
            simulate(
                game,
                rounds=ROUNDS,
                seed=3,
                workers=workers,
                checkpoint=file,
                progress=interrupting(1 + pieces),
            )
    told: list[int] = []
    found = simulate(game, rounds=ROUNDS, seed=3, checkpoint=file, progress=told.append)
    assert counts_of(found) == counts_of(whole)
    assert (sum(told), told[0] > 100_000) == (ROUNDS, True)
    assert simulate(game, rounds=ROUNDS, seed=3, checkpoint=file).wagers == whole.wagers


def test_what_other_workers_left_open_is_dealt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, file = Game(punto.rulebook("mbs-tiger"), 8), tmp_path / "run"
    whole = simulate(game, rounds=ROUNDS, seed=3)
    counts, rounds = game.deal_shoes(3, 1_000, 250)
    with pytest.raises(KeyboardInterrupt):
        simulate(game, rounds=ROUNDS, seed=3, checkpoint=file, progress=interrupting(2))
    (begun,) = spans_in(file)
    kept = Checkpoint(
        file, lambda: settings_in(file), Done(Spans(), counts, np.zeros(1, dtype=np.int64))
    )
    with kept:  # as if the worker of the piece in between had not yet answered
        kept.add(Piece(3, 1_000, 250), counts, np.array([rounds]))
    assert spans_in(file) == [begun, [1_000, 1_250]]
    monkeypatch.setattr("punto.sim.simulation.FOR_ONE", 0)
    found = simulate(game, rounds=ROUNDS, seed=3, workers=2, checkpoint=file)
    assert counts_of(found) == counts_of(whole)


def settings_in(file: Path) -> Settings:
    with np.load(file, allow_pickle=False) as held:
        settings: Settings = json.loads(held["settings"].tobytes())
    return settings


@pytest.mark.parametrize("is_compiled", [True, False])
def test_sessions_of_a_strategy_go_on_too(*, is_compiled: bool, tmp_path: Path) -> None:
    stake, words = 10, {"flat": 1} if not is_compiled else None

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        state[0] = state[0] * 2 if view.net < 0 and state[0] < 300 else stake
        stakes[1] = state[0] if words is None else state[0] * words["flat"]

    def played(**more: Any) -> Play:  # noqa: ANN401 – options
        asked: dict[str, Any] = {"seed": 7, "strategy": bets, "sessions": 80, "session": 5}
        found = punto.simulate("mbs-tiger", rounds=70, **asked, **more)
        assert isinstance(found, Play)
        return found

    whole, file = played(), tmp_path / "run"
    assert whole.strategy.is_compiled is is_compiled
    for pieces in (2, 1):
        with pytest.raises(KeyboardInterrupt):
            played(checkpoint=file, progress=interrupting(1 + pieces))
    assert spans_in(file)[0][0] == 5
    found = played(checkpoint=str(file))
    assert (found.sessions == whole.sessions).all()
    assert (found.squares == whole.squares).all()
    assert (found.nets, found.turnover) == (whole.nets, whole.turnover)
    assert counts_of(found.table) == counts_of(whole.table)


KILLED = """
import os, signal, sys
import punto
from punto.sim import checkpoint, player

checkpoint.EVERY_SECONDS, checkpoint._SHARE, player.PIECE_ROUNDS = 0.0, 0, 700
told = []

def tell(rounds):
    told.append(rounds)
    if len(told) == 3:
        os.kill(os.getpid(), signal.SIGKILL)

asked = {"seed": 7, "strategy": "flat", "sessions": 80, "checkpoint": sys.argv[1]}
punto.simulate("mbs-tiger", rounds=70, **asked, progress=tell)
"""


def test_a_run_that_is_killed_goes_on_in_another_process(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was told is in the file though nobody said goodbye; when all is told, it is gone."""
    file = tmp_path / "run"
    killed = subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert spans_in(file) == [[0, 20]], "two pieces of ten sessions"
    asked = ["simulate", "mbs-tiger", "--rounds", "70", "--sessions", "80", "--strategy", "flat"]
    asked += ["--seed", "7", "--workers", "1", "--json"]
    records = []
    for more in ([], ["--checkpoint", str(file)]):
        assert run([*asked, *more]) == 0
        records.append(json.loads(capsys.readouterr().out))
    whole, found = ({**record, "seconds": 0, "rounds_per_second": 0} for record in records)
    assert found == whole
    assert [*tmp_path.iterdir()] == []


BETS = """
from enum import IntEnum
import numba

class Place(IntEnum):
    BANKER = 1

WORDS = {"one", "two", "three", "four"}

@numba.njit
def doubled(stake):
    return 2 * stake

def bets(view, state, stakes):
    if str(view.net) in {"2", "4", "8"} | WORDS:
        stakes[Place.BANKER] = doubled(2)
"""


def test_a_function_is_known_again_in_another_process(tmp_path: Path) -> None:
    """Sets have another order there, and code comes from where Python has kept it."""
    file = tmp_path / "bets.py"
    file.write_text(BETS, encoding="utf-8")
    code = "import sys; from punto.sim.settings import *; from punto.sim.strategy import *\n"
    code += "print(strategy_sha256(strategy_in(sys.argv[1])))"
    here = strategy_sha256(strategy_in(f"{file}:bets"))
    there = subprocess.run(
        [sys.executable, "-c", code, f"{file}:bets"],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout == f"{here}\n"
    file.write_text(BETS.replace("2 *", "3 * "), encoding="utf-8")
    assert strategy_sha256(strategy_in(f"{file}:bets")) != here


def told_there(_: View, state: Numbers, stakes: Numbers) -> None:
    stakes[1] = 2 + state[0]


def told_otherwise(_: View, state: Numbers, stakes: Numbers) -> None:
    stakes[1] = 4 + state[0]


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"seed": 4}, "seed is 3 there, 4 here"),
        ({"rounds": 51}, "rounds is 50 there, 51 here"),
        ({"cut": 15, "seed": 4}, "cut is 14 there, 15 here"),
        ({"decks": 6}, "decks is 8 there, 6 here"),
        ({"rules": "mbs-no-commission"}, "rulebook is mbs-tiger@3 there, mbs-no-commission@6 here"),
        ({"strategy": None, "sessions": None}, "strategy is told_there there, None here"),
        ({"strategy": told_otherwise}, "strategy is told_there there, told_otherwise here"),
        ({"sessions": 3}, "sessions is 2 there, 3 here"),
        ({"bankroll": 100}, "bankroll is None there, 100 here"),
    ],
)
def test_a_checkpoint_of_other_settings_is_refused_with_the_first_difference(
    other: dict[str, Any], words: str, tmp_path: Path
) -> None:
    file = tmp_path / "run"
    asked: dict[str, Any] = {"rules": "mbs-tiger", "rounds": 50, "seed": 3, "sessions": 2}
    asked |= {"strategy": told_there, "checkpoint": file}
    punto.simulate(**asked)
    before = file.read_bytes()
    changed = {key: value for key, value in (asked | other).items() if value is not None}
    with pytest.raises(WrongInput, match=f"run is of other settings: {words}"):
        punto.simulate(**changed)
    assert file.read_bytes() == before
    punto.simulate(**asked | {"workers": 2})


def test_another_function_under_the_same_name_is_another_strategy(tmp_path: Path) -> None:
    def maker(stake: int) -> Callable[[View, Numbers, Numbers], None]:
        def bets(_: View, state: Numbers, stakes: Numbers) -> None:
            stakes[1] = stake + state[0]

        return bets

    def played(stake: int) -> Play:
        return punto.simulate(
            "mbs-tiger", rounds=9, seed=1, strategy=maker(stake), checkpoint=tmp_path / "run"
        )

    assert played(2).staked == played(2).staked == 18
    with pytest.raises(WrongInput, match=r"strategy_sha256 is [0-9a-f]{64} there"):
        played(4)


def test_what_cannot_be_known_again_has_no_checkpoint(tmp_path: Path) -> None:
    lock = Lock()

    def bets(_: View, state: Numbers, stakes: Numbers) -> None:
        stakes[1] = 2 + state[0] + lock.locked()

    with pytest.raises(WrongInput, match="strategy bets cannot be written down"):
        punto.simulate("mbs-tiger", rounds=9, seed=1, strategy=bets, checkpoint=tmp_path / "run")
    assert [*tmp_path.iterdir()] == []


def damaged(held: bytes) -> dict[str, bytes]:
    middle = len(held) // 2
    flipped = held[:middle] + bytes([held[middle] ^ 1]) + held[middle + 1 :]
    return {"empty": b"", "cut off": held[:middle], "flipped": flipped, "text": b"rounds = 9\n"}


def test_a_damaged_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    game, file = Game(punto.rulebook("mbs-tiger"), 8), tmp_path / "run"
    simulate(game, rounds=2_000, seed=3, checkpoint=file)
    for kind, held in damaged(file.read_bytes()).items():
        file.write_bytes(held)
        with pytest.raises(WrongInput, match="run is no checkpoint, or is damaged"):
            simulate(game, rounds=2_000, seed=3, checkpoint=file)
        with pytest.raises(WrongInput, match="run is no checkpoint"):
            seed_in(file)
        assert file.read_bytes() == held, kind


def test_a_file_that_cannot_be_written_is_refused_before_any_work(tmp_path: Path) -> None:
    told: list[int] = []
    for place, words in ((tmp_path / "gone" / "run", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(WrongInput, match=words):
            punto.simulate(
                "mbs-tiger", rounds=ROUNDS, seed=3, checkpoint=place, progress=told.append
            )
    assert told == []


def test_a_writing_that_fails_half_way_leaves_the_last_one(tmp_path: Path) -> None:
    game, file = Game(punto.rulebook("mbs-tiger"), 8), tmp_path / "run"
    whole = simulate(game, rounds=2_000, seed=3, checkpoint=file)
    done = Done(Spans(), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))
    kept = Checkpoint(tmp_path / "other", dict, done, late=np.zeros(1))
    kept._file = file
    kept._rows["late"] = np.array([object()])  # comes last, and cannot be written
    with pytest.raises(ValueError, match="allow_pickle"):
        kept.write()
    assert [*tmp_path.iterdir()] == [file]
    assert simulate(game, rounds=2_000, seed=3, checkpoint=file).wagers == whole.wagers


def test_two_who_write_one_file_do_not_meet(tmp_path: Path) -> None:
    file = tmp_path / "run"
    with whole_file(file) as first, whole_file(file) as second:
        first.write(b"the last to be complete")
        second.write(b"the other")
    assert file.read_bytes() == b"the last to be complete"
    assert [*tmp_path.iterdir()] == [file]


COMMAND = ("-m", "punto", "simulate", "mbs-tiger", "--workers", "2", "--json", "--checkpoint")


HEARING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from punto.cli import main
main()
"""
"""`punto` that hears Ctrl-C, also where the tests run in the background and ignore it."""


@contextmanager
def closing(endless: "subprocess.Popen[str]") -> Iterator[None]:
    """End what would never end by itself, whatever comes."""
    try:
        yield
    finally:
        if endless.poll() is None:
            os.killpg(endless.pid, signal.SIGKILL)


def test_ctrl_c_leaves_the_file_to_the_same_command_alone(tmp_path: Path) -> None:
    file = tmp_path / "run"
    asked = [sys.executable, "-c", HEARING, *COMMAND[2:], str(file), "--rounds", str(10**15)]
    with (
        subprocess.Popen(
            asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        ) as endless,
        closing(endless),
    ):
        while not file.exists() and endless.poll() is None:  # it is there before any work
            os.sched_yield()
        before = seed_in(file)
        with pytest.raises(WrongInput, match="run is in use: another run writes to it"):
            punto.simulate("mbs-tiger", rounds=10**15, seed=before, checkpoint=file)
        os.killpg(endless.pid, signal.SIGINT)
        out, err = endless.communicate(timeout=60)
    assert (endless.returncode, out) == (130, "")
    assert f"punto: interrupted: the same command goes on from {file}" in err
    assert settings_in(file)["seed"] == seed_in(file) == before
    assert [*tmp_path.iterdir()] == [file]
    other = subprocess.run(
        [sys.executable, *COMMAND, str(file), "--rounds", "9"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert other.returncode == 2
    assert other.stderr.endswith(f"rounds is {10**15} there, 9 here\n"), other.stderr
