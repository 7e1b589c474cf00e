"""How much of the sources the whole suite must run, counted in statements and branches."""

from collections.abc import Iterator
from io import StringIO
from typing import Final

from coverage import Coverage
from coverage.exceptions import NoDataError

_RING: Final = {name: f"src/punto/{name}/*" for name in ("store", "server", "protocol")}
"""What stands around the core: its last lines are faults of machines that no test has."""

_OF_RING: Final = 95.0
_OF_CORE: Final = 100.0


def is_of_ring(path: str) -> bool:
    """Tell whether a source stands around the core."""
    return any(f"/src/punto/{name}/" in path for name in _RING)


def shortfalls(measured: Coverage) -> Iterator[str]:
    """Name each part of which too little was run; lines are in the report of coverage itself."""
    yield from _short("the core", _OF_CORE, _covered(measured, omit=list(_RING.values())))
    for name, files in _RING.items():
        yield from _short(name, _OF_RING, _covered(measured, include=[files]))


def _short(part: str, wanted: float, covered: float) -> Iterator[str]:
    if covered < wanted:
        hint = "a new test counts once its name is in tests/traced.txt"
        yield f"{part}: {covered:.2f} % covered, {wanted:.0f} % wanted; {hint}"


def _covered(
    measured: Coverage, include: list[str] | None = None, omit: list[str] | None = None
) -> float:
    try:
        return measured.report(include=include, omit=omit, file=StringIO())
    except NoDataError:
        return 0.0
