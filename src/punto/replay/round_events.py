"""Which events of a run of entries are about one round."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from punto.coup.event import BettingOpened
from punto.coup.event import Event as CoupEvent
from punto.table.event import (
    EarlierRoundVoided,
    IrregularityRuled,
    ResultDropped,
    ResultRecorded,
    SupervisorDecided,
)
from punto.table.record import Recorded

Numbered: TypeAlias = (
    IrregularityRuled | EarlierRoundVoided | SupervisorDecided | ResultRecorded | ResultDropped
)
"""Events that say themselves which round they are about."""

RoundEvent: TypeAlias = CoupEvent | Numbered


class RoundEvents:
    """Tells which events of a run of entries are about one round."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._is_in = False

    def of(self, events: Iterable[Recorded]) -> Iterator[RoundEvent]:
        """Give the events of the round, from the opening of its bets to that of the next."""
        for event in events:
            if isinstance(event, BettingOpened):
                self._is_in = event.round == self._number
            if isinstance(event, Numbered):
                if event.round == self._number:
                    yield event
            elif self._is_in and isinstance(event, CoupEvent):
                yield event
