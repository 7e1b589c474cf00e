"""`punto admin players`, `limits`, `exclude`: what protects those who play."""

import json
from pathlib import Path

import pytest

from punto.cli import run
from punto.house import Done, OpenAccount, Request, SignUp
from punto.people import Actor, Limits, Role
from punto.store import Database, Writer, url_of
from punto.store.key import kept_key


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Keep a house with an account that has a name, closed."""
    writer = Writer(Database(url_of(tmp_path)), kept_key(tmp_path / "house.key"))
    house = Actor("house", Role.HOUSE)
    for what in (OpenAccount("gabc"), SignUp("gabc", "ann-lee", "a hash")):
        assert isinstance(writer.ask(Request(house, what, type(what).__name__)), Done)
    writer.close()
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Run a command: its status, and what it said."""
    status = run(["admin", *arguments])
    told = capsys.readouterr()
    return status, told.out + told.err


def test_the_house_limits_and_excludes_by_name_with_a_reason(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, signed = ("--data", str(data)), ("--who", "Mary", "--why", "a letter")
    status, words = said(capsys, "limits", "ann-lee", "--stake", "5000", *signed, *place)
    assert (status, words) == (0, "gabc: the limits of the house are set\n")
    status, words = said(capsys, "exclude", "gabc", "--days", "30", *signed, *place, "--json")
    assert (status, json.loads(words)["done"]) == (0, "no bets for 30 days")
    status, words = said(capsys, "players", *place)
    assert status == 0
    assert "ann-lee" in words
    assert "stake 5000  excluded until" in words
    assert said(capsys, "exclude", "ann-lee", *signed, *place)[1] == "gabc: no bets any more\n"
    _, words = said(capsys, "players", *place, "--json")
    (row,) = json.loads(words)
    assert row == {
        "account": "gabc",
        "name": "ann-lee",
        "limits": {"stake": 5000},
        "excluded_until": "for ever",
    }
    writer = Writer(Database(url_of(data)), kept_key(data / "house.key"))
    protection = writer.house.patrons["gabc"].protection
    assert protection is not None
    assert protection.of_house == Limits(stake=5000)
    writer.close()


def test_nobody_and_nothing_is_refused_in_one_line(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--data", str(data))
    status, words = said(capsys, "exclude", "eve", "--who", "Mary", "--why", "x", *place)
    assert status != 0
    assert "nobody plays as 'eve'" in words
    assert said(capsys, "exclude", "gabc", *place)[0] == 2
    for option, value in (("--minutes-day", "7"), ("--loss-day", str(10**18))):
        signed = ("--who", "Mary", "--why", "x")
        status, words = said(capsys, "limits", "gabc", option, value, *signed, *place)
        assert (status, "in steps of 5" in words) == (2, True), option
    # What was refused is not on record: the house opens again.
    Writer(Database(url_of(data)), kept_key(data / "house.key")).close()
    assert (
        said(capsys, "limits", "gabc", "--stake", "0", "--who", "a", "--why", "b", *place)[0] == 2
    )
