"""Shifts as they go over the wire, into a file and onto a terminal."""

from typing import Final

from punto.house.shift import Count
from punto.office.shift_book import ShiftSums, ToldShift
from punto.protocol.shift import ShiftCount, ShiftInfo, ShiftMoves
from punto.store.timestamp import utc

SHIFT_COLUMNS: Final = (
    *("shift", "opened", "by", "opening", "handed over"),
    *("in", "out", "drop", "chips won", "expected"),
    *("closed", "by", "closing", "over"),
)


def shift_info(told: ToldShift) -> ShiftInfo:
    """Write a shift for the wire."""
    shift = told.shift
    return ShiftInfo(
        place=shift.place,
        number=shift.number,
        opened=_count(shift.opened),
        closed=None if shift.closed is None else _count(shift.closed),
        handed_over=shift.handed_over,
        moves=None if told.sums is None else _moves(told.sums),
        expected=told.expected,
        over=told.over,
    )


def _count(count: Count) -> ShiftCount:
    return ShiftCount(amount=count.amount, who=count.who, at_ms=count.at_ms, note=count.note)


def _moves(sums: ShiftSums) -> ShiftMoves:
    return ShiftMoves(
        brought=sums.brought,
        taken=sums.taken,
        drop=sums.drop,
        chips=sums.chips,
        rounds=sums.takings.rounds,
        turnover=sums.takings.turnover,
        win=sums.takings.win,
    )


def shift_row(shift: ShiftInfo) -> tuple[str, ...]:
    """Write a shift as a line; what is not known, or not yet, is empty."""
    opened, closed, moves = shift.opened, shift.closed, shift.moves
    moved = () if moves is None else (moves.brought, moves.taken, moves.drop, moves.chips)
    return (
        f"{shift.place} {shift.number}",
        *(utc(opened.at_ms), opened.who, str(opened.amount), _said(shift.handed_over)),
        *(map(str, moved) if moved else ("",) * 4),
        _said(shift.expected),
        *(("", "", "") if closed is None else (utc(closed.at_ms), closed.who, str(closed.amount))),
        _said(shift.over),
    )


def _said(amount: int | None) -> str:
    return "" if amount is None else str(amount)
