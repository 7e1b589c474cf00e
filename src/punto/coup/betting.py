"""Bets of a round: whether one is taken, placed or taken back, and what it makes of the round."""

from typing import Final, TypeAlias

from msgspec.structs import replace

from punto.coup.code import Code
from punto.coup.command import Betting, PlaceWager, WithdrawWager
from punto.coup.deadline import time_of_day
from punto.coup.event import WagerPlaced, WagerWithdrawn
from punto.coup.state import Coup, Phase
from punto.money import MAX_STAKE
from punto.refusal import Refusal

Staking: TypeAlias = WagerPlaced | WagerWithdrawn
"""What has happened to a stake."""

NOT_OPEN: Final = Refusal(Code.BETTING_NOT_OPEN, "betting has not opened yet")
VOID: Final = Refusal(Code.ROUND_VOID, "the round is void")


def bet_refusal(coup: Coup, command: Betting, now_ms: int | None) -> Refusal | None:
    """Say why a bet cannot be placed or taken back now; None if it can."""
    refusal = not_taken(coup, command, now_ms)
    if refusal is not None:
        return refusal
    return _stake(coup, command) if type(command) is PlaceWager else _withdrawal(coup, command)


def takes_bets(coup: Coup, now_ms: int | None) -> bool:
    """Whether a bet at this time is in time."""
    return coup.phase is Phase.BETTING and not is_past_deadline(coup, now_ms)


def is_past_deadline(coup: Coup, now_ms: int | None) -> bool:
    """Whether the deadline of the bets has come; at that very time it has."""
    if coup.closes_at_ms is None:
        return False
    assert now_ms is not None, "a round with a deadline is asked at a time"
    return now_ms >= coup.closes_at_ms


def not_taken(coup: Coup, command: Betting, now_ms: int | None) -> Refusal | None:
    """Say why a round takes no bets now, whatever would be bet."""
    if takes_bets(coup, now_ms):
        return None
    if coup.phase is Phase.VOID:
        return VOID
    return NOT_OPEN if coup.phase is Phase.READY else _too_late(coup, command, now_ms)


def _too_late(coup: Coup, command: Betting, now_ms: int | None) -> Refusal:
    """Cite the clause on late bets, or the call that closes them, and the deadline if it passed."""
    late, closed = coup.rulebook.late, _closed(coup, now_ms)
    call = coup.rulebook.close_call.clause if coup.rulebook.close_call else None
    if type(command) is WithdrawWager:
        words = f"{closed}: the wager stays and is settled on the result"
        return Refusal(Code.WITHDRAWN_TOO_LATE, words, late.withdrawn_clause or call)
    if (command.bettor, command.wager) in coup.stakes:
        words = f"{closed}: the increase is refused, the earlier stake stands"
        return Refusal(Code.INCREASED_TOO_LATE, words, late.increased_clause or call)
    return Refusal(Code.PLACED_TOO_LATE, closed, late.placed_clause or call)


def _closed(coup: Coup, now_ms: int | None) -> str:
    if coup.closes_at_ms is None or not is_past_deadline(coup, now_ms):
        return "betting is closed"
    return f"betting closed at {time_of_day(coup.closes_at_ms)}"


def _stake(coup: Coup, command: PlaceWager) -> Refusal | None:
    if not command.bettor.strip():
        return Refusal(Code.NO_BETTOR, "a wager is somebody's")
    wager = coup.rulebook.wager_by_id.get(command.wager)
    if wager is None:
        words = f"{coup.rulebook.title} has no wager {command.wager!r}"
        return Refusal(Code.UNKNOWN_WAGER, words, coup.rulebook.betting.clause, command.wager)
    before = coup.stakes.get((command.bettor, command.wager), 0)
    if type(command.amount) is not int or not 1 <= command.amount <= MAX_STAKE - before:
        words = f"a stake is a whole number of minor units from 1 to {MAX_STAKE}"
        return Refusal(Code.STAKE_OUT_OF_RANGE, words, wager=wager.id)
    stake = before + command.amount
    if stake % wager.step:
        words = f"{stake} on {wager.name} would split the minor unit: a multiple of {wager.step}"
        return Refusal(Code.STAKE_SPLITS_UNIT, words, wager=wager.id)
    return None


def _withdrawal(coup: Coup, command: WithdrawWager) -> Refusal | None:
    if (command.bettor, command.wager) not in coup.stakes:
        words = f"there is no stake on {command.wager}"
        return Refusal(Code.NOTHING_TO_WITHDRAW, words, wager=command.wager)
    return None


# --- what it makes of the round -----------------------------------------------------------------


def bet_event(coup: Coup, command: Betting) -> Staking:
    """Say what a bet that is not refused comes to: the whole of what lies on its wager, then."""
    bettor, wager = command.bettor, command.wager
    if type(command) is PlaceWager:
        stake = coup.stakes.get((bettor, wager), 0) + command.amount
        return WagerPlaced(bettor, wager, command.amount, stake)
    return WagerWithdrawn(bettor, wager, coup.stakes[bettor, wager])


def with_bet(coup: Coup, event: Staking) -> Coup:
    """Add a bet to the round."""
    at = event.bettor, event.wager
    if type(event) is WagerPlaced:
        return replace(coup, stakes=coup.stakes.set(at, event.stake))
    return replace(coup, stakes=coup.stakes.delete(at))
