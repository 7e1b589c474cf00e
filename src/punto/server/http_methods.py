"""HEAD as GET: whoever wants to know what an answer would be asks for it without its body."""

from typing import cast

from litestar.types import ASGIApp, Receive, Scope, Send


def head_as_get(app: ASGIApp) -> ASGIApp:
    """Answer HEAD with what GET would be answered; the server leaves the body out."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("method") == "HEAD":
            # A copy: the server goes by its own, and sends no body.
            scope = cast("Scope", scope | {"method": "GET"})
        await app(scope, receive, send)

    return answered
