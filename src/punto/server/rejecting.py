"""Turning a question away, over HTTP or for a socket, before anything looks at it."""

from litestar.enums import ScopeType
from litestar.types import Scope, Send

from punto.server.security_headers import refusal


def client_address(scope: Scope) -> str:
    """Tell where somebody asks from, where that is known."""
    client = scope.get("client")
    return client[0] if client else ""


async def reject(scope: Scope, send: Send, status: int, words: str) -> None:
    """Answer with a refusal, and with nothing else; no socket is opened (403)."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 4_000 + status, "reason": words})
        return
    headers, body = refusal(status, words)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
