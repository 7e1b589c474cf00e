"""Chance, from the operating system, watched: a source that fails opens no new shoe."""

import os
from collections import Counter
from collections.abc import Callable
from typing import Final

from punto.fair import SECRET_BYTES
from punto.house.context import EntropyFailed

Source = Callable[[int], bytes]
"""Gives so many random bytes; `os.urandom`, unless a test plants a bad one."""

_SAMPLE_BYTES: Final = 256
_MOST_REPEATS: Final = 6
"""A byte comes seven times in a row once in 2**48 places: the repetition count of SP 800-90B."""

_MOST_OF_ONE: Final = 18
"""Of 256 bytes, one value comes nineteen times or more once in some 2 × 10**15 samples."""

_CLASSES: Final = bytes(byte // 8 for byte in range(256))
"""Which of 32 classes a byte is of: to count those is quicker than to count 256 values."""


class Entropy:
    """Draws secrets and looks at the source each time, as the standard asks."""

    def __init__(self, source: Source = os.urandom) -> None:
        self._source = source
        self._last = b""

    def draw(self) -> bytes:
        """Give a new secret, or raise; there is no second, weaker source to fall back on."""
        sample = self._sample()
        if _repeats_itself(sample):
            raise EntropyFailed("the source of chance repeats itself")
        if sample == self._last:
            raise EntropyFailed("the source of chance gave the same bytes twice")
        self._last = sample
        return sample[:SECRET_BYTES]

    def _sample(self) -> bytes:
        try:
            sample = self._source(_SAMPLE_BYTES)
        except OSError as error:
            raise EntropyFailed(f"the source of chance does not answer: {error}") from error
        if len(sample) != _SAMPLE_BYTES:
            raise EntropyFailed(f"the source of chance gave {len(sample)} bytes")
        return sample


def _repeats_itself(sample: bytes) -> bool:
    """Look for a value in a row, and for one that comes too often; most samples are told soon."""
    number = int.from_bytes(sample)
    differences = (number ^ number >> 8).to_bytes(len(sample))[1:]
    if bytes(_MOST_REPEATS) in differences:  # so many zeros in a row: one value more than that
        return True
    classes = sample.translate(_CLASSES)
    if max(map(classes.count, range(32))) <= _MOST_OF_ONE:
        return False  # no value comes more often than its class
    return max(Counter(sample).values()) > _MOST_OF_ONE
