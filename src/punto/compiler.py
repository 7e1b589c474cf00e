"""Loops at the speed of the machine: functions that are compiled when they are first called."""

from collections.abc import Callable
from functools import cache
from importlib.machinery import SourceFileLoader
from pkgutil import iter_modules
from typing import Any, Final, Generic, ParamSpec, TypeVar, cast

from punto.extras import named

try:
    import numba
    import numpy as np
    from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
    from numba import cloudpickle
    from numba.extending import intrinsic, overload
    from numba.np.arrayobj import make_array
except ModuleNotFoundError as error:
    raise named(error) from error

_ROOMS: Final = ("", "rules", "exact", "sim")
"""Where functions that are compiled are, the numbers that are compiled into them, and what tells
the compiler how."""

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


def inlined(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Compile into the loop that calls it, where a call would cost more than what it does."""
    return _compiled(function, called_from_python=True, forceinline=True)


def _compiled(
    function: Callable[_Parameters, _Result], *, called_from_python: bool, forceinline: bool = False
) -> Callable[_Parameters, _Result]:
    """Compile at the first call, and keep the code on disk where there is a place for it."""
    options: dict[str, Any] = {
        "no_cpython_wrapper": not called_from_python,
        "forceinline": forceinline,
    }
    try:
        made = numba.njit(function, cache=True, **options)
        kept = made._cache._cache_file  # noqa: SLF001 – numba offers no other way, see below
        kept._source_stamp = kept._source_stamp, _stamp()  # noqa: SLF001
    except RuntimeError:  # neither the package nor the user has a directory that can be written
        made = numba.njit(function, **options)
    return cast("Callable[_Parameters, _Result]", made)


@cache
def _stamp() -> tuple[tuple[str, float, int], ...]:
    """Say how all files look that code on disk may be made from.

    numba asks whether a function's own file has changed. What it calls is compiled into it, and
    would be called as it was when the file of the caller was last touched.
    """
    here = __file__.removesuffix("compiler.py")
    found = []
    for module in iter_modules([f"{here}{room}" for room in _ROOMS]):
        spec = module.module_finder.find_spec(module.name, None)
        if spec and spec.origin and isinstance(spec.loader, SourceFileLoader) and not module.ispkg:
            look = spec.loader.path_stats(spec.origin)
            found.append((module.name, look["mtime"], look["size"]))
    return tuple(sorted(found))


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


class Asking(Generic[_Result]):
    """A loop that asks a function of someone else, its first argument, in every turn.

    It is compiled once for all functions that take the same: a call goes through a pointer. With a
    function that cannot be compiled the same source runs in Python.
    """

    def __init__(self, loop: Callable[..., _Result]) -> None:
        self._loop = loop
        self._made: Any = _compiled(loop, called_from_python=True)

    def __call__(self, asked: "Asked", *arguments: object) -> _Result:
        """Run it, with a function that is asked."""
        if asked.made is None:
            return self._loop(asked.function, *arguments)
        types = tuple(map(numba.typeof, arguments))
        if (asked.type, *types) not in self._made.overloads:
            self._made.disable_compile(val=False)
            self._made.compile((asked.type, *types))
            self._made.disable_compile()  # or it would be compiled again for every function
        result: _Result = self._made(asked.made, *arguments)
        return result


class Asked:
    """A function of someone else, compiled if it can be. An index that is too large is an error."""

    def __init__(self, function: Callable[..., None], arguments: tuple[object, ...]) -> None:
        """Compile it for arguments such as these."""
        self.function = function
        self.made: Any = None
        self.obstacle = ""
        """Why it could not be compiled."""
        signature = numba.void(*map(numba.typeof, arguments))
        self.type = numba.types.FunctionType(signature)
        try:
            made = numba.njit(function, boundscheck=True)
            made.compile(signature)
            self.made = made
        except Exception as error:  # noqa: BLE001 – the compiler may raise anything
            self.obstacle = _reason(error)


def _reason(error: Exception) -> str:
    """Give the line of a compiler's long story that says what it could not do."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    return told[0] if told else type(error).__name__


def as_bytes(function: Callable[..., Any]) -> bytes:
    """Write a function down, whatever it was made in, for another process to read."""
    written: bytes = cloudpickle.dumps(function)  # type: ignore[no-untyped-call]  # theirs
    return written


_Value = TypeVar("_Value")


def lent(value: _Value) -> _Value:
    """Give arrays, alone or in a tuple, whose users nobody counts: the caller keeps them.

    Counting them costs more than a round.
    """
    return value


@overload(lent, strict=False)
def _lent_if_compiled(value: Any) -> Callable[[Any], Any]:  # noqa: ANN401, ARG001 – the compiler's
    def uncounted(value: Any) -> Any:  # noqa: ANN401 – see above
        return _uncounted(value)  # type: ignore[call-arg]  # theirs

    return uncounted


@intrinsic
def _uncounted(context: Any, kind: Any) -> tuple[Any, Any]:  # noqa: ANN401, ARG001 – see above
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401, ARG001 – see above
        return _without_owner(context, builder, kind, values[0])

    return kind(kind), generate


def _without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:  # noqa: ANN401 – see above
    if isinstance(kind, numba.types.Array):
        array = make_array(kind)(context, builder, value=value)  # type: ignore[no-untyped-call]  # theirs
        array.meminfo, array.parent = (
            ir.Constant(owner.type, None) for owner in (array.meminfo, array.parent)
        )
        return array._getvalue()  # noqa: SLF001 – there is no other way
    if isinstance(kind, numba.types.BaseTuple):
        for place, item in enumerate(kind):  # type: ignore[var-annotated, arg-type]  # theirs
            part = _without_owner(context, builder, item, builder.extract_value(value, place))
            value = builder.insert_value(value, part, place)
    return value
