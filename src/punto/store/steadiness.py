"""Whether a node has been awake, and its database too, so that the silence of another is its own.

When the database comes back from a pause, or its clock has jumped, all have been silent, and nobody
is to blame.
"""

from typing import Final, NamedTuple

BEATS: Final = 6
"""So often in a row a node has said that it lives, before it calls another dead."""

LONGEST_GAP: Final = 3.0
"""Beats that lie further apart were held up; waiting for somebody's lock is within that."""


class Beat(NamedTuple):
    """When a node has said that it lives."""

    at: float
    """By a clock of this process that never jumps, once it was stored."""
    seen_ms: int
    """By the clock of the database."""


class Steadiness:
    """Counts the beats in a row that nothing held up."""

    def __init__(self) -> None:
        self._count = 0
        self._last: Beat | None = None

    def add(self, beat: Beat) -> None:
        """Note a beat; after a gap, by either clock, it is the first one."""
        self._count = self._count + 1 if self._follows(beat) else 1
        self._last = beat

    def _follows(self, beat: Beat) -> bool:
        if self._last is None:
            return False
        passed = (beat.seen_ms - self._last.seen_ms) / 1000
        return max(beat.at - self._last.at, abs(passed)) <= LONGEST_GAP

    def lose(self) -> None:
        """Note that a beat could not be stored."""
        self._last = None

    @property
    def is_steady(self) -> bool:
        """Whether this node may say who is dead."""
        return self._count >= BEATS
