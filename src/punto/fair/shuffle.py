"""The shuffle: Fisher–Yates, each place drawn without bias."""

import struct
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final, TypeVar

from punto.fair.drbg import HmacDrbg

Item = TypeVar("Item")

_SPAN: Final = 1 << 32
_BYTES_AT_ONCE: Final = 1024
_EIGHT_WORDS: Final = struct.Struct(">8I")


def words(generator: HmacDrbg, at_once: int = 0) -> Iterator[int]:
    """Read whole numbers below 2**32, the highest byte first, without end; so many at once."""
    pieces = generator.generate(_BYTES_AT_ONCE)
    wanted = -(-at_once // 8)
    first = struct.unpack(f">{8 * wanted}I", b"".join(islice(pieces, wanted)))
    return chain(first, chain.from_iterable(map(_EIGHT_WORDS.unpack, pieces)))


def shuffled(items: Sequence[Item], source: Iterator[int]) -> tuple[Item, ...]:
    """Put items in an order that every draw makes equally likely.

    From the last place down, one of the places up to it is drawn, as the rest of a division. Words
    from the last multiple upwards would favour the first places, and are thrown away.
    """
    order = list(items)
    assert len(order) <= _SPAN, "a word can name each place"
    # Fewer words are thrown away than there are places: only one beyond this, and of ten million
    # words one is, has to be looked at more closely.
    sure = _SPAN - len(order)
    places = range(len(order), 1, -1)
    ended: list[Item] = []
    for count, last, word in zip(places, reversed(order), source, strict=False):
        while word >= sure and word >= _SPAN - _SPAN % count:
            word = next(source)  # noqa: PLW2901 – another word for the same place
        drawn = word % count
        ended.append(order[drawn])
        order[drawn] = last
    return (*order[:1], *reversed(ended))
