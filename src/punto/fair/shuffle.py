"""The shuffle: Fisher–Yates, each place drawn without bias."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from punto.fair.drbg import HmacDrbg

Item = TypeVar("Item")

WORDS_AT_ONCE: Final = 256
_WORD: Final = 4
_SPAN: Final = 1 << 32


def words(generator: HmacDrbg) -> Iterator[int]:
    """Read whole numbers below 2**32, the highest byte first, without end."""
    while True:
        block, generator = generator.generate(WORDS_AT_ONCE * _WORD)
        for place in range(0, len(block), _WORD):
            yield int.from_bytes(block[place : place + _WORD], "big")


def below(count: int, source: Iterator[int]) -> int:
    """Draw a number below `count`; words that would favour some numbers are thrown away."""
    assert 1 <= count <= _SPAN, "a draw of one of so many"
    limit = _SPAN - _SPAN % count
    while (word := next(source)) >= limit:
        pass
    return word % count


def shuffled(items: Sequence[Item], source: Iterator[int]) -> tuple[Item, ...]:
    """Put items in an order that every draw makes equally likely."""
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = below(place + 1, source)
        order[place], order[other] = order[other], order[place]
    return tuple(order)
