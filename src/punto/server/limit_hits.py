"""Limits that somebody ran into: counted each time, told in the log at most once a minute each."""

import logging
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Final

log = logging.getLogger("punto.server")

QUIET_SECONDS: Final = 60.0
"""Whoever runs into a limit again and again must not fill the log with it."""


class LimitHits:
    """How often each limit was met."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.counts: defaultdict[str, int] = defaultdict(int)
        """By the name of the setting."""
        self._told: dict[str, tuple[float, int]] = {}

    def note(self, limit: str, address: str, words: str = "") -> None:
        """Count a limit that an address has run into, and tell it now and then, in words."""
        self.counts[limit] += 1
        now, count = self._clock(), self.counts[limit]
        told_at, told = self._told.get(limit, (now - QUIET_SECONDS, 0))
        if now - told_at < QUIET_SECONDS:
            return
        self._told[limit] = now, count
        what, who = words or f"limit reached: {limit}", address or "nobody known"
        log.warning("%s, by %s; %d times since it was last told", what, who, count - told)
