"""The self-check: one byte of code, of a rulebook or of settings changed, and no round begins."""

import asyncio
import shutil
from pathlib import Path
from typing import Final

import pytest

from punto.client import Refusal, join
from punto.house.staff_request import BY_OWNER
from punto.rules import library
from punto.server.self_check import EVERY_MS, PACKAGE, SelfCheck, code_files, digest_of
from punto.testing.driven_time import DrivenTime
from punto.testing.serving import quick_house
from tests.server.here import open_house

A_DAY_MS: Final = EVERY_MS + 1


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Give an installation in small, of files that may be changed."""
    small = tmp_path / "punto"
    (small / "rules" / "rulebooks").mkdir(parents=True)
    (small / "money.py").write_text("ODDS = 1\n")
    (small / "rules" / "rulebooks" / "mine@1.toml").write_text("id = 1\n")
    return small


def checked(package: Path, file: Path | None = None) -> SelfCheck:
    check = SelfCheck(list, file, DrivenTime(), lambda _: None, package)
    asyncio.run(check.begin())
    return check


def found(check: SelfCheck) -> tuple[str, ...]:
    return check.differing


@pytest.mark.parametrize(
    ("name", "part"), [("money.py", "code"), ("rules/rulebooks/mine@1.toml", "rulebooks")]
)
def test_one_byte_is_enough(package: Path, name: str, part: str) -> None:
    check = checked(package)
    (package / "money.cpython-311.pyc").write_bytes(b"made from it")
    asyncio.run(check.check())
    assert found(check) == ()
    file = package / name
    before = file.read_text()
    for other in (before.replace("1", "2"), None):
        file.write_text(other) if other is not None else file.unlink()
        asyncio.run(check.check())
        assert found(check) == (part,)
        assert list(check.findings) == [f"self-check/{part}"]
        file.write_text(before)
        asyncio.run(check.check())
        assert found(check) == ()


def test_a_file_more_or_moved_is_noticed(package: Path) -> None:
    check = checked(package)
    (package / "more.py").write_text("")
    asyncio.run(check.check())
    assert found(check) == ("code",)
    (package / "more.py").unlink()
    shutil.move(package / "money.py", package / "moved.py")
    asyncio.run(check.check())
    assert found(check) == ("code",)


def test_the_whole_installation_is_looked_at() -> None:
    names = {file.relative_to(PACKAGE).as_posix() for file in code_files(PACKAGE)}
    assert {"__init__.py", "rules/tableau.py", "server/self_check.py", "server/house.toml"} <= names
    assert not [name for name in names if name.endswith(".pyc")]
    assert len(digest_of(code_files(PACKAGE), PACKAGE)) == 64


def test_a_house_that_is_another_begins_no_round_and_says_so(
    sqlite_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "house.toml"
    own = tmp_path / "mine.toml"
    shutil.copy(Path(library.__file__).parent / "rulebooks" / "mbs-no-commission@6.toml", own)
    text = quick_house().replace('rulebook = "mbs-no-commission"', 'rulebook = "mine.toml"', 1)
    file.write_text(text)
    assert 'rulebook = "mine.toml"' in text

    async def scenario() -> None:
        async with open_house(sqlite_url, file=file) as here:
            own.write_text(own.read_text() + "\n")
            await here.advance(A_DAY_MS)
            assert here.house.self_check.differing == ("rulebooks",)
            assert "self-check/rulebooks" in here.house.damaged
            async with await join(here.address) as player:
                await player.until(lambda: player.trouble is not None)
                await player.watch("tiger")
                await player.watch("zero")
                await player.bet("zero", "player", 500)
                with pytest.raises(Refusal, match="no round is begun"):
                    await player.deal("zero")
                await here.advance(2 * 60_000)
                assert here.house.tables.broadcasts["tiger"].view.house_table.table.rounds == 0
            settings = here.house.settings
            await settings.read_again(here.house.tables, BY_OWNER, "on purpose", "r-1")
            assert here.house.trouble is None
            async with player:
                await player.deal("zero")

    asyncio.run(scenario())
    words = "self-check: a rulebook is another than when the house was opened"
    assert sum(words in line for line in caplog.messages) == 1
