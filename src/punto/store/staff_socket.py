"""The socket for staff: one beside the books, which only the owner of the house can open.

The path of a Unix socket may have some hundred bytes only, and a data directory may lie deeper. So
the directory is opened, and the socket is named from there.
"""

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from punto.store.database import Database

_OWNER_ONLY: Final = 0o600
_BACKLOG: Final = 16
_DESCRIPTORS: Final = Path("/proc/self/fd")
_BOUND: Final = "staff"


def staff_socket_path(database: Database, directory: Path, node: str = "") -> Path:
    """Name the socket: beside a SQLite database; for PostgreSQL in the given data directory.

    Each node has one of its own.
    """
    url = database.url
    if database.is_sqlite:
        return Path(f"{url.database}.sock")
    named = f"{url.host or ''}:{url.port or 5432}/{url.database}"
    of_node = f"-{node}" if node else ""
    return directory / f"postgresql-{sha256(named.encode()).hexdigest()[:12]}{of_node}.sock"


def staff_socket_paths(database: Database, directory: Path) -> list[Path]:
    """Name the sockets at which a house may be asked: its own, and those of its nodes."""
    usual = staff_socket_path(database, directory)
    return [usual, *sorted(usual.parent.glob(f"{usual.stem}-*.sock"))]


@contextmanager
def _named_shortly(directory: Path) -> Iterator[Path]:
    """Give a short path to a directory, where the system has one."""
    if not _DESCRIPTORS.is_dir():
        yield directory
        return
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield _DESCRIPTORS / str(descriptor)
    finally:
        os.close(descriptor)


class StaffSocket:
    """The socket while the house is open. Whoever has the right to write may bind and remove it."""

    def __init__(self, path: Path) -> None:
        """Bind out of reach of others, and move into place at once, over one that was left."""
        self.path = path
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with tempfile.TemporaryDirectory(prefix=".staff-", dir=path.parent) as private:
                self._bind(Path(private), path)
        except BaseException:
            self.socket.close()
            raise
        self._made = path.stat().st_ino

    def _bind(self, private: Path, path: Path) -> None:
        with _named_shortly(private) as short:
            self.socket.bind(str(short / _BOUND))
        (private / _BOUND).chmod(_OWNER_ONLY)
        self.socket.listen(_BACKLOG)
        (private / _BOUND).replace(path)

    def close(self) -> None:
        """Remove the socket, unless another house has put its own there."""
        self.socket.close()
        with suppress(FileNotFoundError):
            if self.path.stat().st_ino == self._made:
                self.path.unlink()


def connect(path: Path, patience: float) -> socket.socket | None:
    """Connect to a running house; None where there is no socket, or nobody listens."""
    if not hasattr(socket, "AF_UNIX") or not path.exists():
        return None
    caller = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    caller.settimeout(patience)
    try:
        with _named_shortly(path.parent) as short:
            caller.connect(str(short / path.name))
    except (FileNotFoundError, ConnectionRefusedError):
        caller.close()
        return None
    except BaseException:
        caller.close()
        raise
    return caller
