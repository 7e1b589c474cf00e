"""Where a question comes from: a page of this house, or a program; and how it says who asks."""

from collections.abc import Awaitable
from typing import Any, Final

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import PermissionDeniedException
from litestar.types import ASGIApp, Receive, Scope, Send

COOKIE: Final = "punto"
STAFF_COOKIE: Final = "punto-staff"
"""Apart from the other: who deals may also play, elsewhere, under another name."""

Asking = ASGIConnection[Any, Any, Any, State]

_SCHEME: Final = "bearer"
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""These change nothing. A socket has no method, and may change everything."""


def given_token(asking: Asking, cookie: str = COOKIE) -> str | None:
    """Give the token that was sent: by a program in `Authorization`, by a browser as its cookie."""
    return _borne(asking) or asking.cookies.get(cookie)


def given_tokens(asking: Asking) -> tuple[str | None, str | None]:
    """Give both ways in which a player may have said who asks."""
    return asking.cookies.get(COOKIE), _borne(asking)


def _borne(asking: Asking) -> str | None:
    scheme, _, token = asking.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == _SCHEME else None


def from_own_pages(app: ASGIApp) -> ASGIApp:
    """Refuse what pages of others ask for, if it may change something or opens a socket."""

    def guarded(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope.get("method") not in _SAFE:
            asking: Asking = ASGIConnection(scope)
            if not is_same_origin(asking) or _is_of_elsewhere(asking):
                raise PermissionDeniedException("this page is not of this house")
        return app(scope, receive, send)

    return guarded


def _is_of_elsewhere(asking: Asking) -> bool:
    """Whether the browser itself says so: it does also where it names no origin."""
    return asking.headers.get("sec-fetch-site") == "cross-site"


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
