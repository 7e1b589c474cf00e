"""Workers of the store without threads: each turn is an event of the world."""

import queue
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final

from punto.store.worker import Inbox
from punto.testing.world.agenda import Agenda
from punto.testing.world.disk import PowerCut

SLOWEST_SECONDS: Final = 0.02
"""A turn begins within so long: whatever comes meanwhile is stored together."""


class SimulatedInbox:
    """A queue that never waits: whoever wants to is told when to come again."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._waiting: deque[Any] = deque()
        self._wake = wake
        self.patience: float | None = None
        """How long whoever found it empty would have waited."""

    def put(self, one: Any) -> None:  # noqa: ANN401 – whatever the work is
        """Let something wait, and somebody come for it."""
        self._waiting.append(one)
        self._wake()

    def get(self, *, timeout: float | None = None) -> Any:  # noqa: ANN401 – as above
        """Take the first; where there is none, remember how long to wait."""
        self.patience = timeout
        return self.get_nowait()

    def get_nowait(self) -> Any:  # noqa: ANN401 – as above
        """Take the first."""
        if not self._waiting:
            raise queue.Empty
        return self._waiting.popleft()

    def qsize(self) -> int:
        """Count what waits."""
        return len(self._waiting)


class SimulatedWorker:
    """Takes its turns when the world says so, until the power is cut."""

    def __init__(self, agenda: Agenda, chance: Random, is_up: Callable[[], bool]) -> None:
        self._inbox = SimulatedInbox(self._wake)
        self.inbox: Inbox = self._inbox
        self.power_cut: Callable[[], None] = lambda: None
        """Told when the power was cut during a turn."""
        self._agenda = agenda
        self._chance = chance
        self._is_up = is_up
        self._is_called = False
        self._is_working = False
        self._turn: Callable[[], bool] = lambda: False

    def begin(self, turn: Callable[[], bool]) -> None:
        """Be ready for the first turn."""
        self._turn, self._is_working = turn, True

    def go_on(self) -> None:
        """Take what came while nobody worked."""
        if self.inbox.qsize():
            self._wake()

    def join(self) -> None:
        """Take all turns that are left, at once."""
        while self._is_working and self.inbox.qsize():
            self._is_working = self._turn()

    def _look_again(self) -> None:
        """Take a turn with nothing there, as a thread would: it says how long it would wait."""
        with suppress(queue.Empty):
            self._is_working = self._turn()

    def _wake(self) -> None:
        self._call(self._chance.random() * SLOWEST_SECONDS)

    def _call(self, seconds: float) -> None:
        if not self._is_called:
            self._is_called = True
            self._agenda.after(seconds, self._come)

    def _come(self) -> None:
        self._is_called = False
        if not self._is_working or not self._is_up():
            return
        self._inbox.patience = None
        try:
            self._is_working = self._turn()
            if self._is_working and not self.inbox.qsize():
                self._look_again()
        except PowerCut:
            self.power_cut()
        else:
            self._call_again(self._inbox.patience)

    def _call_again(self, patience: float | None) -> None:
        if self.inbox.qsize():
            self._wake()
        elif patience is not None:
            self._call(patience)
