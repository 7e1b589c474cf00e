"""Work that goes on beside those who ask: an inbox, and a thread that takes from it.

Threads come in turns that nobody chooses. Whoever must have the same turns every time gives the
store workers of his own, and says himself when each takes its turn.
"""

import queue
import threading
from collections.abc import Callable
from typing import Any, Protocol


class Inbox(Protocol):
    """What waits for a worker, the first first."""

    def put(self, one: Any) -> None:  # noqa: ANN401 – whatever the work is
        """Let something wait."""

    def get(self, *, timeout: float | None = None) -> Any:  # noqa: ANN401 – as above
        """Take the first, or wait for one; raises `queue.Empty` when there was none in time."""

    def get_nowait(self) -> Any:  # noqa: ANN401 – as above
        """Take the first; raises `queue.Empty` where there is none."""

    def qsize(self) -> int:
        """Count what waits."""


class Worker(Protocol):
    """Somebody who works in turns until a turn says that it was the last."""

    inbox: Inbox

    def begin(self, turn: Callable[[], bool]) -> None:
        """Begin to work: each turn takes from the inbox what is there, and waits for it."""

    def join(self) -> None:
        """Wait until the last turn is over."""


class ThreadWorker:
    """Works in a thread of its own."""

    def __init__(self, name: str) -> None:
        self.inbox: Inbox = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def begin(self, turn: Callable[[], bool]) -> None:
        """Let the thread go."""
        self._turn = turn
        self._thread.start()

    def join(self) -> None:
        """Wait for its end."""
        self._thread.join()

    def _run(self) -> None:
        while self._turn():
            pass
