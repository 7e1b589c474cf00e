"""Folding what happens at a table beside its rounds: shoes, seats, rulings, recorded results."""

from typing import assert_never

from msgspec.structs import replace

from punto.roads import Board
from punto.rules.rulebook import Shuffle
from punto.table.event import (
    BesideRound,
    EarlierRoundVoided,
    IrregularityRuled,
    ResultDropped,
    ResultRecorded,
    SeatLeft,
    SeatTaken,
    ShoeEnded,
    ShoeOpened,
    StoodBehind,
    SupervisorDecided,
)
from punto.table.irregularity import Decision, Noticed
from punto.table.results import with_result, without_result_of
from punto.table.seating import with_seats
from punto.table.shoe import TableShoe
from punto.table.state import Table


def fold_beside_round(table: Table, event: BesideRound) -> Table:
    """Add what happened beside a round to the state."""
    if type(event) is ShoeOpened:
        shoe = _shoe(table, event)
        return replace(table, shoes=event.number, shoe=shoe, board=Board(), recorded=())
    if type(event) is ShoeEnded:
        return replace(table, shoe=None)
    match event:
        case SeatTaken() | StoodBehind() | SeatLeft():
            return with_seats(table, event)
        case ResultRecorded():
            return with_result(replace(table, rounds=event.round), event.result)
        case ResultDropped():
            return without_result_of(table, event.round)
        case _:
            return _fold_ruling(table, event)


def _fold_ruling(
    table: Table, event: IrregularityRuled | EarlierRoundVoided | SupervisorDecided
) -> Table:
    match event:
        case IrregularityRuled(decision=Decision.SUPERVISOR):
            return replace(table, undecided=event.round, left_ms=event.left_ms)
        case IrregularityRuled(decision=Decision.VOID, noticed=Noticed.AFTER_NEXT_COMMENCED):
            return replace(table, void_from=event.round)
        case IrregularityRuled():
            return table
        case EarlierRoundVoided(round=number):
            table = replace(table, voided_late=(*table.voided_late, number))
            return without_result_of(table, number)
        case SupervisorDecided():
            return replace(table, undecided=None, left_ms=None)
        case _:
            assert_never(event)


def _shoe(table: Table, event: ShoeOpened) -> TableShoe:
    return TableShoe(
        number=event.number,
        size=event.size,
        cut=table.settings.cut,
        one_round=table.settings.rulebook.shoe.shuffle is Shuffle.ROUND,
        scanned=event.scanned,
        gone=event.burned,
    )
