"""The gaming day: from one turn of the day to the next, at an hour that the house chooses."""

from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from punto.errors import WrongInput

_DAY: Final = timedelta(days=1)


class GamingDay(NamedTuple):
    """A day of the house: named after the date on which it begins, in UTC."""

    name: str
    begins_ms: int
    ends_ms: int


def gaming_day(at_ms: int, hour: int) -> GamingDay:
    """Tell the gaming day of a moment."""
    began = datetime.fromtimestamp(at_ms / 1000, UTC) - timedelta(hours=hour)
    return _day(began.date(), hour)


def day_named(name: str, hour: int) -> GamingDay:
    """Find a gaming day by its name, `2026-03-14`."""
    try:
        return _day(date.fromisoformat(name), hour)
    except (ValueError, OverflowError):
        raise WrongInput(f"{name!r} is no day: write it as 2026-03-14") from None


def _day(begins: date, hour: int) -> GamingDay:
    first = datetime(begins.year, begins.month, begins.day, hour, tzinfo=UTC)
    return GamingDay(begins.isoformat(), _ms(first), _ms(first + _DAY))


def _ms(moment: datetime) -> int:
    return int(moment.timestamp()) * 1000
