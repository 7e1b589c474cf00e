"""Behind proxies: who asks, how, and for which host, is what those say that are named.

`X-Forwarded-For`, `-Proto` and `-Host` are headers like any other: whoever connects may send them.
They count only if whoever connects is a proxy that the configuration names.
"""

import re
from collections.abc import Awaitable, Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Final, cast

from litestar.types import ASGIApp, Receive, Scope, Send

from punto.server.networks import is_within, plain_address

_Headers = Iterable[tuple[bytes, bytes]]

_HOST: Final = re.compile(
    r"([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE
)
_WITH_PORT: Final = re.compile(r"\[([^\]]*)\](?::[0-9]*)?|([0-9.]+):[0-9]*", re.ASCII)
_SCHEMES: Final = {
    "http": {"http": "http", "https": "https"},
    "websocket": {"http": "ws", "https": "wss"},
}


def behind_proxies(app: ASGIApp, proxies: Sequence[str]) -> ASGIApp:
    """Let an application see who has asked a proxy, where it would see the proxy."""

    def passed_on(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] in _SCHEMES and _is_proxy(scope.get("client"), proxies):
            scope = cast("Scope", {**scope, **_told(cast("dict[str, Any]", scope), proxies)})
        return app(scope, receive, send)

    return passed_on


def _is_proxy(client: Any, proxies: Sequence[str]) -> bool:  # noqa: ANN401 – ASGI's pair, or None
    address = plain_address(client[0]) if client else None
    return address is not None and is_within(address, proxies)


def _told(scope: dict[str, Any], proxies: Sequence[str]) -> dict[str, Any]:
    """Give what a proxy says otherwise: the client, the scheme, the host."""
    headers: list[tuple[bytes, bytes]] = list(scope["headers"])
    told: dict[str, Any] = {}
    client = _client(_said(headers, b"x-forwarded-for"), proxies)
    if client is not None:
        told["client"] = (str(client), 0)
    scheme = _SCHEMES[scope["type"]].get(_nearest(headers, b"x-forwarded-proto").lower())
    if scheme is not None:
        told["scheme"] = scheme
    host = _nearest(headers, b"x-forwarded-host")
    if _HOST.fullmatch(host):
        kept = [each for each in headers if each[0] != b"host"]
        told["headers"] = [*kept, (b"host", host.encode())]
    return told


def _said(headers: _Headers, wanted: bytes) -> list[str]:
    """Read a header that may come more than once, and holds a list each time."""
    values = b",".join(value for name, value in headers if name == wanted).decode("latin-1")
    return [each.strip() for each in values.split(",")]


def _nearest(headers: _Headers, wanted: bytes) -> str:
    """Give what the proxy that has connected wrote itself: each writes behind those before."""
    return _said(headers, wanted)[-1]


def _client(hops: Sequence[str], proxies: Sequence[str]) -> IPv4Address | IPv6Address | None:
    """Give the nearest address that is no proxy of ours: who is there may have written the rest."""
    found = None
    for hop in reversed(hops):
        address = plain_address(_without_port(hop))
        if address is None:
            break
        found = address
        if not is_within(address, proxies):
            break
    return found


def _without_port(hop: str) -> str:
    matched = _WITH_PORT.fullmatch(hop)
    return (matched[1] or matched[2]) if matched else hop
