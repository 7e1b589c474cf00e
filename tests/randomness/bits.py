"""The words that the shuffle reads, bit by bit: some faults of words never reach a card."""

from typing import Final

import numpy as np
import numpy.typing as npt

from tests.randomness import chance

Words = npt.NDArray[np.uint32]
BITS: Final = 32


def each_bit(words: Words) -> float:
    """Judge how often each bit is set: 32 fair coins, independent of each other."""
    return _judged(words)


def each_bit_again(words: Words) -> float:
    """Judge how often each bit differs from that of the next word; 32 fair coins again."""
    return _judged(words[0::2] ^ words[1::2])


def _judged(words: Words) -> float:
    ones = np.array([np.count_nonzero(words >> bit & 1) for bit in range(BITS)])
    statistic = ((ones - words.size / 2) ** 2 / (words.size / 4)).sum()
    return chance.of_chi_square(float(statistic), BITS)
