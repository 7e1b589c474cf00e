"""What the house itself says of its mistakes: whatever it caught and wrote down is one."""

import logging
from typing import Self

from punto.testing.violation import require

_LOGGER = logging.getLogger("punto")


class Mistakes(logging.Handler):
    """Listens to the log while a history happens."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._made: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep what was an exception that nobody expected."""
        if record.exc_info and record.exc_info[0] is not None:
            self._made.append(f"{record.getMessage()}: {record.exc_info[1]!r}")

    def __enter__(self) -> Self:
        self._before = _LOGGER.propagate, _LOGGER.level
        _LOGGER.addHandler(self)
        _LOGGER.propagate = False
        _LOGGER.setLevel(logging.ERROR)
        return self

    def __exit__(self, *_: object) -> None:
        _LOGGER.removeHandler(self)
        _LOGGER.propagate, level = self._before
        _LOGGER.setLevel(level)

    def require_none(self) -> None:
        """Want no mistakes."""
        require(not self._made, f"the house made a mistake: {self._made[:1]}")
