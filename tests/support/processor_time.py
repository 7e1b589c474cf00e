"""What tests use of the processor, told in seconds of one that is not shared with others."""

import os
import sys
import time
from collections import deque
from typing import Final

YARDSTICK_SECONDS: Final = 0.00125
"""What the yardstick takes in a run of all tests on the machine that the budgets were set on, when
nothing else runs there. Two threads that share a core, or a slower core, make it longer, and the
tests beside it as much."""

_EVERY_SECONDS: Final = 0.5
_KEPT: Final = 20


def _yardstick() -> float:
    """Time a little plain Python on the processor's clock, where nobody traces it."""
    tracing = sys.gettrace()
    sys.settrace(None)
    begun, total = time.process_time(), 0
    for number in range(20_000):
        total = (total * 31 + number) & 0xFFFF
    taken = time.process_time() - begun
    sys.settrace(tracing)
    return taken


class ProcessorTime:
    """The processor time of this process and of those that it has started and seen end."""

    def __init__(self) -> None:
        self._read = self._now()
        self._measured_at = float("-inf")
        self._yardsticks: deque[float] = deque(maxlen=_KEPT)

    def _now(self) -> float:
        return sum(os.times()[:4])

    def since_last(self) -> float:
        """Give what was used since the last reading, as it were on the budgets' machine."""
        used = self._now() - self._read
        scaled = used / self.slowness
        self._read = self._now()
        return scaled

    @property
    def slowness(self) -> float:
        """How much longer than there the yardstick takes here and now."""
        if time.monotonic() - self._measured_at > _EVERY_SECONDS:
            self._yardsticks.append(_yardstick())
            self._measured_at = time.monotonic()
        return sum(self._yardsticks) / len(self._yardsticks) / YARDSTICK_SECONDS
