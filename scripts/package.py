"""Installs a wheel in a new environment, alone and with the house, and measures what comes of it.

Run by a Python outside the environments of the checkout, with what that brings.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from urllib.request import Request, urlopen

READY_SECONDS = 10.0
"""How long after its installation a house may take to be ready."""

LIGHT_MEGABYTES = 60.0
"""How much it may take alone, with what it needs and what Python compiles."""

LIGHT = """
import sys, punto
punto.settle("mbs-tiger", "2s 4h 3d 2c Th", {"tiger": 100})
for rules in punto.rulebooks():
    assert not punto.odds(rules).unknown
punto.roads("BPTBB")
from punto.extras import EXTRA_OF
assert not set(EXTRA_OF) & set(sys.modules), set(EXTRA_OF) & set(sys.modules)
"""

LIGHT_COMMANDS = (
    "rulebooks",
    "rulebook show mbs-tiger",
    "settle mbs-tiger --cards 2s4h3d2cTh --bet tiger=100",
    "odds mbs-tiger",
    "roads BPTBB",
)

MISSING = (
    ("simulate mbs-tiger --rounds 9", "sim"),
    ("odds matching-dragon", "sim"),
    ("serve", "server"),
)
"""Commands, and the extra that each names where it is not installed."""

ROUND = """
import asyncio, sys
from punto.client import join

async def play():
    async with await join(sys.argv[1]) as player:
        await player.watch("zero")
        await player.bet("zero", "banker", 1000)
        table = await player.deal("zero")
        print(table.hands, table.winner, "net", table.net)

asyncio.run(play())
"""


class Environment:
    """A virtual environment in which there is nothing else: no checkout, no Node on the path."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._programs = place / "bin"
        venv.create(place, with_pip=False)
        self.variables = {**os.environ, "PATH": str(self._programs), "HOME": str(place)}
        self.variables.pop("PYTHONPATH", None)
        assert shutil.which("node", path=self.variables["PATH"]) is None

    def install(self, what: str) -> float:
        """Install with the outer Python's pip; gives the seconds that it took."""
        begin = time.monotonic()
        pip = [sys.executable, "-m", "pip", "--python", str(self._programs / "python")]
        subprocess.run([*pip, "install", "--quiet", what], check=True)
        return time.monotonic() - begin

    def megabytes(self) -> tuple[float, float]:
        """Add all files up, and those without what Python compiled them to."""
        files = [one for one in self.place.rglob("*") if one.is_file() and not one.is_symlink()]
        sizes = [(one.stat().st_size, one.suffix == ".pyc") for one in files]
        return sum(s for s, _ in sizes) / 1e6, sum(s for s, compiled in sizes if not compiled) / 1e6

    def python(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run its Python, from a place that is not the checkout."""
        return subprocess.run(
            self.command(*arguments),
            cwd=self.place,
            env=self.variables,
            capture_output=True,
            text=True,
            check=False,
        )

    def command(self, *arguments: str) -> list[str]:
        return [str(self._programs / "python"), *arguments]


def alone(wheel: str, environment: Environment) -> None:
    """Install it without extras: what it weighs, does, and says of what it has not."""
    seconds = environment.install(wheel)
    whole, plain = environment.megabytes()
    print(f"alone: installed in {seconds:.1f} s, {whole:.1f} MB, {plain:.1f} MB not compiled")
    assert whole <= LIGHT_MEGABYTES, whole
    done = environment.python("-c", LIGHT)
    assert done.returncode == 0, done.stderr
    for command in LIGHT_COMMANDS:
        begin = time.monotonic()
        done = environment.python("-m", "punto", *command.split())
        assert (done.returncode, done.stderr) == (0, ""), done
        print(f"alone: punto {command}: {time.monotonic() - begin:.2f} s")
    for command, extra in MISSING:
        done = environment.python("-m", "punto", *command.split())
        assert done.returncode == 2, done
        assert done.stderr.endswith(f"pip install 'punto[{extra}]'\n"), done.stderr
        print(f"alone: {done.stderr.strip()}")


def served(wheel: str, environment: Environment) -> None:
    """Install the house too: how soon it is ready, its first page, and a round of play."""
    seconds = environment.install(f"{wheel}[server]")
    print(f"with the house: installed in {seconds:.1f} s, {environment.megabytes()[0]:.1f} MB")
    begin = time.monotonic()
    command = environment.command("-m", "punto", "serve", "--port", "0")
    with subprocess.Popen(
        command, cwd=environment.place, env=environment.variables, stdout=subprocess.PIPE, text=True
    ) as house:
        try:
            assert house.stdout is not None
            address = house.stdout.readline().rpartition(" ")[2].strip()
            ready = time.monotonic() - begin
            others = f"{os.getloadavg()[0]:.1f} at work on {os.cpu_count()} cores"
            print(f"with the house: ready {ready:.1f} s after its first start, {others}")
            visit(address)
            done = environment.python("-c", ROUND, address)
            assert done.returncode == 0, done.stderr
            print(f"with the house: a round of play: {done.stdout.strip()}")
            assert ready <= READY_SECONDS, ready
        finally:
            house.terminate()


def visit(address: str) -> None:
    """Read the first page, and a script of it, as small as a browser would."""
    page = read(address).decode()
    [script] = re.findall(r'src="/(assets/index-[^"]+\.js)"', page)
    size = len(read(address + script, "br"))
    print(f"with the house: the first page of {len(page)} bytes loads {script} of {size} bytes")


def read(address: str, encoding: str = "identity") -> bytes:
    """Ask for a file in an encoding, and see that it comes in it."""
    asked = Request(address, headers={"Accept-Encoding": encoding})  # noqa: S310 – our own house
    with urlopen(asked, timeout=30) as answer:  # noqa: S310 – as above
        assert answer.headers.get("Content-Encoding", "identity") == encoding
        body: bytes = answer.read()
    return body


if __name__ == "__main__":
    print(f"Python {platform.python_version()}, {Path(sys.argv[1]).name}")
    with tempfile.TemporaryDirectory() as directory:
        environment = Environment(Path(directory) / "new")
        alone(sys.argv[1], environment)
        served(sys.argv[1], environment)
