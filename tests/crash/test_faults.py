"""Disks that are full or broken, servers that go away: play stops, says why, and goes on.

In each case nothing is acknowledged that is not stored, a request asked again is done once, and
watchers see every entry once and in order; `OpenHouse` compares all of that at its end.
"""

import errno
import logging
import os
import resource
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Self
from unittest import mock
from urllib.parse import urlsplit

import psycopg
import pytest
from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

from punto.errors import DatabaseUnusable
from punto.house import BuyIn, Done, NotStored, OpenAccount
from punto.refusal import Refusal
from punto.store import Database, Writer
from punto.testing.actors import request_of
from tests.support.house.audit import HouseAudit
from tests.support.house.interruption import lived
from tests.support.house.open_house import PATIENCE_SECONDS, OpenHouse
from tests.support.house.points import watch_commits, watch_points
from tests.support.house.premises import KEY
from tests.support.house.process import opened_writer
from tests.support.house.refusing_kernel import can_refuse, refuse
from tests.support.house.whole import whole_house
from tests.support.house.wire import Question, encode, reply_of
from tests.support.postgres import PostgresServer
from tests.support.postgres.server import Mode

BUY: Final = BuyIn("ann", 10)


def is_refused(house: OpenHouse, request: str, words: str = "") -> bool:
    """Whether a request is answered with the fault, in words that name it."""
    answer = house.ask(BUY, request)
    assert isinstance(answer, NotStored), answer
    assert answer.words.startswith("play is stopped, because nothing can be stored: ")
    return words in answer.words


def is_done_once(house: OpenHouse, request: str, balance: int, *, again: bool = False) -> bool:
    """Whether a request asked again is done, and its money was moved once."""
    assert house.goes_on()
    first, second = house.done(BUY, request), house.done(BUY, request)
    assert (first.again, second.again) == (again, True)
    return whole_house(house.writer).accounts["ann"].balance == balance


class Tries(logging.Handler):
    """What the writer tries by itself while play is stopped: its log says when it was in vain."""

    _LOG: Final = logging.getLogger("punto.store")

    def __init__(self) -> None:
        super().__init__()
        self._in_vain = threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        """Note a try."""
        if record.msg.startswith("still stopped"):
            self._in_vain.set()

    def __enter__(self) -> Self:
        self._level = self._LOG.level
        self._LOG.setLevel(logging.DEBUG)
        self._LOG.addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._LOG.removeHandler(self)
        self._LOG.setLevel(self._level)

    def wait(self) -> None:
        """Wait until it has tried once more."""
        self._in_vain.clear()
        assert self._in_vain.wait(PATIENCE_SECONDS), "it never tries again"


# --- commits that fail --------------------------------------------------------------------------


class Fault:
    """Something that goes wrong, as long as it is switched on."""

    def __init__(self, words: str) -> None:
        self.is_on = False
        self._words = words

    def __call__(self) -> None:
        if self.is_on:
            raise OperationalError("COMMIT", None, Exception(self._words))


def test_a_commit_that_fails_has_not_happened(database_url: str) -> None:
    with OpenHouse(database_url) as house:
        fault = Fault("the disk is gone")
        watch_commits(house.database.engine, before=fault, after=lambda: None)
        fault.is_on = True
        for request in ("1", "2", "1"):
            assert is_refused(house, request, "the disk is gone")
        fault.is_on = False
        assert is_done_once(house, "1", 1_010)
        assert is_done_once(house, "2", 1_020)


def test_a_commit_that_seems_to_fail_may_have_happened(database_url: str) -> None:
    """The case in doubt: the journal says, and the client finds out by asking again."""
    with OpenHouse(database_url) as house:
        fault = Fault("no word from the server")
        watch_commits(house.database.engine, before=lambda: None, after=fault)
        fault.is_on = True
        for request in ("1", "2", "1"):
            assert is_refused(house, request, "no word from the server")
        fault.is_on = False
        assert is_done_once(house, "1", 1_010, again=True)
        assert is_done_once(house, "2", 1_020)


def test_a_statement_that_fails_takes_its_whole_group_along(database_url: str) -> None:
    database, fault, points = Database(database_url), Fault("the disk is gone"), iter(range(10_000))
    watch_points(database.engine, lambda _: fault() if next(points) % 9 == 8 else None)
    asked = [request_of("ann", BuyIn("ann", 1), f"many-{at}") for at in range(20)]
    with OpenHouse(database_url, database=database) as house:
        fault.is_on = True
        assert {type(each) for each in house.at_once(*asked)} == {NotStored}
        fault.is_on = False
        assert house.goes_on()
        assert {type(each) for each in house.at_once(*asked)} == {Done}
        assert whole_house(house.writer).accounts["ann"].balance == 1_020


# --- disks that are full or read-only -----------------------------------------------------------


class Pragma:
    """A setting of SQLite for the connections of an engine, those open and those to come."""

    def __init__(self, engine: Engine) -> None:
        self._connections: list[Any] = []
        self._words = ""
        event.listen(engine, "connect", self._connected)

    def _connected(self, connection: Any, _: object) -> None:  # noqa: ANN401 – the driver's own
        self._connections.append(connection)
        if self._words:
            connection.execute(f"PRAGMA {self._words}")

    def set(self, words: str) -> None:
        self._words = words
        for connection in self._connections if words else ():
            with suppress(sqlite3.ProgrammingError):  # it is closed
                connection.execute(f"PRAGMA {words}")


def filled_up(house: OpenHouse) -> str:
    """Open accounts until there is no room, and give the request that had none."""
    for at in range(20_000):
        answer = house.ask(OpenAccount(f"guest-{at}"), f"guest-{at}")
        if isinstance(answer, NotStored):
            assert "play is stopped" in answer.words
            return f"guest-{at}"
    raise AssertionError("the disk is never full")


def test_a_database_that_may_not_grow_stops_play_until_it_may(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    pragma = Pragma(database.engine)
    with OpenHouse(sqlite_url, database=database) as house:
        pragma.set("max_page_count=1")  # no more than there are
        request = filled_up(house)
        pragma.set("")
        assert house.goes_on()
        assert not house.done(OpenAccount(request), request).again


def test_a_read_only_database_stops_play(sqlite_url: str) -> None:
    """Root may write to any file, so the connection itself is made read-only."""
    database = Database(sqlite_url)
    pragma = Pragma(database.engine)
    with OpenHouse(sqlite_url, database=database) as house, Tries() as tries:
        pragma.set("query_only=1")
        assert is_refused(house, "1", "readonly database")
        tries.wait()
        assert is_refused(house, "1", "readonly database")
        pragma.set("")
        assert is_done_once(house, "1", 1_010)


def test_a_read_only_server_stops_play(postgres_url: str) -> None:
    name = urlsplit(postgres_url).path.removeprefix("/")
    with OpenHouse(postgres_url) as house, Tries() as tries:
        _do(postgres_url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        _drop_writers(postgres_url)
        for _ in range(3):
            assert is_refused(house, "1")
            tries.wait()
        assert "play is stopped" in (house.writer.trouble or "")
        _do(postgres_url, f"ALTER DATABASE {name} RESET default_transaction_read_only")
        assert is_done_once(house, "1", 1_010)


@contextmanager
def small_disk(place: Path) -> Iterator[Path]:
    """Mount a disk of one megabyte, where that is allowed."""
    command = ["/bin/mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no disk can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["/bin/umount", str(place)], check=True)


def test_a_full_disk_stops_play_until_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        filler = disk / "filler"
        filler.write_bytes(bytes(400_000))
        with OpenHouse(f"sqlite:///{disk / 'punto.sqlite'}") as house:
            request = filled_up(house)
            filler.unlink()
            assert house.goes_on()
            house.done(OpenAccount(request), request)
            house.done(BUY, "there-is-room")


def test_a_file_that_may_not_grow_stops_play_until_it_may(sqlite_url: str) -> None:
    """The limit is of a whole process, so it is set in one of its own."""
    _, died = lived(partial(_with_small_files, sqlite_url))
    assert not died


def _with_small_files(url: str, _: socket.socket) -> None:
    with OpenHouse(url) as house:
        most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, most))
        request = filled_up(house)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        assert house.goes_on()
        house.done(OpenAccount(request), request)


# --- disks that are broken ----------------------------------------------------------------------

WRITES, SYNCS = ("pwrite64",), ("fsync", "fdatasync")


@pytest.mark.skipif(not can_refuse(), reason="the kernel's numbers are not known here")
@pytest.mark.parametrize(
    ("calls", "error"),
    [(WRITES, errno.EIO), (WRITES, errno.ENOSPC), (SYNCS, errno.EIO)],
    ids=["EIO on write", "ENOSPC on write", "EIO on sync"],
)
def test_nothing_is_acknowledged_when_the_kernel_refuses(
    sqlite_url: str, calls: tuple[str, ...], error: int
) -> None:
    """A sync that fails is not tried again and then believed: whatever is asked is not stored."""
    with OpenHouse(sqlite_url) as house:
        pass
    truth = house.truth
    questions = [truth.question(request_of("ann", BUY, f"{at}")) for at in range(4)]
    replies, died = lived(partial(_refused, sqlite_url, questions, calls, error))
    assert not died
    assert [reply.kind for reply in replies] == ["done", "not-stored", "not-stored", "not-stored"]
    assert "play is stopped, because nothing can be stored: " in replies[1].words
    for reply in replies:
        truth.hear(reply)
    HouseAudit(sqlite_url, truth).check()
    with OpenHouse(sqlite_url, truth) as again:
        for at in range(4):
            again.done(BUY, f"{at}")
        assert whole_house(again.writer).accounts["ann"].balance == 1_040


def _refused(
    url: str, questions: list[Question], calls: tuple[str, ...], error: int, line: socket.socket
) -> None:
    writer = Writer(Database(url), KEY)
    logging.disable(logging.NOTSET)  # a child says nothing by itself
    with Tries() as tries:
        for at, question in enumerate(questions):
            if at == 1:
                refuse(calls, error)
            if at > 1:
                tries.wait()
            answer = writer.ask(question.asked)
            line.sendall(encode(reply_of(question.number, answer, "")) + b"\n")
    os._exit(0)


# --- servers that go away -----------------------------------------------------------------------


def _do(url: str, statement: str) -> int:
    allowed = "-c default_transaction_read_only=off"
    with psycopg.connect(url, autocommit=True, options=allowed) as connection:
        return connection.execute(statement.encode()).rowcount


def _drop_writers(url: str) -> int:
    """Cut the connection of the house, from the server's side."""
    return _do(
        url,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE application_name = 'punto' AND datname = current_database()",
    )


def test_a_lost_connection_is_made_again(postgres_url: str) -> None:
    with OpenHouse(postgres_url) as house:
        for at in range(5):
            assert _drop_writers(postgres_url), "one before it may still be about to end"
            assert is_refused(house, f"{at}", "terminating connection")
            assert is_done_once(house, f"{at}", 1_010 + 10 * at)


def test_a_connection_lost_at_any_statement_is_made_again(postgres_url: str) -> None:
    database, cuts, points = Database(postgres_url), range(16), [0]

    def reached(words: str) -> None:
        if points[0] and words.startswith("before"):
            points[0] -= 1
            if not points[0]:
                _drop_writers(postgres_url)

    watch_points(database.engine, reached)
    with OpenHouse(postgres_url, database=database) as house:
        for cut in cuts:
            points[0] = cut % 8 + 1
            answer = house.ask(BUY, f"{cut}")
            points[0] = 0
            assert house.goes_on()
            assert house.done(BUY, f"{cut}").again is isinstance(answer, Done)
        assert whole_house(house.writer).accounts["ann"].balance == 1_160


@pytest.mark.parametrize("mode", ["fast", "immediate", "kill"])
def test_play_goes_on_when_the_server_is_back(postgres: PostgresServer, mode: Mode) -> None:
    with postgres.database() as url, OpenHouse(url) as house:
        postgres.stop(mode)
        for _ in range(2):
            assert is_refused(house, "1")
        postgres.start()
        assert is_done_once(house, "1", 1_010)


# --- others who write ---------------------------------------------------------------------------


def test_a_second_house_is_refused_while_the_first_plays(database_url: str) -> None:
    with OpenHouse(database_url) as house:
        migrated = mock.Mock()
        with (
            mock.patch.object(Database, "migrate", migrated),
            pytest.raises(DatabaseUnusable, match="in use by another punto"),
        ):
            Writer(Database(database_url), KEY)
        migrated.assert_not_called()
        house.done(BUY, "1")
    with OpenHouse(database_url, house.truth) as next_one:
        next_one.done(BUY, "2")


def test_a_second_house_is_refused_under_load(database_url: str) -> None:
    with OpenHouse(database_url) as house:
        stop = threading.Event()
        load = threading.Thread(target=_play_until, args=(house, stop))
        load.start()
        for _ in range(5):
            with pytest.raises(DatabaseUnusable, match="in use by another punto"):
                Writer(Database(database_url), KEY)
        stop.set()
        load.join()


def _play_until(house: OpenHouse, stop: threading.Event) -> None:
    at = 0
    while not stop.is_set():
        house.done(BUY, f"load-{at}")
        at += 1


def _statement(url: str, words: str) -> None:
    database = Database(url)
    with database.engine.connect() as connection:
        connection.exec_driver_sql(words)
        connection.commit()


def test_a_balance_changed_behind_its_back_is_found_when_it_is_read(database_url: str) -> None:
    """It is found by the one whose it is; all others play on."""
    OpenHouse(database_url).writer.close()
    _statement(database_url, "UPDATE accounts SET credits_posted = 9999 WHERE id = 'ann'")
    writer = opened_writer(Database(database_url))
    for request in ("1", "2", "1"):
        answer = writer.ask(request_of("ann", BUY, request))
        assert isinstance(answer, Refusal)
        assert answer.code == "books-damaged"
        assert answer.words == "account ann is not what the house has written"
    assert isinstance(writer.ask(request_of("ben", BuyIn("ben", 1), "other")), Done)
    writer.close()


def test_an_account_moved_behind_its_back_is_not_moved_from_what_was_believed(
    database_url: str,
) -> None:
    """It is at hand, so that only its guard finds it; nothing else of the group is written."""
    house = OpenHouse(database_url)
    house.done(BUY, "1")
    _statement(database_url, "UPDATE accounts SET sequence = sequence + 1 WHERE id = 'ann'")
    answer = house.ask(BUY, "2")
    assert isinstance(answer, Refusal)
    assert answer.code == "books-damaged"
    _statement(database_url, "UPDATE accounts SET sequence = sequence - 1 WHERE id = 'ann'")
    house.writer.close()
    house.audit()
    with OpenHouse(database_url, house.truth) as again:
        again.done(BUY, "2")


def test_a_head_moved_behind_its_back_stops_play_until_it_is_put_right(database_url: str) -> None:
    house = OpenHouse(database_url)
    _statement(database_url, "UPDATE heads SET position = position + 1 WHERE chain = 'cage'")
    for request in ("1", "2", "1"):
        answer = house.ask(BUY, request)
        assert isinstance(answer, NotStored)
        assert "not the entry that was committed" in answer.words
    _statement(database_url, "UPDATE heads SET position = position - 1 WHERE chain = 'cage'")
    assert house.goes_on()
    house.done(BUY, "3")
    house.writer.close()
    house.audit()


def test_a_house_whose_place_was_taken_meanwhile_goes_on_from_what_is_stored(
    postgres_url: str,
) -> None:
    """Its connection and so its right was lost, and another house has played since."""
    house, held = OpenHouse(postgres_url), threading.Event()

    def wait(_: object) -> None:
        held.wait(20)

    house.writer.submit(request_of("nobody", BuyIn("nobody", 1), "held-up"), wait)
    _drop_writers(postgres_url)
    with OpenHouse(postgres_url, house.truth) as second:
        second.done(BUY, "second")
        held.set()
        assert isinstance(house.ask(BUY, "1"), NotStored)
        assert house.writer.trouble is not None
    assert is_done_once(house, "1", 1_020)
    house.writer.close()
    HouseAudit(postgres_url, house.truth).check()
