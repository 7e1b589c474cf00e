"""Random words by counting: Philox4x32-10, keyed by a seed, counted by shoe and block.

J. K. Salmon and others, "Parallel Random Numbers: As Easy as 1, 2, 3" (SC11). Every block of two
words is a function of (seed, shoe, block) alone, so a shoe is the same whoever shuffles it, and on
whichever machine: `deal.cu` does the same on a graphics processor.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from punto.compiler import compiled

Words = npt.NDArray[np.uint64]

_ROUNDS: Final = 10
_MULTIPLIER_0: Final = np.uint64(0xD2511F53)
_MULTIPLIER_1: Final = np.uint64(0xCD9E8D57)
_WEYL_0: Final = np.uint64(0x9E3779B9)
_WEYL_1: Final = np.uint64(0xBB67AE85)
_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)
_ONE: Final = np.uint64(1)


@compiled
def fill_words(words: Words, seed: np.uint64, shoe: np.uint64, first: np.uint64) -> None:
    """Fill an even number of words with the blocks of a shoe, from a block on."""
    shoe_low, shoe_high = shoe & _LOW, shoe >> _HALF
    for place in range(len(words) // 2):
        block = first + np.uint64(place)
        x0, x1, x2, x3 = block & _LOW, block >> _HALF, shoe_low, shoe_high
        key_0, key_1 = seed & _LOW, seed >> _HALF
        for _ in range(_ROUNDS):
            product_0, product_1 = _MULTIPLIER_0 * x0, _MULTIPLIER_1 * x2
            x0, x2 = (product_1 >> _HALF) ^ x1 ^ key_0, (product_0 >> _HALF) ^ x3 ^ key_1
            x1, x3 = product_1 & _LOW, product_0 & _LOW
            key_0, key_1 = (key_0 + _WEYL_0) & _LOW, (key_1 + _WEYL_1) & _LOW
        words[2 * place] = x1 << _HALF | x0
        words[2 * place + 1] = x3 << _HALF | x2


@compiled
def word_again(seed: np.uint64, shoe: np.uint64, place: np.uint64, tries: np.uint64) -> np.uint64:
    """Give the word that stands in for the one at a place that was given back, so many times.

    Every place has tries of its own, so that all other words stay where they are.
    """
    words = np.empty(2, dtype=np.uint64)
    fill_words(words, seed, shoe, place >> _ONE | tries << _HALF)
    word: np.uint64 = words[place & _ONE]
    return word
