"""What goes wrong in a history: when, and how badly, drawn from its seed."""

from collections.abc import Callable
from random import Random
from typing import Final

from punto.testing.world.agenda import Agenda
from punto.testing.world.clock import SimulatedTime
from punto.testing.world.disk import CUTS, Fault, SimulatedDisk
from punto.testing.world.network import Conditions

_NETWORKS: Final = (
    Conditions(),
    Conditions(slowest=0.3),
    Conditions(slowest=0.1, cut=0.002),
    Conditions(slowest=0.5, lost=0.01, doubled=0.05, cut=0.002),
    Conditions(slowest=1.0, lost=0.03, doubled=0.1, overtaking=0.2, cut=0.005),
    Conditions(slowest=3.0, doubled=0.2, overtaking=0.5),
)

_JUMPS_MS: Final = (-600_000, -30_000, -2_000, -50, 50, 2_000, 30_000, 600_000)
_OVERDUE: Final = 3.0
"""A fault that has met no commit for so long comes between two."""


def random_conditions(chance: Random) -> Conditions:
    """Draw how bad the network is."""
    return chance.choice(_NETWORKS)


class Faults:
    """Lets things go wrong until the world comes to its end."""

    def __init__(
        self,
        agenda: Agenda,
        chance: Random,
        disk: SimulatedDisk,
        time: SimulatedTime,
        crash: Callable[[], None],
    ) -> None:
        self._agenda, self._chance, self._disk, self._time = agenda, chance, disk, time
        self._crash = crash
        self.is_over = False
        self.note: Callable[[str], None] = lambda _: None

    def plan(self, seconds: float) -> None:
        """Draw what happens in so much time."""
        chance = self._chance
        kinds: tuple[tuple[Callable[[], None], int], ...] = (
            (self._cut, chance.choice((0, 0, 1, 1, 2, 4))),
            (self._err, chance.choice((0, 0, 0, 1, 2))),
            (self._fill, chance.choice((0, 0, 0, 1))),
            (self._jump, chance.choice((0, 0, 0, 1, 3))),
            (self._kill, chance.choice((0, 0, 0, 1))),
        )
        for do, times in kinds:
            for _ in range(times):
                self._agenda.after(chance.random() * seconds, self._unless_over(do))

    def heal(self) -> None:
        """Let nothing go wrong any more."""
        self.is_over = True
        self._disk.fault, self._disk.is_full = None, False

    def _unless_over(self, do: Callable[[], None]) -> Callable[[], None]:
        return lambda: None if self.is_over else do()

    def _cut(self) -> None:
        fault = self._disk.fault = self._chance.choice(CUTS)
        self.note(f"at the next commit: {fault.value}")

        def overdue() -> None:
            if self._disk.fault is fault:
                self._kill()

        self._agenda.after(_OVERDUE, self._unless_over(overdue))

    def _kill(self) -> None:
        self.note("the power is cut")
        self._disk.fault = None
        self._crash()

    def _err(self) -> None:
        self._disk.fault = self._chance.choice((Fault.ERROR_BEFORE, Fault.ERROR_AFTER))
        self.note(f"at the next commit: {self._disk.fault.value}")

    def _fill(self) -> None:
        self.note("the disk is full")
        self._disk.is_full = True
        self._agenda.after(0.5 + self._chance.random() * 8, self._empty)

    def _empty(self) -> None:
        self.note("the disk has room again")
        self._disk.is_full = False

    def _jump(self) -> None:
        by_ms = self._chance.choice(_JUMPS_MS)
        self.note(f"the clock is set by {by_ms} ms")
        self._time.jump(by_ms)
