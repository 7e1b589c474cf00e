"""The heartbeat of a node: says that it lives, hears what others store, and ends silent lives."""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import psycopg
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from punto.store import nodes
from punto.store.database import Database, one_line
from punto.store.lease import Lease
from punto.store.steadiness import Beat, Steadiness

log = logging.getLogger("punto.store")

_LOOK_SECONDS: Final = 0.2
"""How often it is looked whether the house closes."""


class Heartbeat:
    """A thread with a connection of its own, so that a long group does not look like death."""

    def __init__(
        self,
        database: Database,
        lease: Lease,
        hear: Callable[[], None],
        lose: Callable[[], None],
    ) -> None:
        self._database = database
        self._lease = lease
        self._hear = hear
        """Told that another node has stored something."""
        self._lose = lose
        """Told that this life is over."""
        self.living: tuple[nodes.Living, ...] = ()
        """The nodes that live, as of the last beat."""
        self._clock: Callable[[], float] = time.monotonic
        """Of this process; it never jumps."""
        self._ending = threading.Event()
        self._steadiness = Steadiness()

    def begin(self) -> None:
        """Let it beat."""
        self._thread = threading.Thread(target=self._run, name="punto-heartbeat", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End this life in order."""
        self._ending.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                with self._database.engine.connect() as connection:
                    self._beat_on(connection.execution_options(isolation_level="AUTOCOMMIT"))
            except (SQLAlchemyError, psycopg.Error, OSError) as error:
                # Whoever listens does so at the driver itself, and meets the driver's own errors.
                log.warning("no heartbeat: %s", one_line(error))
                self._steadiness.lose()
                self._ending.wait(nodes.BEAT_SECONDS)

    def _beat_on(self, connection: Connection) -> None:
        connection.exec_driver_sql(f"LISTEN {nodes.CHANNEL}")
        connection.exec_driver_sql("SET lock_timeout = '1s'")
        self._hear()  # nobody has heard what was stored before
        while not self._ending.is_set():
            if not self._beat(connection):
                return
            self._listen(connection)
        nodes.end_life(connection, self._lease)

    def _beat(self, connection: Connection) -> bool:
        """Say that this node lives, and end silent lives; False where its own is over."""
        seen_ms = nodes.beat(connection, self._lease)
        if seen_ms is None:
            log.error("node %s was declared dead", self._lease.node)
            self._ending.set()
            self._lose()
            return False
        self._steadiness.add(Beat(self._clock(), seen_ms))
        self._end_silent(connection, seen_ms)
        return True

    def _end_silent(self, connection: Connection, seen_ms: int) -> None:
        if self._steadiness.is_steady:
            # Whoever is in mid-transaction is waited for, and not for long: its own server ends it.
            with suppress(OperationalError):
                for name in nodes.end_silent_lives(connection, seen_ms):
                    log.warning("node %s is silent, and declared dead", name)
        self.living = nodes.living(connection)

    def _listen(self, connection: Connection) -> None:
        """Hear what the others have stored, until it is time for the next beat."""
        driver = connection.connection.driver_connection
        assert driver is not None, "it is connected"
        until = time.monotonic() + nodes.BEAT_SECONDS
        while not self._ending.is_set() and (left := until - time.monotonic()) > 0:
            heard = [*driver.notifies(timeout=min(left, _LOOK_SECONDS), stop_after=1)]
            if any(each.payload != self._lease.node for each in heard):
                self._hear()
