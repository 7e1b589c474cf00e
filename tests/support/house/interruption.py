"""Interrupting a flow at its first point, its second, and so on, until it runs through."""

import os
import socket
import threading
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import Final
from unittest import mock

from punto.house import Answer, Request
from punto.store import Database, Writer
from punto.testing.actors import request_of
from punto.testing.violation import Violation, require
from tests.support.house.audit import HouseAudit
from tests.support.house.flow import Flow, foundation
from tests.support.house.points import watch_points
from tests.support.house.process import in_child, opened_writer
from tests.support.house.truth import Truth
from tests.support.house.wire import FAILED, Question, Reply, decode_reply, encode, reply_of

DIED: Final = 9
"""The status of a process that died at its point."""

_REFUSED: Final = request_of("nobody", foundation()[0].what, "no id, and so refused")


class Interruption:
    """One flow over one database."""

    def __init__(self, url: str, flow: Flow) -> None:
        self._url = url
        self._flow = flow
        self._truth = Truth()
        self._audit = HouseAudit(url, self._truth)

    def run(self, stride: int = 1) -> int:
        """Die at every point in turn, or with a stride at some of them; give how often it died."""
        last = foundation()
        for deaths, point in enumerate(count(1, stride)):
            before, steps = self._flow.asked(point)
            # Each life first finishes, under the same ids, what the one before could not.
            died = self._life([*last, *before], steps, point)
            self._look(last, steps, died=died)
            if not died:
                return deaths
            last = steps
        raise AssertionError

    def _life(self, before: Sequence[Request], steps: Sequence[Request], point: int) -> bool:
        # What is in doubt is among the first: it is asked again in its order.
        tuple(self._truth.in_doubt())
        first, then = (list(map(self._truth.question, each)) for each in (before, steps))
        death = Death(point)
        with (
            mock.patch("punto.store.group.CHECKPOINT_EVERY", self._flow.every),
            mock.patch("punto.store.snapshots.EVERY", self._flow.every),
        ):
            replies, died = lived(lambda line: self._child(line, death, first, then))
        for reply in replies:
            self._truth.hear(reply)
        self._truth.lose()
        return died

    def _child(
        self, line: socket.socket, death: "Death", first: list[Question], then: list[Question]
    ) -> None:
        database = Database(self._url)
        watch_points(database.engine, death.reached)
        writer = opened_writer(database)
        for question in first:
            _tell(line, question, writer.ask(question.asked))
        death.is_near = True
        if self._flow.at_once:
            _ask_at_once(writer, line, then)
            return
        for question in then:
            _tell(line, question, writer.ask(question.asked))

    def _look(self, last: Sequence[Request], steps: Sequence[Request], *, died: bool) -> None:
        """What was finished is there, once; what was interrupted is there as a whole or not."""
        self._audit.check()
        self._is_complete(last)
        there = sum(asked.key in self._audit.requests for asked in steps)
        if not died:
            self._is_complete(steps)
        elif self._flow.at_once:
            whole = there in (0, self._least(steps))
            require(whole, f"{self._flow.name}: {there} of {len(steps)} steps are there")

    def _is_complete(self, steps: Sequence[Request]) -> None:
        done = sum(asked.key in self._audit.requests for asked in steps)
        require(done >= self._least(steps), f"{self._flow.name} was not completed: {done} steps")

    def _least(self, steps: Sequence[Request]) -> int:
        is_flow = bool(steps) and steps != foundation()
        return self._flow.least if is_flow and self._flow.least else len(steps)


class Death:
    """Comes at one point, once it is near."""

    def __init__(self, point: int, *, is_near: bool = False) -> None:
        self.is_near = is_near
        self._left = point

    def reached(self, _: str) -> None:
        """Count a point, and die at the last."""
        if self.is_near:
            self._left -= 1
            if not self._left:
                os._exit(DIED)


def interrupt_first_start(url: str) -> int:
    """Die at every point of making a new database; give how often it died."""
    for deaths in count():
        death = Death(deaths + 1, is_near=True)
        _, died = lived(partial(_start, url, death))
        if not died:
            Database(url).require_schema()
            return deaths
    raise AssertionError


def _start(url: str, death: Death, _: socket.socket) -> None:
    database = Database(url)
    watch_points(database.engine, death.reached)
    opened_writer(database)


# --- a short life -------------------------------------------------------------------------------


def lived(work: Callable[[socket.socket], None]) -> tuple[list[Reply], bool]:
    """Let a forked process do its work, and give what it said and whether it died on the way."""
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if not pid:
        ours.close()
        in_child(lambda: _telling(work, theirs))
    theirs.close()
    with ours, ours.makefile("rb") as lines:
        replies = [decode_reply(line) for line in lines if line.endswith(b"\n")]
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    for reply in replies:
        if reply.kind == FAILED:
            raise Violation(reply.words)
    require(status in (0, DIED), f"the process ended with {status}")
    return replies, status == DIED


def _telling(work: Callable[[socket.socket], None], line: socket.socket) -> None:
    try:
        work(line)
    except BaseException as error:
        line.sendall(encode(Reply(number=0, kind=FAILED, words=repr(error))) + b"\n")
        raise


def _tell(line: socket.socket, question: Question, answer: Answer) -> None:
    line.sendall(encode(reply_of(question.number, answer, "")) + b"\n")


def _ask_at_once(writer: Writer, line: socket.socket, questions: Sequence[Question]) -> None:
    """Hold the writer up until all have asked, so that they are one group."""
    gate, told = threading.Event(), threading.Semaphore(0)

    def wait(_: Answer) -> None:
        gate.wait()

    def reply(question: Question, answer: Answer) -> None:
        _tell(line, question, answer)
        told.release()

    writer.submit(_REFUSED, wait)
    for question in questions:
        writer.submit(question.asked, partial(reply, question))
    gate.set()
    for _ in questions:
        told.acquire()
