"""The house in a process of its own, forked from a warm one, so that it can be killed often."""

import logging
import os
import select
import signal
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from typing import Final, NoReturn, Self
from unittest import mock

from sqlalchemy.exc import OperationalError

from punto.errors import DatabaseUnusable
from punto.house import Act, Answer, CloseTable, OpenTable, Request
from punto.store import Database, Writer
from tests.support.house.hint import hint_of
from tests.support.house.premises import KEY
from tests.support.house.whole import house_table_at, whole_house, written_down
from tests.support.house.wire import (
    FAILED,
    READY,
    Question,
    Reply,
    decode_question,
    decode_reply,
    encode,
    reply_of,
)

OPENING_SECONDS: Final = 60.0
"""How long a new house tries: the server may still be busy with the one that was killed."""

_BUFFER: Final = 1 << 20


class HouseProcess:
    """A house over a database, with a line to it."""

    def __init__(
        self, url: str, *, checkpoint_every: int, snapshot_every: int, at_hand: int
    ) -> None:
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
        self.pid = os.fork()
        if not self.pid:
            ours.close()
            with (
                mock.patch("punto.store.group.CHECKPOINT_EVERY", checkpoint_every),
                mock.patch("punto.store.snapshots.EVERY", snapshot_every),
                # With little at hand, tables and accounts come and go all the time.
                mock.patch.multiple(
                    "punto.store.working_set", MOST_TABLES=at_hand, MOST_ACCOUNTS=at_hand
                ),
            ):
                in_child(lambda: _keep_house(url, theirs))
        theirs.close()
        self._line = ours
        self._rest = b""
        self._is_dead = False
        self.ended_by_itself = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_dead:
            self.kill()

    def send(self, questions: Iterable[Question]) -> None:
        """Ask; a house that is gone hears nothing."""
        lines = b"".join(encode(question) + b"\n" for question in questions)
        with suppress(BrokenPipeError, ConnectionResetError):
            self._line.sendall(lines)

    def receive(self, seconds: float) -> list[Reply]:
        """Wait so long for answers, and give those that are whole."""
        readable, _, _ = select.select([self._line], [], [], max(seconds, 0))
        return self._taken() if readable else []

    def _taken(self) -> list[Reply]:
        try:
            got = self._line.recv(_BUFFER)
        except ConnectionResetError:
            got = b""
        *lines, self._rest = (self._rest + got).split(b"\n")
        return [decode_reply(line) for line in lines]

    def kill(self) -> list[Reply]:
        """Kill it, and give what it had still said: that counts as acknowledged, too."""
        self._is_dead = True
        os.kill(self.pid, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self.ended_by_itself = status != -signal.SIGKILL
        said: list[Reply] = []
        while select.select([self._line], [], [], 0)[0]:
            more = self._taken()
            if not more:
                break
            said += more
        self._line.close()
        return said


def in_child(work: Callable[[], object]) -> NoReturn:
    """Do the work of a forked process, and end without the cleaning up of the one it came from."""
    status = 1
    try:
        logging.disable()
        work()
        status = 0
    finally:
        os._exit(status)


def opened_writer(database: Database) -> Writer:
    """Open the house, as soon as the database and its last writer let us."""
    deadline = time.monotonic() + OPENING_SECONDS
    while True:
        try:
            return Writer(database, KEY)
        except DatabaseUnusable:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.005)


def state_of(writer: Writer) -> str:
    """Name the state of a house in a few letters, as soon as the database lets us read it."""
    deadline = time.monotonic() + OPENING_SECONDS
    while True:
        try:
            return sha256(written_down(whole_house(writer))).hexdigest()
        except OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.005)


def _keep_house(url: str, line: socket.socket) -> None:
    try:
        writer = opened_writer(Database(url))
        _tell(line, Reply(number=0, kind=READY, words=state_of(writer)))
        _serve(writer, line)
    except BaseException as error:
        _tell(line, Reply(number=0, kind=FAILED, words=repr(error)))
        raise


def _serve(writer: Writer, line: socket.socket) -> None:
    with line.makefile("rb") as questions:
        for each in questions:
            _ask(writer, line, decode_question(each))


def _ask(writer: Writer, line: socket.socket, question: Question) -> None:
    def reply(answer: Answer) -> None:
        hint = _hint(writer, question.asked)
        _tell(line, reply_of(question.number, answer, hint))

    writer.submit(question.asked, reply)


def _hint(writer: Writer, asked: Request) -> str:
    if not isinstance(asked.what, Act | OpenTable | CloseTable):
        return ""
    house_table = house_table_at(writer, asked.what.table)
    return hint_of(house_table) if house_table else ""


def _tell(line: socket.socket, reply: Reply) -> None:
    line.sendall(encode(reply) + b"\n")
