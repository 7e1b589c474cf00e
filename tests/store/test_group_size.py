"""As many requests are stored together as are carried out in a moment."""

import pytest

from punto.store.group import FEWEST, MOMENT, MOST, GroupSize

BET, HAND, COLD_TABLE = 0.0001, 0.001, 0.02
"""About the seconds that one of each takes."""


def learned(*groups: tuple[int, float]) -> GroupSize:
    size = GroupSize()
    for requests, seconds_each in groups:
        size.took(requests, requests * seconds_each)
    return size


def test_nothing_is_known_at_first() -> None:
    assert GroupSize().most == MOST


@pytest.mark.parametrize("each", [BET, HAND, COLD_TABLE])
def test_groups_come_to_take_a_moment_and_no_longer(each: float) -> None:
    size = GroupSize()
    for _ in range(40):
        size.took(size.most, size.most * each)
    assert size.most == FEWEST or size.most * each <= MOMENT * 1.01
    assert size.most in {FEWEST, MOST} or (size.most + 2) * each > MOMENT


def test_one_slow_group_is_made_good_by_fast_ones() -> None:
    slow = learned((1, COLD_TABLE)).most
    assert slow == FEWEST
    assert learned((1, COLD_TABLE), *[(FEWEST, BET)] * 20).most > 200


def test_a_checkpoint_alone_teaches_nothing() -> None:
    size = GroupSize()
    size.took(0, 1.0)
    assert size.most == MOST
