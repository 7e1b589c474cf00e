"""Against guessing and flooding: so many times in a while, and then no more for as long."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

MOST_KEYS: Final = 10_000
"""How many who ask are remembered; the one who asked longest ago is forgotten first."""


class Throttle:
    """Counts what somebody does; whoever does it too often is told to wait."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def is_full(self, key: str) -> bool:
        """Whether this one has had all that is allowed."""
        return len(self._recent(key)) >= self._most

    def count(self, key: str) -> None:
        """Count one more."""
        self._recent(key).append(self._clock())

    def forgive(self, key: str) -> None:
        """Take the last one back: it was none of those that count."""
        times = self._recent(key)
        if times:
            times.pop()

    def _recent(self, key: str) -> deque[float]:
        times = self._times.setdefault(key, deque())
        self._times.move_to_end(key)
        while len(self._times) > MOST_KEYS:
            self._times.popitem(last=False)
        while times and times[0] <= self._clock() - self._seconds:
            times.popleft()
        return times
