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
_PIECE: Final = 256
"""So many numbers are packed at once: how that is done is kept for every count up to here."""

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
    pieces = (values[begin : begin + _PIECE] for begin in range(0, len(values), _PIECE))
    content = b"".join(map(_numbers_piece, pieces))
    return NumberArray(_HEAD(1, 0, _NUMBER, len(values), 1) + content)


def _numbers_piece(values: Sequence[int]) -> bytes:
    each = chain.from_iterable(zip(repeat(_NUMBER_BYTES), values))
    return _numbers_struct(len(values)).pack(*each)


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
    for kind, dumper in _dumpers().items():
        connection.adapters.register_dumper(kind, dumper)


@cache
def _dumpers() -> dict[type[PackedArray], type[Any]]:
    """Make what sends each kind once: the driver keeps every one that it was ever given."""
    from psycopg.adapt import Dumper  # noqa: PLC0415 – it comes with an extra
    from psycopg.pq import Format  # noqa: PLC0415 – as above

    class AsItIs(Dumper):
        format = Format.BINARY

        def dump(self, obj: PackedArray) -> bytes:
            return obj

    kinds = (NumberArray, TextArray, BytesArray)
    return {kind: type(kind.__name__, (AsItIs,), {"oid": kind.oid}) for kind in kinds}
