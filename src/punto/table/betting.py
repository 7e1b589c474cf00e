"""Bets at a table: whether one is taken there, and what it makes of the table."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from punto.coup import Coup, betting
from punto.coup.betting import Staking
from punto.coup.command import Betting, PlaceWager
from punto.coup.event import WagerPlaced
from punto.ledger import FELT
from punto.refusal import Refusal
from punto.table.code import Code
from punto.table.seating import placeless
from punto.table.state import Table

UNDECIDED: Final = Refusal(Code.SUPERVISOR_WANTED, "play waits for a supervisor's decision")
NO_ROUND: Final = Refusal(Code.NO_ROUND, "no round has commenced")


def bet_refusal(table: Table, command: Betting, now_ms: int | None) -> Refusal | None:
    """Say why a bet is not taken now, by the table itself or by its round; None if it is.

    How far several that are changed at once drive the sides apart is asked of all together.
    """
    if table.undecided is not None:
        return UNDECIDED
    coup = table.coup
    if coup is None:
        return NO_ROUND
    refusal = betting.bet_refusal(coup, command, now_ms)
    if refusal is not None or type(command) is not PlaceWager:
        return refusal
    if table.settings.positions or command.bettor.startswith(FELT):
        refusal = placeless(table, command.bettor)
    return refusal or _beyond(table, coup, command)


def _beyond(table: Table, coup: Coup, command: PlaceWager) -> Refusal | None:
    """Refuse what is beyond a limit: that of the wager, the position or the table."""
    beside = table.beside(command.bettor) if table.settings.positions else ()
    return _limited(table, coup, command, beside) or _filled(table, command, beside)


def _limited(
    table: Table, coup: Coup, command: PlaceWager, beside: Iterable[str]
) -> Refusal | None:
    """Keep a bettor to the least and the step, and all who bet at a position to the most."""
    limit, stakes = table.settings.limit_of[command.wager], coup.stakes
    stake = lies = stakes.get((command.bettor, command.wager), 0) + command.amount
    for other in beside:
        lies += stakes.get((other, command.wager), 0)
    if stake < limit.minimum:
        return _beyond_limit(Code.BELOW_MINIMUM, command, f"{limit.minimum} or more")
    if lies > limit.maximum:
        return _beyond_limit(Code.ABOVE_MAXIMUM, command, f"{limit.maximum} or less")
    if stake % limit.step:
        return _beyond_limit(Code.NOT_A_STEP, command, f"multiples of {limit.step}")
    return None


def _filled(table: Table, command: PlaceWager, beside: Iterable[str]) -> Refusal | None:
    """Keep all stakes at a position, and all at the table, to what each of them takes."""
    settings, amount = table.settings, command.amount
    if settings.seat_maximum is not None:
        seat = sum(table.of_bettor.get(each, 0) for each in (command.bettor, *beside)) + amount
        if seat > settings.seat_maximum:
            words = f"a seat may have {settings.seat_maximum} at stake"
            return Refusal(Code.ABOVE_SEAT_MAXIMUM, words)
    if settings.table_maximum is not None and table.staked + amount > settings.table_maximum:
        words = f"the table takes {settings.table_maximum} in all"
        return Refusal(Code.ABOVE_TABLE_MAXIMUM, words)
    return None


def _beyond_limit(code: Code, command: PlaceWager, taken: str) -> Refusal:
    return Refusal(code, f"{command.wager} takes {taken}", wager=command.wager)


def too_far_apart(before: Table, after: Table) -> Refusal | None:
    """Refuse bets that drive the two sides too far apart, placed or taken back; closing is welcome.

    Several bets that are changed at once are looked at together: only where they end counts.
    """
    most = after.settings.differential
    if most is None:
        return None
    apart = after.differential
    if apart <= most or apart <= before.differential:
        return None
    words = f"all stakes on Player and Banker may lie {most} apart, not {apart}"
    return Refusal(Code.ABOVE_DIFFERENTIAL, words)


# --- what it makes of the table -----------------------------------------------------------------


def bet_event(table: Table, command: Betting) -> Staking:
    """Say what a bet that is not refused comes to."""
    assert table.coup is not None, "refused"
    return betting.bet_event(table.coup, command)


def with_bet(table: Table, event: Staking) -> Table:
    """Add a bet to the round, and to what lies on its wager and what its bettor has at stake."""
    assert table.coup is not None, "a wager has its round"
    bettor, wager = event.bettor, event.wager
    more = event.amount if type(event) is WagerPlaced else -event.stake
    return replace(
        table,
        on_wager=table.on_wager.set(wager, table.on_wager.get(wager, 0) + more),
        of_bettor=table.of_bettor.set(bettor, table.of_bettor.get(bettor, 0) + more),
        coup=betting.with_bet(table.coup, event),
    )
