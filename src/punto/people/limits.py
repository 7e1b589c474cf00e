"""Limits on play: each a number, and the smaller one is the stricter; none is the loosest."""

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from punto.money import MAX_STAKE

Amount: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_STAKE)] | None
Minutes: TypeAlias = Annotated[int, Meta(ge=5, le=1440, multiple_of=5)] | None


class Limits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody may stake and lose, and for how long he plays."""

    stake: Amount = None
    """The most on all wagers of one round together."""
    loss_day: Amount = None
    """The most that a gaming day may cost."""
    loss_week: Amount = None
    """The most that a gaming week may cost; it begins on a Monday."""
    minutes_day: Minutes = None
    """How long may be played on one gaming day."""
    check_minutes: Minutes = None
    """After how long play waits until it is said that time and result were seen."""


UNLIMITED: Final = Limits()


def is_readable(limits: Limits) -> bool:
    """Whether limits can be read again: their ranges are looked at only then, not when made."""
    try:
        msgspec.convert(msgspec.to_builtins(limits), Limits)
    except msgspec.ValidationError:
        return False
    return True


def stricter(one: Limits, other: Limits) -> Limits:
    """Take of every limit the stricter."""
    return Limits(
        **{name: _least(getattr(one, name), getattr(other, name)) for name in LIMIT_NAMES}
    )


LIMIT_NAMES: Final = Limits.__struct_fields__


def _least(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)
