"""What protects whoever plays: limits, pauses and checks, as they are asked for and told."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from punto.protocol.ask import Amount, RequestId

Minutes: TypeAlias = Annotated[int, Meta(ge=5, le=1440, multiple_of=5)]


class LimitsInfo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits on play; null where there is none."""

    stake: Amount | None
    """The most on all wagers of one round together."""
    loss_day: Amount | None
    """The most that a gaming day may cost; stakes that are still open are counted as lost."""
    loss_week: Amount | None
    """The same of a gaming week, which begins on a Monday."""
    minutes_day: Minutes | None
    """How long may be played on a gaming day: five minutes count in which a bet was placed."""
    check_minutes: Minutes | None
    """After how long play waits for `CheckSeen`."""


class _Asked(msgspec.Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody asks for, once under its id."""

    id: RequestId


class LimitsWanted(_Asked, frozen=True):
    """All limits as they are to be: tighter ones hold at once, looser ones after 24 hours."""

    limits: LimitsInfo


class PauseWanted(_Asked, frozen=True):
    """Take no bets of mine for so many days, or for ever; this is never taken back."""

    days: Annotated[int, Meta(ge=1, le=3650)] | None


class CheckSeen(_Asked, frozen=True):
    """I have seen how long I play, and what came of it."""


ProtectionAsk: TypeAlias = LimitsWanted | PauseWanted | CheckSeen


class ComingLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits that are looser than now, and from when they hold."""

    limits: LimitsInfo
    from_ms: int


class CountedPlay(msgspec.Struct, frozen=True, kw_only=True):
    """What day and week came to, counted from the first limit or pause on."""

    minutes_today: int
    lost_today: int
    """Below zero where it has brought something."""
    lost_this_week: int


class ProtectionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What protects somebody now, and what has come of the day and the week."""

    limits: LimitsInfo
    """Those that were set by whoever plays, as they hold now."""
    coming: ComingLimits | None
    of_house: LimitsInfo
    """Those that the house has set; of both the stricter holds."""
    excluded_until_ms: int | None
    """Until when no bet is taken; 2⁵³ or more where that has no end."""
    check_at_ms: int | None
    """From when play waits for `CheckSeen`."""
    counted: CountedPlay | None
    """Null where nothing was ever set: then nothing is counted."""


class ProtectionRefused(msgspec.Struct, frozen=True, kw_only=True):
    """Why it is not done."""

    status_code: int
    detail: str
    """For a person."""
    code: str
    """For a program."""


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """What a period of play came to, round by round from the history as far as it is kept."""

    since_ms: int
    until_ms: int
    rounds: int
    """Those that are over; void ones too, which move nothing."""
    staked: int
    returned: int
    """Stakes that came back and what was won."""
    net: int
    balance: int
    """What there is now, open stakes included."""
