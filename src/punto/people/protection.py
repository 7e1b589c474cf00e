"""What protects somebody who plays: limits, a pause, and what has been played so far.

Tighter holds at once and looser after a day, so no moment of weakness undoes a limit. All of it is
a function of what is on record and of the time that is given.
"""

from enum import StrEnum
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from punto.people.limits import UNLIMITED, Limits, stricter

MINUTE_MS: Final = 60_000
DAY_MS: Final = 24 * 60 * MINUTE_MS

LOOSENED_AFTER_MS: Final = DAY_MS
"""A limit that is to be looser holds for so long as it was."""

SLOT_MINUTES: Final = 5
"""Time of play is counted in pieces of so many minutes: one in which a bet was placed counts."""

PAUSE_SLOTS: Final = 3
"""After so many without a bet, play has ended; the next bet begins it anew."""

FOR_EVER: Final = 2**53
"""The end of an exclusion that has none."""

_SLOT_MS: Final = SLOT_MINUTES * MINUTE_MS
_MONDAY: Final = 4
"""The first of all days was a Thursday."""


class Code(StrEnum):
    """Why somebody may not bet; where several hold, the first of this list is the answer."""

    EXCLUDED = "excluded"
    CHECK_DUE = "check-due"
    TIME_LIMIT = "time-limit"
    STAKE_LIMIT = "stake-limit"
    LOSS_LIMIT = "loss-limit"


class Moment(NamedTuple):
    """A time, and the gaming day that it belongs to."""

    now_ms: int
    day: int

    @property
    def week(self) -> int:
        """The gaming week, from Monday to Monday."""
        return (self.day + 7 - _MONDAY) // 7

    @property
    def slot(self) -> int:
        """The piece of time that is counted whole."""
        return self.now_ms // _SLOT_MS


def moment(now_ms: int, turns_at_hour: int) -> Moment:
    """Tell the gaming day of a time."""
    return Moment(now_ms, (now_ms - turns_at_hour * 60 * MINUTE_MS) // DAY_MS)


class Coming(msgspec.Struct, frozen=True):
    """Limits that are looser than those before, and from when they hold."""

    limits: Limits
    from_ms: int


class Played(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was played, as far as limits ask: the last gaming day and week with a bet in it."""

    day: int = 0
    lost_before_day: int = 0
    """What had been lost in all when the first bet of the day was placed."""
    week: int = 0
    lost_before_week: int = 0
    slot: int = 0
    """The last piece of time in which a bet was placed."""
    slots: int = 0
    """How many there were on that day."""
    began_ms: int = 0
    """When this stretch of play began."""


class Protection(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that may keep somebody from a bet."""

    own: Limits = UNLIMITED
    """What he has set himself."""
    coming: Coming | None = None
    of_house: Limits = UNLIMITED
    """What the house has set for him."""
    excluded_until_ms: int = 0
    checked_ms: int = 0
    """When he last said that he has seen time and result."""
    played: Played = Played()

    def own_at(self, now_ms: int) -> Limits:
        """Give his own limits as they hold at a time."""
        is_there = self.coming is not None and now_ms >= self.coming.from_ms
        return self.coming.limits if self.coming is not None and is_there else self.own

    def limits_at(self, now_ms: int) -> Limits:
        """Give what holds at a time: of his own and the house's limits the stricter."""
        return stricter(self.own_at(now_ms), self.of_house)

    def is_excluded(self, now_ms: int) -> bool:
        """Whether no bet of his is taken."""
        return now_ms < self.excluded_until_ms

    def check_due_ms(self, now_ms: int) -> int | None:
        """Tell from when play waits until time and result were seen; None where nothing is set."""
        minutes = self.limits_at(now_ms).check_minutes
        if minutes is None or not _goes_on(self.played, now_ms // _SLOT_MS):
            return None
        return max(self.checked_ms, self.played.began_ms) + minutes * MINUTE_MS


# --- what changes it ----------------------------------------------------------------------------


def with_limits(protection: Protection, wanted: Limits, now_ms: int) -> Protection:
    """Set one's own limits: what is tighter holds at once, what is looser after a day."""
    before = protection.own_at(now_ms)
    own = stricter(before, wanted)
    coming = None if own == wanted else Coming(wanted, now_ms + LOOSENED_AFTER_MS)
    return replace(protection, own=own, coming=coming)


def excluded(protection: Protection, until_ms: int) -> Protection:
    """Take no bets until a time; what was longer stays so."""
    return replace(protection, excluded_until_ms=max(protection.excluded_until_ms, until_ms))


def played_at(played: Played, at: Moment, lost: int) -> Played:
    """Count a bet; `lost` is what all play of a life has cost before it.

    A clock that is set back over the turn of a day or a week begins neither anew.
    """
    if at.day not in {played.day, played.day - 1}:
        played = replace(played, day=at.day, lost_before_day=lost, slots=0)
    if at.week not in {played.week, played.week - 1}:
        played = replace(played, week=at.week, lost_before_week=lost)
    if at.slot == played.slot and played.slots:
        return played
    began_ms = played.began_ms if _goes_on(played, at.slot) else at.now_ms
    return replace(played, slot=at.slot, slots=played.slots + 1, began_ms=began_ms)


def _goes_on(played: Played, slot: int) -> bool:
    """Whether somebody plays on who bet a while ago."""
    return 0 <= slot - played.slot <= PAUSE_SLOTS


# --- what it says to a bet ----------------------------------------------------------------------


class Bet(NamedTuple):
    """A bet, as far as limits ask."""

    stake: int
    """All that its bettor would have on the round."""
    at_risk: int
    """All that he would have on all tables."""
    lost: int
    """What all play of his life has cost him."""


def refusal_code(protection: Protection, bet: Bet, at: Moment) -> Code | None:
    """Say why a bet may not be placed, or nothing."""
    limits = protection.limits_at(at.now_ms)
    played = played_at(protection.played, at, bet.lost)
    if protection.is_excluded(at.now_ms):
        return Code.EXCLUDED
    if _is_check_due(replace(protection, played=played), at.now_ms):
        return Code.CHECK_DUE
    if _is_over(played.slots * SLOT_MINUTES, limits.minutes_day):
        return Code.TIME_LIMIT
    if _is_over(bet.stake, limits.stake):
        return Code.STAKE_LIMIT
    day = bet.lost - played.lost_before_day + bet.at_risk
    week = bet.lost - played.lost_before_week + bet.at_risk
    if _is_over(day, limits.loss_day) or _is_over(week, limits.loss_week):
        return Code.LOSS_LIMIT
    return None


def _is_check_due(protection: Protection, now_ms: int) -> bool:
    due_ms = protection.check_due_ms(now_ms)
    return due_ms is not None and now_ms >= due_ms


def _is_over(value: int, limit: int | None) -> bool:
    return limit is not None and value > limit
