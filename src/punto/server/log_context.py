"""On whose behalf something happens: the question that it follows from, and its address."""

from contextvars import ContextVar
from typing import Final, NamedTuple


class Context(NamedTuple):
    """What every line of the log says by itself, if there is anybody."""

    request: str = ""
    """The id of a question over HTTP or of a socket; after a dot, that of a message there."""
    address: str = ""


_NOBODY: Final = Context()
_here: Final[ContextVar[Context]] = ContextVar("punto_log_context", default=_NOBODY)


def context_here() -> Context:
    """Give whom this task works for."""
    return _here.get()


def work_for(request: str, address: str) -> None:
    """Note whom this task works for, and those that it begins."""
    _here.set(Context(request, address))


def hear_message(id_: str) -> None:
    """Note which message of a socket is answered from now on; one without an id is the socket's."""
    request, address = _here.get()
    socket = request.partition(".")[0]
    _here.set(Context(f"{socket}.{id_}" if id_ else socket, address))
