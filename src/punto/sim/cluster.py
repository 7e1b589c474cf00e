"""Dealing by the workers of a Dask cluster, on as many machines as it has."""

import pickle
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from itertools import islice
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar

from punto.compiler import as_bytes
from punto.errors import PuntoError, WrongInput
from punto.extras import named
from punto.sim.workers import Deal, Piece, WorkersDied

Answer = TypeVar("Answer")

WITH_SCHEDULER_SECONDS: Final = 10
WITH_WORKERS_SECONDS: Final = 60
"""So long a scheduler may take to answer, and its first worker to be there."""

AT_ONCE: Final = 256
"""Pieces that the scheduler has to share out: workers may come and go meanwhile."""


class Cluster(Generic[Answer]):
    """Workers that a scheduler knows. What one that dies had, the scheduler gives to another."""

    def __init__(self, deal: Deal[Answer], scheduler: str) -> None:
        self._dask = _distributed()
        self._written = as_bytes(deal)
        self._client = self._connected(scheduler)
        try:
            [*self.deal([Piece(0, 0, 0)])]  # compiled before time is taken
        except BaseException:
            self._client.close()
            raise

    @property
    def workers(self) -> int:
        """How many pieces can be dealt at the same time, as of now; those that left may return."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()

    def deal(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Answer]]:
        """Deal pieces on whatever machines are free."""
        coming, given = iter(pieces), dict[str, Piece]()
        first = [self._submitted(piece, given) for piece in islice(coming, AT_ONCE)]
        dealt = self._dask.as_completed(first, loop=self._client.loop)
        for future in dealt:
            yield given.pop(future.key), self._answer(future)
            dealt.update(self._submitted(piece, given) for piece in islice(coming, 1))

    def _submitted(self, piece: Piece, given: dict[str, Piece]) -> Any:  # noqa: ANN401 – Dask's
        future = self._client.submit(_dealt, self._written, version("punto"), piece, pure=False)
        given[future.key] = piece
        return future

    def _answer(self, future: Any) -> Answer:  # noqa: ANN401 – Dask's
        try:
            answer: Answer = future.result()
        except PuntoError:
            raise
        except self._dask.KilledWorker as error:
            raise WorkersDied(f"workers of the cluster died again and again: {error}") from error
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise WrongInput(f"a worker of the cluster could not deal: {reason}") from error
        return answer

    def _connected(self, scheduler: str) -> Any:  # noqa: ANN401 – Dask's
        try:
            client = self._dask.Client(
                scheduler, timeout=WITH_SCHEDULER_SECONDS, set_as_default=False
            )
        except (OSError, ValueError) as error:
            raise WrongInput(f"no Dask scheduler answers at {scheduler!r}: {error}") from error
        try:
            client.wait_for_workers(1, timeout=WITH_WORKERS_SECONDS)
        except TimeoutError as error:
            client.close()
            raise WrongInput(f"the Dask scheduler at {scheduler!r} has no workers") from error
        return client


def _distributed() -> Any:  # noqa: ANN401 – it is an optional extra
    try:
        return import_module("distributed")
    except ModuleNotFoundError as error:
        raise named(error) from error


def _dealt(written: bytes, wanted: str, piece: Piece) -> object:
    """Deal a piece, on a worker: with another version of punto its counts might be others."""
    if (here := version("punto")) != wanted:
        raise WrongInput(f"a worker of the cluster has punto {here}, not {wanted}")
    return _read(written)(*piece)


@lru_cache(maxsize=8)
def _read(written: bytes) -> Deal[object]:
    deal: Deal[object] = pickle.loads(written)  # noqa: S301 – from whoever has asked the cluster
    return deal
