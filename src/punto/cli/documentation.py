"""The documentation: it comes with the package, or lies where `scripts/docs build` puts it."""

from pathlib import Path
from typing import Final

_OWN: Final = Path(__file__).parents[1] / "server" / "docs"
"""Where a wheel has it."""

_CHECKOUT: Final = Path(__file__).parents[3]


def documentation_place() -> Path:
    """Give its directory; in a checkout it may be built there later, while the house is open."""
    return _OWN if _OWN.is_dir() else _CHECKOUT / "build" / "docs"
