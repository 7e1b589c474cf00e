"""Loops at the speed of the machine: functions that are compiled when they are first called."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba.extending import intrinsic

_ROOMS: Final = ("rules", "exact", "sim")
"""Where functions that are compiled are, and the numbers that are compiled into them."""

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def compiled(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Compile for callers that are compiled themselves."""
    return _compiled(function, called_from_python=False)


def called_from_python(
    function: Callable[_Parameters, _Result],
) -> Callable[_Parameters, _Result]:
    """Compile so that Python too can call it, which takes longer to compile."""
    return _compiled(function, called_from_python=True)


def _compiled(
    function: Callable[_Parameters, _Result], *, called_from_python: bool
) -> Callable[_Parameters, _Result]:
    """Compile at the first call, and keep the code on disk where there is a place for it."""
    options: dict[str, Any] = {"no_cpython_wrapper": not called_from_python}
    try:
        made = numba.njit(function, cache=True, **options)
        kept = made._cache._cache_file  # noqa: SLF001 – numba offers no other way, see below
        kept._source_stamp = kept._source_stamp, _stamp()  # noqa: SLF001
    except RuntimeError:  # neither the package nor the user has a directory that can be written
        made = numba.njit(function, **options)
    return cast("Callable[_Parameters, _Result]", made)


@cache
def _stamp() -> tuple[tuple[str, int, int], ...]:
    """Say how all files look that code on disk may be made from.

    numba asks whether a function's own file has changed. What it calls is compiled into it, and
    would be called as it was when the file of the caller was last touched.
    """
    here = Path(__file__).parent
    files = sorted(file for room in _ROOMS for file in (here / room).glob("*.py"))
    looks = ((file.name, file.stat()) for file in files)
    return tuple((name, look.st_mtime_ns, look.st_size) for name, look in looks)


def _wide_product(context: Any, one: Any, other: Any) -> tuple[Any, Any]:  # noqa: ANN401, ARG001 – the compiler's
    """Multiply two words, and keep all of the product: numba itself has no wider integer."""
    word = numba.types.uint64

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401 – see above
        half, whole = ir.IntType(64), ir.IntType(128)
        product = builder.mul(*(builder.zext(value, whole) for value in values))
        high = builder.trunc(builder.lshr(product, ir.Constant(whole, 64)), half)
        low = builder.trunc(product, half)
        return context.make_tuple(builder, signature.return_type, (high, low))

    return numba.types.UniTuple(word, 2)(word, word), generate  # type: ignore[no-untyped-call]  # theirs


_Words = tuple[np.uint64, np.uint64]
wide_product = cast("Callable[[np.uint64, np.uint64], _Words]", intrinsic(_wide_product))
"""The high and the low word of a product, for functions that are compiled."""
