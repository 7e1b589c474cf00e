"""The deadline of a round, written for a person."""

_DAY_MS = 86_400_000


def time_of_day(at_ms: int) -> str:
    """Write a moment as the time of its day, `12:00:20.000 UTC`; it is a pure sum, no clock."""
    seconds, thousandths = divmod(at_ms % _DAY_MS, 1_000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}:{second:02}.{thousandths:03} UTC"
