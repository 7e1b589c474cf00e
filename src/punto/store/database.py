"""The database: SQLite in a file by default, PostgreSQL by its URL; one house writes at a time."""

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from punto.errors import DatabaseUnusable
from punto.store.arrays import let_send_packed
from punto.store.lease import NOBODYS, Lease
from punto.store.permissions import require_private

FILE: Final = "punto.db"
KEY_FILE: Final = "house.key"

_MIGRATIONS: Final = Path(__file__).with_name("migrations")
LOCK_NUMBER: Final = 0x70756E746F
"""The number of PostgreSQL's advisory lock that the one who writes holds: "punto" in letters."""

_PATIENCE_MS: Final = 5_000
_LONGEST_LOG: Final = 64_000
"""So many pages of SQLite's log are copied by whoever commits, if nobody else has done it."""

_TRIES: Final = 15
_BETWEEN_TRIES: Final = 0.1


def url_of(directory: Path) -> str:
    """Name the SQLite database of a data directory."""
    return f"sqlite:///{directory / FILE}"


def checked_url(given: str) -> URL:
    """Read a URL; any spelling of PostgreSQL means the driver that we bring."""
    try:
        url = make_url(given)
    except ArgumentError:
        raise DatabaseUnusable(f"{given!r} is no URL of a database") from None
    name = url.drivername.partition("+")[0]
    if name in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg")
    if name == "sqlite" and url.database:
        return url.set(drivername="sqlite")
    raise DatabaseUnusable(f"{name!r} is no database for punto: sqlite or postgresql is")


class Database:
    """Where the journal is kept. Connections are made anew, so that a broken one is never kept."""

    def __init__(
        self, given: str, factory: Callable[..., sqlite3.Connection] = sqlite3.Connection
    ) -> None:
        """`factory` makes SQLite's connections: another one can stand between it and the disk."""
        self.url = checked_url(given)
        self.is_sqlite = self.url.drivername == "sqlite"
        self.engine = _sqlite(self.url, factory) if self.is_sqlite else _postgresql(self.url)

    def __repr__(self) -> str:
        shown = self.url.difference_update_query(("password",))
        return f"<database {shown.render_as_string(hide_password=True)}>"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """See one state of the database, whatever is written meanwhile."""
        with self.engine.connect() as connection:
            if self.is_sqlite:
                connection.exec_driver_sql("BEGIN")
            else:
                connection.execution_options(isolation_level="REPEATABLE READ")
                connection.exec_driver_sql("SET TRANSACTION READ ONLY")
            try:
                yield connection
            finally:
                connection.rollback()

    def migrate(self) -> None:
        """Bring the schema up to date; refuse one that a newer punto has made."""
        if self.is_sqlite and self.url.database:
            Path(self.url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with plainly(self), self.engine.connect() as connection:
            begin_writing(connection)
            if _revision(connection) != _newest():
                config = _alembic()
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
            connection.commit()

    def require_schema(self) -> None:
        """Refuse a database that is not there or that this version cannot read."""
        if self.is_sqlite and not Path(self.url.database or "").is_file():
            hint = "say where the house is kept with --data or --database"
            raise DatabaseUnusable(f"there is no database {self.url.database}: {hint}")
        with plainly(self), self.engine.connect() as connection:
            revision = _revision(connection)
        if revision is None:
            raise DatabaseUnusable(f"there is no house in {self!r}")
        if revision != _newest():
            hint = "open the house once with punto serve, and it is brought up to date"
            raise DatabaseUnusable(f"{self!r} is of an older layout: {hint}")


def _sqlite(url: URL, factory: Callable[..., sqlite3.Connection]) -> Engine:
    engine = create_engine(
        url,
        poolclass=NullPool,
        connect_args={"check_same_thread": False, "factory": factory},
        hide_parameters=True,  # what is stored is not for the log
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:  # noqa: ANN401 – the driver's own
        # SQLAlchemy's driver would begin transactions by its own rules; here they are begun below.
        connection.isolation_level = None
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            f"busy_timeout={_PATIENCE_MS}",
            "cache_size=-65536",
            f"wal_autocheckpoint={_LONGEST_LOG}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _postgresql(url: URL) -> Engine:
    arguments = {
        "application_name": "punto",
        "connect_timeout": _PATIENCE_MS // 1000,
        # A server that falls silent must be noticed, or play would stand still without a word.
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 2 * _PATIENCE_MS,
        "client_encoding": "utf8",  # packed arrays are
    }
    engine = create_engine(url, poolclass=NullPool, connect_args=arguments, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:  # noqa: ANN401 – the driver's own
        let_send_packed(connection)

    return engine


def begin_writing(connection: Connection) -> None:
    """Begin a transaction that will write; on SQLite the right to write is taken at once."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


# --- the schema ---------------------------------------------------------------------------------


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return config


def _revision(connection: Connection) -> str | None:
    """Tell of which revision the schema is; refuse one that a newer punto has made."""
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is not None and revision not in _revisions():
        hint = "open it with that, or restore the backup of before"
        raise DatabaseUnusable(f"the schema is {revision}, a newer punto has made it: {hint}")
    return revision


def _newest() -> str:
    return _revisions()[0]


@cache
def _revisions() -> tuple[str, ...]:
    """List all revisions, the newest first; the files are read once."""
    scripts = ScriptDirectory.from_config(_alembic())
    return tuple(each.revision for each in scripts.walk_revisions())


@contextmanager
def plainly(database: Database) -> Iterator[None]:
    """Say in one line what the driver says in many."""
    try:
        yield
    except DBAPIError as error:
        raise DatabaseUnusable(f"{database!r} cannot be used: {one_line(error)}") from error


def one_line(error: Exception) -> str:
    """Say in one line what the driver says in many."""
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0]


# --- one writer ---------------------------------------------------------------------------------


class SoleWriter:
    """The right to write, held as long as the process lives; a second house is refused.

    On SQLite it is a lock on a file. On PostgreSQL it is a lock of the connection that writes,
    so whoever loses the connection must take it again before writing.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._descriptor = self._locked_file() if database.is_sqlite else None
        self.lease: Lease = NOBODYS
        """Which node holds the right, in which of its lives; nobody's where there are no nodes."""

    def connect(self) -> Connection:
        """Open the connection that writes."""
        connection = self._database.engine.connect()
        try:
            self._take_lock(connection)
        except BaseException:
            # Left open, it would keep the lock from our own next try.
            connection.close()
            raise
        return connection

    def prepare(self) -> None:
        """Bring the schema up to date, which nobody else uses now."""
        self._database.migrate()

    def require_alone(self) -> None:
        """Want nobody else to write: whoever has the sole right knows."""

    def begin(self, connection: Connection) -> None:
        """Begin a transaction that will write."""
        begin_writing(connection)

    def opened(self, connection: Connection) -> None:
        """Note that the books are sound and open."""

    def _take_lock(self, connection: Connection) -> None:
        if self._database.is_sqlite:
            return
        asked = text("SELECT pg_try_advisory_lock(:number)")
        tries = 0
        while not connection.execute(asked, {"number": LOCK_NUMBER}).scalar():
            # The server may not have noticed yet that the last one who wrote is dead.
            tries += 1
            if tries == _TRIES:
                raise self._refusal()
            time.sleep(_BETWEEN_TRIES)
        # All that the writer looks for has an index; a plan that was made while the tables were
        # small would read them whole for ever.
        connection.exec_driver_sql("SET enable_seqscan = off")
        connection.commit()

    def release(self) -> None:
        """Let another write; PostgreSQL's lock goes with its connection."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _locked_file(self) -> int:
        path = Path(f"{self._database.url.database}.lock")
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise self._refusal() from None
        try:
            self._keep_private()
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor

    def _keep_private(self) -> None:
        """Want the file to be ours alone; SQLite would make it as open as the system lets it."""
        path = Path(self._database.url.database or "")
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        require_private(path)

    def _refusal(self) -> DatabaseUnusable:
        return DatabaseUnusable(f"{self._database!r} is in use by another punto")
