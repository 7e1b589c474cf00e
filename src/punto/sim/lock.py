"""A lock on a file that is replaced whenever it is written: one beside it, for as long as a run."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from punto.errors import WrongInput


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Keep other runs from a file; whoever comes second is refused. One that is killed lets go."""
    beside = file.with_name(f"{file.name}.lock")
    try:
        opened = beside.open("ab")
    except OSError as error:
        raise WrongInput(f"{file}: {error.strerror}") from None
    with opened as lock:
        if not _is_ours(lock, beside):
            raise WrongInput(f"{file} is in use: another run writes to it")
        try:
            yield
        finally:
            beside.unlink(missing_ok=True)


def _is_ours(lock: BinaryIO, beside: Path) -> bool:
    """Take the lock, unless another run has it, or has just removed it with its file."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(lock.fileno()), beside.stat())
    except (BlockingIOError, FileNotFoundError):
        return False
