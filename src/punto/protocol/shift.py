"""Shifts on the wire: a count with which one begins or ends, and what the books say of it."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from punto.protocol.ask import RequestId

Place: TypeAlias = Annotated[str, Meta(pattern=r"^(table|till)/[A-Za-z0-9-]{1,24}$")]
"""The float of a table, `table/tiger`, or the till of somebody at the cage, `till/mei`."""

Counted: TypeAlias = Annotated[int, Meta(ge=0, le=10**15)]
Note: TypeAlias = Annotated[str, Meta(max_length=200)]


class _Count(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, kw_only=True):
    """A count, under an id; whoever is signed in answers for it."""

    id: RequestId
    place: Place
    counted: Counted
    note: Note = ""


class OpenShift(_Count, frozen=True):
    """Begin a shift with what was counted."""


class CloseShift(_Count, frozen=True):
    """End a shift with what was counted."""


ShiftAsk: TypeAlias = OpenShift | CloseShift


class ShiftCount(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has counted, and when."""

    amount: int
    who: str
    at_ms: int
    note: str


class ShiftMoves(msgspec.Struct, frozen=True, kw_only=True):
    """What moved in a shift: chips of a table, or money of a till."""

    brought: int
    """Fills of a table; at a till what was taken for credits and debts."""
    taken: int
    """Credits of a table; at a till what was paid out."""
    drop: int
    chips: int
    """What the house has won of the chips on the felt."""
    rounds: int
    turnover: int
    win: int


class ShiftInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One shift, and what the books say of it."""

    place: Place
    number: int
    opened: ShiftCount
    closed: ShiftCount | None
    handed_over: int | None
    """What the shift before was closed with; none at the first."""
    moves: ShiftMoves | None
    """None where the entries were dropped after their time."""
    expected: int | None
    """What there should be at the end, or now."""
    over: int | None
    """What was counted too much; below zero, too little; none while it goes on."""


class OfficeShifts(msgspec.Struct, frozen=True, kw_only=True):
    """The shifts of a gaming day, and those that go on."""

    day: str
    shifts: list[ShiftInfo]
