"""Every program of `examples`, and every snippet of Python in the documentation, runs."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from punto.store import Database, url_of
from punto.store.reading import accounts
from punto.testing.serving import ServedHouse
from tests.docs.test_examples import ROOT, blocks

EXAMPLES: Final = {path.name: path for path in sorted((ROOT / "examples").glob("*.py"))}
SHOWN: Final = {
    f"{page.relative_to(ROOT)}[{number}]": text
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for number, text in enumerate(blocks(str(page.relative_to(ROOT)), "python"))
}
"""Every snippet, by its page and its place there."""

ADDRESS: Final = "http://127.0.0.1:8000/"
"""Where a house is if nothing else is asked for, as the pages have it."""

WINDOW_MS, CARD_MS = 20_000, 1_000
HOUSE: Final = f"""
name = "Example"
currency = "credits"
chips = [100, 500, 2500]
guest_credits = 100_000

[[tables]]
id = "zero"
name = "Zero"
rulebook = "zero-commission"
minimum = 100
maximum = 50_000

[[tables]]
id = "tiger"
name = "Tiger"
rulebook = "mbs-tiger"
minimum = 100
maximum = 100_000
window_ms = {WINDOW_MS}
card_ms = {CARD_MS}
result_ms = 60_000
"""
"""Its time stands still until a test moves it, so that nobody has to hurry."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHouse]:
    with ServedHouse(tmp_path_factory.mktemp("house"), HOUSE, driven=True) as served:
        yield served


def said_by(program: Path, *arguments: str) -> list[str]:
    """Run a program and give the lines that it prints."""
    done = subprocess.run(
        [sys.executable, str(program), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=program.parent,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.splitlines()


def test_a_round_is_played_in_a_running_house(house: ServedHouse) -> None:
    command = [sys.executable, str(EXAMPLES["play_round.py"]), house.address, "tiger"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        while not is_anything_staked(house):
            assert program.poll() is None, "it ends without a bet"
            time.sleep(0.05)
        house.advance(WINDOW_MS + 7 * CARD_MS)
        player, banker, end = program.communicate()[0].splitlines()
    assert program.returncode == 0
    assert (player.split()[0], banker.split()[0]) == ("Player", "Banker")
    totals = {side: int(line.split()[-1]) for side, line in (("p", player), ("b", banker))}
    winner, net, balance = end.split(", ")
    won = {"banker": 500 if totals["b"] != 6 else 250, "player": -500, "tie": 0}[winner]
    assert (winner == "banker") is (totals["b"] > totals["p"])
    assert (net, balance) == (f"net {won:+d}", f"balance {100_000 + won}")


def is_anything_staked(house: ServedHouse) -> bool:
    with Database(url_of(house.place)).reading() as connection:
        return any(account.held for account in accounts(connection).values())


def test_a_bet_that_the_house_refuses_is_said_by_its_code(house: ServedHouse) -> None:
    command = [sys.executable, str(EXAMPLES["play_round.py"]), house.address, "nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("no-such-table: ")


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "play_round.py"])
def test_an_example_runs(name: str) -> None:
    assert said_by(EXAMPLES[name])


@pytest.mark.parametrize("place", list(SHOWN))
def test_a_snippet_is_an_example_or_runs(place: str, house: ServedHouse, tmp_path: Path) -> None:
    text = SHOWN[place]
    if any(text == path.read_text(encoding="utf-8") for path in EXAMPLES.values()):
        return
    program = tmp_path / "snippet.py"
    program.write_text(text.replace(ADDRESS, house.address), encoding="utf-8")
    printed = said_by(program)
    assert bool(printed) is ("print(" in text)
