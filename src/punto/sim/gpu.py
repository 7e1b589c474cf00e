"""Dealing on a graphics processor: the counts of `kernel`, bit for bit, by `deal.cu` and CuPy."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np

from punto.errors import WrongInput
from punto.sim.game import Game
from punto.sim.kernel import Counts
from punto.sim.layout import LANES, Layout, layout_of
from punto.sim.workers import Piece

_SOURCE: Final = Path(__file__).with_name("deal.cu")
_MOST_WARPS: Final = 32

_ROUNDS: Final = 10
_WEYL: Final = np.array([0x9E3779B9, 0xBB67AE85], dtype=np.uint32)


class NoGpu(WrongInput):
    """There is no graphics processor here, or nothing to reach it with."""


class Gpu:
    """The first graphics processor of this machine."""

    def __init__(self, game: Game) -> None:
        if game.sifting is not None:
            raise WrongInput(
                f"{game.rulebook.id} looks at single cards: only the backend 'processes' does"
            )
        self._cupy = cupy_here()
        self._layout = layout_of(game)
        self._processors, room = _size(self._cupy)
        self._warps = warps_in(room, self._layout)
        self._module = self._compiled()
        self._kernel = self._module.get_function("deal_shoes")
        self._kernel.max_dynamic_shared_size_bytes = self._shared
        self._courses = self._cupy.asarray(game.course.courses)
        self._set("ORDERED", self._layout.ordered)
        self._set("LEAST", self._layout.least)

    def deal(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, tuple[Counts, int]]]:
        """Deal pieces one after the other."""
        return ((piece, self._dealt(piece)) for piece in pieces)

    def _dealt(self, piece: Piece) -> tuple[Counts, int]:
        self._set("KEYS", _keys(piece.seed))
        counts = self._cupy.zeros(self._layout.places, dtype=np.uint64)
        given = (np.uint64(piece.first), np.uint64(piece.number), self._courses, counts)
        self._kernel((self._processors,), (LANES * self._warps,), given, shared_mem=self._shared)
        found = counts.get().astype(np.int64)
        return self._layout.spread(found), int(found.sum())

    @property
    def _shared(self) -> int:
        return self._layout.shared + self._warps * self._layout.shared_by_warp

    def _compiled(self) -> Any:  # noqa: ANN401 – CuPy's
        defines = {**self._layout.defines, "WARPS": self._warps}
        options = ("--std=c++17", *(f"-D{name}={value}" for name, value in defines.items()))
        return self._cupy.RawModule(code=_SOURCE.read_text(), options=options)

    def _set(self, name: str, values: "np.ndarray[Any, Any]") -> None:
        """Write constants of the kernel."""
        place = self._module.get_global(name)
        there = self._cupy.ndarray(values.shape, values.dtype, memptr=place)
        there.set(values)


def _keys(seed: int) -> "np.ndarray[Any, np.dtype[np.uint32]]":
    """Give the two keys of each round of the generator."""
    key = np.array([seed & 0xFFFFFFFF, seed >> 32], dtype=np.uint32)
    return np.concatenate([key + np.uint32(at) * _WEYL for at in range(_ROUNDS)])


def cupy_here() -> Any:  # noqa: ANN401 – it is an optional extra
    try:
        cupy = import_module("cupy")
    except ImportError as error:
        raise NoGpu("no backend 'gpu' without CuPy: pip install 'punto[gpu]'") from error
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise NoGpu(f"CuPy finds no graphics processor: {error}") from error
    return cupy


def warps_in(room: int, layout: Layout) -> int:
    """Say how many warps a block has, by the memory that it may share."""
    warps = min(_MOST_WARPS, (room - layout.shared) // layout.shared_by_warp)
    if warps < 1:
        least = layout.shared + layout.shared_by_warp
        raise NoGpu(f"the graphics processor shares {room} bytes in a block: {least} are needed")
    return warps


def _size(cupy: Any) -> tuple[int, int]:  # noqa: ANN401 – CuPy's
    """Say how many processors the device has, and how much memory one block may share."""
    found = cupy.cuda.Device().attributes
    return found["MultiProcessorCount"], found["MaxSharedMemoryPerBlockOptin"]
