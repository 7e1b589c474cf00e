"""Columns as a data frame, by whichever library for them is installed, and as Parquet."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from punto.errors import MissingExtra, WrongInput
from punto.extras import named

LIBRARIES: Final = ("pandas", "polars")


def frame_of(columns: Mapping[str, Any], library: str | None = None) -> Any:  # noqa: ANN401 – theirs
    """Make a data frame, of the library that is named or of the first that is there."""
    if library is not None and library not in LIBRARIES:
        raise WrongInput(f"no data frames by {library!r}: {', '.join(LIBRARIES)}")
    missing = None
    for name in LIBRARIES if library is None else (library,):
        try:
            return import_module(name).DataFrame(dict(columns))
        except ModuleNotFoundError as error:
            missing = missing or error
    assert missing is not None, "something was tried"
    if library == "polars":
        raise MissingExtra("polars is not installed, and this needs it: pip install polars")
    raise named(missing) from missing


def arrow_here() -> Any:  # noqa: ANN401 – pyarrow's
    """Give pyarrow, with its module for Parquet; where it is missing, say which extra brings it."""
    try:
        import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise named(error) from error
    return import_module("pyarrow")
