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

message_here: Final[ContextVar[str]] = ContextVar("punto_log_message", default="")
"""The id of the message of a socket that is answered; empty for one without, and elsewhere."""


def context_here() -> Context:
    """Give whom this task works for."""
    here, message = _here.get(), message_here.get()
    return here._replace(request=f"{here.request}.{message}") if message else here


def work_for(request: str, address: str) -> None:
    """Note whom this task works for, and those that it begins."""
    _here.set(Context(request, address))
