"""Endings of many shoes on a graphics processor: the integers of `punto.exact.closed`."""

from pathlib import Path
from typing import Any, Final

import numpy as np

from punto.exact.courses import Integers, Routes, routes
from punto.sim.gpu import cupy_here

_SOURCE: Final = Path(__file__).with_name("count_endings.cu")
_SHARED: Final = 48 * 1024
"""Bytes that the threads of a block share on every device."""
_VALUES: Final = 10


class Endings:  # pragma: no cover – scripts/countability runs it where there is such a processor
    """Counts endings on the first graphics processor of this machine."""

    def __init__(self) -> None:
        self._cupy = cupy_here()
        self._kernels: dict[int, Any] = {}

    def gathered(self, points: Integers, places: Integers) -> Integers:
        """Do what `closed.gathered` does."""
        rows = int(places.max()) + 1
        given = [self._cupy.asarray(part) for part in _places(routes(), places)]
        columns = self._cupy.asarray(np.ascontiguousarray(points.T, dtype=np.uint8))
        found = self._cupy.empty((rows, len(points)), dtype=np.int64)
        if len(points):
            threads = _threads(rows)
            blocks = -(-len(points) // threads)
            whole = (np.int32(len(points)), columns, *given, found)
            self._kernel(rows)((blocks,), (threads,), whole)
        sums: Integers = found.get()
        return sums

    def _kernel(self, rows: int) -> Any:  # noqa: ANN401 – CuPy's
        if rows not in self._kernels:
            options = ("--std=c++17", f"-DPLACES={rows}", f"-DTHREADS={_threads(rows)}")
            module = self._cupy.RawModule(code=_SOURCE.read_text(), options=options)
            self._kernels[rows] = module.get_function("gather")
        return self._kernels[rows]


def _threads(rows: int) -> int:
    """Say how many shoes are counted side by side: each has its cards, pairs and sums there."""
    room = _SHARED // (8 * (2 * _VALUES + rows))
    return min(128, room - room % 32)


def _places(endings: Routes, places: Integers) -> list["np.ndarray[Any, np.dtype[np.int8]]"]:
    """Say to which row each course of a round goes; −1 where it does not occur."""
    return [np.where(route < 0, -1, places[route]).astype(np.int8).ravel() for route in endings]
