"""Every command that a page names is one, with every option that is named with it."""

import re
import shlex
from collections.abc import Iterator
from typing import Any, Final

import pytest
import typer

from punto.cli import app
from tests.docs.test_examples import ROOT, blocks

COMMAND: Final = r"(?:scripts/|punto/bin/)?punto ([a-z][^`\n]*)"
IN_A_LINE: Final = re.compile(rf"^(?:\$ )?{COMMAND}", re.MULTILINE)
IN_A_SENTENCE: Final = re.compile(rf"`{COMMAND}`")
COMMANDS: Final[Any] = typer.main.get_command(app)
FORMATS: Final = ("bundle", "checkpoint", "backup", "commitments", "history")
"""Files begin with the name and number of their format, such as `punto bundle 2`."""

PAGES: Final = [
    "README.md",
    "CONTRIBUTING.md",
    *sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md")),
]


def named_in(page: str) -> Iterator[list[str]]:
    """Split every command of a page into words."""
    lines = "\n".join(text for kind in ("", "text") for text in blocks(page, kind))
    quoted = IN_A_SENTENCE.findall((ROOT / page).read_text(encoding="utf-8"))
    for text in (*IN_A_LINE.findall(lines), *quoted):
        if not re.fullmatch(rf"({'|'.join(FORMATS)}) \d", text):
            yield shlex.split(text.replace("'", " "), comments=True)


def wrong_with(words: list[str]) -> str | None:
    """Follow the words from group to command, and look its options up."""
    command = COMMANDS
    while words and words[0] in getattr(command, "commands", {}):
        command, *words = command.commands[words[0]], *words[1:]
    if getattr(command, "commands", None) and words and words[0].isalpha():
        return f"no command {words[0]!r}"
    known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    asked = {word.partition("=")[0] for word in words if word.startswith("--")}
    return ", ".join(asked - known - {"--help"}) or None


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_a_page_names_is_one(page: str) -> None:
    found = [(words, wrong_with(words)) for words in named_in(page)]
    assert [(" ".join(words), wrong) for words, wrong in found if wrong] == []


def test_commands_are_found_in_pages_and_mistakes_in_them() -> None:
    assert sum(len(list(named_in(page))) for page in PAGES) > 100
    assert wrong_with(["admin", "backup", "x", "--data", "DIR"]) is None
    assert wrong_with(["admin", "frobnicate"]) == "no command 'frobnicate'"
    assert wrong_with(["settle", "mbs-tiger", "--card", "9s"]) == "--card"
