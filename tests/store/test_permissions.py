"""What the house keeps is its own: whoever else can read it is named before anything is written."""

import os
from pathlib import Path

import pytest

from punto.cli import run
from punto.cli.web_client import built_client
from punto.errors import WrongInput
from punto.store import Database, HouseKey, Writer, kept_key, url_of
from punto.store.key import VARIABLE, key_in
from punto.store.permissions import require_private

KEY = HouseKey(bytes(range(32)))


@pytest.fixture
def open_place(tmp_path: Path) -> Path:
    """Make a directory that anybody may enter."""
    place = tmp_path / "house"
    place.mkdir()
    place.chmod(0o755)
    return place


@pytest.mark.parametrize(
    ("mode", "is_private"),
    [(0o600, True), (0o400, True), (0o640, False), (0o604, False), (0o644, False), (0o602, False)],
)
def test_a_key_that_others_can_read_is_refused(
    open_place: Path, mode: int, *, is_private: bool
) -> None:
    path = open_place / "house.key"
    path.write_text("00" * 32)
    path.chmod(mode)
    if is_private:
        assert key_in(path).public
        return
    with pytest.raises(WrongInput) as caught:
        key_in(path)
    assert str(caught.value) == f"{path} is open to others: chmod 600 {path}"


def test_a_directory_that_lets_nobody_in_keeps_what_lies_there(open_place: Path) -> None:
    path = open_place / "house.key"
    path.write_text("00" * 32)
    path.chmod(0o644)
    open_place.chmod(0o700)
    require_private(path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_another_account_lends_may_be_read_by_a_group(open_place: Path) -> None:
    path = open_place / "house.key"
    path.write_text("00" * 32)
    os.chown(path, 1, 0)
    path.chmod(0o440)
    require_private(path)
    path.chmod(0o444)
    with pytest.raises(WrongInput, match="open to others"):
        require_private(path)


def test_what_the_house_makes_is_its_own(open_place: Path) -> None:
    umask = os.umask(0)
    try:
        kept_key(open_place / "house.key")
        Writer(Database(url_of(open_place)), KEY).close()
    finally:
        os.umask(umask)
    for path in open_place.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path


def test_serving_begins_with_who_can_read_it(
    open_place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    built_client()  # a first start in a checkout says that it builds the client
    capsys.readouterr()
    key, books = open_place / "house.key", open_place / "punto.db"
    key.write_text("00" * 32)
    key.chmod(0o644)
    assert run(["serve", "--port", "0", "--data", str(open_place)]) == 2
    assert capsys.readouterr().err == f"punto: {key} is open to others: chmod 600 {key}\n"
    assert not books.exists()
    key.chmod(0o600)
    books.touch()
    books.chmod(0o644)
    assert run(["serve", "--port", "0", "--data", str(open_place)]) == 2
    assert capsys.readouterr().err == f"punto: {books} is open to others: chmod 600 {books}\n"
    assert books.stat().st_size == 0
