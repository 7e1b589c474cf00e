"""A server with a cluster of its own, durable as in production, that tests may kill."""

import os
import secrets
import shutil
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from pathlib import Path
from signal import SIGINT, SIGKILL, SIGQUIT
from subprocess import Popen, TimeoutExpired
from typing import Final, Literal, LiteralString, Self, TypeAlias

import psycopg
from psycopg import sql

from tests.support.postgres.account import ordinary_account
from tests.support.postgres.binaries import (
    Binaries,
    find_binaries,
    system_binaries,
    wheel_binaries,
)
from tests.support.postgres.error import PostgresUnavailable
from tests.support.postgres.workplace import Workplace

Mode: TypeAlias = Literal["fast", "immediate", "kill"]

SIGNALS: Final = {"fast": SIGINT, "immediate": SIGQUIT, "kill": SIGKILL}
HOST: Final = "127.0.0.1"
USER: Final = "punto"
PATIENCE_SECONDS: Final = 60
SETTINGS: Final = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "max_connections": "50",
    "shared_buffers": "32MB",
    # Their defaults, said because tests of durability are worth nothing without them.
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
}
_TAKING_AWAY: Final[tuple[LiteralString, ...]] = (
    "ALTER DATABASE {0} ALLOW_CONNECTIONS false",
    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = {2}",
    "ALTER DATABASE {0} RENAME TO {1}",
    "ALTER DATABASE {1} RESET ALL",
    "ALTER DATABASE {1} ALLOW_CONNECTIONS true",
)
"""A database is taken from whoever is still in it: before, after, and the name before."""

STILL_IN_USE: Final = "pre-existing shared memory block"


class PostgresServer:
    """A running server. It is stopped, and its directory deleted, at the end of the with block.

    A directory that is given stays, with its data, for the next time.
    """

    def __init__(
        self, directory: Path | None = None, binaries: Iterable[Binaries] | None = None
    ) -> None:
        if binaries is None:
            binaries = chain(system_binaries(), wheel_binaries())
        self._account = ordinary_account()
        self._binaries = find_binaries(binaries, self._account)
        self.port: Final = _free_port()
        self._spare: Final[list[str]] = []
        """Databases that tests have had, empty again."""
        with ExitStack() as stack:
            self.directory: Final = stack.enter_context(Workplace(self._account, directory))
            self._prepare()
            self._process = self._launch()
            stack.callback(self.stop, "fast" if directory else "immediate")
            self._wait_for_answer()
            self._at_the_end = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the server for good."""
        self._at_the_end.close()

    @property
    def url(self) -> str:
        """The address of the database that every server has."""
        return self._url_of("postgres")

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process, also of one that has ended."""
        return self._process.pid

    def start(self) -> None:
        """Start again after a stop, the same data on the same port, and wait for an answer."""
        if not self.running:
            self._process = self._launch()
        self._wait_for_answer()

    def stop(self, mode: Mode = "fast") -> None:
        """Stop. Fast is orderly, immediate is a crash, kill is one too, without a last word."""
        serving = _children(self.pid) if mode == "kill" else []
        if self.running:
            self._process.send_signal(SIGNALS[mode])
        # Whoever serves a client lives on for a moment without the server, and may still commit.
        for each in serving:
            with suppress(ProcessLookupError):
                os.kill(each, SIGKILL)
        try:
            self._process.wait(PATIENCE_SECONDS)
        except TimeoutExpired:
            self._process.kill()
            raise

    @contextmanager
    def database(self) -> Iterator[str]:
        """Make an empty database, give its address, and drop it with whoever is still in it."""
        self.start()  # a test may have left the server stopped
        name = self._created()
        try:
            yield self._url_of(name)
        finally:
            self.start()
            self._do("DROP DATABASE {} WITH (FORCE)", name)

    @contextmanager
    def emptied_database(self) -> Iterator[str]:
        """Give an empty database that another test may have had: a new one has 300 files to make.

        Afterwards it is emptied for the next, under another name: whoever still looks for it finds
        as little as if it were dropped.
        """
        self.start()
        name = self._spare.pop() if self._spare else self._created()
        try:
            yield self._url_of(name)
        finally:
            self.start()
            self._spare.append(self._emptied(name))

    def _created(self) -> str:
        name = _new_name()
        self._do("CREATE DATABASE {}", name)
        return name

    def _emptied(self, name: str) -> str:
        renamed = _new_name()
        with psycopg.connect(self.url, autocommit=True) as connection:
            before, after = sql.Identifier(name), sql.Identifier(renamed)
            for statement in _TAKING_AWAY:
                connection.execute(sql.SQL(statement).format(before, after, sql.Literal(name)))
        with psycopg.connect(self._url_of(renamed), autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        return renamed

    def _prepare(self) -> None:
        if not self._binaries.version(self._account):
            programs = self.directory / "programs"
            shutil.rmtree(programs, ignore_errors=True)
            self._binaries = self._binaries.copied_to(programs)
            self._account.own(programs)
        if not (self._data / "PG_VERSION").exists():
            self._make_cluster()
        password = self._password.read_text(encoding="ascii")
        self._pass_file.touch(mode=0o600)
        self._pass_file.write_text(f"*:*:*:*:{password}\n", encoding="ascii")

    def _make_cluster(self) -> None:
        self._password.touch(mode=0o600)
        self._password.write_text(secrets.token_hex(16), encoding="ascii")
        self._account.own(self._password)
        command: list[str | Path] = [self._binaries.directory / "initdb", "--pgdata", self._data]
        # The cluster need not survive a power cut before the first test: only initdb skips fsync.
        command += ["--no-sync", "--encoding=UTF8", "--locale=C", f"--username={USER}"]
        command += ["--auth=scram-sha-256", f"--pwfile={self._password}"]
        worked, said = self._account.run(command, self.directory)
        if not worked:
            raise PostgresUnavailable(f"PostgreSQL's initdb failed:\n{said}")

    def _launch(self) -> Popen[bytes]:
        settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
        program = self._binaries.directory / "postgres"
        with self._log.open("ab") as log:
            self._log_start = log.tell()
            command: list[str | Path] = [program, "-D", self._data, "-p", str(self.port), *settings]
            return self._account.start(command, self.directory, output=log)

    def _wait_for_answer(self) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self._answers():
            if not self.running:
                self._launch_again()
            if time.monotonic() > deadline:
                raise PostgresUnavailable(f"PostgreSQL does not answer:\n{self._said()}")
            time.sleep(0.02)

    def _launch_again(self) -> None:
        """After a kill, the old server's orphans may hold its memory for a moment longer."""
        if STILL_IN_USE not in self._said():
            raise PostgresUnavailable(f"PostgreSQL does not start:\n{self._said()}")
        self._process = self._launch()

    def _answers(self) -> bool:
        with suppress(psycopg.OperationalError), psycopg.connect(self.url, connect_timeout=5):
            return True
        return False

    def _do(self, statement: LiteralString, name: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(sql.Identifier(name)))

    def _url_of(self, database: str) -> str:
        """Name a database; commands are given it, so that the password stands in a file."""
        return f"postgresql://{USER}@{HOST}:{self.port}/{database}?passfile={self._pass_file}"

    def _said(self) -> str:
        """Read what the server has logged since it was launched."""
        return self._log.read_bytes()[self._log_start :].decode(errors="replace")

    @property
    def _data(self) -> Path:
        return self.directory / "data"

    @property
    def _password(self) -> Path:
        return self.directory / "password"

    @property
    def _pass_file(self) -> Path:
        """The same as PostgreSQL's own clients read it."""
        return self.directory / "pgpass"

    @property
    def _log(self) -> Path:
        return self.directory / "log"


def _new_name() -> str:
    return f"punto_{secrets.token_hex(8)}"


def _free_port() -> int:
    """Choose a port that systems do not give to outgoing connections.

    Such a one could be taken while the server is down, even by a client that tries to reach it.
    """
    while True:
        port = 20_000 + secrets.randbelow(10_000)
        with suppress(OSError), socket.socket() as probe:
            probe.bind((HOST, port))
            return port


def _children(pid: int) -> list[int]:
    """List the processes that a process has started; none where the system does not tell."""
    try:
        told = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(each) for each in told.split()]
