"""An event loop without sockets and threads: time passes when nobody has anything to do.

The house runs on it as on any other. What it gives to an executor is done at once, in place.
"""

import asyncio
from asyncio import BaseEventLoop
from collections.abc import Callable
from typing import Any

from punto.testing.world.agenda import Agenda

_RESOLUTION = 1e-6
_MOST_TURNS = 20_000
"""So often the house may have something to do before any time passes."""


class Standstill(AssertionError):
    """Somebody waits, and nothing will ever happen."""


class SimulatedLoop(BaseEventLoop):
    """Runs the house until it rests, then lets the world go on to its next event."""

    def __init__(self, agenda: Agenda) -> None:
        super().__init__()
        self._agenda = agenda
        self._selector = self
        self._clock_resolution = _RESOLUTION
        self._beyond = 0.0
        self._turns = 0
        self.is_alone = False
        """Whether the house is taken down, and the world stands still meanwhile."""

    def time(self) -> float:
        """Tell the time in seconds."""
        return self._agenda.now + self._beyond

    def select(self, timeout: float | None) -> list[Any]:
        """Let time pass, until the house has something to do or something happens to it."""
        if timeout is not None and timeout <= 0:
            self._turns += 1
            if self._turns > _MOST_TURNS:
                raise Standstill("the house is busy for ever, and gets nowhere")
            return []
        self._turns = 0
        own = None if timeout is None else self._agenda.now + timeout
        if self.is_alone:
            if timeout is None:
                raise Standstill("the house cannot be taken down: somebody waits for ever")
            self._beyond += timeout
            return []
        soonest = self._agenda.next_at
        if soonest is not None and (own is None or soonest <= own):
            self._agenda.step()
        elif own is not None:
            self._agenda.now = own
        else:
            raise Standstill("nothing will ever happen")
        return []

    def run_in_executor(  # type: ignore[override]
        self,
        executor: Any,  # noqa: ANN401 – none is used
        func: Callable[..., Any],
        *args: Any,  # noqa: ANN401 – as the function wants
    ) -> "asyncio.Future[Any]":
        """Do it now: there is one thread, and one order of things."""
        del executor
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 – it belongs to whoever waits for it
            future.set_exception(error)
        return future

    def _process_events(self, event_list: list[Any]) -> None:
        """Nothing ever comes from outside."""

    def _write_to_self(self) -> None:
        """Nobody has to be woken from another thread."""
