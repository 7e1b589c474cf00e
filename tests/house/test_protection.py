"""What protects whoever plays: the stricter always wins, whatever is asked in whichever order."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Final, NamedTuple

import pytest

from punto.people import Limits, Protection
from punto.people.limits import LIMIT_NAMES, stricter
from punto.people.protection import (
    DAY_MS,
    FOR_EVER,
    MINUTE_MS,
    Bet,
    Code,
    Played,
    excluded,
    moment,
    played_at,
    refusal_code,
    with_limits,
)

NOW: Final = 1_700_000_000_000
HOUR: Final = 60 * MINUTE_MS
NOTHING: Final = 2**60
"""The value of a limit that is not set: everything is below it."""


class Asked(NamedTuple):
    """Something that is asked for, so long after the beginning."""

    after_ms: int
    limits: Limits | None = None
    days: int | None = None


TIGHT: Final = Limits(stake=10, loss_day=50, loss_week=80, minutes_day=30, check_minutes=10)
MIXED: Final = Limits(stake=100, loss_day=20, minutes_day=60)
STEPS: Final = (TIGHT, MIXED, Limits(stake=5), Limits(), 1, 7, None)
"""Limits that are set, one after the other, and pauses of so many days; None has no end."""


def histories() -> Iterator[tuple[Asked, ...]]:
    """All orders of three of these, close together and more than a day apart."""
    for chosen, gaps in product(
        permutations(STEPS, 3), product((1, 23 * HOUR, 25 * HOUR), repeat=2)
    ):
        times = (0, gaps[0], sum(gaps))
        yield tuple(
            Asked(at, each) if isinstance(each, Limits) else Asked(at, days=each or FOR_EVER)
            for at, each in zip(times, chosen, strict=True)
        )


def after(history: Sequence[Asked]) -> Protection:
    """Do it all."""
    protection = Protection()
    for each in history:
        now = NOW + each.after_ms
        if each.limits is not None:
            protection = with_limits(protection, each.limits, now)
        else:
            protection = excluded(protection, now + (each.days or 0) * DAY_MS)
    return protection


def wanted(history: Sequence[Asked], name: str, at: int) -> int:
    """Say what a limit must be at a time, from what was asked for and nothing else.

    A day after the last time it is what was wanted then; before that it is no looser than it was.
    """
    asked = [each for each in history if each.limits is not None]
    if not asked:
        return NOTHING
    last = asked[-1]
    value = getattr(last.limits, name) or NOTHING
    if at >= last.after_ms + DAY_MS:
        return value
    return min(value, wanted(asked[:-1], name, last.after_ms))


def test_in_every_order_tighter_holds_at_once_and_looser_after_a_day() -> None:
    tried = 0
    for history in histories():
        protection = after(history)
        for at in (history[-1].after_ms + more for more in (0, 1, DAY_MS - 1, DAY_MS, 9 * DAY_MS)):
            limits = protection.limits_at(NOW + at)
            for name in LIMIT_NAMES:
                found = getattr(limits, name) or NOTHING
                assert found == wanted(history, name, at), (history, at, name)
            pauses = [each.after_ms + each.days * DAY_MS for each in history if each.days]
            assert protection.is_excluded(NOW + at) == (at < max(pauses, default=0)), history
            tried += 1
    assert tried == 210 * 9 * 5


def test_no_change_of_limits_or_status_lets_through_a_bet_that_was_refused() -> None:
    at = moment(NOW, 6)
    bets = [Bet(stake, stake, lost) for stake, lost in product((1, 10, 11, 60, 1000), (0, 45, 90))]
    played = Played(day=at.day, week=at.week, slot=at.slot - 1, slots=6, began_ms=NOW - HOUR)
    for first, second in permutations(STEPS, 2):
        before = after([_at_once(first)])
        both = after([_at_once(first), _at_once(second)])
        for bet in bets:
            was = refusal_code(_playing(before, played), bet, at)
            now = refusal_code(_playing(both, played), bet, at)
            assert was is None or now is not None, (first, second, bet)
            assert now is None or now == was or _rank(now) <= _rank(was), (first, second, bet)


def _at_once(step: Limits | int | None) -> Asked:
    return Asked(0, step) if isinstance(step, Limits) else Asked(0, days=step or FOR_EVER)


def _playing(protection: Protection, played: Played) -> Protection:
    return Protection(
        own=protection.own,
        coming=protection.coming,
        excluded_until_ms=protection.excluded_until_ms,
        played=played,
    )


def _rank(code: Code | None) -> int:
    return list(Code).index(code) if code is not None else len(Code)


@pytest.mark.parametrize("name", LIMIT_NAMES)
def test_of_player_and_house_the_stricter_limit_wins(name: str) -> None:
    low, high = Limits(**{name: 10}), Limits(**{name: 20})
    for own, of_house in ((low, high), (high, low), (low, Limits()), (Limits(), low)):
        protection = Protection(own=own, of_house=of_house)
        assert getattr(protection.limits_at(NOW), name) == 10
    assert stricter(Limits(), Limits()) == Limits()


def test_a_day_and_a_week_begin_anew_with_their_first_bet() -> None:
    monday = moment(4 * DAY_MS + 6 * HOUR, 6)  # the fifth of January 1970
    sunday = moment(4 * DAY_MS + 6 * HOUR - 1, 6)
    assert (monday.day - sunday.day, monday.week - sunday.week) == (1, 1)
    assert {moment(monday.now_ms + each * DAY_MS, 6).week for each in range(7)} == {monday.week}
    limits = Protection(own=Limits(loss_day=50, loss_week=80))
    first = played_at(Played(), monday, 1_000)
    for lost, at, code in (
        (1_040, monday, None),
        (1_041, monday, Code.LOSS_LIMIT),  # 41 gone and 10 more at risk
        (1_041, moment(monday.now_ms + DAY_MS, 6), None),  # the next day
        (1_071, moment(monday.now_ms + DAY_MS, 6), Code.LOSS_LIMIT),  # but the same week
        (1_071, moment(monday.now_ms + 7 * DAY_MS, 6), None),
    ):
        protection = Protection(own=limits.own, played=first)
        assert refusal_code(protection, Bet(10, 10, lost), at) is code, (lost, at)


def test_a_clock_set_back_over_the_turn_of_a_day_begins_nothing_anew() -> None:
    monday = moment(4 * DAY_MS + 6 * HOUR, 6)
    sunday = moment(monday.now_ms - HOUR, 6)
    played = played_at(Played(), monday, 1_000)
    limits = Limits(loss_day=50, loss_week=80)
    for own in (limits, Limits(loss_week=50)):
        protection = Protection(own=own, played=played_at(played, sunday, 1_045))
        assert refusal_code(protection, Bet(10, 10, 1_045), sunday) is Code.LOSS_LIMIT
    # A clock that was wrong by more than that is not believed for the rest of a life.
    long_before = moment(monday.now_ms - 9 * DAY_MS, 6)
    assert played_at(played, long_before, 1_045).lost_before_week == 1_045


def test_time_is_counted_in_pieces_in_which_a_bet_was_placed() -> None:
    start = NOW - NOW % (5 * MINUTE_MS)
    played, limits = Played(), Limits(minutes_day=15)
    for minute, code in (
        (0, None),
        (1, None),
        (4, None),
        (5, None),
        (59, None),
        (64, Code.TIME_LIMIT),
    ):
        at = moment(start + minute * MINUTE_MS, 6)
        assert refusal_code(Protection(own=limits, played=played), Bet(1, 1, 0), at) is code, minute
        played = played if code else played_at(played, at, 0)
    assert played.slots == 3
    tomorrow = moment(start + DAY_MS, 6)
    assert refusal_code(Protection(own=limits, played=played), Bet(1, 1, 0), tomorrow) is None


def test_a_check_is_due_after_a_stretch_of_play_and_not_after_a_pause() -> None:
    protection = Protection(own=Limits(check_minutes=20))
    assert protection.check_due_ms(NOW) is None
    played = Played()
    for minute in range(0, 20, 5):
        played = played_at(played, moment(NOW + minute * MINUTE_MS, 6), 0)
    playing = Protection(own=protection.own, played=played)
    due = NOW + 20 * MINUTE_MS
    assert playing.check_due_ms(due) == due
    assert refusal_code(playing, Bet(1, 1, 0), moment(due - 1, 6)) is None
    assert refusal_code(playing, Bet(1, 1, 0), moment(due, 6)) is Code.CHECK_DUE
    checked = Protection(own=protection.own, played=played, checked_ms=due)
    assert refusal_code(checked, Bet(1, 1, 0), moment(due, 6)) is None
    later = NOW + 3 * HOUR
    assert playing.check_due_ms(later) is None
    assert refusal_code(playing, Bet(1, 1, 0), moment(later, 6)) is None
