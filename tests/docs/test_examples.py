"""What the documentation shows is what the commands print."""

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

import punto
from punto.cli import run

ROOT = Path(__file__).parent.parent.parent
PAGES = (
    "README.md",
    "docs/rulebook-format.md",
    "docs/simulation.md",
    "docs/cookbook.md",
    "docs/guides/player.md",
    "docs/guides/analyst.md",
    "docs/guides/programmer.md",
)
"""Those with commands that need no house; others are tried in one, by `test_operations.py`."""
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    """Read the blocks of a page that are written in this language."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [body for kind, body in BLOCK.findall(text) if kind == language]


def examples() -> Iterator[tuple[str, str]]:
    """List every command shown and what is shown under it."""
    for page in PAGES:
        for block in blocks(page, ""):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = example.partition("\n")
                yield command, output


BOOKS = [text for text in blocks("docs/rulebook-format.md", "toml") if text.startswith("id = ")]
THIRDS, HOUSE = BOOKS
TIE_BY_ONE = '{ pays = "2:1", when = { margin = 1, winner = "tie" }'
FILES = {
    "house.toml": HOUSE,
    "thirds.toml": THIRDS,
    "typo.toml": HOUSE.replace("winner", "winer", 1),
    "generous.toml": HOUSE.replace('"10:1"', '"15:1"'),
    "broken.toml": HOUSE.replace("max_decks = 8", "max_decks = 12").replace(
        '{ pays = "2:1", when = { margin = 1 }', TIE_BY_ONE
    ),
    "examples/settle_round.py": blocks("docs/guides/programmer.md", "python")[0],
    "examples/seen_cards.py": blocks("docs/guides/analyst.md", "python")[0],
    "three.py": blocks("docs/simulation.md", "python")[0],
}


# Once each, wherever it is shown in the same way.
@pytest.mark.parametrize(("command", "output"), list(dict.fromkeys(examples())))
def test_example(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    program, *arguments = shlex.split(command)
    said = said_by_punto(arguments) if program == "scripts/punto" else said_by(arguments)
    assert re.fullmatch(pattern(output), tidy(said), re.DOTALL), said


def said_by_punto(arguments: list[str]) -> str:
    """Give what a command prints and complains of, in one; it is run here, which is quicker."""
    with StringIO() as said, redirect_stdout(said), redirect_stderr(said):
        run(arguments)
        return said.getvalue()


def said_by(arguments: list[str]) -> str:
    """Give what a program of the page prints."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def tidy(text: str) -> str:
    """Drop blank lines and blanks at line ends, which a page does not keep."""
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def pattern(output: str) -> str:
    """Let a line of … stand for any number of lines."""
    return re.escape(tidy(output)).replace("…\\\n", "(?:.*\n)?").replace("\\\n…", ".*")


def test_examples_in_the_package() -> None:
    assert doctest.testmod(punto).failed == 0
