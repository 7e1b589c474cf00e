"""The log, written by a thread of its own: play never waits for whoever reads it."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Full, Queue
from threading import Thread
from typing import Final, TextIO

from punto.server.log_config import LogConfig
from punto.server.log_lines import JsonLines, TextLines

MOST_LINES: Final = 10_000
"""How many lines wait; while nobody reads, those that come then are lost, and counted."""

PARTING_SECONDS: Final = 2.0
"""How long the last lines are waited for."""

_LINES: Final = {"text": TextLines, "json": JsonLines}


class LogWriter(logging.Handler):
    """Makes a line of each event at once, and has it written as soon as it can be."""

    def __init__(self, stream: TextIO, lines: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(lines)
        self._stream = stream
        self._waiting: Queue[str | None] = Queue(MOST_LINES)
        self._lost = 0
        self._thread = Thread(target=self._write, name="punto-log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Take a line in; whoever logs is the one who knows on whose behalf."""
        try:
            self._waiting.put_nowait(self.format(record))
        except Full:
            self._lost += 1
        except Exception:  # noqa: BLE001 – a line that cannot be made must stop nothing else
            self.handleError(record)

    def close(self) -> None:
        """Have the last lines written, unless nobody takes them."""
        with suppress(Full):
            self._waiting.put(None, timeout=PARTING_SECONDS)
        self._thread.join(PARTING_SECONDS)
        super().close()

    def _write(self) -> None:
        while (line := self._waiting.get()) is not None:
            lost, self._lost = self._lost, 0
            with suppress(OSError, ValueError):  # nobody reads it any more
                self._stream.write(f"{line}\n")
                if lost:
                    self._stream.write(f"{self.format(_lost_lines(lost))}\n")
                self._stream.flush()


def _lost_lines(count: int) -> logging.LogRecord:
    said = {"name": __name__, "levelno": logging.WARNING, "levelname": "WARNING"}
    return logging.makeLogRecord({**said, "msg": f"{count} lines were lost: nobody read the log"})


@contextmanager
def logging_by(config: LogConfig, stream: TextIO | None = None) -> Iterator[None]:
    """Write the log of the house, and what libraries warn of, for as long as the block lasts."""
    writer = LogWriter(stream or sys.stderr, _LINES[config.format]())
    everything, ours = logging.getLogger(), logging.getLogger("punto")
    before = ours.level
    everything.addHandler(writer)
    ours.setLevel(config.level.upper())
    try:
        yield
    finally:
        everything.removeHandler(writer)
        ours.setLevel(before)
        writer.close()
