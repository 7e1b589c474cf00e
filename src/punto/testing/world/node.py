"""One node of a simulated house, as far as its books go: killed, or stopped for a while."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from punto.errors import PuntoError
from punto.server.config import HouseConfig, terms_of
from punto.store import nodes
from punto.store.database import Database, begin_writing
from punto.store.entropy import Entropy
from punto.store.heartbeat import Heartbeat
from punto.store.lease import NOBODYS, Lease
from punto.store.node_right import NodeRight
from punto.store.node_writer import NodeWriter
from punto.store.worker import Worker
from punto.testing.world.agenda import Agenda
from punto.testing.world.premises import KEY
from punto.testing.world.shared_database import SharedDatabase
from punto.testing.world.worker import SimulatedWorker


class _Right(NodeRight):
    """The right of a node on a database whose transactions never wait for each other."""

    def __init__(self, database: Database, name: str, address: str) -> None:
        self._database, self.name, self.address = database, name, address
        self._descriptor, self.lease = None, NOBODYS
        self._is_alone, self.heads = False, {}

    def _take_lock(self, connection: Connection) -> None:
        if self.lease != NOBODYS:
            nodes.hold_life(connection, self.lease)

    def begin(self, connection: Connection) -> None:
        begin_writing(connection)
        super().begin(connection)


class SimulatedNode:
    """From its first life to its last."""

    def __init__(
        self, name: str, agenda: Agenda, chance: Random, shared: SharedDatabase, config: HouseConfig
    ) -> None:
        self.name = name
        self.writer: NodeWriter | None = None
        self.is_stopped = False
        """Whether it does nothing, and does not know it."""
        self.lives = 0
        self.quiet_since = 0.0
        """When it was last hindered."""
        self.lost: Callable[[SimulatedNode], None] = lambda _: None
        """Told that a life is over."""
        self.has_beaten: Callable[[], None] = lambda: None
        self.agenda, self.chance, self._shared = agenda, chance, shared
        self.config = config
        self.workers: list[SimulatedWorker] = []
        self.is_working: Callable[[], bool] = lambda: False
        """Whether this life goes on just now."""

    @property
    def is_up(self) -> bool:
        """Whether it serves anybody."""
        return self.writer is not None and not self.is_stopped

    def open(self, clock: Callable[[], int]) -> None:
        """Begin a life; where the database is away, there is none."""
        self.lives += 1
        life, self.workers, self.is_stopped = self.lives, [], False
        database = self._shared.database(self.name)

        def is_working() -> bool:
            return self.lives == life and not self.is_stopped and self.writer is not None

        self.is_working = is_working
        with suppress(PuntoError, SQLAlchemyError):
            self.writer = _Writer(self, database, clock)
            self.writer.on_loss = lambda: self.lost(self)

    def kill(self) -> None:
        """End, in the middle of whatever it did."""
        writer, self.writer = self.writer, None
        if writer is not None:
            writer._connection.close()  # noqa: SLF001 – as with a process that is gone

    def go_on(self) -> None:
        """Do what has come while it was stopped, before anybody tells it that time has passed."""
        self.is_stopped = False
        for worker in self.workers:
            worker.go_on()

    def hear(self) -> None:
        """Be told that another node has stored something."""
        if self.is_up and self.writer is not None:
            self.writer._hear()  # noqa: SLF001 – as its heartbeat would


class _Writer(NodeWriter):
    """The writer of a node, which works when the world says so."""

    def __init__(self, node: SimulatedNode, database: Database, clock: Callable[[], int]) -> None:
        self._node = node
        super().__init__(
            database,
            KEY,
            name=node.name,
            clock=clock,
            entropy=Entropy(node.chance.randbytes),
            terms=terms_of(node.config),
        )

    def _right_on(self, database: Database, address: str) -> NodeRight:
        return _Right(database, self.name, address)

    def _heart(self, database: Database) -> Heartbeat:
        return _Heartbeat(self._node, database, self._right.lease, self._hear, self._lose)

    def _worker_for(self, work: str) -> Worker:
        del work
        worker = SimulatedWorker(self._node.agenda, self._node.chance, self._node.is_working)
        self._node.workers.append(worker)
        return worker


class _Heartbeat(Heartbeat):
    """Beats when the world says so."""

    def __init__(
        self,
        node: SimulatedNode,
        database: Database,
        lease: Lease,
        hear: Callable[[], None],
        lose: Callable[[], None],
    ) -> None:
        super().__init__(database, lease, hear, lose)
        self._clock = lambda: node.agenda.now
        self._node, self._is_working = node, node.is_working

    def begin(self) -> None:
        self._node.agenda.after(nodes.BEAT_SECONDS, self._come)

    def stop(self) -> None:
        self._ending.set()
        with self._database.engine.connect() as connection:
            nodes.end_life(connection.execution_options(isolation_level="AUTOCOMMIT"), self._lease)

    def _come(self) -> None:
        if self._ending.is_set():
            return
        if self._is_working():
            try:
                with self._database.engine.connect() as connection:
                    self._beat(connection.execution_options(isolation_level="AUTOCOMMIT"))
            except (SQLAlchemyError, OSError):
                self._steadiness.lose()
            else:
                self._node.has_beaten()
        self._node.agenda.after(nodes.BEAT_SECONDS, self._come)
