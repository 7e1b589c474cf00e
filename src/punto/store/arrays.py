"""Columns as PostgreSQL's own arrays, packed in one step.

Its driver asks of every value what it is, and a group of bets has a thousand of them.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, repeat
from struct import Struct
from typing import Any, ClassVar, Final

_BINARY: Final = 1
_HEAD: Final = Struct("!5I").pack
_LENGTH: Final = Struct("!I").pack
_NULL: Final = b"\xff\xff\xff\xff"
_NUMBER_BYTES: Final = 8

_NUMBER, _TEXT, _BYTES = 20, 25, 17
"""What PostgreSQL knows the values by."""


class PackedArray(bytes):
    """An array as it goes to the server."""

    oid: ClassVar[int]
    """What PostgreSQL knows it by."""


class NumberArray(PackedArray):
    """An array of whole numbers."""

    oid = 1016


class TextArray(PackedArray):
    """An array of texts."""

    oid = 1009


class BytesArray(PackedArray):
    """An array of bytes."""

    oid = 1001


def packed(values: Sequence[Any]) -> PackedArray | list[Any]:
    """Pack the values of a column; one of several kinds, or of nothing, is left to the driver."""
    kinds = {*map(type, values)} - {type(None)}
    pack = _PACKING.get(kinds.pop()) if len(kinds) == 1 else None
    return [*values] if pack is None else pack(values)


def _numbers(values: Sequence[Any]) -> PackedArray | list[Any]:
    if None in values:
        return [*values]
    count = len(values)
    content = _numbers_struct(count).pack(*chain.from_iterable(zip(repeat(_NUMBER_BYTES), values)))
    return NumberArray(_HEAD(1, 0, _NUMBER, count, 1) + content)


@cache
def _numbers_struct(count: int) -> Struct:
    return Struct("!" + "Iq" * count)


def _texts(values: Sequence[str | None]) -> PackedArray:
    encoded = [each if each is None else each.encode() for each in values]
    return TextArray(_with_lengths(encoded, _TEXT))


def _bytes(values: Sequence[bytes | None]) -> PackedArray:
    return BytesArray(_with_lengths(values, _BYTES))


def _with_lengths(values: Sequence[bytes | None], kind: int) -> bytes:
    parts = [_HEAD(1, None in values, kind, len(values), 1)]
    for each in values:
        parts += (_NULL,) if each is None else (_LENGTH(len(each)), each)
    return b"".join(parts)


_PACKING: Final[dict[type, Callable[[Any], PackedArray | list[Any]]]] = {
    int: _numbers,
    str: _texts,
    bytes: _bytes,
}


def let_send_packed(connection: Any) -> None:  # noqa: ANN401 – the driver's own
    """Let a connection of the driver send packed arrays as they are."""
    from psycopg.adapt import Dumper  # noqa: PLC0415 – it comes with an extra
    from psycopg.pq import Format  # noqa: PLC0415 – as above

    for kind in (NumberArray, TextArray, BytesArray):

        class AsItIs(Dumper):
            format = Format.BINARY
            oid = kind.oid

            def dump(self, obj: PackedArray) -> bytes:
                return obj

        connection.adapters.register_dumper(kind, AsItIs)
