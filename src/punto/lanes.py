"""Numbers side by side: a value for compiled loops whose every operation serves many shoes at once.

A loop over arrays becomes such instructions only where the compiler can show that no two of them
share memory, and it asks that again before each short loop. Lanes say it outright, and what is
between loading and storing them stays in registers. All of it is for functions that are compiled.
"""

import operator
from collections.abc import Callable
from typing import Any, Final, Protocol, cast

import numpy as np
import numpy.typing as npt

from punto.extras import named

try:
    from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
    from numba import types
    from numba.extending import intrinsic, models, overload, register_model
    from numba.np.arrayobj import make_array
except ModuleNotFoundError as error:
    raise named(error) from error

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

LANES: Final = 16
"""So many numbers are side by side: enough to hide what finding them costs, few enough that all
numbers of a calculation stay in the nearest caches."""

_LINE: Final = 64
"""Bytes of a line of the cache: what crosses two of them is loaded twice."""


class Lanes(Protocol):
    """Floats, one for each lane."""

    def __add__(self, other: "Lanes | float", /) -> "Lanes": ...
    def __sub__(self, other: "Lanes | float", /) -> "Lanes": ...
    def __mul__(self, other: "Lanes | float", /) -> "Lanes": ...


def empty_rows(rows: int) -> Floats:
    """Make room for so many rows of lanes, each at the beginning of a line of the cache."""
    room = np.empty(rows * LANES + _LINE // 8)
    begin = -room.ctypes.data % _LINE // 8
    return room[begin : begin + rows * LANES]


# --- what the compiler is told ------------------------------------------------------------------


class _LanesType(types.Type):
    def __init__(self) -> None:
        super().__init__(name=f"Lanes({LANES})")


_LANES: Final = _LanesType()
_VECTOR: Final = ir.VectorType(ir.DoubleType(), LANES)
_WHOLE: Final = ir.VectorType(ir.IntType(64), LANES)


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:  # noqa: ANN401 – the compiler's
        super().__init__(manager, kind, _VECTOR)  # type: ignore[no-untyped-call]  # theirs


def _pointer(context: Any, builder: Any, kind: Any, place: tuple[Any, Any], vector: Any) -> Any:  # noqa: ANN401 – see above
    """Point to lanes at a place of an array."""
    array = make_array(kind)(context, builder, value=place[0])  # type: ignore[no-untyped-call]  # theirs
    return builder.bitcast(builder.gep(array.data, [place[1]]), vector.as_pointer())


def _load(context: Any, rows: Any, place: Any) -> tuple[Any, Any]:  # noqa: ANN401, ARG001 – see above
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401 – see above
        pointer = _pointer(context, builder, signature.args[0], values, _VECTOR)
        return builder.load(pointer, align=8)

    return _LANES(rows, types.int64), generate


def _store(context: Any, rows: Any, place: Any, lanes: Any) -> tuple[Any, Any]:  # noqa: ANN401, ARG001 – see above
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401 – see above
        pointer = _pointer(context, builder, signature.args[0], values[:2], _VECTOR)
        builder.store(values[2], pointer, align=8)
        return context.get_dummy_value()

    return types.void(rows, types.int64, _LANES), generate


def _add_whole(context: Any, sums: Any, place: Any, lanes: Any) -> tuple[Any, Any]:  # noqa: ANN401, ARG001 – see above
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401 – see above
        pointer = _pointer(context, builder, signature.args[0], values[:2], _WHOLE)
        added = builder.add(builder.load(pointer, align=8), builder.fptosi(values[2], _WHOLE))
        builder.store(added, pointer, align=8)
        return context.get_dummy_value()

    return types.void(sums, types.int64, _LANES), generate


def _alike(context: Any, number: Any) -> tuple[Any, Any]:  # noqa: ANN401, ARG001 – see above
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401, ARG001 – see above
        first = ir.Constant(ir.IntType(32), 0)
        none = ir.Constant(_VECTOR, ir.Undefined)
        one = builder.insert_element(none, values[0], first)
        every = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        return builder.shuffle_vector(one, none, every)

    return _LANES(types.float64), generate


load = cast("Callable[[Floats, int], Lanes]", intrinsic(_load))
"""Load a row that begins at a place of a flat array."""
store = cast("Callable[[Floats, int, Lanes], None]", intrinsic(_store))
"""Store a row."""
add_whole = cast("Callable[[Integers, int, Lanes], None]", intrinsic(_add_whole))
"""Add whole numbers to a row of integers."""
alike = cast("Callable[[float], Lanes]", intrinsic(_alike))
"""Give every lane the same number."""


def _operation(instruction: str) -> Callable[[Lanes, Lanes], Lanes]:
    """Make an operation. It may become one with the next: where all is exact, nothing changes."""

    def operation(context: Any, one: Any, other: Any) -> tuple[Any, Any]:  # noqa: ANN401, ARG001 – see above
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401, ARG001 – see above
            return getattr(builder, instruction)(*values, flags=("contract",))

        return _LANES(_LANES, _LANES), generate

    return cast("Callable[[Lanes, Lanes], Lanes]", intrinsic(operation))


def _offer(sign: Callable[[Any, Any], Any], instruction: str) -> None:
    operate = _operation(instruction)

    @overload(sign, strict=False)
    def offered(one: Any, other: Any) -> Callable[[Any, Any], Any] | None:  # noqa: ANN401 – see above
        if one is _LANES and other is _LANES:
            return lambda one, other: operate(one, other)  # noqa: PLW0108 – numba wants no intrinsic here
        if one is _LANES and other is types.float64:
            return lambda one, other: operate(one, alike(other))
        return None


_offer(operator.add, "fadd")
_offer(operator.sub, "fsub")
_offer(operator.mul, "fmul")
