"""The one who writes: takes what waits, carries it out, stores it together, and answers then.

All that came while the last group was written is the next group, so a rush of bets costs one
sync of the disk for many. Nobody is told of anything that is not stored. If storing fails, the
house is still the one before; play stops, and goes on by itself when the database answers again.
"""

import logging
import queue
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from punto.errors import PuntoError
from punto.house.answer import Answer, NotStored
from punto.house.house import Change
from punto.house.request import Request
from punto.store import reading
from punto.store.counters import COMMIT_SECONDS, StoreCounters
from punto.store.database import Database, SoleWriter, one_line, plainly
from punto.store.entropy import Entropy
from punto.store.group import Commits, Group, GroupContext, GroupSize, Told, Waiting, reply_all
from punto.store.key import HouseKey
from punto.store.lookup import Followed, Lookup
from punto.store.older_books import are_older, rebuild_books
from punto.store.opening import opened
from punto.store.probe import Probe, Visit, store_all_again, store_word
from punto.store.rebuilding import is_rebuild_wanted
from punto.store.storing import Stale, store
from punto.store.terms import (
    Terms,
    bounds,
    keep_longest_odds,
    longest_odds,
    require_key,
    require_terms,
)
from punto.store.timestamp import utc_ms
from punto.store.worker import ThreadWorker, Worker
from punto.store.working_set import WorkingSet
from punto.store.write_ahead_log import LogCopier

log = logging.getLogger("punto.store")

PROBE_SECONDS: Final = 0.2
_TRIES: Final = 3
"""How often a group is run before its requests are sent away to be asked again."""

_CLOSED: Final = NotStored("the house is closed")
_WITHOUT_TRACE: Final = (SQLAlchemyError, OSError, PuntoError)
"""Errors that the log has in words alone: where they were raised says nothing more."""

Watcher = Callable[[tuple[Change, ...]], None]


class Writer:
    """A house that is open: give it requests from any thread."""

    def __init__(
        self,
        database: Database,
        key: HouseKey,
        *,
        clock: Callable[[], int] = utc_ms,
        entropy: Entropy | None = None,
        terms: Terms | None = None,
        right: SoleWriter | None = None,
        working_set: WorkingSet | None = None,
        worker: Callable[[str], Worker] = ThreadWorker,
    ) -> None:
        self.database = database
        self._terms = terms
        self._key = key
        self._clock = clock
        self._entropy = entropy or Entropy()
        self._right = right or SoleWriter(database)
        self._working_set = working_set or WorkingSet(key)
        self.followed: dict[str, Followed] = {}  # tables of other nodes that somebody looks at
        lookup = Lookup(self, database, key)
        self.account: Final = lookup.account
        self.table: Final = lookup.table
        self.house_table: Final = lookup.house_table
        try:
            self._connection = self._begun()
        except BaseException:
            self._right.release()
            raise
        self.trouble: str | None = None
        """Why nothing can be stored now, in words; None while all is well."""
        self.counters = StoreCounters()
        self._closed = False
        self._in_doubt: list[Change] = []
        self._commits, self._group_size = Commits(key), GroupSize()
        self._watchers: list[Watcher] = []
        self._after_answers: list[Callable[[], None]] = []
        self._worker = worker("punto-writer")
        self._waiting = self._worker.inbox
        self._probes: list[Probe | Visit] = []
        copier = worker("punto-log-copier") if database.is_sqlite else None
        self._log_copier = LogCopier(database, copier) if copier is not None else None
        self._worker.begin(self._take_turn)

    def _begun(self) -> Connection:
        """Connect, make sure of the key, and check what was committed last."""
        with plainly(self.database):
            connection = self._right.connect()
            try:
                # Not before the right to write is ours: another punto may be using the schema.
                self._right.prepare()
                self._right.begin(connection)
                require_key(connection, self._key)
                if self._terms is not None:
                    require_terms(connection, self._terms)
                self._bounds = bounds(connection)
                if is_rebuild_wanted(connection) or are_older(connection):
                    self._right.require_alone()
                    rebuild_books(connection, self._key, self._clock())
                self.longest_odds = longest_odds(connection)
                self.house = opened(connection, self._key)
                self._right.opened(connection)
                connection.commit()
            except BaseException:
                connection.close()
                raise
        return connection

    # --- for those who ask ----------------------------------------------------------------------

    def submit(self, asked: Request, reply: Callable[[Answer], None]) -> None:
        """Put a request in the queue. The reply is called in the writer's thread."""
        self._waiting.put(Waiting(asked, reply))
        if self._closed:
            self._turn_away()

    def ask(self, asked: Request) -> Answer:
        """Wait for the answer to a request."""
        future: Future[Answer] = Future()
        self.submit(asked, future.set_result)
        return future.result()

    def probe(self, reply: Callable[[str | None], None]) -> None:
        """Ask whether a bet can be stored now. The reply is called in the writer's thread."""
        self._waiting.put(Probe(reply))
        if self._closed:
            self._turn_away()

    def watch(self, watcher: Watcher) -> None:
        """Be told of every change once it is stored, in order, in the writer's thread."""
        self._watchers.append(watcher)

    def after_answers(self, told: Callable[[], None]) -> None:
        """Be told whenever answers have been given: once for all that were given together."""
        self._after_answers.append(told)

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return self._waiting.qsize()

    @property
    def damaged(self) -> dict[str, str]:
        """What of the books cannot be used, and why."""
        return self._working_set.damaged

    def close(self) -> None:
        """Finish what waits, leave a checkpoint, and let the database go."""
        self._waiting.put(None)
        self._worker.join()
        self._closed = True
        self._turn_away()
        if self._log_copier is not None:
            self._log_copier.close()
        self._connection.close()
        self._right.release()

    def _turn_away(self) -> None:
        """Answer those who came too late, so that nobody waits for ever."""
        while True:
            try:
                late = self._waiting.get_nowait()
            except queue.Empty:
                return
            if isinstance(late, Waiting):
                self._reply_all([(late.reply, _CLOSED)])
            elif late is not None:
                self._reply_all([(late.reply, _CLOSED.words)])

    # --- the worker -----------------------------------------------------------------------------

    def _take_turn(self) -> bool:
        """Serve all that waits; False once the house is closed."""
        group, is_open = self._next_group()
        if self.trouble is not None:
            self._try_again()
        if group:
            self._serve(group)
        if self._probes:
            self._answer_probes()
        if not is_open and self.trouble is None:
            self._commits.want_checkpoint()
            self._serve([])
        return is_open

    def _next_group(self) -> tuple[list[Waiting], bool]:
        """Take what waits and fits; while nothing can be stored, look up from time to time."""
        group: list[Waiting] = []
        most, waiting = self._group_size.most, self._waiting
        patience = None if self.trouble is None else PROBE_SECONDS
        try:
            while len(group) < most:
                one = waiting.get(timeout=patience) if not group else waiting.get_nowait()
                if one is None:
                    return group, False
                if not isinstance(one, Waiting):
                    self._probes.append(one)
                    return group, True
                group.append(one)
        except queue.Empty:
            pass
        return group, True

    def _serve(self, waiting: list[Waiting]) -> None:
        """Carry out and store a group, and then tell everyone; or tell them that it cannot be."""
        if self.trouble is not None:
            self._reply_all((each.reply, NotStored(self.trouble)) for each in waiting)
            return
        for _ in range(_TRIES):
            given = GroupContext(self._clock(), self._entropy.draw, self._key, self._bounds)
            group = Group(self._connection, self._working_set, given)
            try:
                self._store(group, waiting)
            except (Stale, IntegrityError) as error:
                # What was believed is not what is stored: read it again, and do it again.
                log.warning("the books are not what they were: %s", one_line(error))
                words = self._begun_again()
                if words is not None:
                    self._reply_all((each.reply, NotStored(words)) for each in waiting)
                    return
            except Exception as error:  # noqa: BLE001 – whatever it is, nobody may wait for ever
                words = self._stop(error, group.changes)
                self._reply_all((each.reply, NotStored(words)) for each in waiting)
                return
            else:
                self._publish(group.changes)
                self._reply_all(group.answers)
                self.house = self._working_set.without_idle(self.house)
                self._note_committed(len(group.changes))
                return
        self._serve_apart(waiting)

    def _serve_apart(self, waiting: list[Waiting]) -> None:
        """Serve each by itself what could not be stored together, so that one alone is refused."""
        if len(waiting) > 1:
            for each in waiting:
                self._serve([each])
            return
        for one, reply in waiting:
            log.error("a request cannot be stored: %s of %s", type(one.what).__name__, one.actor)
            self._reply_all([(reply, NotStored("this cannot be stored"))])

    def _store(self, group: Group, waiting: list[Waiting]) -> None:
        """Carry out a group and write it in one transaction, with a checkpoint when one is due."""
        self._begin()
        connection, begun = self._connection, time.monotonic()  # who waited for it, took no time
        self.house = group.carry_out(self.house, waiting, self.longest_odds)
        self._commits.add(self.house, group.changes, self._clock())
        if not group.changes:
            connection.rollback()
            return
        kept = self._working_set.snapshots
        store(connection, self.house, group.changes, self._key, self._right.lease, kept)
        if group.longest_odds > self.longest_odds:
            keep_longest_odds(connection, group.longest_odds)
        began = time.monotonic()
        self._group_size.took(len(waiting), began - begun)
        connection.commit()
        counters = self.counters
        counters.stored_at = time.monotonic()
        counters.commit_seconds += (took := counters.stored_at - began)
        counters.commits[bisect_left(COMMIT_SECONDS, took)] += 1
        counters.groups[len(waiting).bit_length()] += 1
        counters.grouped += len(waiting)
        self.longest_odds = group.longest_odds

    def _note_committed(self, entries: int) -> None:
        """Let the log be copied once enough is in it."""
        if (copier := self._log_copier) is not None:
            copier.left -= entries
            if copier.left <= 0 or copier.is_long:
                copier.committed(self._connection)

    def _begin(self) -> None:
        self._right.begin(self._connection)

    def _begun_again(self) -> str | None:
        """Read again what is at hand; if that cannot be, play stops, and why is given."""
        try:
            self._forget()
        except _WITHOUT_TRACE as error:
            return self._stop(error, [])
        return None

    def _forget(self) -> None:
        with suppress(SQLAlchemyError, OSError):
            self._connection.rollback()
        self._working_set.forget()
        self._right.begin(self._connection)
        self.house = opened(self._connection, self._key)
        self._connection.rollback()

    def _reply_all(self, answers: Iterable[tuple[Callable[[Told], None], Told]]) -> None:
        reply_all(answers)
        for told in self._after_answers:
            try:
                told()
            except Exception:
                log.exception("answers could not be handed on")

    def _publish(self, changes: list[Change]) -> None:
        if not changes:
            return
        self.house = changes[-1].house
        for watcher in self._watchers:
            try:
                watcher(tuple(changes))
            except Exception:
                log.exception("a watcher failed")

    # --- faults ---------------------------------------------------------------------------------

    def _answer_probes(self) -> None:
        """Tell whether a word is stored: of a fault that no bet has met yet, nobody knows."""
        if self.trouble is None:
            try:
                store_word(self._right, self._connection, self._clock())
            except Exception as error:  # noqa: BLE001 – whatever it is, a bet would meet it too
                self._stop(error, [])
            else:
                self.counters.stored_at = time.monotonic()
                self._note_committed(1)
        self._reply_all((probe.reply, self.trouble) for probe in self._probes)
        self._probes.clear()

    def _stop(self, error: Exception, changes: list[Change]) -> str:
        """Stop play. Whether the group was stored is not known: the journal will say."""
        self.trouble = f"play is stopped, because nothing can be stored: {one_line(error)}"
        self.counters.stop()
        self._in_doubt = changes
        log.error("%s", self.trouble, exc_info=not isinstance(error, _WITHOUT_TRACE))
        self._let_go()
        return self.trouble

    def _let_go(self) -> None:
        try:
            self._connection.close()
        except (SQLAlchemyError, OSError):
            self._connection.invalidate()

    def _try_again(self) -> None:
        """Write a word; if it stays, find out what is stored, and go on from there."""
        try:
            self._connection = self._right.connect()
            store_word(self._right, self._connection, self._clock())
            store_all_again(self._connection)
            if self._in_doubt and self._is_stored(self._in_doubt):
                self._publish(self._in_doubt)
            self._in_doubt = []
            self._forget()
        except _WITHOUT_TRACE as error:
            self._still_stopped(error)
            return
        self.trouble = None
        self.counters.go_on()
        log.warning("the database answers again: play goes on")

    def _still_stopped(self, error: Exception) -> None:
        log.debug("still stopped: %s", error)
        self._let_go()

    def _is_stored(self, changes: list[Change]) -> bool:
        """Whether a group was stored after all: its last entry is there, or nothing of it."""
        last = changes[-1].written[-1].link
        found = reading.link_at(self._connection, last.chain, last.position)
        return found is not None and found.hash == last.hash
