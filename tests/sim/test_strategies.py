"""Strategies are settled by the rules, obey the laws of chance, and play the same anywhere."""

import re
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pytest

import punto
from punto.errors import StrategyStopped, WrongInput, WrongWager
from punto.lab.strategies import STRATEGIES, strategy_of
from punto.rules import read_rulebook
from punto.sim import BANKER, At, Bets, End, Game, Play, Strategy, Table, Terms, View
from punto.sim.player import Player
from punto.sim.view import Numbers
from tests.sim.by_hand import played_by_hand
from tests.unit.test_reading import GOOD

FAR = 4.5
"""Standard errors that a figure may lie from its law."""
SEED = 77
TIGER = Game(punto.rulebook("mbs-tiger"), 8)


def nosy(view: View, state: Numbers, stakes: Numbers) -> None:
    """Look at everything there is to see, and stake by it."""
    state[3] += view.round + view.net + view.staked + view.unseen + view.minimum
    state[3] += view.bankroll + 3 * view.maximum
    for place in range(len(view.results)):
        state[3] += (place + 2) * view.results[place]
    for place in range(len(view.cards)):
        state[3] += (place + 5) * view.cards[place]
    for rank in range(len(view.seen)):
        state[3] += (rank + 1) * view.seen[rank]
    state[3] %= 1_000_003
    if view.bankroll >= 60 * len(stakes):
        for place in range(len(stakes)):
            stakes[place] = 20 * (state[3] // (place + 1) % 4)


def kept(strategy: Strategy, game: Game, terms: Terms) -> list[list[int]]:
    sheet = Player(game, strategy, terms).play(SEED, terms.session, terms.sessions).sheet
    rows: list[list[int]] = sheet.kept.tolist()
    return rows


@pytest.mark.parametrize("name", [*STRATEGIES, "nosy"])
def test_a_session_is_what_it_is_by_hand_compiled_or_not(name: str) -> None:
    """Every system, with limits that it meets, from a session with any number."""
    bankroll = 5_000 if name == "nosy" else 300
    terms = Terms(rounds=170, session=5, bankroll=bankroll, maximum=60, goal=200)
    strategy = strategy_of(nosy if name == "nosy" else name, Table(TIGER, terms))
    by_hand = played_by_hand(TIGER, strategy.bets, terms, SEED)
    assert strategy.is_compiled
    assert kept(strategy, TIGER, terms) == [[*by_hand]]
    strategy.asked.made = None
    assert kept(strategy, TIGER, terms) == [[*by_hand]]


@pytest.mark.parametrize("book", ["pairs", "mbs-elements", "zero-commission"])
def test_every_wager_of_any_rulebook_is_settled(book: str) -> None:
    rulebook = punto.rulebook(book)
    game = Game(rulebook, rulebook.shoe.default_decks, burn=7, cut=80)
    terms = Terms(rounds=200, stop_loss=9_000)
    by_hand = played_by_hand(game, nosy, terms, SEED)
    assert kept(Strategy("nosy", nosy), game, terms) == [[*by_hand]]


def test_flat_stakes_have_the_mean_and_the_variance_that_are_exact() -> None:
    exact = punto.odds("mbs-tiger").wagers["tie"]
    assert exact is not None
    rounds, sessions = 500, 4_000
    found = punto.simulate(
        "mbs-tiger", rounds=rounds, seed=1, strategy="flat:wager=tie,stake=10", sessions=sessions
    )
    nets = found.spread(At.NET)
    assert found.staked == 10 * rounds * sessions
    assert abs(nets.mean - 10 * rounds * float(exact.ev)) < FAR * nets.sd / sqrt(sessions)
    variance = 100 * rounds * float(exact.variance)
    assert abs(nets.sd**2 / variance - 1) < FAR * sqrt(2 / sessions)
    assert found.stderr == pytest.approx(exact.sd / sqrt(rounds * sessions), rel=0.01)
    assert found.table.wagers["tie"].ev == pytest.approx(-found.edge)
    assert found.exact_edge == pytest.approx(float(exact.house_edge))


def test_ruin_comes_as_often_and_as_soon_as_the_gambler_s_formula_says() -> None:
    """Player pays even, and ties come back: a walk with two steps."""
    exact = punto.odds("mbs-tiger").wagers["player"]
    assert exact is not None
    win = float(exact.hit_frequency / exact.resolved)
    ratio = (1 - win) / win
    units, goal, sessions = 10, 6, 15_000
    ruin = 1 - (1 - ratio**units) / (1 - ratio ** (units + goal))
    rounds = (units - (units + goal) * (1 - ruin)) / (1 - 2 * win) / float(exact.resolved)
    found = punto.simulate(
        "mbs-tiger",
        rounds=100_000,
        seed=2,
        strategy="flat:wager=player,stake=2",
        sessions=sessions,
        bankroll=2 * units,
        goal=2 * goal,
    )
    assert abs(found.risk_of_ruin - ruin) < FAR * found.risk_of_ruin_stderr
    assert found.ended(End.RUIN) + found.ended(End.GOAL) == sessions
    length = found.spread(At.ROUNDS)
    assert abs(length.mean - rounds) < FAR * length.sd / sqrt(sessions)
    assert found.spread(At.NET).least == -2 * units
    assert found.spread(At.NET).most == 2 * goal


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name != "counter"])
def test_no_system_changes_the_edge(name: str) -> None:
    """With limits and a bankroll, what is lost is the exact edge of what is staked."""
    found = punto.simulate(
        "mbs-no-commission", rounds=500, seed=3, strategy=name, sessions=600, bankroll=4_000
    )
    assert found.exact_edge is not None
    assert 0 < found.stderr < 0.02
    assert abs(found.edge - found.exact_edge) < FAR * found.stderr
    assert found.net == sum(found.nets.values()) == found.column(At.NET).sum()
    assert found.staked == found.columns["staked"].sum()
    assert found.columns["session"].tolist() == [*range(600)]


def sessions_of(found: Play) -> list[list[float]]:
    rows: list[list[float]] = np.hstack([found.sessions, found.squares]).tolist()
    return rows


def test_the_number_of_workers_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function of one's own goes to other processes, wherever it was written.

    So few sessions are played here in seven pieces; only for two workers there are processes.
    """
    most = 50

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        state[0] = min(most, state[0] + 2) if view.net < 0 else 2
        stakes[1] = state[0]

    def found(workers: int) -> Play:
        return punto.simulate(
            "mbs-tiger", rounds=70, seed=9, strategy=bets, sessions=101, workers=workers
        )

    alone, seven = (found(workers) for workers in (1, 7))
    monkeypatch.setattr("punto.sim.player.FOR_ONE", 0)
    two = found(2)
    assert sessions_of(alone) == sessions_of(two) == sessions_of(seven)
    assert alone.nets == two.nets == seven.nets
    assert alone.table.wagers == two.table.wagers == seven.table.wagers
    one = punto.simulate("mbs-tiger", rounds=70, seed=9, strategy=bets, session=60)
    assert sessions_of(one) == sessions_of(alone)[60:61]


def stakes(place: int, stake: int, after: int = 30) -> Bets:
    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        state[0] = 0
        if view.round >= after and len(view.results) > 2 and view.results[-1] == BANKER:
            stakes[place] = stake

    return bets


def divide(view: View, state: Numbers, stakes: Numbers) -> None:
    state[0] = 0
    if view.round > 40:
        raise ValueError("no more")
    stakes[0] = 2


def leave(view: View, state: Numbers, stakes: Numbers) -> None:
    state[0] = 0
    if view.round > 40:
        raise SystemExit("enough")
    stakes[0] = 2


def later(view: View, state: Numbers, stakes: Numbers) -> Iterator[None]:
    stakes[0] = state[0] = view.minimum
    yield


async def much_later(view: View, state: Numbers, stakes: Numbers) -> None:
    stakes[0] = state[0] = view.minimum


@pytest.mark.parametrize("is_compiled", [True, False])
@pytest.mark.parametrize(
    ("bets", "reason"),
    [
        (stakes(1, -4), "a stake of -4 on banker: less than nothing"),
        (stakes(1, 602), "a stake of 602 on banker: above the maximum of 600"),
        (stakes(0, 1), "a stake of 1 on player: below the minimum of 2"),
        (stakes(1, 15), "a stake of 15 on banker: banker takes multiples of 2"),
        (stakes(2, 510), "a stake of 510 on tie: .*above the bankroll of 500"),
        (stakes(8, 10), "IndexError: .*; mbs-tiger has 8 wagers, and a new shoe no results"),
        (divide, "ValueError: no more"),
        (leave, "SystemExit: enough"),
    ],
)
def test_a_strategy_that_cannot_be_is_stopped_where_it_can_be_played_again(
    bets: Bets, reason: str, *, is_compiled: bool
) -> None:
    terms = Terms(rounds=100, sessions=20, session=11, bankroll=500, minimum=2, maximum=600)
    strategy = Strategy("mine", bets)
    if not is_compiled:
        strategy.asked.made = None
    with pytest.raises(StrategyStopped, match=f"round .* seed {SEED}: {reason}") as stopped:
        Player(TIGER, strategy, terms).play(SEED, terms.session, terms.sessions)
    where = re.search(r"mine stopped at round (\d+) of session (\d+)", str(stopped.value))
    assert where is not None
    number, session = int(where[1]), int(where[2])
    assert number > 30
    with pytest.raises(StrategyStopped, match=re.escape(str(stopped.value))):
        Player(TIGER, strategy, terms).play(SEED, session, 1)


def test_what_cannot_be_written_down_is_not_sent_to_workers() -> None:
    lock = Lock()

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        state[0] = view.round
        with lock:
            stakes[0] = 2

    with pytest.raises(WrongInput, match="strategy bets: it cannot go to other workers"):
        punto.simulate("mbs-tiger", rounds=10**4, sessions=100, seed=1, strategy=bets, workers=2)
    assert punto.simulate("mbs-tiger", rounds=9, sessions=2, seed=1, strategy=bets).table.rounds


def test_what_cannot_be_compiled_runs_in_python() -> None:
    seen: list[int] = []

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        state[0] = 0
        seen.append(view.round)
        stakes[0] = 2

    found = punto.simulate("mbs-tiger", rounds=90, seed=1, strategy=bets)
    assert not found.strategy.is_compiled
    assert found.strategy.asked.obstacle
    assert seen == [*range(90)]
    assert repr(found).startswith("<Play of bets: 1 sessions, 90 rounds, edge ")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rounds": 0}, "0 rounds: 1 to 1000000000000000 can be dealt"),
        ({"sessions": 0}, "sessions: 1 to 10000000 can be, not 0"),
        ({"session": -1}, "number of the first session: 0 to"),
        ({"bankroll": 1}, "a bankroll of 1: no wager takes less than 2"),
        ({"minimum": 0}, "minimum: 1 to"),
        ({"minimum": 11, "maximum": 11}, "a maximum of 11: no wager takes less than 12"),
        ({"goal": 0}, "goal: 1 to"),
        ({"stop_loss": 0}, "stop-loss: 1 to"),
        ({"maximum": 10**15, "rounds": 10**6}, "too much to be counted"),
        ({"strategy": "flot"}, "no strategy 'flot': flat, martingale"),
        ({"strategy": "flat:stake=3"}, "a stake of 3 on banker: .* multiples of 2"),
        ({"strategy": "flat:stake=x"}, "stake is a whole number, not 'x'"),
        ({"strategy": "flat:steak=3"}, "flat takes wager, stake, not 'steak'"),
        ({"strategy": len}, "a function of view, state and stakes"),
        ({"strategy": 7}, "a function of view, state and stakes"),
        ({"strategy": later}, "strategy later: it does nothing when it is called"),
        ({"strategy": much_later}, "strategy much_later: it does nothing when it is called"),
        ({"maximum": 10**13, "rounds": 10**4}, "too much to be counted"),
        ({"strategy": "gone.py:bets"}, "no Python file gone.py"),
        ({"cut": 411}, "leaves no round"),
    ],
)
def test_what_cannot_be_is_refused_before_any_work(wrong: dict[str, Any], words: str) -> None:
    asked: dict[str, Any] = {"rounds": 10, "seed": 1, "strategy": "flat"}
    with pytest.raises(WrongInput, match=words):
        punto.simulate("mbs-tiger", **asked | wrong)


def test_a_wager_that_is_not_there_and_terms_without_a_strategy() -> None:
    with pytest.raises(WrongWager, match="no wager 'lucky'"):
        punto.simulate("mbs-tiger", rounds=1, seed=1, strategy="flat:wager=lucky")
    alone: Callable[..., object] = punto.simulate
    with pytest.raises(WrongInput, match="bankroll: for a strategy, and none is given"):
        alone("mbs-tiger", rounds=1, seed=1, bankroll=5)


def test_a_rulebook_that_looks_at_single_cards_is_refused() -> None:
    lines = 'lines = [{ pays = "8:1", when = { winner = "tie", player_initial_total = 6 } }]'
    text = re.sub(r"lines = .*", lines, GOOD)
    rulebook = read_rulebook(text, source="mine.toml")
    with pytest.raises(WrongInput, match="cannot be settled on single cards: tie"):
        punto.simulate(rulebook, rounds=1, seed=1, strategy="flat:wager=tie")


def test_a_strategy_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def bets(view, state, stakes):\n    stakes[0] = 2\n", encoding="utf-8")
    found = punto.simulate("mbs-tiger", rounds=50, seed=1, strategy=f"{file}:bets")
    assert found.turnover["player"] == found.staked == 100
    with pytest.raises(WrongInput, match="has no function 'others'"):
        punto.simulate("mbs-tiger", rounds=50, seed=1, strategy=f"{file}:others")
    file.write_text("1 / 0\n", encoding="utf-8")
    with pytest.raises(WrongInput, match="ZeroDivisionError"):
        punto.simulate("mbs-tiger", rounds=50, seed=1, strategy=f"{file}:bets")
