"""A disk that fails: below SQLite, between what it writes and what is there after a power cut.

A commit that SQLite has synced is safe. All that was written since may be there, or not, or in
part, sector by sector: so a power cut leaves of every sector what was there before, or after, or
something that is neither. SQLite has to find out by itself which of its log can be believed.
"""

import sqlite3
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

SECTOR: Final = 512
_FULL_SYNC: Final = 2
_HEADER: Final = 32
"""Bytes at the beginning of SQLite's log."""

_NAME: Final = "punto.db"


class PowerCut(BaseException):
    """The machine stops here: nothing that follows is done."""


class Fault(Enum):
    """What happens at a commit."""

    CUT_BEFORE = "the power is cut before it is written"
    CUT_WITHIN = "the power is cut while it is written"
    CUT_AFTER = "the power is cut when it is written, before anybody is told"
    ERROR_BEFORE = "an error of the disk, and nothing is written"
    ERROR_AFTER = "an error of the disk, and yet it is written"
    CUT_AT_COPYING = "the power is cut while the log is copied into the database"


CUTS: Final = (Fault.CUT_BEFORE, Fault.CUT_WITHIN, Fault.CUT_AFTER, Fault.CUT_AT_COPYING)


class _Image(NamedTuple):
    """What is on the disk."""

    database: bytes
    log: bytes


class SimulatedDisk:
    """The files of one database, from one power cut to the next."""

    def __init__(self, place: Path, chance: Random) -> None:
        self._place = place
        self._chance = chance
        self._number = 0
        self._connections: list[sqlite3.Connection] = []
        self._safe: _Image | None = None
        """What a power cut would leave, where SQLite has written more and not synced it."""
        self.fault: Fault | None = None
        """What happens at the next commit, or the next copying."""
        self.is_full = False
        self.commits = 0
        self.cuts = 0
        self.recovered = 0

    @property
    def path(self) -> Path:
        """Where the database is now."""
        return self._place / str(self._number) / _NAME

    @property
    def url(self) -> str:
        """The same as the store is told it."""
        return f"sqlite:///{self.path}"

    def begin(self, database: bytes) -> None:
        """Begin with a database."""
        self.path.parent.mkdir(mode=0o700)
        self.path.touch(0o600)
        self.path.write_bytes(database)

    def connect(self, *given: Any, **named: Any) -> sqlite3.Connection:  # noqa: ANN401 – SQLite's
        """Open a connection that writes by way of this disk."""
        connection = _Connection(*given, **named)
        connection.disk = self
        self._connections.append(connection)
        return connection

    # --- commits --------------------------------------------------------------------------------

    def commit(self, connection: sqlite3.Connection, write: Callable[[], None]) -> None:
        """Let SQLite commit, or fail."""
        self.commits += 1
        if self.is_full:
            raise sqlite3.OperationalError("database or disk is full")
        fault, before = self._due((*CUTS[:3], Fault.ERROR_BEFORE, Fault.ERROR_AFTER)), None
        if fault is Fault.CUT_BEFORE:
            raise self._cut(self._safe or self._image())
        if fault is Fault.ERROR_BEFORE:
            raise sqlite3.OperationalError("disk I/O error")
        is_synced = connection.execute("PRAGMA synchronous").fetchone()[0] >= _FULL_SYNC
        if fault is Fault.CUT_WITHIN or not is_synced:
            before = self._safe or self._image()
        write()
        if fault is Fault.CUT_WITHIN and before is not None:
            raise self._cut(self._mixed(before, self._image()))
        self._safe = None if is_synced else before
        if fault is Fault.CUT_AFTER:
            raise self._cut(self._image() if self._safe is None else self._safe)
        if fault is Fault.ERROR_AFTER:
            raise sqlite3.OperationalError("disk I/O error")

    def copy_log(self, copy: Callable[[], Any]) -> Any:  # noqa: ANN401 – a cursor
        """Let SQLite copy its log into the database, or stop in the middle of it."""
        is_cut = self._due((Fault.CUT_AT_COPYING,)) is not None
        before = self._safe or self._image() if is_cut else None
        copied = copy()
        if before is None:
            return copied
        raise self._cut(_Image(self._torn(before.database, self._image().database), before.log))

    def _due(self, faults: tuple[Fault, ...]) -> Fault | None:
        if self.fault not in faults:
            return None
        fault, self.fault = self.fault, None
        return fault

    # --- power ----------------------------------------------------------------------------------

    def cut_now(self) -> None:
        """Cut the power between two commits."""
        self._leave(self._safe or self._image())

    def _cut(self, image: _Image) -> PowerCut:
        self._leave(image)
        return PowerCut()

    def _leave(self, image: _Image) -> None:
        """Leave an image for the next start, in another place: whoever is open writes nowhere."""
        self._number += 1
        self.cuts += 1
        self._safe, self.fault, self.is_full = None, None, False
        self.begin(image.database)
        if image.log:
            self.path.with_name(f"{_NAME}-wal").write_bytes(image.log)

    def close_old(self) -> None:
        """Close the connections of the house that is down."""
        for connection in self._connections:
            connection.close()
        self._connections.clear()

    def _image(self) -> _Image:
        log = self.path.with_name(f"{_NAME}-wal")
        return _Image(self.path.read_bytes(), log.read_bytes() if log.exists() else b"")

    def _mixed(self, before: _Image, after: _Image) -> _Image:
        """Leave a commit half written: it goes to the log, the database stays as it is.

        A log that begins again from its start has a new header, which SQLite syncs before the rest:
        or what is left of the log before would be believed.
        """
        is_begun = before.log[:_HEADER] != after.log[:_HEADER]
        if is_begun and self._chance.random() < 0.3:
            torn = self._torn(before.log[:_HEADER], after.log[:_HEADER])
            return _Image(before.database, torn + before.log[len(torn) :])
        header = after.log[:_HEADER] if is_begun else b""
        return _Image(before.database, self._torn(header + before.log[len(header) :], after.log))

    def _torn(self, before: bytes, after: bytes) -> bytes:
        """Take every sector that was written as it was, as it is, or as neither."""
        length = len(after)
        if length > len(before) and self._chance.random() < 0.5:
            length = self._chance.randint(len(before), length)
        kept, torn = self._chance.random(), bytearray(after[:length])
        for place in range(0, length, SECTOR):
            old, new = before[place : place + SECTOR], after[place : min(place + SECTOR, length)]
            if new != old[: len(new)] and self._chance.random() > kept:
                torn[place : place + len(new)] = self._lost(old, new)
        return bytes(torn)

    def _lost(self, old: bytes, new: bytes) -> bytes:
        """Give what is in a sector that was not written as it should: what nobody wrote, stays."""
        if len(old) >= len(new) and self._chance.random() < 0.7:
            return old[: len(new)]
        garbage = (
            self._chance.randbytes(len(new)) if self._chance.random() < 0.2 else bytes(len(new))
        )
        written = next((at for at in range(len(old)) if old[at] != new[at]), len(old))
        return old[:written] + garbage[written:]


class _Cursor(sqlite3.Cursor):
    """Tells the disk when the log is copied."""

    def execute(self, statement: str, *given: Any) -> Any:  # noqa: ANN401 – SQLite's
        execute = super().execute
        if not statement.startswith("PRAGMA wal_checkpoint"):
            return execute(statement, *given)
        connection = self.connection
        assert isinstance(connection, _Connection), "it was opened by a disk"
        return connection.disk.copy_log(lambda: execute(statement, *given))


class _Connection(sqlite3.Connection):
    """Commits by way of the disk."""

    disk: SimulatedDisk
    is_gone = False

    def close(self) -> None:
        self.is_gone = True
        super().close()

    def rollback(self) -> None:
        if not self.is_gone:  # whoever lets go of it later finds nothing to take back
            super().rollback()

    def cursor(self, *_: Any) -> Any:  # noqa: ANN401 – SQLite's
        return super().cursor(_Cursor)

    def commit(self) -> None:
        if self.in_transaction:
            self.disk.commit(self, super().commit)
