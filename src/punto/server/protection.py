"""What protects somebody, as he is shown it."""

import msgspec

from punto.house.house import House
from punto.people import Limits, Protection
from punto.people.protection import SLOT_MINUTES, Moment, Played, moment, played_at
from punto.protocol.protection import ComingLimits, CountedPlay, LimitsInfo, ProtectionInfo
from punto.protocol.tell import YourProtection


def limits_in(info: LimitsInfo) -> Limits:
    """Read limits as they were asked for."""
    return Limits(**msgspec.structs.asdict(info))


def _shown(limits: Limits) -> LimitsInfo:
    return LimitsInfo(**msgspec.structs.asdict(limits))


def protection_of(house: House, account: str) -> Protection | None:
    """Find what protects an account; None where nothing was ever set."""
    patron = house.patrons.get(account)
    return patron.protection if patron is not None else None


def your_protection(
    protection: Protection, now_ms: int, request: str | None = None
) -> YourProtection:
    """Say what a screen must know before a bet."""
    return YourProtection(
        excluded_until_ms=_until(protection, now_ms),
        check_at_ms=protection.check_due_ms(now_ms),
        stake=protection.limits_at(now_ms).stake,
        id=request,
    )


def protection_info(
    set_: Protection | None, lost: int, now_ms: int, turns_at_hour: int
) -> ProtectionInfo:
    """Say all of it; `lost` is what all play of a life has cost."""
    protection = set_ or Protection()
    coming = protection.coming
    is_coming = coming is not None and now_ms < coming.from_ms
    at = moment(now_ms, turns_at_hour)
    return ProtectionInfo(
        limits=_shown(protection.own_at(now_ms)),
        coming=ComingLimits(limits=_shown(coming.limits), from_ms=coming.from_ms)
        if coming is not None and is_coming
        else None,
        of_house=_shown(protection.of_house),
        excluded_until_ms=_until(protection, now_ms),
        check_at_ms=protection.check_due_ms(now_ms),
        counted=_counted(set_.played, at, lost) if set_ is not None else None,
    )


def _counted(played: Played, at: Moment, lost: int) -> CountedPlay:
    # As if a bet were placed now: what a day has seen before its first bet is nothing.
    today = played_at(played, at, lost)
    return CountedPlay(
        minutes_today=played.slots * SLOT_MINUTES if today.day == played.day else 0,
        lost_today=lost - today.lost_before_day,
        lost_this_week=lost - today.lost_before_week,
    )


def _until(protection: Protection, now_ms: int) -> int | None:
    return protection.excluded_until_ms if protection.is_excluded(now_ms) else None
