"""A shift: what lay in a float or a till when somebody began, and what lay there at the end.

A table has one shift at a time, and so has everybody at the cage, who has a till of his own. Only
counts are kept. What should have been there follows from the books between them.
"""

from collections.abc import Iterator
from typing import Final

import msgspec
from immutables import Map

from punto.house.chain import CAGE, is_of_table, table_of

_TILL: Final = "till/"


class Count(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What somebody has counted, and when."""

    amount: int
    who: str
    at_ms: int
    after: int
    """The last entry of the chain of the place that this count comes after."""
    note: str = ""


class Shift(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A shift at a place: `table/tiger`, or `till/mei` for who stands at the cage."""

    place: str
    number: int
    opened: Count
    closed: Count | None = None
    handed_over: int | None = None
    """What the shift before was closed with, which whoever took over should find; None at first."""


Shifts = Map[str, Shift]
"""The last shift of every place, by the place."""


def table_at(place: str) -> str:
    """Tell the table of a place; empty where it is none."""
    return table_of(place) if is_of_table(place) else ""


def person_at(place: str) -> str:
    """Tell whose till a place is; empty where it is none."""
    return place.removeprefix(_TILL) if place.startswith(_TILL) else ""


def chain_of(place: str) -> str:
    """Name the chain in which money moves at a place."""
    return place if is_of_table(place) else CAGE


def defects_of_shift(known: Shifts, shift: Shift) -> Iterator[str]:
    """Tell what is wrong with a shift after those that are known: it begins anew, or it ends."""
    before, end = known.get(shift.place), shift.closed
    if end is None:
        if before is not None and before.closed is None:
            yield f"{shift.place}: the shift before was never closed"
        if (shift.number, shift.handed_over) != next_of(before):
            yield f"{shift.place}: shift {shift.number} does not follow from the one before"
        return
    if before is None or before.closed is not None:
        yield f"{shift.place}: no shift was open"
    elif msgspec.structs.replace(shift, closed=None) != before:
        yield f"{shift.place}: shift {shift.number} was opened otherwise"
    if end.after < shift.opened.after:
        yield f"{shift.place}: it is closed before it was opened"


def next_of(before: Shift | None) -> tuple[int, int | None]:
    """Give the number of the shift that follows one, and what is to be found there."""
    if before is None:
        return 1, None
    return before.number + 1, before.closed.amount if before.closed is not None else None
