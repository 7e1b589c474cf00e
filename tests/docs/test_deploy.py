"""The examples in `deploy/` name only what there is, and are as careful as they say."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
import typer.main

from punto.cli import app
from punto.server.config import HouseConfig
from punto.server.environment import variables
from punto.store.key import VARIABLE

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
OUR_OWN: Final = {"PUNTO_DATABASE_PASSWORD"}
"""What the compose file itself asks for."""


def text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def known_variables() -> set[str]:
    command: Any = typer.main.get_command(app)
    options = {each.envvar for each in command.commands["serve"].params if each.envvar}
    return {each.name for each in variables(HouseConfig)} | options | {VARIABLE} | OUR_OWN


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "punto.service"])
def test_every_variable_is_one_of_ours(name: str) -> None:
    named = set(re.findall(r"\bPUNTO_[A-Z_]+", text(name)))
    assert named
    assert named <= known_variables()


def test_the_image_is_nobodys_but_its_own_and_holds_what_is_built() -> None:
    lines = text("Dockerfile").replace("\\\n", " ").splitlines()
    last = lines[max(n for n, line in enumerate(lines) if line.startswith("FROM")) :]
    assert [line for line in last if line.startswith("USER")] == ["USER 10001:10001"]
    assert 'ENTRYPOINT ["punto"]' in last
    copied = [line.split()[1] for line in lines if line.startswith("COPY") and "--from" not in line]
    assert copied == ["requirements.lock", "dist/punto-*.whl"]
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert let_in == ["*", *(f"!{each}" for each in sorted(copied))]


def test_the_compose_file_is_as_careful_as_it_says() -> None:
    composed = msgspec.yaml.decode(text("compose.yaml"))
    house, books = composed["services"]["house"], composed["services"]["books"]
    assert (house["read_only"], house["cap_drop"]) == (True, ["ALL"])
    assert house["security_opt"] == ["no-new-privileges:true"]
    assert all(port.startswith("127.0.0.1:") for port in house["ports"])
    assert "ports" not in books, "nobody but the house reaches the books"
    assert (ROOT / house["build"]["dockerfile"]).is_file()
    kept = {each.partition(":")[0] for each in (*house["volumes"], *books["volumes"])}
    assert kept == set(composed["volumes"])


@pytest.mark.parametrize("name", ["Dockerfile", "punto.service"])
def test_a_database_can_be_named_beside_all_that_is_set_there(name: str, tmp_path: Path) -> None:
    """Books are in one place: a directory that was named too would be refused."""
    given = dict(re.findall(r"\b([A-Z_]+)=(\S+)", text(name)))
    assert given["XDG_DATA_HOME"] == "/var/lib"
    ours = {key: value for key, value in given.items() if key.startswith("PUNTO_")}
    nowhere = "postgresql://punto@127.0.0.1:1/punto"
    done = subprocess.run(
        [sys.executable, "-m", "punto", "serve", "--port", "0"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={
            **os.environ,
            **ours,
            "PUNTO_CONFIG": str(ROOT / "src" / "punto" / "server" / "house.toml"),
            "PUNTO_SERVER_HOST": "127.0.0.1",
            "PUNTO_DATABASE": nowhere,
            "XDG_DATA_HOME": str(tmp_path),
        },
    )
    assert done.returncode == 2, done.stderr
    assert "127.0.0.1" in done.stderr
    assert (tmp_path / "punto" / "house.key").is_file(), "the key is kept there nevertheless"


def test_the_unit_is_understood_by_systemd_and_well_enclosed(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("there is no systemd-analyze on this machine")
    unit = text("punto.service").replace("/opt/punto/bin/punto", "/bin/sh")
    (tmp_path / "punto.service").write_text(re.sub(r"(?m)^(User|Group)=punto$", r"\1=root", unit))
    where = str(tmp_path / "punto.service")
    ways = (["verify", "--man=no"], ["security", "--offline=true", "--threshold=25", "--no-pager"])
    for way in ways:
        done = subprocess.run(
            [program, *way, where],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env={**os.environ, "SYSTEMD_COLORS": "0"},
        )
        assert done.returncode == 0, (way, done.stdout[-2_000:], done.stderr)
        assert "punto.service:" not in done.stderr, done.stderr
