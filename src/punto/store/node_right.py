"""The right of a node to write: shared with the other nodes, and used in turn with them."""

import time
from typing import Final
from zlib import crc32

from sqlalchemy import Connection

from punto.errors import DatabaseUnusable
from punto.house.chain import CHECKPOINTS, COMMITS, Head
from punto.store import nodes
from punto.store.database import LOCK_NUMBER, Database, SoleWriter
from punto.store.lease import NOBODYS

_NODE_LOCKS: Final = 0x6E6F6465
"""One half of the number of the lock that keeps a name to one process: "node" in letters."""

_TRIES: Final = 100
_BETWEEN_TRIES: Final = 0.1
"""Another node may be bringing the schema up to date: that is waited for."""

_SILENCE: Final = "SET idle_in_transaction_session_timeout = '3s'"
"""A process that stops in mid-transaction keeps the others waiting for so long and no longer.

Not before it is open: who folds the books anew may compute for longer between two statements.
"""


class NodeRight(SoleWriter):
    """Held with the other nodes; a house without nodes keeps them all out, and they keep it out."""

    def __init__(self, database: Database, name: str, address: str) -> None:
        if database.is_sqlite:
            raise DatabaseUnusable("nodes share a PostgreSQL: name one with --database")
        super().__init__(database)
        self.name = name
        self.address = address
        self._is_alone = False
        self.heads: dict[str, Head] = {}
        """Where commits and checkpoints ended when the turn was taken."""

    def _take_lock(self, connection: Connection) -> None:
        number = (_NODE_LOCKS, crc32(self.name.encode()) - 2**31)
        if not _is_taken(connection, "pg_try_advisory_lock(%(one)s, %(other)s)", *number):
            raise DatabaseUnusable(f"node {self.name} is running already: give this one a name")
        alone = "SELECT pg_try_advisory_lock(%(number)s)"
        is_new = self.lease == NOBODYS
        self._is_alone = is_new and bool(
            connection.exec_driver_sql(alone, {"number": LOCK_NUMBER}).scalar()
        )
        if not self._is_alone and not _is_taken(
            connection, "pg_try_advisory_lock_shared(%(one)s::BIGINT + %(other)s)", LOCK_NUMBER, 0
        ):
            raise self._refusal()
        connection.exec_driver_sql("SET enable_seqscan = off")
        if not is_new:
            connection.exec_driver_sql(_SILENCE)
            nodes.hold_life(connection, self.lease)
        connection.commit()

    def prepare(self) -> None:
        """Bring the schema up to date, if no other node uses it."""
        if self._is_alone:
            super().prepare()
        else:
            self._database.require_schema()

    def require_alone(self) -> None:
        """Want no other node to be there."""
        if not self._is_alone:
            raise DatabaseUnusable("the books are to be folded anew: close the other nodes first")

    def begin(self, connection: Connection) -> None:
        """Take the turn: who writes next waits until this transaction is over.

        All nodes add to one chain of commits, and so its head is what they take turns by.
        """
        self.heads = _locked_heads(connection)
        if COMMITS not in self.heads:  # nothing is there to be locked before the first commit
            first = {"number": LOCK_NUMBER + 1}
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%(number)s)", first)
            self.heads = _locked_heads(connection)
        if self.lease != NOBODYS:
            nodes.hold_life(connection, self.lease)

    def opened(self, connection: Connection) -> None:
        """Begin a life, now that the books are sound."""
        self.lease = nodes.begin_life(connection, self.name, self.address)
        connection.exec_driver_sql(_SILENCE)

    def let_others_in(self, connection: Connection) -> None:
        """Share the right with other nodes, once they find a house that is open."""
        if self._is_alone:
            number = {"number": LOCK_NUMBER}
            connection.exec_driver_sql("SELECT pg_advisory_lock_shared(%(number)s)", number)
            connection.exec_driver_sql("SELECT pg_advisory_unlock(%(number)s)", number)
            connection.commit()
            self._is_alone = False


def _locked_heads(connection: Connection) -> dict[str, Head]:
    asked = (
        "SELECT chain, position, hash FROM heads WHERE chain = ANY(%(chains)s)"
        " ORDER BY chain FOR UPDATE"
    )
    rows = connection.exec_driver_sql(asked, {"chains": [CHECKPOINTS, COMMITS]})
    return {row.chain: Head(row.position, row.hash) for row in rows}


def _is_taken(connection: Connection, lock: str, one: int, other: int) -> bool:
    """Try for a lock; the server may not have noticed yet that whoever had it is dead."""
    for _ in range(_TRIES):
        if connection.exec_driver_sql(f"SELECT {lock}", {"one": one, "other": other}).scalar():
            return True
        time.sleep(_BETWEEN_TRIES)
    return False
