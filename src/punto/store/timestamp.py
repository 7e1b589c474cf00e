"""Times: now, and as they are shown."""

import time
from datetime import UTC, datetime


def utc(at_ms: int) -> str:
    """Write a time in UTC, to the millisecond."""
    when = datetime.fromtimestamp(at_ms / 1000, UTC)
    return f"{when:%Y-%m-%d %H:%M:%S}.{at_ms % 1000:03} UTC"


def utc_ms() -> int:
    """Read the system's clock."""
    return time.time_ns() // 1_000_000
