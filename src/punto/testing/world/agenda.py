"""What is to happen in a simulated world: one queue of events, and the one time that passes."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count


class Agenda:
    """Events in the order of their times; those of one time in the order they were entered."""

    def __init__(self) -> None:
        self.now = 0.0
        """Seconds since the world began."""
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()

    def after(self, seconds: float, do: Callable[[], None]) -> None:
        """Let something happen after a while."""
        heappush(self._events, (self.now + seconds, next(self._numbers), do))

    @property
    def next_at(self) -> float | None:
        """When the next event is; None where nothing is to happen any more."""
        return self._events[0][0] if self._events else None

    def step(self) -> None:
        """Let time pass until the next event, and let it happen."""
        at, _, do = heappop(self._events)
        self.now = max(self.now, at)
        do()
