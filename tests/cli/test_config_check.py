"""`punto config check` says all that is wrong at once."""

from pathlib import Path

import pytest

from punto.cli import run
from punto.testing.serving import quick_house


def check(path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """Check a configuration: the status, and what was said."""
    path.write_text(text, encoding="utf-8")
    status = run(["config", "check", str(path)])
    said = capsys.readouterr()
    return status, [*said.out.splitlines(), *said.err.splitlines()]


def test_the_usual_house_has_no_problems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    assert check(file, quick_house(), capsys) == (0, [f"{file}: no problems found"])


@pytest.mark.parametrize(
    ("section", "where"),
    [
        ('host = "0.0.0.0"', "--host 0.0.0.0"),
        ('origin = "https://punto.example"', "a proxy before the house"),
    ],
)
def test_codes_that_serve_refuses_are_named(
    section: str, where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    status, said = check(file, f"{quick_house()}\n[server]\n{section}\n", capsys)
    keys = "terminals[0].code, terminals[1].code"
    words = f"{keys}: everybody knows this code; with {where} set another"
    assert (status, said) == (1, [f"{file}: {words}"])


def test_all_defects_are_named_by_file_and_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    text = quick_house().replace('rulebook = "mbs-tiger"', 'rulebook = "no-such"')
    text = text.replace(
        'rulebook = "zero-commission"',
        'rulebook = "zero-commission"\ndriver = "dealer"\nplays_on = true',
    )
    text = text.replace('id = "mbs"', 'id = "mbs"\nplays_on = true\nfree_rounds = false')
    text = text.replace('id = "salon"', 'id = "salon"\nresults_only = true')
    text = text.replace(
        'driver = "dealer"\nminimum = 1_00\nmaximum = 1_000_00', "minimum = 1\nmaximum = 2"
    )
    status, said = check(file, text, capsys)
    assert status == 1
    assert all(line.startswith(f"{file}: tables[") for line in said), said
    found = "\n".join(said)
    for words in (
        "tables[0] (zero): driver: every player deals",
        "tables[0] (zero): plays_on: every player deals",
        "tables[0] (zero): plays_on: a dealer deals here",
        "tables[2] (mbs): plays_on: with free_rounds = false",
        "tables[3] (tiger): ",
        "tables[5] (salon): results_only: results are recorded by a dealer",
    ):
        assert words in found, found


def test_what_cannot_be_read_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    status, said = check(file, quick_house().replace("minimum", "minimun", 1), capsys)
    assert (status, len(said)) == (1, 1)
    assert "minimun" in said[0]
    status, said = check(file, "not TOML at all", capsys)
    assert (status, len(said)) == (1, 1)
    assert run(["config", "check", str(tmp_path / "none.toml")]) == 2
