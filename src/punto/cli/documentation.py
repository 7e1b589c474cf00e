"""The documentation: it comes with the package, or lies where `scripts/docs build` has put it."""

from pathlib import Path
from typing import Final

_PLACES: Final = (
    Path(__file__).parents[1] / "server" / "docs",
    Path(__file__).parents[3] / "build" / "docs",
)
"""Where a wheel has it, and where a checkout has it."""


def built_documentation() -> Path | None:
    """Give its directory; a checkout in which it was not built has none."""
    return next((place for place in _PLACES if (place / "index.html").is_file()), None)
