"""Where a question comes from: a page of this house, or a program; and the cookies it brings."""

from typing import Any, Final

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State

COOKIE: Final = "punto"
STAFF_COOKIE: Final = "punto-staff"
"""Apart from the other: who deals may also play, elsewhere, under another name."""

Asking = ASGIConnection[Any, Any, Any, State]


def is_same_origin(asking: Asking) -> bool:
    """A browser names the page that connects; only pages of this house may. Programs name none."""
    origin = asking.headers.get("origin")
    if origin is None:
        return True
    public = _public_origin(asking)
    if public:
        return origin == public
    if is_encrypted(asking) and not origin.startswith("https://"):
        return False
    return origin.partition("://")[2] == asking.headers.get("host")


def is_encrypted(asking: Asking) -> bool:
    """Whether whoever asks does so under TLS, by the setting or by a proxy that is trusted."""
    return _public_origin(asking).startswith("https://") or asking.scope["scheme"] in {
        "https",
        "wss",
    }


def _public_origin(asking: Asking) -> str:
    origin: str = asking.app.state.house.config.server.origin
    return origin


def give_cookie(
    asking: Asking, response: Response[Any], name: str, text: str, seconds: int | None = None
) -> None:
    """Let a browser keep who it is: out of reach of pages, of other sites, and of plain HTTP."""
    response.set_cookie(
        name,
        text,
        max_age=seconds,
        path="/",
        secure=is_encrypted(asking),
        httponly=True,
        samesite="strict",
    )
