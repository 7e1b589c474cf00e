"""What is seen of a source of chance that fails: a value in a row, or one that is too frequent."""

import pytest

from punto.house.context import EntropyFailed
from punto.store import Entropy

ALL = bytes(range(256))


def fails(sample: bytes) -> bool:
    """Whether a sample is refused."""
    assert len(sample) == 256
    try:
        return Entropy(lambda _: sample).draw() != sample[:32]
    except EntropyFailed:
        return True


@pytest.mark.parametrize("value", [0, 1, 7, 8, 128, 255])
@pytest.mark.parametrize("before", [0, 1, 100, 249])
def test_seven_in_a_row_are_seen_anywhere_and_six_are_not(value: int, before: int) -> None:
    others = ALL.replace(bytes([value]), b"")
    for count, is_seen in ((6, False), (7, True)):
        row = bytes([value]) * count
        assert fails((others[:before] + row + others[before:] + others)[:256]) is is_seen


@pytest.mark.parametrize("value", [0, 1, 7, 8, 128, 255])
def test_nineteen_of_one_value_are_seen_and_eighteen_are_not(value: int) -> None:
    others = ALL.replace(bytes([value]), b"")
    for count, is_seen in ((18, False), (19, True)):
        spread = b"".join(bytes([value, other]) for other in others[:count])
        assert fails((spread + others[count:] + others)[:256]) is is_seen


def test_many_of_a_few_values_that_are_near_each_other_are_none_too_many() -> None:
    near = bytes(each for _ in range(16) for each in range(8))
    assert not fails(near + ALL[128:])
