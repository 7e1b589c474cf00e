"""Who deals: this process, or several others beside it. Whoever it is, the counts are the same."""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Final, Generic, NamedTuple, Protocol, Self, TypeVar

from punto.errors import PuntoError, WrongInput

Answer = TypeVar("Answer")
Answer_co = TypeVar("Answer_co", covariant=True)

_DEATHS: Final = 3
"""How often workers may die before the machine is taken to be at fault."""


class Piece(NamedTuple):
    """Shoes, or sessions, that are dealt by one worker."""

    seed: int
    first: int
    number: int


Deal = Callable[[int, int, int], Answer]
"""Deals a piece. None of it, a number of 0, only has it compiled."""


class Dealers(Protocol[Answer_co]):
    """Whoever deals."""

    def deal(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Answer_co]]:
        """Deal pieces, in whatever order; give each with what came of it."""
        ...


class Alone(Generic[Answer]):
    """This process."""

    def __init__(self, deal: Deal[Answer]) -> None:
        self._deal = deal
        deal(0, 0, 0)

    def deal(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Answer]]:
        """Deal pieces one after the other."""
        return ((piece, self._deal(*piece)) for piece in pieces)


class Team(Generic[Answer]):
    """Processes, each with a line of its own; what one that dies had is dealt by another."""

    def __init__(self, deal: Deal[Answer], workers: int) -> None:
        self._deal = deal
        self._deaths = 0
        self._workers = [_Worker(deal) for _ in range(workers)]
        for worker in self._workers:
            worker.hear()  # it has its tables and its loop

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self._workers:
            worker.end()

    def deal(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Answer]]:
        """Deal pieces side by side; what was lost with a worker is dealt again."""
        coming, busy = iter(pieces), dict[Connection, tuple[_Worker[Answer], Piece]]()
        idle = deque(self._workers)
        while True:
            while idle and (piece := next(coming, None)) is not None:
                worker = idle.popleft()
                busy[worker.line] = worker, piece
                worker.tell(piece)
            if not busy:
                return
            for line in wait([*busy]):
                assert isinstance(line, Connection), "only lines are waited for"
                worker, piece = busy.pop(line)
                try:
                    yield piece, worker.hear()
                except (EOFError, OSError):
                    worker = self._replaced(worker)
                    coming = chain((piece,), coming)
                idle.append(worker)

    def _replaced(self, worker: "_Worker[Answer]") -> "_Worker[Answer]":
        """Put another in the place of a worker that is dead."""
        self._deaths += 1
        if self._deaths > _DEATHS:
            raise WorkersDied(f"workers were ended from outside {self._deaths} times")
        worker.end()
        fresh = _Worker(self._deal)
        self._workers[self._workers.index(worker)] = fresh
        fresh.hear()
        return fresh


class WorkersDied(WrongInput):
    """Processes that deal are ended from outside again and again."""


class _Worker(Generic[Answer]):
    """One process. A line of its own breaks with it, however far it had come with its answer."""

    def __init__(self, deal: Deal[Answer]) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, deal), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def tell(self, piece: Piece) -> None:
        """Give it something to deal; if it is dead, that is heard when it should answer."""
        with suppress(OSError):
            self.line.send(piece)

    def hear(self) -> Answer:
        """Wait for what it has dealt; for one that has died, EOFError or OSError."""
        answer: Answer | PuntoError = self.line.recv()
        if isinstance(answer, PuntoError):
            raise answer
        return answer

    def end(self) -> None:
        """End it, whatever it does."""
        self.line.close()
        self._process.kill()
        self._process.join()


def _work(line: Connection, deal: Deal[object]) -> None:
    """Deal what comes, until nobody is there any more who would hear of it."""
    with suppress(EOFError, OSError, KeyboardInterrupt):
        line.send(_dealt(deal, Piece(0, 0, 0)))
        while True:
            line.send(_dealt(deal, line.recv()))


def _dealt(deal: Deal[object], piece: Piece) -> object:
    """Deal a piece; what was wrong with it is for the other process to say."""
    try:
        return deal(*piece)
    except PuntoError as error:
        return error
