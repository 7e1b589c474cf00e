"""The laboratory of a house: who may ask how much, and who counts it."""

from collections.abc import Callable
from typing import Final, TypeVar

from punto.protocol.lab import LabRefused
from punto.server.lab_worker import LabWorker
from punto.server.throttle import Throttle

SHORT_A_MINUTE: Final = 600
"""How many shoes one address may have counted in a minute: ten a second, as fast as keys go."""

LONG_A_MINUTE: Final = 30
"""How many studies and PAR sheets."""

SHORT_SECONDS: Final = 10.0
LONG_SECONDS: Final = 60.0
"""How long one question may take."""

MOST_WAITING: Final = 20
"""How many questions may wait, of all visitors."""

TOO_OFTEN: Final = LabRefused(
    status_code=429, detail="too many questions from one address: wait a minute", code="too-often"
)

_Asked = TypeVar("_Asked")
_Answer = TypeVar("_Answer")


class Lab:
    """Two processes: one for what is answered at once, one for what takes a while."""

    def __init__(self) -> None:
        self._short = LabWorker(seconds=SHORT_SECONDS, most_waiting=MOST_WAITING)
        self._long = LabWorker(seconds=LONG_SECONDS, most_waiting=MOST_WAITING)
        self._shorts_asked = Throttle(SHORT_A_MINUTE, 60)
        self._longs_asked = Throttle(LONG_A_MINUTE, 60)

    async def short(
        self, visitor: str, work: Callable[[_Asked], _Answer], asked: _Asked
    ) -> _Answer | LabRefused:
        """Have something counted that takes some milliseconds."""
        if not _is_let_in(self._shorts_asked, visitor):
            return TOO_OFTEN
        return await self._short.ask(work, asked)

    async def long(
        self, visitor: str, work: Callable[[_Asked], _Answer], asked: _Asked
    ) -> _Answer | LabRefused:
        """Have something counted that takes a second, or several."""
        if not _is_let_in(self._longs_asked, visitor):
            return TOO_OFTEN
        return await self._long.ask(work, asked)

    def close(self) -> None:
        """End all that is being counted."""
        self._short.close()
        self._long.close()


def _is_let_in(asked: Throttle, visitor: str) -> bool:
    if asked.is_full(visitor):
        return False
    asked.count(visitor)
    return True
