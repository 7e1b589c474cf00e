"""Threads that read the books beside play; while they read, all threads take short turns.

Python lets a thread go on for 5 ms while another waits. Whoever stores bets and the event loop gain
by it: fewer changes between them, more bets a second. Beside a reader every statement of the
database would cost them such a turn.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from typing import Final, TypeVar

from sqlalchemy import Connection

from punto.store import Database

Result = TypeVar("Result")

SHORT_TURN_SECONDS: Final = 0.0005


class _Turns:
    """How long turns are is one setting of the process, whichever house is open in it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._readers = 0
        self._usual = sys.getswitchinterval()

    @contextmanager
    def short(self) -> Iterator[None]:
        """Keep turns short until the last who reads has ended."""
        with self._lock:
            if not self._readers:
                self._usual = sys.getswitchinterval()
                sys.setswitchinterval(SHORT_TURN_SECONDS)
            self._readers += 1
        try:
            yield
        finally:
            with self._lock:
                self._readers -= 1
                if not self._readers:
                    sys.setswitchinterval(self._usual)


_turns: Final = _Turns()


class ReadingThreads:
    """Some threads of their own: whoever plays must not wait for one that reads."""

    def __init__(self, database: Database, count: int, name: str) -> None:
        self._database = database
        self._threads = ThreadPoolExecutor(count, name)

    def close(self) -> None:
        """Let nobody read any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def read(self, look: Callable[[Connection], Result]) -> Result:
        """Look at one state of the books, while everybody plays on."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, look)

    def _read(self, look: Callable[[Connection], Result]) -> Result:
        with _turns.short(), self._database.reading() as connection:
            return look(connection)
