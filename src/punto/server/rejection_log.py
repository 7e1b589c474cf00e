"""Whoever is turned away again and again, in the log: one line, and then a count a minute."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

log = logging.getLogger("punto.server")

QUIET_MS: Final = 60_000
"""So long the same from the same place is counted and not told."""

MOST_PLACES: Final = 200
"""Of so many at a time each is told by itself; what comes from further ones is counted together."""

_ELSEWHERE: Final = "elsewhere"


class RejectionLog:
    """What was told of each place, and how often it was so since."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._told: OrderedDict[tuple[str, str, str], list[int]] = OrderedDict()
        """When it was told, and how often it was not; what was told longest ago is first."""

    def note(self, place: str, way: str, words: str) -> None:
        """Tell who was turned away and why, or count it where that was told a moment ago."""
        self._sum_up()
        key = (place, way, words)
        if key not in self._told and len(self._told) >= MOST_PLACES:
            key = (_ELSEWHERE, way, words)
        if key in self._told:
            self._told[key][1] += 1
            return
        self._told[key] = [self._now_ms(), 0]
        log.warning("turned away: %s", words)

    def _sum_up(self) -> None:
        """Tell how often it was so in the minute since, and begin anew."""
        while self._told:
            (place, _, words), (at_ms, count) = next(iter(self._told.items()))
            if 0 <= self._now_ms() - at_ms < QUIET_MS:
                return
            self._told.popitem(last=False)
            if count:
                log.warning("turned away %d times more, from %s: %s", count, place, words)
