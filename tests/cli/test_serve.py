"""`punto serve --verify`: everything is checked before anybody is let in."""

from pathlib import Path

import pytest
from sqlalchemy import select, update

from punto.cli import run
from punto.house import BuyIn, PayCredits
from punto.store import Database, Writer, schema
from punto.store.key import VARIABLE
from punto.testing.actors import request_of
from tests.store.played_house import KEY, played


def test_a_balance_put_back_as_it_once_was_keeps_the_house_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The house itself has written that row: only going through everything finds it."""
    monkeypatch.delenv(VARIABLE, raising=False)
    (tmp_path / "house.key").write_text(bytes(range(32)).hex())
    url = f"sqlite:///{tmp_path / 'punto.db'}"
    played(url)
    writer, table = Writer(Database(url), KEY), schema.accounts
    writer.ask(request_of("cage", BuyIn("cy", 500), "in"))
    asked = select(table).where(table.c.id == "cy")
    with Database(url).reading() as connection:
        rich = connection.execute(asked).mappings().one()
    writer.ask(request_of("cage", PayCredits("cy", 500), "out"))
    writer.close()
    with Database(url).engine.begin() as connection:
        connection.execute(update(table).where(table.c.id == "cy").values(dict(rich)))
    assert run(["serve", "--verify", "--port", "0", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "Checking all that was ever stored" in said
    assert "the house stays closed: account cy: " in said


def test_no_key_is_made_for_books_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    (tmp_path / "punto.db").write_bytes(b"somebody else's")
    assert run(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    way = "put it there, or keep another house elsewhere (--data)"
    files = f"{tmp_path}/punto.db is there, and its key {tmp_path}/house.key is not"
    assert capsys.readouterr().err == f"punto: {files}: {way}\n"
    assert [each.name for each in tmp_path.iterdir()] == ["punto.db"]
