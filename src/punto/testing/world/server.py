"""A house that is open in a simulated world, from one start to the next crash."""

import asyncio
from pathlib import Path
from random import Random
from typing import Final

from litestar import Litestar

from punto.errors import PuntoError
from punto.server.app import make_app
from punto.server.config import HouseConfig, terms_of
from punto.server.open_house import OpenHouse
from punto.store import Database, Writer
from punto.store.entropy import Entropy
from punto.testing.world.agenda import Agenda
from punto.testing.world.clock import SimulatedTime
from punto.testing.world.disk import PowerCut, SimulatedDisk
from punto.testing.world.loop import SimulatedLoop
from punto.testing.world.premises import KEY
from punto.testing.world.worker import SimulatedWorker

_TURNS: Final = 50
"""So often whoever is left of a house that is down is asked to stop."""

_apps: list[Litestar] = []


class Server:
    """One process that serves the house: the real one, on a loop, a clock and a disk of ours."""

    def __init__(
        self, agenda: Agenda, time: SimulatedTime, disk: SimulatedDisk, chance: Random
    ) -> None:
        self.loop = SimulatedLoop(agenda)
        self.is_up = True
        self.is_open = False
        self._agenda, self._time, self._disk, self._chance = agenda, time, disk, chance
        self._workers: list[SimulatedWorker] = []
        self.house: OpenHouse | None = None
        self.writer: Writer | None = None
        self.why_closed = ""

    def start(self, config: HouseConfig) -> bool:
        """Open the house; False where the power is cut meanwhile, or nothing can be stored."""
        asyncio.set_event_loop(self.loop)
        database = Database(self._disk.url, self._disk.connect)
        try:
            self.writer = Writer(
                database,
                KEY,
                clock=self._time.now_ms,
                entropy=Entropy(self._chance.randbytes),
                terms=terms_of(config),
                worker=self._worker,
            )
            self.house = OpenHouse(config, self.writer, KEY, "simulated", self._time)
            # All of the code would be read at every start: a part of it shows as much here.
            self.house.self_check._package = Path(__file__).parent  # noqa: SLF001
            self.app = _app(self.house)
            task = self.loop.create_task(self.house.open())
            task.add_done_callback(lambda _: self._is_opened())
            self.loop.run_forever()
            if not task.done():
                return False
            task.result()
        except (PowerCut, PuntoError) as error:
            self.why_closed = str(error) or "the power is cut"
            return False
        self.is_open = True
        return True

    def _is_opened(self) -> None:
        if not self.loop.is_alone:
            self.loop.stop()

    def _worker(self, name: str) -> SimulatedWorker:
        del name
        worker = SimulatedWorker(self._agenda, self._chance, lambda: self.is_up)
        worker.power_cut = self.stop
        return worker

    @property
    def is_idle(self) -> bool:
        """Whether it is open, and nobody waits for anything to be stored."""
        return self.is_open and self.writer is not None and not self.writer.waiting

    def run(self) -> None:
        """Serve until somebody stops it."""
        self.loop.run_forever()

    def stop(self) -> None:
        """Stop where it is: nothing more is stored, and nobody is told."""
        self.is_up = self.is_open = False
        if self.loop.is_running():
            self.loop.stop()

    def take_down(self) -> None:
        """Let go of all that is left of it."""
        self.is_up = self.is_open = False
        self.loop.is_alone = True
        for _ in range(_TURNS):
            tasks = asyncio.all_tasks(self.loop)
            if not tasks:
                break
            for task in tasks:
                task.cancel()
            self.loop.run_until_complete(asyncio.wait(tasks, timeout=2))
        self._time.forget()
        if self.writer is not None:
            self.writer._right.release()  # noqa: SLF001 – the lock of a process that is gone
        self._disk.close_old()
        self.loop.close()


def _app(house: OpenHouse) -> Litestar:
    """Give the application around a house: it is put together once, and given each house."""
    if not _apps:
        _apps.append(make_app(house, None))
    _apps[0].state.house = house
    return _apps[0]
