"""Results as data frames of pandas and polars, and in files: JSON and Parquet."""

import importlib
import json
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import polars as pl
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

import punto
import punto.lab
from punto.cli import run
from punto.errors import MissingExtra, WrongInput
from punto.exact.batch import evaluate
from punto.lab.results_file import write_results
from punto.sim import Play, View
from punto.sim.settings import strategy_sha256
from punto.sim.view import Numbers

TIGER = punto.rulebook("mbs-tiger")


def played(**more: Any) -> Play:  # noqa: ANN401 – options
    found = punto.simulate("mbs-tiger", rounds=30, seed=1, strategy="flat", sessions=20, **more)
    assert isinstance(found, Play)
    return found


def test_figures_have_a_row_for_each_wager() -> None:
    found = punto.odds("mbs-tiger")
    for frame in (found.to_frame(), found.to_frame("polars")):
        assert [*frame["wager"]] == [wager.id for wager in TIGER.wagers]
        banker = [*frame["house_edge"]][1]
        assert banker == pytest.approx(0.0145810446)
    assert isinstance(found.to_frame(), pd.DataFrame)
    assert isinstance(found.to_frame("polars"), pl.DataFrame)


def test_batches_have_a_column_for_each_wager() -> None:
    batch = evaluate(TIGER, np.array([[32] * 13, [31] * 13]))
    frame = batch.to_frame()
    assert [*frame.columns] == [*batch.wagers]
    assert frame["banker"].tolist() == batch.ev[:, 1].tolist()


def test_simulations_have_a_row_for_each_pay_line_or_session() -> None:
    found = punto.simulate("mbs-tiger", rounds=1_000, seed=1)
    frame = found.to_frame()
    means = (frame["net"] * frame["rounds"]).groupby(frame["wager"]).sum() / 1_000
    assert means.to_dict() == pytest.approx({w: tally.ev for w, tally in found.wagers.items()})
    sessions = played()
    assert sessions.to_frame("polars")["net"].sum() == sessions.net
    assert len(sessions.to_frame()) == 20


def test_countability_has_a_row_for_each_bettor() -> None:
    found = punto.countability("mbs-tiger", shoes=2, seed=1, decks=4, cuts=[52, 26])
    frame = found.to_frame().set_index(["wager", "cut", "bettor"])
    deepest = found.wagers["tiger"].depths[0]
    assert frame.loc[("tiger", 26, "perfect"), "units_per_shoe"] == deepest.perfect.units_per_shoe
    assert ("tiger-pair", 26, "perfect") in frame.index
    assert ("tiger-pair", 26, "counted") not in frame.index, "there is no count for pairs"


def test_frames_of_no_library_are_refused_in_a_line() -> None:
    with pytest.raises(WrongInput, match="no data frames by 'excel': pandas, polars"):
        punto.odds("mbs-tiger").to_frame("excel")


WITHOUT = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1].split(","):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Gone())
import punto
import punto.lab
from punto.errors import MissingExtra
try:
    print(type(punto.odds("ez").to_frame(*sys.argv[2:])).__module__.partition(".")[0])
except MissingExtra as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("gone", "asked", "said"),
    [
        ("pandas", [], "polars"),
        ("polars", ["polars"], "polars is not installed, and this needs it: pip install polars"),
        (
            "pandas,polars",
            [],
            "pandas is not installed, and this needs it: pip install 'punto[frames]'",
        ),
    ],
)
def test_what_is_installed_is_taken_and_what_is_not_is_named(
    gone: str, asked: list[str], said: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, gone, *asked], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{said}\n"


def test_results_are_written_with_what_makes_them_again(tmp_path: Path) -> None:
    found = punto.simulate("mbs-tiger", rounds=1_000, seed=5, burn=2, cut=20)
    write_results(found, tmp_path / "it.json")
    record = json.loads((tmp_path / "it.json").read_text(encoding="utf-8"))
    assert (record["seed"], record["burn"], record["cut"]) == (5, 2, 20)
    assert record["versions"]["punto"] == punto.__version__
    assert record["versions"]["numpy"] == np.__version__
    assert record["wagers"]["tie"]["outcomes"] == found.wagers["tie"].outcomes
    write_results(found, tmp_path / "it.parquet")
    table = pq.read_table(tmp_path / "it.parquet")
    assert json.loads(table.schema.metadata[b"punto"]) == record
    assert table.to_pydict() == found.columns
    assert [*tmp_path.glob("*.part")] == []


def test_sessions_are_the_rows_of_a_strategy(tmp_path: Path) -> None:
    found = played(bankroll=100)
    write_results(found, tmp_path / "it.parquet")
    table = pq.read_table(tmp_path / "it.parquet")
    assert table["net"].to_pylist() == found.columns["net"].tolist()
    record = json.loads(table.schema.metadata[b"punto"])
    assert record["strategy"]["bankroll"] == 100
    assert record["strategy_sha256"] == strategy_sha256(found.strategy)


def test_what_cannot_be_hashed_is_written_without(tmp_path: Path) -> None:
    lock = Lock()

    def bets(_: View, state: Numbers, stakes: Numbers) -> None:
        stakes[1] = 2 + state[0] + lock.locked()

    write_results(
        punto.simulate("mbs-tiger", rounds=9, seed=1, strategy=bets), tmp_path / "it.json"
    )
    record = json.loads((tmp_path / "it.json").read_text(encoding="utf-8"))
    assert record["strategy_sha256"] is None


def hash_in(file: Path, found: Any) -> str:  # noqa: ANN401 – a simulation or a play
    write_results(found, file)
    held: str = json.loads(file.read_text(encoding="utf-8"))["results_sha256"]
    return held


def test_the_hash_is_of_results_and_of_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "it.json"
    one = punto.simulate("mbs-tiger", rounds=1_000, seed=5)
    told = {
        "settings": {
            "rulebook": "mbs-tiger@3",
            "rulebook_sha256": json.loads(punto.par_sheet("mbs-tiger", "json"))["sign_off"][
                "rulebook_sha256"
            ],
            "decks": 8,
            "burn": 0,
            "cut": 14,
            "seed": 5,
            "rounds": 1_000,
        },
        "shoes": one.shoes,
        "wagers": {name: tally.outcomes for name, tally in one.wagers.items()},
    }
    plain = json.dumps(told, sort_keys=True, separators=(",", ":"))
    assert hash_in(file, one) == sha256(plain.encode()).hexdigest()
    assert hash_in(file, replace(one, seconds=9.0, workers=7, backend="gpu")) == hash_in(file, one)
    assert hash_in(file, replace(one, seed=6)) != hash_in(file, one)
    assert hash_in(file, played()) == hash_in(file, played(workers=2)) != hash_in(file, one)
    assert hash_in(file, played(bankroll=10**6)) != hash_in(file, played())


def test_a_file_of_results_is_refused_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["simulate", "mbs-tiger", "--rounds", "99", "--seed", "1", "--json", "-o"]
    there = tmp_path / "it.json"
    assert run([*asked, str(there)]) == 0
    printed = json.loads(capsys.readouterr().out)
    written = json.loads(there.read_text(encoding="utf-8"))
    assert printed.items() <= written.items()
    for name, words in (
        ("it.json", "it.json is there already: --force writes over it"),
        ("it.csv", "results are written as .json or .parquet, not 'it.csv'"),
        ("gone/it.json", "there is no directory"),
    ):
        assert run([*asked, str(tmp_path / name)]) == 2
        assert words in capsys.readouterr().err
    assert run([*asked, str(there), "--force"]) == 0


def test_the_laboratory_needs_an_extra_and_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("punto.lab.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtra, match=r"pip install 'punto\[sim\]'"):
        importlib.reload(punto.lab)
