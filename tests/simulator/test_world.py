"""The whole world: 200 histories, those that ever failed, and bugs that are found."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from punto.testing.violation import Violation
from punto.testing.world.world import BUSY, HASTY, history_of
from tests.simulator.planted_in_house import FOUND, PLANTED

SEEDS: Final = 200
AT_ONCE: Final = 25
SECONDS: Final = 6.0
"""So long something may go wrong in each; then everybody is answered."""

PLANTED_SECONDS: Final = 20.0
KEPT: Final = Path(__file__).with_name("kept_seeds.txt")
ONE: Final = "from punto.testing.world.world import BUSY, history_of; "
SHOWN: Final = f"print([history_of(1, {SECONDS}).hash, history_of(2, {SECONDS}, BUSY).hash])"
CROWDS: Final = {"hasty": HASTY, "busy": BUSY}


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_histories_are_right(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        _requires_right(seed, SECONDS, "hasty")


def test_histories_that_once_failed_stay_right() -> None:
    lines = [line.split() for line in KEPT.read_text().splitlines() if not line.startswith("#")]
    assert lines, "failing seeds are kept for ever"
    for seed, seconds, crowd, *_ in lines:
        _requires_right(int(seed), float(seconds), crowd)


def _requires_right(seed: int, seconds: float, crowd: str) -> None:
    try:
        history_of(seed, seconds, CROWDS[crowd])
    except Exception as error:
        replay = f"scripts/world --replay {seed} --seconds {seconds:g} --{crowd}"
        raise AssertionError(f"seed {seed}: {error}\nsee it happen: {replay}") from error


def test_one_seed_is_one_history_in_every_process() -> None:
    here, again = ([history_of(1, SECONDS).hash, _busy()] for _ in range(2))
    assert here == again
    for hash_seed in ("0", "7"):
        other = subprocess.run(
            [sys.executable, "-c", ONE + SHOWN],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert other.stdout.strip() == str(here)


def _busy() -> str:
    return history_of(2, SECONDS, BUSY).hash


def test_another_seed_is_another_history() -> None:
    assert history_of(1, SECONDS).hash != history_of(2, SECONDS).hash


TRIES: Final = 15


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_bug_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[name](monkeypatch)
    with pytest.raises(Violation):
        _try_histories(FOUND[name])


def _try_histories(first: int) -> None:
    """The first finds it, as the house is now; whatever changes there makes other histories."""
    for seed in range(first, first + TRIES):
        history_of(seed, PLANTED_SECONDS)
