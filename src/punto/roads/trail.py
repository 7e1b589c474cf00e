"""How a road is laid: runs go down, and a run that meets an obstacle turns right for good."""

from enum import Enum
from typing import Final, Generic, NamedTuple, TypeVar

import msgspec

ROWS: Final = 6

Value = TypeVar("Value", bound=Enum)


class Mark(NamedTuple, Generic[Value]):
    """A mark on a road: column from the left, row from the top, both from 0."""

    column: int
    row: int
    value: Value


class Trail(msgspec.Struct, Generic[Value], frozen=True):
    """Marks in playing order, and what is needed to place the next.

    The same value goes below its predecessor while there is room; where there is none the run turns
    right and stays in its row: the sticky dragon tail. Another value begins a new column, next to
    the one where the last run began, past whatever tail lies along the top row.
    """

    marks: tuple[Mark[Value], ...] = ()
    taken: frozenset[tuple[int, int]] = frozenset()
    start: int = -1
    turned: bool = False

    def plus(self, value: Value) -> "Trail[Value]":
        """Lay one more mark; those before it never move."""
        if not self.marks or self.marks[-1].value is not value:
            return self._begun(value)
        column, row, _ = self.marks[-1]
        below = (column, row + 1)
        turned = self.turned or row + 1 == ROWS or below in self.taken
        return self._laid(
            Mark(*((column + 1, row) if turned else below), value), self.start, turned
        )

    def _begun(self, value: Value) -> "Trail[Value]":
        column = self.start + 1
        while (column, 0) in self.taken:
            column += 1
        return self._laid(Mark(column, 0, value), column, turned=False)

    def _laid(self, mark: Mark[Value], start: int, turned: bool) -> "Trail[Value]":  # noqa: FBT001
        taken = self.taken | {(mark.column, mark.row)}
        return Trail((*self.marks, mark), taken, start, turned)
