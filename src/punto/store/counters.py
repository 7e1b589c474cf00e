"""What the writer has done since it was opened: plain numbers, counted where the work is done."""

import math
import time
from typing import Final

COMMIT_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Commits are sorted by these: a disk that gets slow is seen before anybody complains."""


class StoreCounters:
    """One thread counts; others may read at any time. For a bet no function is called."""

    def __init__(self) -> None:
        self.stored_at = -math.inf
        """When something was stored last, by the monotonic clock."""
        self.commits = [0] * (len(COMMIT_SECONDS) + 1)
        """How many took as long as each of the bounds at the most; the last, longer."""
        self.commit_seconds = 0.0
        self.groups = [0] * 10
        """How many were of a size with so many binary digits: 0, 1, 2 to 3, 4 to 7 and so on."""
        self.grouped = 0
        """The requests that were in them."""
        self.pauses = 0
        """How often play was stopped, because nothing could be stored."""
        self.stopped_at: float | None = None
        """Since when it is, by the monotonic clock."""
        self.stopped_seconds = 0.0
        """How long it was, before."""

    def stop(self) -> None:
        """Note that play is stopped."""
        self.pauses += 1
        self.stopped_at = time.monotonic()

    def go_on(self) -> None:
        """Note that play goes on."""
        self.stopped_seconds = self.seconds_stopped
        self.stopped_at = None

    @property
    def seconds_stopped(self) -> float:
        """How long play was stopped, up to now."""
        now = 0.0 if self.stopped_at is None else time.monotonic() - self.stopped_at
        return self.stopped_seconds + now
