"""One database that several simulated nodes share: SQLite, told what PostgreSQL's words mean.

In a simulated world one thing happens after the other, so a transaction is over before another
begins: no lock is ever waited for. What else the nodes want of PostgreSQL is here: a clock of the
database, notices to all who listen, and the words of `nodes.py` in those of SQLite.
"""

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from msgspec import json

from punto.store.database import Database

_WORDS: Final = (
    (re.compile(r"%\((\w+)\)s"), r":\1"),
    (re.compile(r"= ANY\(:(\w+)(::VARCHAR\[\])?\)"), r"IN (SELECT value FROM json_each(:\1))"),
    (re.compile(r" FOR (KEY SHARE|UPDATE)"), ""),
    (re.compile(r"\(extract\(epoch FROM clock_timestamp\(\)\) \* 1000\)::BIGINT"), "clock_ms()"),
    (re.compile(r"^SELECT FROM"), "SELECT 1 FROM"),
    (re.compile(r"^SET .*"), "SELECT 1"),
)

_WRITING: Final = "INSERT INTO journal"

Hear = Callable[[str], None]
"""Told which node has stored something."""


class SharedDatabase:
    """The database, from the first connection to the last."""

    def __init__(self, path: Path, content: bytes, clock_ms: Callable[[], int]) -> None:
        self._path = path
        self.clock_ms = clock_ms
        self.is_away = False
        """Whether nobody can reach it."""
        self.hear: Hear = lambda _: None
        self.before_commit: Callable[[str, bool], None] = lambda *_: None
        """Told which node commits, and whether it has written to the journal."""
        path.touch(0o600)
        path.write_bytes(content)

    @property
    def url(self) -> str:
        """The same as whoever only reads is told it."""
        return f"sqlite:///{self._path}"

    def database(self, node: str) -> Database:
        """Give the database as one node has it."""

        def connect(*given: Any, **named: Any) -> sqlite3.Connection:  # noqa: ANN401 – SQLite's
            self.require_here()
            connection = _Connection(*given, **named)
            connection.begin(self, node)
            return connection

        return Database(self.url, connect)

    def require_here(self) -> None:
        """Want it to be reached."""
        if self.is_away:
            raise sqlite3.OperationalError("the connection is closed")


class _Cursor(sqlite3.Cursor):
    """Says in SQLite's words what is asked."""

    def execute(self, statement: str, given: Any = ()) -> Any:  # noqa: ANN401 – SQLite's
        connection = self.connection
        assert isinstance(connection, _Connection), "it was opened here"
        if not statement.startswith("PRAGMA"):  # which PostgreSQL is never asked
            connection.shared.require_here()
        if isinstance(given, dict):
            given = {name: _plain(value) for name, value in given.items()}
        connection.has_written |= statement.startswith(_WRITING)
        return super().execute(_translated(statement), given)

    def executemany(self, statement: str, given: Any) -> Any:  # noqa: ANN401 – SQLite's
        connection = self.connection
        assert isinstance(connection, _Connection), "it was opened here"
        connection.shared.require_here()
        connection.has_written |= statement.startswith(_WRITING)
        return super().executemany(statement, given)


class _Connection(sqlite3.Connection):
    """One connection of one node; what it notifies of is told once it is committed."""

    shared: SharedDatabase
    node = ""
    has_written = False

    def begin(self, shared: SharedDatabase, node: str) -> None:
        """Belong to a node."""
        self.shared, self.node = shared, node
        self._notices: list[str] = []
        self.create_function("clock_ms", 0, shared.clock_ms)
        self.create_function("pg_notify", 2, lambda _, payload: self._notices.append(payload))

    def cursor(self, *_: Any) -> Any:  # noqa: ANN401 – SQLite's
        return super().cursor(_Cursor)

    def commit(self) -> None:
        if not self.in_transaction:
            return
        self.shared.require_here()
        has_written, self.has_written = self.has_written, False
        self.shared.before_commit(self.node, has_written)
        super().commit()
        notices, self._notices = self._notices, []
        for node in notices:
            self.shared.hear(node)

    def rollback(self) -> None:
        self.has_written = False
        self._notices.clear()
        super().rollback()


def _plain(value: Any) -> Any:  # noqa: ANN401 – a parameter
    return json.encode(value).decode() if isinstance(value, list) else value


def _translated(statement: str) -> str:
    for pattern, words in _WORDS:
        statement = pattern.sub(words, statement)
    return statement
