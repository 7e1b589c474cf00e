"""The shuffle: Fisher–Yates, each place drawn without bias."""

import struct
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, TypeVar

from punto.fair.drbg import HmacDrbg

Item = TypeVar("Item")

_SPAN: Final = 1 << 32
_BLOCK: Final = struct.Struct(">256I")


def words(generator: HmacDrbg) -> Iterator[int]:
    """Read whole numbers below 2**32, the highest byte first, without end."""
    return chain.from_iterable(_blocks(generator))


def _blocks(generator: HmacDrbg) -> Iterator[tuple[int, ...]]:
    while True:
        block, generator = generator.generate(_BLOCK.size)
        yield _BLOCK.unpack(block)


def shuffled(items: Sequence[Item], source: Iterator[int]) -> tuple[Item, ...]:
    """Put items in an order that every draw makes equally likely.

    Of so many places one is drawn as the rest of a division. The highest words would favour the
    first places: from the last multiple of their number upwards words are thrown away.
    """
    order = list(items)
    assert len(order) <= _SPAN, "a word can name each place"
    # The last multiple of n below 2**32 is less than n away from it, and n is at most the number of
    # items: only a word beyond this, one in ten million, is worth working out the multiple.
    sure = _SPAN - len(order)
    for last in range(len(order) - 1, 0, -1):
        places = last + 1
        word = next(source)
        while word >= sure and word >= _SPAN - _SPAN % places:
            word = next(source)
        drawn = word % places
        order[last], order[drawn] = order[drawn], order[last]
    return tuple(order)
