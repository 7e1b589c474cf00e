"""Headers of every answer: what a browser may do with it, and who may show or embed it.

A page says itself what it may load; whatever says nothing of it may load nothing.
"""

import json
from collections.abc import Awaitable, Iterable
from typing import Final, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

STRICT: Final = {
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # The address of a round or a table is nobody else's business.
    "referrer-policy": "same-origin",
    "permissions-policy": ", ".join(
        f"{each}=()"
        for each in (
            *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope"),
            *("magnetometer", "microphone", "midi", "payment", "usb"),
        )
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""For every answer, unless it says otherwise."""

HSTS: Final = {"strict-transport-security": "max-age=31536000"}
"""Under TLS only: a browser then never asks in the clear again."""

_ENCRYPTED: Final = frozenset({"https", "wss"})


def strict(app: ASGIApp, origin: str) -> ASGIApp:
    """Give every answer the headers that it has not itself; `origin` is the public address."""

    def answered(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] != ScopeType.HTTP:
            return app(scope, receive, send)
        encrypted = scope["scheme"] in _ENCRYPTED or origin.startswith("https://")
        wanted = _wanted(scope["path"], encrypted=encrypted)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = cast("Message", {**message, "headers": _with(message["headers"], wanted)})
            await send(message)

        return app(scope, receive, sent)

    return answered


def _wanted(path: str, *, encrypted: bool) -> dict[bytes, bytes]:
    private = {"cache-control": "no-store"} if path.startswith("/api/") else {}
    wanted = STRICT | (HSTS if encrypted else {}) | private
    return {name.encode(): value.encode() for name, value in wanted.items()}


def _with(
    given: Iterable[tuple[bytes, bytes]], wanted: dict[bytes, bytes]
) -> list[tuple[bytes, bytes]]:
    headers = list(given)
    there = {name.lower() for name, _ in headers}
    return [*headers, *(each for each in wanted.items() if each[0] not in there)]


def refusal(status: int, words: str) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Write a refusal of what was no question, with all that every answer has."""
    body = json.dumps({"status_code": status, "detail": words}).encode()
    headers = [(name.encode(), value.encode()) for name, value in STRICT.items()]
    headers += [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    return [*headers, (b"content-length", b"%d" % len(body)), (b"connection", b"close")], body
