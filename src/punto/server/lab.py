"""The laboratory of a house: who may ask how much, and who counts it."""

from collections import Counter
from collections.abc import Callable
from typing import Final, TypeVar

from punto.protocol.lab import LabRefused
from punto.server.lab_simulation import Simulations
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

MOST_OF_ONE: Final = 3
"""How many of one visitor: what takes long for one must not take long for all."""

TOO_OFTEN: Final = LabRefused(
    status_code=429, detail="too many questions from one address: wait a minute", code="too-often"
)

TOO_MANY: Final = LabRefused(
    status_code=429,
    detail=f"{MOST_OF_ONE} of your questions are being counted: wait for an answer",
    code="too-often",
)

_Asked = TypeVar("_Asked")
_Answer = TypeVar("_Answer")


class Lab:
    """Two processes: one for what is answered at once, one for what takes a while."""

    def __init__(self) -> None:
        self._short = LabWorker(seconds=SHORT_SECONDS, most_waiting=MOST_WAITING)
        self._long = LabWorker(seconds=LONG_SECONDS, most_waiting=MOST_WAITING)
        self.simulations = Simulations()
        self._shorts_asked = Throttle(SHORT_A_MINUTE, 60)
        self._longs_asked = Throttle(LONG_A_MINUTE, 60)
        self._longs_waiting: Counter[str] = Counter()

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
        if self._longs_waiting[visitor] >= MOST_OF_ONE:
            return TOO_MANY
        self._longs_waiting[visitor] += 1
        try:
            return await self._long.ask(work, asked)
        finally:
            self._longs_waiting -= Counter({visitor: 1})

    def close(self) -> None:
        """End all that is being counted."""
        self._short.close()
        self._long.close()
        self.simulations.close()


def _is_let_in(asked: Throttle, visitor: str) -> bool:
    if asked.is_full(visitor):
        return False
    asked.count(visitor)
    return True
