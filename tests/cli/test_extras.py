"""`punto` alone: what it does without extras, and the line that names one that is missing."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from punto.extras import EXTRA_OF

PROJECT: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
)["project"]

ALONE = f"""
import sys

class NotInstalled:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {set(EXTRA_OF)}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, NotInstalled())
"""
"""What Python is told first, so that no module of an extra is there."""

COMMAND = ALONE + "from punto.cli import main\nmain()"


def alone(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def distribution(requirement: str) -> str:
    found = re.match(r"[\w-]+", requirement)
    assert found is not None, requirement
    return found[0]


def test_every_module_of_an_extra_is_known_by_the_extra_that_brings_it() -> None:
    extras = PROJECT["optional-dependencies"]
    wanted = {(extra, distribution(one)) for extra in extras for one in extras[extra]}
    brought_by = packages_distributions()
    # What is not installed here is called as its module is, but for the version of CUDA.
    found = {
        (extra, brought_by.get(module, [{"cupy": "cupy-cuda13x"}.get(module, module)])[0])
        for module, extra in EXTRA_OF.items()
    }
    known = {(extra, name.lower().replace("_", "-")) for extra, name in found}
    # llvmlite comes with numba: both are imported.
    assert {(e, name) for e, name in wanted if name != "punto"} == known - {("sim", "llvmlite")}


def test_alone_it_answers_what_needs_no_extra() -> None:
    code = """
import punto
from punto.cli import run
from punto.errors import MissingExtra
commands = ["rulebooks", "rulebook show mbs-tiger", "odds mbs-elements --json", "roads BPTBB"]
commands += ["odds pairs --by-decks", "odds mbs-tiger --seen 6s --removal"]
settle = ["settle", "mbs-tiger", "--cards", "2s 4h 3d 2c Th", "--bet", "tiger=100", "--json"]
assert [run(each) for each in (*map(str.split, commands), settle)] == [0] * 7
assert all(len(punto.odds(rules).wagers) == len(rules.wagers) for rules in punto.rulebooks())
def together():
    from punto.exact import joint
    joint(punto.rulebook("mbs-tiger"), punto.full_shoe(punto.rulebook("mbs-tiger"), 8))
def sheet():
    punto.par_sheet("mbs-tiger", "md")
for ask in (lambda: punto.simulate("mbs-tiger", rounds=10, seed=1), together, sheet):
    try:
        ask()
    except MissingExtra as error:
        print(error, file=sys.stderr)
"""
    done = alone(ALONE + code)
    assert done.returncode == 0, done.stderr
    line = "numpy is not installed, and this needs it: pip install 'punto[sim]'\n"
    assert done.stderr == 3 * line


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("simulate mbs-tiger --rounds 10", "sim"),
        ("countability mbs-tiger", "sim"),
        ("odds matching-dragon", "sim"),
        ("parsheet mbs-tiger -o sheet.md", "sim"),
        ("serve", "server"),
        ("audit verify", "server"),
        ("replay tiger-1", "server"),
        ("admin tickets ada", "server"),
        ("config check house.toml", "server"),
    ],
)
def test_a_command_without_its_extra_says_which_one_in_a_line(
    tmp_path: Path, command: str, extra: str
) -> None:
    done = alone(f"import os\nos.chdir({str(tmp_path)!r})\n{COMMAND}", *command.split())
    assert (done.returncode, done.stdout) == (2, "")
    line = rf"punto: \w+ is not installed, and this needs it: pip install 'punto\[{extra}\]'\n"
    assert re.fullmatch(line, done.stderr), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_postgresql_without_its_driver_is_named_too() -> None:
    only = ALONE.replace(str(set(EXTRA_OF)), "{'psycopg'}")
    code = only + "from punto.cli import main\nmain()"
    done = alone(code, "audit", "verify", "--database", "postgresql://127.0.0.1:1/none")
    assert done.returncode == 2
    assert done.stderr.endswith(": pip install 'punto[postgres]'\n"), done.stderr
