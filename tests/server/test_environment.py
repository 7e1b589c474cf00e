"""Settings by the environment: before the file, after the options, and checked like both."""

from pathlib import Path
from typing import Final

import pytest

from punto.cli import run
from punto.errors import WrongInput
from punto.server.config import defects_in, read_config
from punto.testing.serving import quick_house

FILE: Final = f'{quick_house()}\n[server]\nport = 80\norigin = "https://file.example"\n'


NONE: Final = "there is no such variable"


def test_a_variable_comes_before_the_file() -> None:
    said = {
        "PUNTO_NAME": "By the environment",
        "PUNTO_PLAY_MONEY": "false",
        "PUNTO_CHIPS": "100, 500",
        "PUNTO_SERVER_PORT": "8123",
        "PUNTO_SERVER_PROXY": "10.0.0.0/8,192.0.2.7",
        "PUNTO_LOG_FORMAT": "json",
        "PUNTO_TABLES": "none",
        "PUNTO_SERVICE_HOST": "10.0.0.1",
    }
    read = read_config(FILE, "house.toml", said)
    assert (read.name, read.play_money, read.chips) == ("By the environment", False, (100, 500))
    assert (read.server.port, read.server.proxy) == (8123, ("10.0.0.0/8", "192.0.2.7"))
    assert read.server.origin == "https://file.example", "what no variable sets, the file does"
    assert read.log.format == "json"
    assert read.tables == read_config(FILE, "house.toml").tables, "tables are set in the file"


def test_what_must_be_given_need_not_stand_in_the_file() -> None:
    file = FILE.replace('currency = "credits"\n', "")
    assert file != FILE
    with pytest.raises(WrongInput, match="missing required field `currency`"):
        read_config(file, "house.toml")
    said = {"PUNTO_CURRENCY": "shells"}
    assert read_config(file, "house.toml", said).currency == "shells"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("PUNTO_SERVER_PORT", "http", "Expected `int`, got `str`"),
        ("PUNTO_SERVER_PORT", "70000", "Expected `int` <= 65535"),
        ("PUNTO_PLAY_MONEY", "maybe", "Expected `bool`, got `str`"),
        ("PUNTO_LOG_LEVEL", "loud", "Invalid enum value 'loud'"),
        ("PUNTO_CHIPS", "1,x", "Expected `int`, got `str`"),
        ("PUNTO_CURRENCY", "", "Expected `str` of length >= 1"),
        ("PUNTO_SERVER_ORGIN", "x", f"{NONE}, did you mean PUNTO_SERVER_ORIGIN?"),
        ("PUNTO_ATENDANT_CODE", "2718", f"{NONE}, did you mean PUNTO_ATTENDANT_CODE?"),
        ("PUNTO_LOG_COLOUR", "red", NONE),
    ],
)
def test_a_wrong_variable_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
    reason: str,
) -> None:
    monkeypatch.setenv(name, value)
    assert run(["serve", "--data", str(tmp_path / "data")]) == 2
    assert capsys.readouterr().err == f"punto: {name}: {reason}\n"
    assert not (tmp_path / "data").exists()
    assert defects_in(FILE, "house.toml", {name: value}) == [f"{name}: {reason}"]


@pytest.mark.parametrize(
    "name",
    [
        *("PUNTO_CONFIG", "PUNTO_DATA", "PUNTO_DATABASE", "PUNTO_DATABASE_PASSWORD"),
        *("PUNTO_KEY", "PUNTO_KEY_FILE", "PUNTO_PYTHON", "PUNTO_SCREENSHOTS"),
        *("PUNTO_RECORDED", "PUNTO_CRASH_SEED", "PUNTO_TABLES", "PUNTO_TERMINALS"),
        *("PUNTO_SERVICE_HOST", "PUNTO_SERVICE_PORT", "PUNTO_SERVICE_PORT_HTTP", "PUNTO_PORT"),
        *("PUNTO_PORT_8000_TCP", "PUNTO_PORT_8000_TCP_ADDR", "PUNTO_PORT_8000_TCP_PROTO"),
    ],
)
def test_variables_of_others_are_left_alone(name: str) -> None:
    """Of commands, of scripts and tests, and those that Kubernetes sets for a service."""
    assert read_config(FILE, "house.toml", {name: "x"}) == read_config(FILE, "house.toml")


def test_what_is_right_in_form_is_looked_at_like_the_file() -> None:
    with pytest.raises(WrongInput, match=r"server\.proxy: 'nginx' is no network"):
        read_config(FILE, "house.toml", {"PUNTO_SERVER_PROXY": "nginx"})


def test_what_is_no_section_is_named_by_its_key() -> None:
    said = {"PUNTO_LOG_LEVEL": "debug", "PUNTO_SERVER_PORT": "8123"}
    for key, value, got in (("log", '"x"', "str"), ("server", "3", "int")):
        defects = defects_in(f"{key} = {value}\n{quick_house()}", "house.toml", said)
        assert defects == [f"house.toml: {key}: Expected `object`, got `{got}`"]


def test_where_the_books_are_is_said_by_the_environment_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PUNTO_DATA", str(tmp_path / "there"))
    assert run(["admin", "accounts"]) == 2
    assert f"there is no database {tmp_path / 'there'}" in capsys.readouterr().err


def test_where_the_books_are_is_said_by_an_option_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    url = f"sqlite:///{here / 'punto.db'}"
    for option, value, variable, other in (
        ("--data", str(here), "PUNTO_DATABASE", f"sqlite:///{there / 'punto.db'}"),
        ("--database", url, "PUNTO_DATA", str(there)),
    ):
        with monkeypatch.context() as environment:
            environment.setenv(variable, other)
            assert run(["admin", "accounts", option, value]) == 2
            assert f"there is no database {here}" in capsys.readouterr().err
    monkeypatch.setenv("PUNTO_DATA", str(there))
    monkeypatch.setenv("PUNTO_DATABASE", url)
    assert run(["admin", "accounts"]) == 2
    assert "give either --data DIR or --database URL, not both" in capsys.readouterr().err


@pytest.mark.parametrize(
    "url",
    ["postgresql://punto:s3cret@db.example/punto", "postgresql://db.example/punto?password=s3cret"],
)
def test_a_password_is_not_taken_from_the_command_line(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everybody on a machine sees its processes, and what they were started with."""
    for command in (["serve"], ["admin", "accounts"], ["audit", "verify"]):
        assert run([*command, "--database", url]) == 2
        said = capsys.readouterr().err
        assert "a password on the command line is seen by all on this machine" in said
        assert "s3cret" not in said
    monkeypatch.setenv("PUNTO_DATABASE", url.replace("db.example", "localhost:1"))
    assert run(["admin", "accounts"]) == 2
    said = capsys.readouterr().err
    assert "command line" not in said
    assert "s3cret" not in said
