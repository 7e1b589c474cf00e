"""The documentation: it comes with the package, or lies where `scripts/docs build` puts it."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from punto.server.documentation import Documentation

_OWN: Final = Path(__file__).parents[1] / "server" / "docs"
"""Where a wheel has it."""

_CHECKOUT: Final = Path(__file__).parents[3]


def documentation_place() -> "Documentation":
    """Give its place; in a checkout it may be built there later, while the house is open."""
    from punto.server.documentation import Documentation

    if _OWN.is_dir():
        return Documentation(_OWN)
    return Documentation(_CHECKOUT / "build" / "docs", _CHECKOUT / "docs")
