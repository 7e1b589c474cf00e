"""The course of a day: its sums after so many rounds, at places that become fewer as it grows."""

from typing import Final, NamedTuple

from punto.office.takings import Takings

MOST: Final = 120
"""How many places are kept at the most, and the last."""


class Point(NamedTuple):
    """The sums of a day after so many rounds were paid."""

    rounds: int
    sums: Takings


class Course:
    """Adds changes up as they come; half of the places are forgotten when there are too many."""

    def __init__(self) -> None:
        self._now = Point(0, Takings())
        self._points: list[Point] = []
        self._step = 1

    def add(self, by: Takings) -> None:
        """Take in a change; only a round that was paid with a stake in it is a place."""
        is_played = by.rounds > 0 and by.turnover > 0
        self._now = Point(self._now.rounds + is_played, self._now.sums.plus(by))
        if is_played and self._now.rounds % self._step == 0:
            self._points.append(self._now)
            if len(self._points) > MOST:
                self._points = self._points[1::2]
                self._step *= 2

    @property
    def points(self) -> list[Point]:
        """Give the places; the last one has all that has changed since."""
        before = [each for each in self._points if each.rounds < self._now.rounds]
        return [*before, self._now] if self._now.rounds else []
