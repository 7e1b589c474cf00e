"""A line of the log: time with its zone, level, who says it, what, and on whose behalf."""

import logging
from datetime import UTC, datetime
from typing import Final

import msgspec

from punto.server.log_context import context_here

_ABOUT: Final = ("table", "round")
"""What a line may be about, besides a question: given as `extra`."""


def _time_of(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _about(record: logging.LogRecord) -> dict[str, str]:
    found = context_here()._asdict()
    found |= {name: str(getattr(record, name, "")) for name in _ABOUT}
    return {name: value for name, value in found.items() if value}


class TextLines(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Write an event on one line, whatever stands in it."""
        about = ", ".join(f"{name} {value}" for name, value in _about(record).items())
        text = f"{record.getMessage()} ({about})" if about else record.getMessage()
        if record.exc_info:
            text += f"\n{self.formatException(record.exc_info)}"
        return f"{_time_of(record)} {record.levelname} {record.name}: {_printable(text)}"


def _printable(text: str) -> str:
    """Let nothing steer a terminal, or look like a line of its own."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


class JsonLines(logging.Formatter):
    """Lines for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Write an event as one object."""
        said = {
            "time": _time_of(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_about(record),
        }
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()
