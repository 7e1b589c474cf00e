"""`punto` as staff run it beside a house that is open: in a process of its own, or here."""

import asyncio
import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, Final, NamedTuple

from punto.cli import run
from punto.testing.serving import ServedHouse

PATIENCE: Final = 60.0


class Said(NamedTuple):
    """How a command ended, and what it said."""

    status: int
    out: str
    err: str


def place_of(house: ServedHouse) -> tuple[str, str]:
    """Name the house to a command."""
    return ("--database", house.database) if house.database else ("--data", str(house.place))


def punto(house: ServedHouse, *arguments: str) -> Said:
    """Run a command on a house, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "punto", *arguments, *place_of(house)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=os.environ | {"XDG_DATA_HOME": str(house.place), "COLUMNS": "200"},
    )
    return Said(done.returncode, done.stdout, done.stderr)


def run_here(house: ServedHouse, *arguments: str) -> Said:
    """Run a command on a house; the house is another process all the same."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run([*arguments, *place_of(house)])
    return Said(status, out.getvalue(), err.getvalue())


async def told(house: ServedHouse, *arguments: str) -> Any:  # noqa: ANN401 – JSON is whatever it is
    """Run a command that is done, and give its JSON; players go on meanwhile."""
    return _json(await asyncio.to_thread(run_here, house, *arguments, "--json"))


async def told_outside(house: ServedHouse, *arguments: str) -> Any:  # noqa: ANN401 – see above
    """Do the same in a process of its own."""
    return _json(await asyncio.to_thread(punto, house, *arguments, "--json"))


def _json(said: Said) -> Any:  # noqa: ANN401 – see above
    assert said.status == 0, said.err
    return json.loads(said.out)


async def complaint(house: ServedHouse, *arguments: str) -> str:
    """Run a command that is refused: one line, status 2, and nothing else."""
    said = await asyncio.to_thread(run_here, house, *arguments)
    assert (said.status, said.out) == (2, ""), said
    assert said.err.startswith("punto: "), said
    assert said.err.count("\n") == 1, said
    return said.err
