"""The clock driver: what is to be done at a table now, or until when to wait.

Time comes in as an argument and decides all: the same table at the same time is always told the
same. It drives the electronic table, and the tables of the automatic dealer.
"""

from typing import TypeAlias

import msgspec

from punto.coup import Coup, Phase, is_past_deadline
from punto.coup.command import CloseBetting, OpenBetting, ProlongBetting
from punto.table.command import TableCommand
from punto.table.dealer import next_command
from punto.table.state import Table


class ClockSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How long things take, in milliseconds."""

    window_ms: int
    last_call_ms: int
    """How long before the close the last call is made, by whoever shows the time that is left."""
    card_ms: int
    """How long each card is looked at before anything follows."""
    result_ms: int
    """How long the result is looked at before the next round."""
    free_rounds: bool
    """Whether a round without bets is dealt; otherwise the window stays open for the first."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """Now, at a table: the time, since when it is as it is, and whether anyone is there."""

    now_ms: int
    since_ms: int
    """The time of the last entry of the table's journal."""
    watched: bool


class Wait(msgspec.Struct, frozen=True):
    """Nothing is to be done before this time; None until something else happens."""

    until_ms: int | None = None


class WantShoe(msgspec.Struct, frozen=True):
    """The house brings a shoe: its order is not the clock's to make."""


Due: TypeAlias = TableCommand | WantShoe | Wait


def due(table: Table, clock: ClockSettings, moment: Moment) -> Due:
    """Say what is to be done now, or until when to wait."""
    coup = table.coup
    if table.undecided is not None:
        return Wait()
    if coup is None or not table.in_play:
        return _between(table, clock, moment)
    if coup.phase is Phase.BETTING:
        return _betting(coup, clock, moment)
    command = next_command(table)
    assert command is not None, "a round in play goes on"
    return _after(clock.card_ms if _shows_card(coup) else 0, moment) or command


def _after(pause_ms: int, moment: Moment) -> Wait | None:
    """Wait until a pause is over; a clock that was set back holds nothing up."""
    until_ms = moment.since_ms + pause_ms
    return Wait(until_ms) if moment.since_ms <= moment.now_ms < until_ms else None


def _shows_card(coup: Coup) -> bool:
    """Whether a card was the last that happened."""
    announced = len(coup.cards) == 4 and coup.totals_announced
    return coup.phase is Phase.DEALING and bool(coup.cards) and not announced


def _betting(coup: Coup, clock: ClockSettings, moment: Moment) -> Due:
    """Wait for the deadline; a round that was opened without one is given one.

    None is more than two windows away, unless the clock was set back since. Then it is as good as
    past, and where nobody has bet it is looked at again: it cannot be made an earlier one.
    """
    again_ms = moment.now_ms + clock.window_ms
    if coup.closes_at_ms is not None:
        is_open = not is_past_deadline(coup, moment.now_ms)
        if is_open and coup.closes_at_ms <= again_ms + clock.window_ms:
            return Wait(coup.closes_at_ms)
        if coup.stakes or clock.free_rounds:
            return CloseBetting()
        if is_open:
            return Wait(again_ms)
    return ProlongBetting(again_ms) if moment.watched else Wait()


def _between(table: Table, clock: ClockSettings, moment: Moment) -> Due:
    """Show the result, bring a shoe where there is none, and open for whoever is there."""
    shoe = table.shoe
    shown = table.coup is None or (shoe is not None and not shoe.seen)
    pause = None if shown else _after(clock.result_ms, moment)
    if pause is not None:
        return pause
    if shoe is None or not shoe.can_start_a_round:
        return WantShoe()
    return OpenBetting(moment.now_ms + clock.window_ms) if moment.watched else Wait()
