"""A configuration that is wrong is refused at the start, by its key and with the reason."""

import sys
from pathlib import Path
from typing import Final

import pytest

from punto.cli import run
from punto.errors import WrongInput
from punto.server.config import default_config, read_config

HOUSE: Final = """
name = "Test"
currency = "credits"
chips = [100]

[[terminals]]
id = "t-1"
code = "demo"

[[tables]]
id = "mbs"
name = "Table"
rulebook = "mbs-no-commission"
minimum = 100
maximum = 1000
"""

WRONG: Final = [
    ('name = "Test"', "", "the file", "missing required field `name`"),
    ('name = "Test"', 'nam = "Test"', "the file", "unknown field `nam`"),
    ('name = "Test"', 'name = ""', "name", "length >= 1"),
    ("[100]", "[]", "chips", "length >= 1"),
    ("[100]", "[0]", "chips[0]", ">= 1"),
    ("[100]", '["a"]', "chips[0]", "Expected `int`, got `str`"),
    ("[100]", "[100]\nplay_monny = true", "the file", "unknown field `play_monny`"),
    ("[100]", "[100]\nminor_digits = 9", "minor_digits", "<= 4"),
    ("[100]", "[100", "is not TOML", ""),
    ("[100]", "[100]\ngaming_day_hour = 24", "gaming_day_hour", "<= 23"),
    ("[100]", "[100]\nsale_maximum = 0", "sale_maximum", ">= 1"),
    ("[100]", "[100]\nsale_maximum = 99_999", "guest_credits", "99999 (sale_maximum) or less"),
    ("maximum = 1000", f"maximum = {10**15 + 1}", "tables[0].maximum", "<= 1000000000000000"),
    ('code = "demo"', 'code = "abc"', "terminals[0].code", "length >= 4"),
    ("[100]", '[100]\none_time_codes = ["guest"]', "one_time_codes[0]", "Invalid enum value"),
    ('id = "t-1"', 'id = "T 1"', "terminals[0].id", "matching regex"),
    ('id = "t-1"', 'id = "t-23456789012"', "terminals[0].id", "matching regex"),
    ('id = "t-1"', 'id = "mbs"', "'mbs'", "taken twice"),
    ('id = "t-1"', 'id = "cage"', "'cage'", "the house's own"),
    ('id = "t-1"', 'id = "attendant"', "'attendant'", "the house's own"),
    ('id = "mbs"', 'id = "MBS"', "tables[0].id", "matching regex"),
    ("minimum = 100", "minimum = 0", "tables[0].minimum", ">= 1"),
    ("minimum = 100", "minimum = 101", "tables[0] (mbs)", "the least stake on banker, 101"),
    (
        "maximum = 1000",
        "maximum = 50",
        "tables[0] (mbs)",
        "minimum: 100 is more than",
    ),
    ("maximum = 1000", "maximum = 1000\ndecks = 99", "tables[0] (mbs)", "99 decks"),
    ("maximum = 1000", "maximum = 1000\nburn = 500", "tables[0] (mbs)", "leaves no round"),
    ("maximum = 1000", 'maximum = 1000\nbeside = "/etc"', "tables[0].beside", "length <= 0"),
    ("maximum = 1000", "maximum = 1000\nwindow_ms = 0", "tables[0].window_ms", ">= 1"),
    ("maximum = 1000", "maximum = 1000\nwindow_ms = 1.5", "tables[0].window_ms", "got `float`"),
    ("maximum = 1000", "maximum = 1000\ncard_ms = -1", "tables[0].card_ms", ">= 0"),
    ("maximum = 1000", "maximum = 1000\npositions = 17", "(mbs): positions", "1 to 16 are allowed"),
    (
        "maximum = 1000",
        "maximum = 1000\nback_betting = true",
        "(mbs): back_betting",
        "no positions",
    ),
    ("maximum = 1000", 'maximum = 1000\nlayout = "z"', "(mbs): layout", "'Z' is not one of"),
    (
        '"mbs-no-commission"',
        '"mbs-tiger"\nlayout = "d"\npositions = 4',
        "(mbs): positions",
        "at layout D: 5 to 9 are allowed",
    ),
    (
        '"mbs-no-commission"',
        '"zero-commission"\npositions = 4',
        "(mbs): positions",
        "every player has a table of this rulebook for himself",
    ),
    ('"mbs-no-commission"', '"mbs-no-such"', "tables[0] (mbs)", "mbs-no-such"),
    (
        "maximum = 1000",
        "maximum = 1000\n[tables.limits.dragon]\nminimum = 1\nmaximum = 2",
        "tables[0] (mbs)",
        "no wager 'dragon'",
    ),
    (
        "maximum = 1000",
        "maximum = 1000\n[tables.limits.tie]\nminimum = 1",
        "tables[0].limits",
        "missing required field `maximum`",
    ),
]


@pytest.mark.parametrize(("old", "new", "key", "reason"), WRONG)
def test_a_wrong_configuration_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    old: str,
    new: str,
    key: str,
    reason: str,
) -> None:
    file = tmp_path / "house.toml"
    assert old in HOUSE
    file.write_text(HOUSE.replace(old, new, 1), encoding="utf-8")
    status = run(["serve", "--config", str(file), "--data", str(tmp_path / "data")])
    said = capsys.readouterr().err
    assert (status, said.count("\n")) == (2, 1)
    assert str(file) in said
    assert key in said
    assert reason in said
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--config", "/nowhere/house.toml"], "cannot be read"),
        (["--data", "x", "--database", "sqlite:///x"], "not both"),
        (["--port", "70000"], "70000"),
        (["--port", "many"], "many"),
        (["--colour", "red"], "--colour"),
    ],
)
def test_a_wrong_option_is_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    assert run(["serve", *options]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert words in said


def test_two_own_tables_never_have_one_id() -> None:
    """Terminal `x-t` at `own` and terminal `t` at `own-x` would both sit at `own-x-t`."""
    own = 'id = "{}"\nname = "Own"\nrulebook = "zero-commission"\nminimum = 100\nmaximum = 1000\n'
    tables = "".join(f"[[tables]]\n{own.format(name)}" for name in ("own", "own-x"))
    terminals = HOUSE.replace('id = "t-1"', 'id = "x-t"\ncode = "demo"\n\n[[terminals]]\nid = "t"')
    with pytest.raises(WrongInput, match="'own-x-t' is that of a terminal's own table"):
        read_config(terminals + tables, "house.toml")


def test_the_usual_house_has_a_table_for_each_rulebook() -> None:
    house = default_config()
    assert len({table.rulebook for table in house.tables}) == 5
    assert len(house.terminals) == 2
    assert house.play_money
    assert "punto.server" in sys.modules
