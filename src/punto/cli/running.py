"""A house that is open elsewhere, asked over its socket for staff."""

import socket
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from punto.errors import DatabaseUnusable, WrongInput

if TYPE_CHECKING:
    from punto.house import Answer
    from punto.house.staff_request import StaffRequest
    from punto.store import Database

_CONNECTING_SECONDS: Final = 5.0
_ANSWER_SECONDS: Final = 120.0
"""What takes long is dropping old entries; all else is answered at once."""


def running_at(database: "Database", directory: Path) -> Path | None:
    """Find the socket of a house that is open; of several nodes any will do."""
    from punto.store.staff_socket import staff_socket_paths

    return next(filter(is_running, staff_socket_paths(database, directory)), None)


def is_running(path: Path) -> bool:
    """Whether a house answers at this socket."""
    caller = _connected(path)
    if caller is None:
        return False
    caller.close()
    return True


def ask_running(path: Path, request: "StaffRequest") -> "Answer":
    """Ask the house at a socket for something."""
    from punto.house.staff_request import LONGEST_LINE, decode_answer, encode_line

    line = encode_line(request)
    if len(line) >= LONGEST_LINE:
        raise WrongInput("that is longer than the house listens")
    caller = _connected(path)
    if caller is None:
        raise DatabaseUnusable("the house has closed just now: ask again")
    with caller:
        try:
            caller.sendall(line + b"\n")
            caller.settimeout(_ANSWER_SECONDS)
            said = _line(caller)
        except OSError as error:
            raise _silent(error) from None
    if not said.endswith(b"\n"):
        raise _silent(None)
    try:
        answer: Answer = decode_answer(said)
    except msgspec.MsgspecError:
        raise DatabaseUnusable("the running house is of another version of punto") from None
    return answer


def _connected(path: Path) -> socket.socket | None:
    from punto.store.staff_socket import connect

    try:
        return connect(path, _CONNECTING_SECONDS)
    except OSError as error:
        why = error.strerror or str(error)
        raise DatabaseUnusable(f"the socket of the running house cannot be used: {why}") from None


def _line(caller: socket.socket) -> bytes:
    from punto.house.staff_request import LONGEST_ANSWER

    with caller.makefile("rb") as lines:
        return lines.readline(LONGEST_ANSWER)


def _silent(error: OSError | None) -> DatabaseUnusable:
    why = f" ({error.strerror or error})" if error is not None else ""
    return DatabaseUnusable(
        f"the house did not answer{why}: whether it was done is not known, look before asking again"
    )
