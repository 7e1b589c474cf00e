"""Slow hashes, one after the other: of all who wait, whoever has had the fewest of late goes first.

Hashing is slow on purpose. In the order in which they came, many answers from few places would keep
everybody else out for as long as all of theirs take.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, NamedTuple, TypeAlias, TypeVar

from punto.refusal import Refusal
from punto.server.code import Code
from punto.server.refusals import BUSY

MOST_OF_ONE: Final = 8
"""So many hashes of one place wait at the same time."""

MOST: Final = 64
"""So many of all places; with one more, the last one of whichever has had the most makes way."""

LATELY_SECONDS: Final = 60.0
"""What a place has had counts against it for so long."""

TOO_MANY: Final = Refusal(Code.TOO_OFTEN, "too many answers at the same time: wait a moment")

_A_MOMENT: Final = {"Retry-After": "1"}

Result = TypeVar("Result")
Turn: TypeAlias = asyncio.Future[bool]
"""Whether it came, or never will."""


def wait_for(code: str) -> dict[str, str]:
    """Tell whoever was refused a hash, in a header, when to ask again."""
    return _A_MOMENT if code in {TOO_MANY.code, BUSY.code} else {}


class _Waiting(NamedTuple):
    arrival: int
    turn: Turn


class HashQueue:
    """Those who wait for a hash, by the places that they ask from, and the thread that hashes."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        # Apart from what everybody waits for.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._clock = clock
        self._waiting: dict[str, deque[_Waiting]] = {}
        self._arrivals = 0
        self._current: Turn | None = None
        self._had: Counter[str] = Counter()
        self._lately: deque[tuple[float, str]] = deque()
        """When each of those was had, so that it can be forgotten."""

    def close(self) -> None:
        """Hash no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def __len__(self) -> int:
        """Count those who wait."""
        return sum(map(len, self._waiting.values()))

    def refusal(self, place: str) -> Refusal | None:
        """Say why nothing more is hashed for a place now, if so."""
        if len(self._waiting.get(place, ())) >= MOST_OF_ONE:
            return TOO_MANY
        is_full = len(self) >= MOST and self._share(place) >= self._share(self._greediest()) - 1
        return BUSY if is_full else None

    async def hashed(
        self, place: str, work: Callable[..., Result], *given: object
    ) -> Result | Refusal:
        """Hash something when it is the turn of a place."""
        refused = self.refusal(place)
        if refused is not None:
            return refused
        loop = asyncio.get_running_loop()
        turn: Turn = loop.create_future()
        self._join(place, turn)
        try:
            if not await turn:
                return BUSY
            return await loop.run_in_executor(self._thread, partial(work, *given))
        finally:
            self._leave(place, turn)

    def _join(self, place: str, turn: Turn) -> None:
        if len(self) >= MOST:
            displaced = self._take(self._greediest(), -1).turn
            if not displaced.done():
                displaced.set_result(False)
        self._arrivals += 1
        self._waiting.setdefault(place, deque()).append(_Waiting(self._arrivals, turn))
        self._go_on()

    def _leave(self, place: str, turn: Turn) -> None:
        """Let the next have its turn; whoever lost patience may still have been waiting."""
        if self._current is turn:
            self._current = None
            self._go_on()
        for at, waiting in enumerate(self._waiting.get(place, ())):
            if waiting.turn is turn:
                self._take(place, at)
                return

    def _go_on(self) -> None:
        self._forget_old()
        while self._waiting and self._current is None:
            place = min(self._waiting, key=self._order)
            turn = self._take(place, 0).turn
            if not turn.done():
                self._current = turn
                self._had[place] += 1
                self._lately.append((self._clock(), place))
                turn.set_result(True)

    def _order(self, place: str) -> tuple[int, int]:
        return self._had[place], self._waiting[place][0].arrival

    def _share(self, place: str) -> int:
        """How much a place has had of late, with what it waits for."""
        return self._had[place] + len(self._waiting.get(place, ()))

    def _greediest(self) -> str:
        return max(self._waiting, key=self._share)

    def _take(self, place: str, at: int) -> _Waiting:
        waiting = self._waiting[place]
        taken = waiting[at]
        del waiting[at]
        if not waiting:
            del self._waiting[place]
        return taken

    def _forget_old(self) -> None:
        oldest = self._clock() - LATELY_SECONDS
        while self._lately and self._lately[0][0] <= oldest:
            _, place = self._lately.popleft()
            self._had[place] -= 1
            if not self._had[place]:
                del self._had[place]
