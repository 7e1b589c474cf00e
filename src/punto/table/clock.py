"""The clock driver: the electronic table. Time comes in as an argument and decides all."""

import msgspec

from punto.coup import Phase
from punto.coup.command import CloseBetting, OpenBetting
from punto.table.command import TableCommand
from punto.table.dealer import deal_out
from punto.table.refusal import Refused
from punto.table.state import Table
from punto.table.step import Happened, step


class ClockSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How long things take, in milliseconds."""

    window_ms: int
    last_call_ms: int
    """How long before the close the last call is made."""
    result_ms: int
    free_rounds: bool
    """Whether a round without bets is dealt; otherwise the window stays open for the first."""


class ClockedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table and when its present state began."""

    table: Table
    clock: ClockSettings
    since_ms: int = 0

    def is_last_call(self, now_ms: int) -> bool:
        """Whether betting is about to close."""
        closes = self.closes_at_ms
        return closes is not None and closes - self.clock.last_call_ms <= now_ms < closes

    @property
    def closes_at_ms(self) -> int | None:
        """When betting closes; None when it is not open."""
        coup = self.table.coup
        if coup is None or coup.phase is not Phase.BETTING:
            return None
        return self.since_ms + self.clock.window_ms


def receive(
    clocked: ClockedTable, command: TableCommand, now_ms: int
) -> tuple[ClockedTable, Happened] | Refused:
    """Let the table answer a terminal; a bet at the closing time or later finds betting closed."""
    clocked, before = tick(clocked, now_ms)
    outcome = step(clocked.table, command)
    if isinstance(outcome, Refused):
        return outcome
    table, events = outcome
    return msgspec.structs.replace(clocked, table=table), (*before, *events)


def tick(clocked: ClockedTable, now_ms: int) -> tuple[ClockedTable, Happened]:
    """Do whatever is due at this time: the same time and state always give the same events."""
    coup = clocked.table.coup
    if clocked.table.undecided is not None:
        return clocked, ()
    if coup is None or not clocked.table.in_play:
        return _between(clocked, now_ms)
    if coup.phase is Phase.BETTING:
        return _betting(clocked, now_ms)
    return _dealing(clocked, now_ms)  # a supervisor has let an interrupted round go on


def _between(clocked: ClockedTable, now_ms: int) -> tuple[ClockedTable, Happened]:
    shown = clocked.table.coup is None or now_ms >= clocked.since_ms + clocked.clock.result_ms
    outcome = step(clocked.table, OpenBetting()) if shown else None
    if outcome is None or isinstance(outcome, Refused):  # no shoe yet: the house brings one
        return clocked, ()
    table, events = outcome
    opened = msgspec.structs.replace(clocked, table=table, since_ms=now_ms)
    return opened, events


def _betting(clocked: ClockedTable, now_ms: int) -> tuple[ClockedTable, Happened]:
    closes = clocked.closes_at_ms
    assert closes is not None, "betting is open"
    if now_ms >= closes:
        return _closing(clocked, now_ms)
    return clocked, ()


def _closing(clocked: ClockedTable, now_ms: int) -> tuple[ClockedTable, Happened]:
    assert clocked.table.coup is not None, "betting is open"
    if not clocked.table.coup.stakes and not clocked.clock.free_rounds:
        return msgspec.structs.replace(clocked, since_ms=now_ms), ()
    outcome = step(clocked.table, CloseBetting())
    assert not isinstance(outcome, Refused), "betting is open"
    closed = msgspec.structs.replace(clocked, table=outcome[0])
    settled, dealt = _dealing(closed, now_ms)
    return settled, (*outcome[1], *dealt)


def _dealing(clocked: ClockedTable, now_ms: int) -> tuple[ClockedTable, Happened]:
    table, dealt = deal_out(clocked.table)
    return msgspec.structs.replace(clocked, table=table, since_ms=now_ms), dealt
