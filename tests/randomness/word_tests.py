"""Tests of 64-bit words: bits, low bytes, pairs of neighbours, serial correlation, birthdays."""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from tests.randomness import bits, chance
from tests.randomness.battery import Finding
from tests.randomness.streams import HALF, LOW, Words

_BYTE: Final = np.uint64(255)
_LAGS: Final = 16
_BIRTHDAYS: Final = 4_096
"""In a year of 2**32 days so many birthdays have 4 equal spacings, on average."""


def _halves(words: Words) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    return (words & LOW).astype(np.uint32), (words >> HALF).astype(np.uint32)


def low_bytes(words: Words) -> float:
    """Judge how often the lowest byte has each value."""
    return _even(np.bincount((words & _BYTE).astype(np.int64), minlength=256))


def low_pairs(words: Words) -> float:
    """Judge the lowest bytes of a word and of the next: 65,536 pairs."""
    return _pairs(words & _BYTE)


def high_pairs(words: Words) -> float:
    """Judge the highest bytes of a word and of the next: what draws of cards begin with."""
    return _pairs(words >> np.uint64(56))


def _pairs(values: Words) -> float:
    one, other = values[0 : len(values) // 2 * 2 : 2], values[1::2]
    return _even(np.bincount((one << np.uint64(8) | other).astype(np.int64), minlength=65_536))


def _even(counts: npt.NDArray[np.int64]) -> float:
    mean = counts.sum() / len(counts)
    return chance.of_chi_square(float(((counts - mean) ** 2 / mean).sum()), len(counts) - 1)


def serial(words: Words) -> float:
    """Judge the correlation of words 1 to 16 apart, as fractions, all of them together."""
    values = words.astype(np.float64) / 2.0**64 - 0.5
    far = [
        float((values[:-lag] * values[lag:]).sum()) / (np.sqrt(len(values) - lag) / 12)
        for lag in range(1, _LAGS + 1)
    ]
    return chance.of_chi_square(sum(each**2 for each in far), _LAGS)


def birthdays(words: Words) -> float:
    """Judge equal spacings of birthdays, Marsaglia's test, by the low halves of words."""
    low, _ = _halves(words)
    years = low[: len(low) // _BIRTHDAYS * _BIRTHDAYS].reshape(-1, _BIRTHDAYS)
    spacings = np.sort(np.diff(np.sort(years.astype(np.int64), axis=1), axis=1), axis=1)
    equal = int((np.diff(spacings, axis=1) == 0).sum())
    mean = len(years) * _BIRTHDAYS**3 / (4 * 2.0**32)
    return chance.of_rare(equal, mean)


def equal_words(words: Words) -> float:
    """Judge how many words are there twice."""
    pairs = len(words) * (len(words) - 1) / 2
    return chance.of_rare(len(words) - len(np.unique(words)), pairs / 2.0**64)


WORD_TESTS: Final[dict[str, Callable[[Words], float]]] = {
    "each bit, low half": lambda words: bits.each_bit(_halves(words)[0]),
    "each bit, high half": lambda words: bits.each_bit(_halves(words)[1]),
    "each bit and that of the next word, low half": lambda words: bits.each_bit_again(
        _halves(words)[0]
    ),
    "each bit and that of the next word, high half": lambda words: bits.each_bit_again(
        _halves(words)[1]
    ),
    "the lowest byte": low_bytes,
    "pairs of lowest bytes": low_pairs,
    "pairs of highest bytes": high_pairs,
    "serial correlation, 1 to 16 words": serial,
    "birthday spacings": birthdays,
    "equal words": equal_words,
}


def examined_stream(words: Words) -> tuple[Finding, ...]:
    """Put the words of a stream to every test."""
    return tuple(Finding(name, measure(words)) for name, measure in WORD_TESTS.items())
