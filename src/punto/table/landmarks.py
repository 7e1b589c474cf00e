"""Landmarks of the journal of a table: which entries a round is told with, so that none is sought.

An entry that opens a round, or that other rounds are told with, says where the others are. Entries
of before this was kept say nothing, and then the journal is gone through.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from punto.coup.event import BettingOpened
from punto.table.event import (
    EarlierRoundVoided,
    IrregularityRuled,
    ResultDropped,
    ResultRecorded,
    ShoeOpened,
    SupervisorDecided,
)
from punto.table.record import Recorded, ShoeCommitted, TableOpened

_ROUNDS: Final = (BettingOpened, ResultRecorded)
_RULINGS: Final = (IrregularityRuled, EarlierRoundVoided, SupervisorDecided, ResultDropped)
"""What names a round that others may have followed."""

MARKING: Final[frozenset[type]] = frozenset(
    {TableOpened, ShoeCommitted, ShoeOpened, *_ROUNDS, *_RULINGS}
)
"""The events with which landmarks change, or are written down."""


class Landmarks(msgspec.Struct, frozen=True, omit_defaults=True):
    """By what they say, the last entries so far; 0 where there is none, or nobody knows."""

    opened: int = 0
    """The last opening of the table."""
    promised: int = 0
    """The promise of the shoe that comes next."""
    promise: int = 0
    """The promise of the shoe on the table, and the entry that has put it there."""
    shoe: int = 0
    gone: int = 0
    """How many cards had left it when the round began."""
    ruled: int = 0
    """The last that names a round by its number: with what it says itself, all of them."""

    def after(self, position: int, events: Sequence[Recorded], gone: int) -> "Landmarks":
        """Add an entry; `gone` are the cards that had left the shoe before it."""
        marks = self
        for event in events:
            if type(event) not in MARKING:
                continue
            if type(event) is ShoeCommitted:
                marks = replace(marks, promised=position)
            elif type(event) is ShoeOpened:
                promise = 0 if event.scanned else marks.promised
                marks = replace(marks, shoe=position, promise=promise)
                gone = event.burned
            elif type(event) in _ROUNDS:
                marks = replace(marks, gone=gone)
            elif type(event) is TableOpened:
                marks = replace(marks, opened=position)
            else:
                marks = replace(marks, ruled=position)
        return marks
