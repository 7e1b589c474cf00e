"""A Dask cluster deals what one process deals, whoever of its workers dies meanwhile."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

import punto
from punto.errors import WrongInput
from punto.lab import countability_record
from punto.sim import Game, Simulation, View, simulate
from punto.sim.cluster import Cluster
from punto.sim.view import Numbers

TIGER = Game(punto.rulebook("mbs-tiger"), 8)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two workers, each a process of its own."""
    with LocalCluster(  # type: ignore[no-untyped-call]  # theirs
        n_workers=2, threads_per_worker=1, dashboard_address=":0", processes=True
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.sim.simulation.CLUSTER_ROUNDS", 20_000)


def retire_all(client: Client) -> None:
    """Ask until they are gone: one that still holds a result is kept, and says so in no way."""
    given_up = time.monotonic() + 60
    while client.nthreads():  # type: ignore[no-untyped-call]  # theirs
        client.retire_workers()
        assert time.monotonic() < given_up, "retired"
        time.sleep(0.05)


def counts_of(found: Simulation) -> tuple[int, dict[str, dict[str, int]]]:
    return found.shoes, {name: tally.outcomes for name, tally in found.wagers.items()}


def test_its_counts_are_those_of_one_process_though_a_worker_dies(address: str) -> None:
    """It is killed when the first pieces are dealt; the scheduler gives its share to another."""
    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]  # theirs
        pids = client.run(os.getpid)
        told: list[int] = []

        def tell(rounds: int) -> None:
            told.append(rounds)
            if len(told) == 4:
                os.kill(min(pids.values()), signal.SIGKILL)

        found = simulate(
            TIGER, rounds=1_000_001, seed=3, backend="dask", scheduler=address, progress=tell
        )
        client.wait_for_workers(2)
        assert client.run(os.getpid) != pids, "one is another"
    assert counts_of(found) == counts_of(simulate(TIGER, rounds=1_000_001, seed=3))
    assert (found.backend, found.workers, sum(told)) == ("dask", 2, 1_000_001)


def test_sessions_of_a_strategy_are_those_of_one_process(address: str) -> None:
    stake = 10

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        state[0] = state[0] * 2 if view.net < 0 and state[0] < 300 else stake
        stakes[1] = state[0]

    alone = punto.simulate("mbs-tiger", rounds=70, seed=7, strategy=bets, sessions=40)
    found = punto.simulate(
        "mbs-tiger",
        rounds=70,
        seed=7,
        strategy=bets,
        sessions=40,
        backend="dask",
        scheduler=address,
    )
    assert (found.sessions == alone.sessions).all()
    assert (found.squares == alone.squares).all()
    assert (found.nets, found.table.backend) == (alone.nets, "dask")


def test_shoes_are_solved_as_by_one_process(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["punto.lab.countability"], "CLUSTER_SHOES", 20)
    asked: dict[str, Any] = {"decks": 4, "shoes": 90, "seed": 11, "cuts": [14]}
    told: list[int] = []
    found = punto.countability(
        "mbs-tiger", **asked, backend="dask", scheduler=address, progress=told.append
    )
    alone = punto.countability("mbs-tiger", **asked, workers=1)
    assert countability_record(found) == countability_record(alone)
    assert (found.wagers, sum(told), max(told), found.workers) == (alone.wagers, 90, 20, 2)


def test_what_a_strategy_did_wrong_is_said_as_it_is(address: str) -> None:
    def bets(_: View, state: Numbers, stakes: Numbers) -> None:
        stakes[1] = 1 + state[0]

    with pytest.raises(WrongInput, match="stopped at round 1 of session 0, seed 7: a stake of 1"):
        punto.simulate(
            "mbs-tiger", rounds=9, seed=7, strategy=bets, backend="dask", scheduler=address
        )


def test_another_version_of_punto_does_not_deal(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.sim.cluster.version", lambda _: "99.9")
    with pytest.raises(WrongInput, match=r"a worker of the cluster has punto [\d.]+, not 99\.9"):
        simulate(TIGER, rounds=10**6, seed=1, backend="dask", scheduler=address)
    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]  # theirs
        others = client.run_on_scheduler(clients_of) - {client.id}
    assert others == set(), "who was refused has gone"


def clients_of(dask_scheduler: Any) -> set[str]:  # noqa: ANN401 – Dask's
    return {name for name in dask_scheduler.clients if name.startswith("Client-")}


def test_workers_that_all_left_are_still_one_to_share_among() -> None:
    with (
        LocalCluster(  # type: ignore[no-untyped-call]  # theirs
            n_workers=1, threads_per_worker=1, dashboard_address=":0", processes=False
        ) as local,
        Cluster(TIGER.deal_shoes, local.scheduler_address) as cluster,
        Client(local.scheduler_address, set_as_default=False) as client,  # type: ignore[no-untyped-call]  # theirs
    ):
        retire_all(client)
        assert cluster.workers == 1


@pytest.mark.parametrize("strategy", [None, "flat"])
def test_where_nobody_answers_it_says_so_and_leaves_nothing(
    strategy: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.sim.cluster.WITH_SCHEDULER_SECONDS", 1)
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # and nobody listens there
        nobody = f"tcp://127.0.0.1:{held.getsockname()[1]}"
        for address in (nobody, "nonsense://here"):
            with pytest.raises(WrongInput, match=f"no Dask scheduler answers at '{address}'"):
                punto.simulate(
                    "mbs-tiger",
                    rounds=9,
                    seed=1,
                    strategy=strategy,  # type: ignore[arg-type]
                    backend="dask",
                    scheduler=address,
                    checkpoint=tmp_path / "run",
                )
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "wrong", [{"backend": "dask"}, {"scheduler": "tcp://127.0.0.1:1"}], ids=["dask", "scheduler"]
)
@pytest.mark.parametrize("strategy", [None, "flat"])
def test_the_backend_and_its_scheduler_come_together(
    wrong: dict[str, Any], strategy: str | None
) -> None:
    with pytest.raises(WrongInput, match="backend 'dask' is that of a scheduler"):
        punto.simulate("mbs-tiger", rounds=9, seed=1, strategy=strategy, **wrong)  # type: ignore[arg-type]
    with pytest.raises(WrongInput, match="backend 'dask' is that of a scheduler"):
        punto.countability("mbs-tiger", shoes=9, seed=1, **wrong)


def test_without_its_extra_it_says_which_one() -> None:
    code = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("distributed", "pyarrow"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Gone())
from punto.cli import run
asked = ["simulate", "mbs-tiger", "--rounds", "9"]
run([*asked, "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1"])
run([*asked, "-o", "it.parquet"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert [line.partition(": ")[2] for line in done.stderr.splitlines()] == [
        "distributed is not installed, and this needs it: pip install 'punto[dask]'",
        "pyarrow is not installed, and this needs it: pip install 'punto[frames]'",
    ]
