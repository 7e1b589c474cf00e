"""Random histories, audited: none breaks a rule of the house, and each can be had again."""

from collections import Counter
from typing import Final, get_args

import pytest
from hypothesis import HealthCheck, given, settings

from punto.refusal import Refusal
from punto.table import TableEvent, replay, step
from punto.table.command import OpenShoe
from punto.table.step import with_order
from punto.testing.simulator import audit, first_violation, history_of
from punto.testing.strategies import Game, games, play
from punto.testing.workload import History

SEQUENCES: Final = 24_000
"""`scripts/histories` plays a million."""
AT_ONCE: Final = 2_000


@pytest.mark.parametrize("first", range(0, SEQUENCES, AT_ONCE))
def test_no_seeded_sequence_breaks_a_rule(first: int) -> None:
    assert first_violation(range(first, first + AT_ONCE)) is None


@settings(max_examples=500, suppress_health_check=[HealthCheck.too_slow])
@given(games())
def test_no_drawn_sequence_breaks_a_rule(game: Game) -> None:
    audit(play(game))


@pytest.mark.parametrize("seed", range(0, 200, 4))
def test_one_seed_gives_one_history(seed: int) -> None:
    assert history_of(seed) == history_of(seed)
    assert history_of(seed).steps != history_of(seed + 1).steps


def test_folding_the_events_gives_the_final_table() -> None:
    for seed in range(1_000):
        history = history_of(seed)
        table = history.opening
        for _, command, events in history.accepted:
            table = replay(table, events)
            if isinstance(command, OpenShoe) and command.order is not None:
                table = with_order(table, command.order)
        assert table == history.final, f"seed {seed}"


def test_a_refused_command_changes_nothing() -> None:
    for seed in range(1_000):
        history = history_of(seed)
        assert _without_refused(history) == history.final, f"seed {seed}"


def _without_refused(history: History) -> object:
    """Do only what was accepted, and ask everything else twice in between."""
    table = history.opening
    for now_ms, (command, outcome) in enumerate(history.steps):
        answer = step(table, command, now_ms)
        if isinstance(outcome, Refusal):
            assert answer == outcome == step(table, command, now_ms)
        else:
            assert not isinstance(answer, Refusal)
            table, events = answer
            assert events == outcome
    return table


def test_every_kind_of_event_and_of_refusal_comes_up() -> None:
    happened: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for seed in range(8_000):
        history = history_of(seed)
        happened.update(type(event).__name__ for event in history.events)
        refused.update(o.code for _, o in history.steps if isinstance(o, Refusal))
    assert {kind.__name__ for kind in get_args(TableEvent)} <= happened.keys()
    assert min(happened.values()) > 50, happened
    assert len(refused) > 40, refused
