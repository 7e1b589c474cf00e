"""Who is at tables of this node, at the screens of another one."""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

FRESH_SECONDS: Final = 10.0
"""Who is not told of any more is gone after so long: with a node, all who were there."""


class Presence:
    """What other nodes have told; where there are none, nobody is elsewhere."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[str, dict[str, tuple[float, frozenset[str]]]] = {}
        """By table and node, when it was told and who is there."""

    def tell(self, node: str, tables: Mapping[str, Iterable[str]]) -> list[str]:
        """Take in what a node tells, and name the tables that nobody looked at before."""
        new = [table for table in tables if not self.is_watched(table)]
        for table, bettors in tables.items():
            self._told.setdefault(table, {})[node] = self._clock(), frozenset(bettors)
        return new

    def is_watched(self, table: str) -> bool:
        """Whether anybody looks at a table from elsewhere."""
        return any(True for _ in self._fresh(table))

    def is_there(self, table: str, bettor: str) -> bool:
        """Whether somebody does."""
        return any(bettor in bettors for bettors in self._fresh(table))

    def _fresh(self, table: str) -> Iterable[frozenset[str]]:
        since = self._clock() - FRESH_SECONDS
        told = self._told.get(table, {})
        return (bettors for at, bettors in told.values() if at > since)
