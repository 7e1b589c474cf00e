"""The one who writes: takes what waits, carries it out, stores it together, and answers then.

All that came while the last group was written is the next group, so a rush of bets costs one
sync of the disk for many. Nobody is told of anything that is not stored. If storing fails, the
house is still the one before; play stops, and goes on by itself when the database answers again.
"""

import logging
import queue
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from typing import Final, NamedTuple

from sqlalchemy import Connection, insert, update
from sqlalchemy.exc import SQLAlchemyError

from punto.errors import PuntoError
from punto.house.answer import Answer, Denied, Done, NotStored
from punto.house.carry_out import carry_out, first_unauthorized
from punto.house.chain import CHECKPOINTS, Head, Link, linked
from punto.house.context import Context, Past
from punto.house.counter import ticket_of
from punto.house.house import Change, House, extended
from punto.house.record import decode_request, encode
from punto.house.request import CashOut, Request
from punto.ledger import Movement, OpenAccount
from punto.store import reading, schema
from punto.store.checkpoint import checkpoint_of, checkpoint_record
from punto.store.database import Database, SoleWriter, begin_writing, plainly
from punto.store.entropy import Entropy
from punto.store.forward import brought_forward
from punto.store.key import HouseKey
from punto.store.recovery import recovered
from punto.store.snapshots import covered, keep_snapshot
from punto.store.storing import BooksDiffer, store
from punto.store.terms import Terms, require_key, require_terms, sale_maximum
from punto.store.timestamp import utc_ms

log = logging.getLogger("punto.store")

MOST_AT_ONCE: Final = 256
"""The most requests that are stored together."""

MOST_WAITING: Final = 20_000
"""The most requests that may wait; more are turned away, and no promise made is broken."""

PROBE_SECONDS: Final = 0.2
SNAPSHOT_EVERY: Final = 20_000
CHECKPOINT_EVERY: Final = 5_000

Reply = Callable[[Answer], None]
Watcher = Callable[[tuple[Link, ...]], None]


class _Waiting(NamedTuple):
    asked: Request
    reply: Reply


class _Group(NamedTuple):
    """Requests that are stored together: what each is answered, and what all of them change."""

    answers: list[tuple[Reply, Answer]]
    changes: list[Change]


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
    ) -> None:
        self.database = database
        self._terms = terms
        self._key = key
        self._clock = clock
        self._entropy = entropy or Entropy()
        self._right = SoleWriter(database)
        try:
            self._connection = self._begun()
        except BaseException:
            self._right.release()
            raise
        self.trouble: str | None = None
        """Why nothing can be stored now, in words; None while all is well."""
        self._for_good = False
        self._closed = False
        self._in_doubt: list[Change] = []
        self._since_checkpoint = self._since_snapshot = 0
        self._watchers: list[Watcher] = []
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="punto-writer", daemon=True)
        self._thread.start()

    def _begun(self) -> Connection:
        """Connect, make sure of the key, and fold the house from its journal."""
        with plainly(self.database):
            connection = self._right.connect()
            try:
                # Not before the right to write is ours: another punto may be using the schema.
                self.database.migrate()
                begin_writing(connection)
                require_key(connection, self._key)
                if self._terms is not None:
                    require_terms(connection, self._terms)
                self._sale_maximum = sale_maximum(connection)
                self.house = recovered(connection, self._key)
                connection.commit()
            except BaseException:
                connection.close()
                raise
        return connection

    # --- for those who ask ----------------------------------------------------------------------

    def submit(self, asked: Request, reply: Reply) -> None:
        """Put a request in the queue. The reply is called in the writer's thread."""
        if self._waiting.qsize() >= MOST_WAITING:
            reply(Denied("overloaded", "too many requests are waiting: try again"))
        else:
            self._waiting.put(_Waiting(asked, reply))
            if self._closed:
                self._turn_away()

    def ask(self, asked: Request) -> Answer:
        """Wait for the answer to a request."""
        future: Future[Answer] = Future()
        self.submit(asked, future.set_result)
        return future.result()

    def watch(self, watcher: Watcher) -> None:
        """Be told of every entry once it is stored, in order, in the writer's thread."""
        self._watchers.append(watcher)

    def close(self) -> None:
        """Finish what waits, leave a checkpoint and a snapshot, and let the database go."""
        self._waiting.put(None)
        self._thread.join()
        self._closed = True
        self._turn_away()
        self._connection.close()
        self._right.release()

    def _turn_away(self) -> None:
        """Answer those who came too late, so that nobody waits for ever."""
        while True:
            try:
                late = self._waiting.get_nowait()
            except queue.Empty:
                return
            if late is not None:
                _reply([(late.reply, NotStored("the house is closed"))])

    # --- the thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        is_open = True
        while is_open:
            group, is_open = self._next_group()
            if self.trouble is not None and not self._for_good:
                self._try_again()
            if group:
                self._serve(group)
        if self.trouble is None:
            self._since_checkpoint, self._since_snapshot = CHECKPOINT_EVERY, SNAPSHOT_EVERY
            self._serve([])

    def _next_group(self) -> tuple[list[_Waiting], bool]:
        """Take all that waits; while nothing can be stored, look up from time to time."""
        group: list[_Waiting] = []
        patience = None if self.trouble is None or self._for_good else PROBE_SECONDS
        try:
            while len(group) < MOST_AT_ONCE:
                one = (
                    self._waiting.get(timeout=patience) if not group else self._waiting.get_nowait()
                )
                if one is None:
                    return group, False
                group.append(one)
        except queue.Empty:
            pass
        return group, True

    def _serve(self, waiting: list[_Waiting]) -> None:
        """Carry out and store a group, and then tell everyone; or tell them that it cannot be."""
        if self.trouble is not None:
            _reply((each.reply, NotStored(self.trouble)) for each in waiting)
            return
        group = _Group([], [])
        try:
            begin_writing(self._connection)
            self._carry_out(waiting, group)
            self._store(group.changes)
        except Exception as error:  # noqa: BLE001 – whatever it is, nobody may wait for ever
            words = self._stop(error, group.changes)
            _reply((each.reply, NotStored(words)) for each in waiting)
        else:
            self._publish(group.changes)
            _reply(group.answers)
            self._keep_snapshot()

    def _carry_out(self, waiting: list[_Waiting], group: _Group) -> None:
        # A malformed id never reaches the database, which might refuse it and stop play for all.
        keys = [each.asked.key for each in waiting if each.asked.is_well_formed]
        done = reading.answered(self._connection, [key for key in keys if key])
        fresh: dict[str, Movement] = {}
        context = Context(
            self._clock(),
            self._entropy.draw,
            self._key,
            lambda key: fresh.get(key) or self._find(key),
            self._past(),
            self._sale_maximum,
        )
        house = self.house
        for asked, reply in waiting:
            before = done.get(asked.key or "")
            if before is not None:
                unauthorized = first_unauthorized(house, asked)
                again = unauthorized[1] if unauthorized else _again(asked, before, house, self._key)
                group.answers.append((reply, again))
                continue
            change = _carried_out(house, asked, context)
            if isinstance(change, Denied):
                group.answers.append((reply, change))
                continue
            house = change.house
            fresh.update(_movements(change))
            group.changes.append(change)
            group.answers.append((reply, _answer(change)))
            if asked.key and change.denied is None:
                done[asked.key] = change.links[0]

    def _find(self, key: str) -> Movement | None:
        return reading.entry(self._connection, key) if key else None

    def _past(self) -> Past:
        connection, key = self._connection, self._key
        return Past(
            forward=lambda: brought_forward(connection),
            covered=lambda: covered(connection, key),
            links=lambda chain, after, through: reading.links(connection, chain, after, through),
        )

    def _store(self, changes: list[Change]) -> None:
        """Write a group in one transaction, with a checkpoint when one is due."""
        self._since_checkpoint += sum(len(change.links) for change in changes)
        if self._since_checkpoint >= CHECKPOINT_EVERY:
            changes.append(self._checkpoint(changes[-1].house if changes else self.house))
            self._since_checkpoint = 0
        if not changes:
            self._connection.rollback()
            return
        store(self._connection, self.house, changes, self._key)
        self._since_snapshot += sum(len(change.links) for change in changes)
        self._connection.commit()

    def _keep_snapshot(self) -> None:
        """Write a snapshot when one is due. It is only a shorter way back: none is no trouble."""
        if self._since_snapshot < SNAPSHOT_EVERY or self.trouble is not None:
            return
        self._since_snapshot = 0
        try:
            begin_writing(self._connection)
            keep_snapshot(self._connection, self.house, self._key)
            self._connection.commit()
        except (SQLAlchemyError, OSError) as error:
            log.warning("no snapshot was kept: %s", error)
            with suppress(SQLAlchemyError, OSError):
                self._connection.rollback()

    def _checkpoint(self, house: House) -> Change:
        now_ms = self._clock()
        record = checkpoint_record(checkpoint_of(house.heads, now_ms, self._key))
        link = linked(house.head(CHECKPOINTS), CHECKPOINTS, now_ms, None, encode(record))
        return Change(extended(house, link), (link,))

    def _publish(self, changes: list[Change]) -> None:
        if not changes:
            return
        self.house = changes[-1].house
        links = tuple(link for change in changes for link in change.links)
        for watcher in self._watchers:
            try:
                watcher(links)
            except Exception:
                log.exception("a watcher failed")

    # --- faults ---------------------------------------------------------------------------------

    def _stop(self, error: Exception, changes: list[Change]) -> str:
        """Stop play. Whether the group was stored is not known: the journal will say."""
        said = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        self._for_good = isinstance(error, BooksDiffer)
        why = "until the books are put right" if self._for_good else "because nothing can be stored"
        self.trouble = f"play is stopped, {why}: {said}"
        self._in_doubt = [] if self._for_good else changes
        log.error("%s", self.trouble, exc_info=not _is_expected(error))
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
            _probe(self._connection, self._clock())
            stored = reading.heads(self._connection)
            self._connection.rollback()
        except (SQLAlchemyError, OSError, PuntoError) as error:
            log.debug("still stopped: %s", error)
            self._let_go()
            return
        self._resume(stored)

    def _resume(self, stored: dict[str, Head]) -> None:
        doubtful = self._in_doubt
        if doubtful and stored == dict(doubtful[-1].house.heads):
            self._publish(doubtful)
        elif stored != dict(self.house.heads):
            self._for_good = True
            self.trouble = "play is stopped: the journal was written to by another"
            log.critical("%s", self.trouble)
            self._let_go()
            return
        self._in_doubt, self.trouble = [], None
        log.warning("the database answers again: play goes on")


def _carried_out(house: House, asked: Request, context: Context) -> Change | Denied:
    """Keep a mistake of ours to the one request that met it; the house is a value, unchanged."""
    try:
        return carry_out(house, asked, context)
    except (SQLAlchemyError, OSError):
        raise
    except Exception:
        log.exception("a request failed: %s of %s", type(asked.what).__name__, asked.actor)
        return Denied("fault", "the house made a mistake; nothing was done")


def _answer(change: Change) -> Answer:
    if change.denied is not None:
        return change.denied
    return Done(link=change.links[0], ticket=change.ticket, has_more=change.has_more)


def _again(asked: Request, link: Link, house: House, key: HouseKey) -> Answer:
    """Answer a request that was carried out before, if it is the same one."""
    if link.body is not None and decode_request(link.body).asked != asked.digest:
        return Denied("id-clash", "this id was used before, for something else")
    is_cash_out = isinstance(asked.what, CashOut)
    ticket = ticket_of(house, asked.key or "", key) if is_cash_out else None
    return Done(link=link, ticket=ticket, again=True)


def _movements(change: Change) -> dict[str, Movement]:
    """Give what a change has moved: the next request of the group must know it."""
    entries = (entry for _, batch in change.moved for entry in batch.entries)
    return {entry.id: entry for entry in entries if not isinstance(entry, OpenAccount)}


def _is_expected(error: Exception) -> bool:
    return isinstance(error, SQLAlchemyError | OSError | BooksDiffer)


def _reply(answers: Iterable[tuple[Reply, Answer]]) -> None:
    """Tell everyone; one who cannot be told does not keep the others waiting."""
    for reply, answer in answers:
        try:
            reply(answer)
        except Exception:
            log.exception("an answer could not be given")


def _probe(connection: Connection, now_ms: int) -> None:
    begin_writing(connection)
    table = schema.house
    asked = update(table).where(table.c.name == "probe").values(value=str(now_ms))
    if not connection.execute(asked).rowcount:
        connection.execute(insert(table), [{"name": "probe", "value": str(now_ms)}])
    connection.commit()
    if connection.dialect.name == "sqlite":
        # After a failed sync the pages that wait may never have reached the disk: write them again.
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
