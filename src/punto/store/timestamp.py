"""Times as they are shown."""

from datetime import UTC, datetime


def utc(at_ms: int) -> str:
    """Write a time in UTC, to the millisecond."""
    when = datetime.fromtimestamp(at_ms / 1000, UTC)
    return f"{when:%Y-%m-%d %H:%M:%S}.{at_ms % 1000:03} UTC"
