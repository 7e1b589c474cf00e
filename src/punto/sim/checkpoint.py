"""A checkpoint: a file from which a run that was interrupted goes on."""

import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any, Final, NamedTuple, Self
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from punto.errors import WrongInput
from punto.sim.kernel import Counts
from punto.sim.lock import locked
from punto.sim.settings import Settings
from punto.sim.spans import Spans
from punto.sim.view import Numbers
from punto.sim.whole_file import whole_file
from punto.sim.workers import Piece

Array = npt.NDArray[Any]

EVERY_SECONDS: Final = 10.0
"""So often it is written, and no sooner than after twenty times as long as that took."""

_SHARE: Final = 20
_SETTINGS: Final = "settings"


class Done(NamedTuple):
    """What was dealt so far: a new value for every piece, so nobody ever finds half of one."""

    spans: Spans
    counts: Counts
    sums: Numbers
    """Whatever else adds up."""

    def plus(self, piece: Piece, counts: Counts, sums: Numbers) -> "Done":
        """Add what came of a piece."""
        spans = self.spans.plus(piece.first, piece.number)
        return Done(spans, self.counts + counts, self.sums + sums)


class Checkpoint:
    """What was done of a run, kept in a file if there is one; whoever has equal settings goes on.

    Used as a context while it is dealt: nobody else has the file, and however that ends, it has all
    that was done.
    """

    def __init__(
        self, file: Path | None, settings: Callable[[], Settings], fresh: Done, **rows: Array
    ) -> None:
        """Prepare to go on from a file; rows are filled by whoever deals, and kept as they are."""
        self._file = file
        self._settings = settings() if file is not None else {}
        self._rows = rows
        self._before = self._cost = 0.0
        self.done = fresh
        self._begun = self._written = perf_counter()
        self._lock = ExitStack()

    def __enter__(self) -> Self:
        """Go on from the file, or begin."""
        with ExitStack() as stack:
            if self._file is not None:
                stack.enter_context(locked(self._file))
                if self._file.exists():
                    self._read(self._file)
                self.write()  # what cannot be written is refused before any work
            self._lock = stack.pop_all()
        self._begun = self._written = perf_counter()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self.write()

    @property
    def seconds(self) -> float:
        """How long was dealt, before an interruption too."""
        return self._before + perf_counter() - self._begun

    def add(self, piece: Piece, counts: Counts, sums: Numbers) -> None:
        """Add what came of a piece; write it, if that was long ago."""
        self.done = self.done.plus(piece, counts, sums)
        if perf_counter() - self._written >= max(EVERY_SECONDS, _SHARE * self._cost):
            self.write()

    def write(self) -> None:
        """Write all of it."""
        if self._file is None:
            return
        begun, done = perf_counter(), self.done
        arrays = {
            "spans": np.array(done.spans.spans, dtype=np.int64).reshape(-1, 2),
            "counts": done.counts,
            "sums": done.sums,
            "seconds": np.array(self.seconds),
            **self._rows,
        }
        _write(self._file, self._settings, arrays)
        self._written = perf_counter()
        self._cost = self._written - begun

    def _read(self, file: Path) -> None:
        settings, arrays = _read(file)
        self._compare(settings)
        spans = tuple((int(first), int(after)) for first, after in arrays["spans"])
        self.done = Done(Spans(spans), arrays["counts"], arrays["sums"])
        self._before = float(arrays["seconds"])
        for name, row in self._rows.items():
            row[:] = arrays[name]

    def _compare(self, theirs: Settings) -> None:
        for name in [*self._settings, *theirs]:
            there, here = theirs.get(name), self._settings.get(name)
            if there != here:
                raise WrongInput(
                    f"{self._file} is of other settings: {name} is {there} there, {here} here"
                )


def seed_in(file: Path) -> int:
    """Give the seed of a run that was interrupted."""
    seed = _read(file)[0].get("seed")
    if not isinstance(seed, int):
        raise WrongInput(f"{file} is no checkpoint")
    return seed


def _read(file: Path) -> tuple[Settings, dict[str, Array]]:
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as held:
            arrays = {name: held[name] for name in held.files}
        settings: Settings = json.loads(arrays.pop(_SETTINGS).tobytes())
    except OSError as error:
        raise WrongInput(f"{file}: {error.strerror or 'it is no checkpoint'}") from None
    except (ValueError, KeyError, EOFError, AttributeError, TypeError, BadZipFile):
        raise WrongInput(f"{file} is no checkpoint, or is damaged") from None
    return settings, arrays


def _write(file: Path, settings: Settings, arrays: Mapping[str, Array]) -> None:
    told = np.frombuffer(json.dumps(settings).encode(), dtype=np.uint8)
    with whole_file(file) as part:
        np.savez(part, allow_pickle=False, **{_SETTINGS: told}, **arrays)
