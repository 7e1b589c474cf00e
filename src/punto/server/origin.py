"""Where a question comes from: a page of this house, or a program; and the cookies it brings."""

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import State

COOKIE: Final = "punto"
STAFF_COOKIE: Final = "punto-staff"
"""Apart from the other: who deals may also play, elsewhere, under another name."""


def is_same_origin(asking: ASGIConnection[Any, Any, Any, State]) -> bool:
    """A browser names the page that connects; only pages of this house may. Programs name none."""
    origin = asking.headers.get("origin")
    return origin is None or origin.partition("://")[2] == asking.headers.get("host")
