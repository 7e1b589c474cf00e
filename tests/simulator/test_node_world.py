"""Worlds of several nodes: leases are lost and taken over, and bugs in them are found."""

import os
import subprocess
import sys
from typing import Final

import pytest

from punto.testing.violation import Violation
from punto.testing.world.node_world import node_history_of
from tests.simulator.planted_in_nodes import FOUND, PLANTED

SEEDS: Final = 12
AT_ONCE: Final = 6
SECONDS: Final = 20.0
TRIES: Final = 10
ONE: Final = "from punto.testing.world.node_world import node_history_of as of; "


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_what_nodes_have_acknowledged_is_there_whoever_is_killed_or_stopped(first: int) -> None:
    found = [node_history_of(seed, SECONDS) for seed in range(first, first + AT_ONCE)]
    assert sum(history.losses for history in found), "a lease is lost"
    assert sum(history.moves for history in found), "a table goes from one to another"


def test_one_seed_is_one_history_of_nodes_in_every_process() -> None:
    other = subprocess.run(
        [sys.executable, "-c", ONE + f"print(of(6, {SECONDS}).hash)"],
        env=os.environ | {"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.strip() == node_history_of(6, SECONDS).hash


@pytest.mark.parametrize("name", PLANTED)
def test_a_bug_in_leases_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[name](monkeypatch)
    with pytest.raises(Violation):
        _try_histories(FOUND[name])


def _try_histories(first: int) -> None:
    for seed in range(first, first + TRIES):
        node_history_of(seed, SECONDS)
