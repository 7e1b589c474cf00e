"""HEAD as GET: whoever wants to know what an answer would be asks for it without its body."""

from collections.abc import Awaitable
from typing import Final, cast

from litestar.types import ASGIApp, Receive, Scope, Send

_WITHOUT_BODY: Final = "punto.without_body"


def head_as_get(app: ASGIApp) -> ASGIApp:
    """Answer HEAD with what GET would be answered; the server leaves the body out."""

    def answered(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope.get("method") == "HEAD":
            # A copy: the server goes by its own, and sends no body.
            scope = cast("Scope", scope | {"method": "GET", _WITHOUT_BODY: True})
        return app(scope, receive, send)

    return answered


def is_without_body(scope: Scope) -> bool:
    """Whether only the head is wanted, so that what would take long need not be done."""
    return _WITHOUT_BODY in scope
