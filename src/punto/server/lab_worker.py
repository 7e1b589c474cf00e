"""A process that counts for the laboratory, so that play never waits for what a visitor asks."""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Final, TypeVar

from punto.cards import Composition
from punto.errors import PuntoError
from punto.exact import figures
from punto.protocol.lab import LabRefused
from punto.rules import newest_rulebooks
from punto.server.lab_game import refused

BUSY: Final = LabRefused(
    status_code=503, detail="the laboratory is busy: ask again in a moment", code="busy"
)
TOO_LONG: Final = LabRefused(
    status_code=422, detail="this takes longer to count than a visitor is given", code="too-long"
)

_START_SECONDS: Final = 180.0
"""How long a process may take to begin: what it counts with is compiled then, once on a machine."""

_NICENESS: Final = 10
"""Whoever plays comes first."""

_MOST_ANSWERS: Final = 5_000
"""After so many a process makes way for a fresh one: what it has learned of wagers is forgotten."""

_Asked = TypeVar("_Asked")
_Answer = TypeVar("_Answer")


class LabWorker:
    """One process, begun with the first question, that answers one after the other."""

    def __init__(self, *, seconds: float, most_waiting: int) -> None:
        self._seconds = seconds
        self._most_waiting = most_waiting
        self._waiting = 0
        self._answers = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="lab")
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None

    async def ask(self, work: Callable[[_Asked], _Answer], asked: _Asked) -> _Answer | LabRefused:
        """Have something counted; what takes too long is given up, and its process with it."""
        if self._waiting >= self._most_waiting:
            return BUSY
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self._ask, work, asked)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the process, whatever it does."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._end()

    def _ask(self, work: Callable[[_Asked], _Answer], asked: _Asked) -> _Answer | LabRefused:
        try:
            line = self._line or self._begin()
            line.send((work, asked))
            if line.poll(self._seconds):
                return self._heard(line.recv())
        except (EOFError, OSError):  # it has died
            self._end()
            return BUSY
        self._end()
        return TOO_LONG

    def _heard(self, answer: _Answer | LabRefused) -> _Answer | LabRefused:
        self._answers += 1
        if self._answers % _MOST_ANSWERS == 0:
            self._end()
        return answer

    def _begin(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        line, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._line = line
        if not line.poll(_START_SECONDS):
            raise EOFError
        line.recv()
        return line

    def _end(self) -> None:
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._line = self._process = None


def _work(line: Connection) -> None:
    give_way()
    _prepare()
    serve_line(line)


def _prepare() -> None:
    """Count something, so that no visitor's question has to wait for a compiler."""
    rulebook, *_ = newest_rulebooks()
    figures(rulebook, Composition.of_decks(rulebook.deck, rulebook.shoe.default_decks))


def serve_line(line: Connection) -> None:
    """Answer until nobody is there any more who would hear of it."""
    with suppress(EOFError, OSError, KeyboardInterrupt):
        line.send(None)
        while True:
            work, asked = line.recv()
            try:
                answer = work(asked)
            except PuntoError as error:
                answer = refused(error)
            line.send(answer)


def give_way() -> None:
    """Let whoever serves play be served first, where the machine knows of such things."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
