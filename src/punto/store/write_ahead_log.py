"""SQLite's write-ahead log, copied into the database beside the writer: no bet waits for it.

A commit is safe once it is in the log. Copying from there into the database touches pages all over
the file and syncs them. The committing connection would do that itself, every so many pages, with
everyone waiting. Here another thread does it while bets come in. Only the last bit, which lets the
log begin again from its start, must be done between two commits; by then hardly anything is left.
"""

import logging
from contextlib import suppress
from typing import Final, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from punto.store.database import Database
from punto.store.worker import Worker

log = logging.getLogger("punto.store")

COPY_EVERY: Final = 256
"""After so many entries of the journal the log is copied, beside the writer."""

LONG: Final = 16_000
"""A log of so many pages, 64 MB, is begun again. A page that changes often is copied less often
the longer the log may be; reading it after a crash takes a fraction of a second."""


_COPY: Final = "copy"
_STOP: Final = "stop"


class LogCopier:
    """Keeps the log of one database short."""

    def __init__(self, database: Database, worker: Worker) -> None:
        self._database = database
        self.left = COPY_EVERY
        """How many more entries may be committed before this is to be told."""
        self.is_long = False
        """Whether it is to be told of the next commit in any case."""
        self._connection: Connection | None = None
        """The copier's own, kept from copy to copy: making one takes longer than most copies."""
        self._worker = worker
        self._worker.begin(self._take_turn)

    def committed(self, connection: Connection) -> None:
        """Be told by the writer, between two commits, that enough was written."""
        if self.left <= 0:
            self.left = COPY_EVERY
            self._worker.inbox.put(_COPY)
        if self.is_long:
            with suppress(SQLAlchemyError, OSError):  # it is safe in the log all the same
                self.is_long = not _copied(connection).is_all

    def close(self) -> None:
        """Stop copying; the last connection that is closed copies what is left."""
        self._worker.inbox.put(_STOP)
        self._worker.join()

    def _take_turn(self) -> bool:
        """Copy what is due; False once nothing more is to be copied."""
        if self._worker.inbox.get() == _STOP:
            self._let_go()
            return False
        self._copy_beside()
        return True

    def _copy_beside(self) -> None:
        try:
            connection = self._connection = self._connection or self._database.engine.connect()
            if _copied(connection).length >= LONG:
                # More was written meanwhile: what the writer finds is to be little.
                _copied(connection)
                self.is_long = True
        except (SQLAlchemyError, OSError) as error:
            log.debug("the write-ahead log cannot be copied: %s", error)
            self._let_go()  # a broken one is never kept

    def _let_go(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError, OSError):
                self._connection.close()
        self._connection = None


class _Copied(NamedTuple):
    """How many pages are in the log, and how many of them are in the database too."""

    length: int
    copied: int

    @property
    def is_all(self) -> bool:
        return self.copied == self.length


def _copied(connection: Connection) -> _Copied:
    """Copy as much as can be without making anyone wait: what somebody reads there stays."""
    _, length, copied = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
    return _Copied(length, copied)
