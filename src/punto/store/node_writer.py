"""The writer of a node: it takes turns with others, and begins with what they have stored."""

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection

from punto.house.chain import CHECKPOINTS, COMMITS, EMPTY, table_chain
from punto.house.house import Change
from punto.store import reading
from punto.store.database import Database
from punto.store.entropy import Entropy
from punto.store.following import CaughtUp, Follower
from punto.store.group import Group, Waiting, longest_opened
from punto.store.heartbeat import Heartbeat
from punto.store.key import HouseKey
from punto.store.leased_set import LeasedSet
from punto.store.lookup import Followed
from punto.store.node_right import NodeRight
from punto.store.nodes import Fenced, Living
from punto.store.probe import Visit, put_word
from punto.store.table_loading import load_table
from punto.store.terms import Terms
from punto.store.timestamp import utc_ms
from punto.store.worker import ThreadWorker, Worker
from punto.store.writer import Writer

MOST_MISSED: Final = 100
"""So many commits of others are taken over in a turn, or at once; of more, the last ones are."""


class NodeWriter(Writer):
    """A house that is open in several processes, of which this is one."""

    def __init__(
        self,
        database: Database,
        key: HouseKey,
        *,
        name: str,
        address: str = "",
        clock: Callable[[], int] = utc_ms,
        entropy: Entropy | None = None,
        terms: Terms | None = None,
    ) -> None:
        self.name = name
        self._heard = threading.Event()
        """Set while somebody is on the way to tell the writer what was heard."""
        self._is_fenced = False
        self.on_loss: Callable[[], None] = lambda: None
        """Told once this process may write no more."""
        self.is_shown: Callable[[str], bool] = lambda _: False
        """Says whether somebody may look at a table here, whoever has it."""
        self._moved: set[str] = set()
        """Accounts that were moved by others, and are to be read again in the turn of this node."""
        self._leases: Final = LeasedSet(key)
        self._turns: Final = self._right_on(database, address)
        super().__init__(
            database,
            key,
            clock=clock,
            entropy=entropy,
            terms=terms,
            right=self._turns,
            working_set=self._leases,
            worker=self._worker_for,
        )
        self._heartbeat = self._heart(database)
        self._heartbeat.begin()

    def _right_on(self, database: Database, address: str) -> NodeRight:
        return NodeRight(database, self.name, address)

    def _heart(self, database: Database) -> Heartbeat:
        return Heartbeat(database, self._right.lease, self._hear, self._lose)

    def _worker_for(self, work: str) -> Worker:
        return ThreadWorker(work)

    def _begun(self) -> Connection:
        connection = super()._begun()
        self._turns.let_others_in(connection)
        self._leases.lease = self._right.lease
        self._follower = Follower(self.followed, self.house.head(COMMITS).position)
        return connection

    # --- for those who ask ----------------------------------------------------------------------

    @property
    def epoch(self) -> int:
        """Which life of the node this is."""
        return self._right.lease.epoch

    @property
    def is_fenced(self) -> bool:
        """Whether this life is over."""
        return self._is_fenced

    @property
    def living(self) -> tuple[Living, ...]:
        """The nodes that live, this one among them."""
        return self._heartbeat.living

    @property
    def leased(self) -> frozenset[str]:
        """The tables that this node has."""
        return frozenset(self._leases.leased)

    def node_of(self, table: str) -> str | None:
        """Name the other node that had a table when it was last asked for; empty for nobody."""
        return None if table in self._leases.doubted else self._leases.elsewhere.get(table)

    def forget_node(self, table: str) -> None:
        """Find out anew which node has a table, when it is next asked for."""
        self._leases.doubted.add(table)

    def has(self, table: str) -> bool:
        """Whether this node has a table."""
        return table in self._leases.leased

    def reserve(self, tables: frozenset[str]) -> None:
        """Name the tables that are taken and kept on purpose, whether or not somebody asks."""
        self._leases.reserved = tables

    def visit(self, visit: Visit) -> None:
        """Look what others have done, and take or leave tables; told in the writer's thread."""
        self._waiting.put(visit)
        if self._closed:
            self._turn_away()

    def look(
        self,
        take: tuple[str, ...] = (),
        leave: tuple[str, ...] = (),
        follow: tuple[str, ...] = (),
        find: tuple[str, ...] = (),
    ) -> str | None:
        """Do that, and wait for it; gives why it could not be."""
        future: Future[str | None] = Future()
        self.visit(Visit(future.set_result, take, leave, follow, find))
        return future.result()

    def close(self) -> None:
        """Finish what waits, and end this life: the others may have its tables at once."""
        super().close()
        self._heartbeat.stop()

    # --- what other nodes do --------------------------------------------------------------------

    def _hear(self) -> None:
        """Have the writer look what was stored; whoever is on the way hears it all."""
        if not self._heard.is_set():
            self._heard.set()
            self.visit(Visit(lambda _: None))

    def _begin(self) -> None:
        """Take the turn, and take over what others have stored since the last one."""
        self._heard.clear()
        super()._begin()
        while self._last - self._follower.reached > MOST_MISSED:
            self._connection.rollback()
            self._come_closer(self._last)
            super()._begin()
        if self._last > self._follower.reached or self._moved:
            self._catch_up(self._last)
        heads = self._turns.heads
        if CHECKPOINTS in heads:
            known = self.house.heads.set(CHECKPOINTS, heads[CHECKPOINTS])
            self.house = replace(self.house, heads=known)

    @property
    def _last(self) -> int:
        """The last commit when the turn was taken."""
        return self._turns.heads.get(COMMITS, EMPTY).position

    def _come_closer(self, last: int) -> None:
        """Take over what was missed, a piece at a time: others store meanwhile.

        Accounts are let go, and read in the turn alone: they are locked by being read.
        """
        while self._follower.reached < last:
            found = self._missed(min(last, self._follower.reached + MOST_MISSED))
            house = self._leases.renewed(self._connection, found.house, found.touched, ())
            self._moved |= found.shown
            self._connection.rollback()
            self._publish(found.with_house(house))

    def _catch_up(self, last: int) -> None:
        """Take over the last of what was missed, in the turn of this node."""
        found = self._missed(last)
        shown, self._moved = self._moved | found.shown, set()
        self.house = self._leases.renewed(self._connection, found.house, found.touched, shown)
        self._publish(found.with_house(self.house))

    def _missed(self, last: int) -> CaughtUp:
        found = self._follower.catch_up(self._connection, self.house, last)
        written = [each for change in found.changes for each in change.written]
        odds = [longest_opened(each.events) for each in written]
        self.longest_odds = max([self.longest_odds, *odds])
        return found

    def _store(self, group: Group, waiting: list[Waiting]) -> None:
        """Store a group, and have the tables that it has taken or opened."""
        super()._store(group, waiting)
        written = [each for change in group.changes for each in change.written]
        tables = [each.house_table.id for each in written if each.house_table is not None]
        self._settle(tables if written else None)
        if written:
            self._follower.reached = group.changes[-1].house.head(COMMITS).position

    def _answer_probes(self) -> None:
        """Visit the books, in turn with the others, for all who want it."""
        self._heard.clear()  # also while nothing can be read: who hears more comes again
        if self.trouble is None:
            try:
                self._begin()
                self._visit([each for each in self._probes if isinstance(each, Visit)])
            except Exception as error:  # noqa: BLE001 – whatever it is, nobody may wait for ever
                self._stop(error, [])
        self._reply_all((each.reply, self.trouble) for each in self._probes)
        self._probes.clear()

    def _visit(self, visits: list[Visit]) -> None:
        """Take and leave tables, and store the word of whoever asks whether that can be."""
        leave = {table for each in visits for table in each.leave} & self._leases.leased
        self.house = self._leases.without_tables(self.house, [*leave])
        left = self._leases.give_up_idle(self._connection)
        take = {table for each in visits for table in each.take}
        find = {table for each in visits for table in each.find}
        self._leases.claim(self._connection, take | find, find - take)
        for table in {table for each in visits for table in each.forget}:
            self.followed.pop(table, None)
        # Whoever looks at a table that was let go sees what another node does there.
        shown = {table for table in left if self.is_shown(table)}
        self._follow({table for each in visits for table in each.follow} | leave | shown)
        is_probed = len(visits) < len(self._probes)
        if is_probed:
            put_word(self._connection, self._clock())
        if not (left or is_probed or self._leases.has_claimed):
            self._connection.rollback()
            return
        self._connection.commit()
        self.counters.stored_at = time.monotonic()
        self._settle(())

    def _settle(self, tables: Iterable[str] | None) -> None:
        """Have what was taken; such a table is followed no longer."""
        self.house = self._leases.settled(self.house, tables)
        for table in self.followed.keys() & self._leases.leased:
            del self.followed[table]

    def _follow(self, tables: set[str]) -> None:
        """Look at tables of others from now on, as they are in this turn."""
        for table in tables - self.followed.keys() - self._leases.mine:
            loaded = load_table(self._connection, table, self._key)
            if loaded is not None:
                place = table_chain(table), loaded.head.position
                last = reading.link_at(self._connection, *place)
                at_ms = last.at_ms if last is not None else 0
                self.followed[table] = Followed(loaded.house_table, loaded.head, at_ms)

    # --- faults ---------------------------------------------------------------------------------

    def _stop(self, error: Exception, changes: list[Change]) -> str:
        """Stop play; for good, where this life is over."""
        words = super()._stop(error, changes)
        if isinstance(error, Fenced):
            self._lose()
        return words

    def _lose(self) -> None:
        if not self._is_fenced:
            self._is_fenced = True
            self.on_loss()

    def _try_again(self) -> None:
        """Never, once this life is over."""
        if not self._is_fenced:
            super()._try_again()

    def _still_stopped(self, error: Exception) -> None:
        super()._still_stopped(error)
        if isinstance(error, Fenced):
            self._lose()

    def _is_stored(self, changes: list[Change]) -> bool:
        """Whether a group was stored after all; then it is not what others have done."""
        stored = super()._is_stored(changes)
        if stored:
            self._follower.reached = changes[-1].house.head(COMMITS).position
        return stored
