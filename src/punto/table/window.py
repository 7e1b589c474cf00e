"""The time to bet that is left while play waits for a supervisor, and given back afterwards."""

from punto.coup.event import BettingProlonged
from punto.table.state import Table


def window_left(table: Table, now_ms: int | None) -> int | None:
    """Tell what is left of the window, where there is one."""
    closes_at_ms = table.closes_at_ms
    return None if closes_at_ms is None or now_ms is None else max(closes_at_ms - now_ms, 0)


def window_given_back(table: Table, now_ms: int | None) -> tuple[BettingProlonged, ...]:
    """Take bets for as long as was left when play stopped: waiting is nobody's fault."""
    if table.left_ms is None or now_ms is None:
        return ()
    closes_at_ms, before = now_ms + table.left_ms, table.closes_at_ms
    longer = before is not None and closes_at_ms > before and table.left_ms > 0
    return (BettingProlonged(closes_at_ms),) if longer else ()
