"""What the pages for whoever keeps or audits a house show is what happens, in an open house."""

import asyncio
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from punto.cli import run
from punto.client import join, join_as_terminal
from punto.client.player import new_id
from punto.protocol import ask
from punto.testing.serving import ServedHouse, quick_house
from tests.docs.test_examples import PAGES as NEED_NO_HOUSE
from tests.docs.test_examples import ROOT, blocks, pattern, tidy

PAGES = (
    "docs/operations.md",
    "docs/upgrading.md",
    "docs/audit.md",
    "docs/guides/operator.md",
    "docs/guides/auditor.md",
)
HARBOUR = blocks("docs/guides/operator.md", "toml")[0]


def examples() -> Iterator[tuple[str, str]]:
    """List every command shown and what is shown under it, in the order of the pages."""
    for block in (each for page in PAGES for each in blocks(page, "")):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            yield command, output


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ServedHouse]:
    """Open the house of the page: a bet lies at Tiger, and a ticket of terminal-1 is in hand."""
    (tmp_path / "house").mkdir()
    with ServedHouse(tmp_path / "house", quick_house(window_ms=600_000)) as served:
        served.attendant()
        asyncio.run(visited(served.address))
        yield served


async def visited(address: str) -> None:
    async with (
        await join(address) as player,
        await join_as_terminal(address, "terminal-1", "demo-1") as terminal,
    ):
        await player.watch("tiger")
        await player.betting("tiger")
        await player.bet("tiger", "player", 500)
        await terminal.request(
            ask.BuyCredits(id=new_id(), amount=5_000, attendant="tess", pin="2468")
        )
        await terminal.request(ask.CashOut(id=new_id()))


@pytest.mark.usefixtures("house")
def test_the_examples_of_the_pages_happen_as_shown(
    tmp_path: Path,
    postgres_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "usual"))
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "password"))
    password = urlsplit(postgres_url).password
    Path("password").touch(mode=0o600)
    Path("password").write_text(f"*:*:*:*:{password}\n", encoding="utf-8")
    url = postgres_url.replace(f":{password}@", "@")
    shutil.copy("house/house.key", "KEY-KEPT-APART")
    Path("harbour.toml").write_text(HARBOUR, encoding="utf-8")
    shown = list(examples())
    assert len(shown) >= 12
    for command, output in shown:
        program, *arguments = shlex.split(command.replace("URL", url))
        if program == "cp":
            shutil.copy(*arguments)
            continue
        assert (program, run(arguments)) == ("punto", 0), (command, capsys.readouterr().err)
        said = without_figures(tidy(capsys.readouterr().out))
        assert re.fullmatch(pattern(without_figures(output)), said, re.DOTALL), (command, said)


def test_every_page_that_shows_a_command_is_tried() -> None:
    pages = [str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md")]
    shown = {page for page in pages if any("$ " in block[:2] for block in blocks(page, ""))}
    assert shown - {*PAGES, *NEED_NO_HOUSE} == set()


def without_figures(text: str) -> str:
    """Leave out what another house and another day would count otherwise."""
    return re.sub(r"[0-9]+ entr", "N entr", re.sub(r"house [0-9a-f]{8}\b", "house H", _dates(text)))


def _dates(text: str) -> str:
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}", "WHEN", text)
