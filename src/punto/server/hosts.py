"""The names that the house answers to.

A page elsewhere can have its own name lead to this machine, and then ask as if it were a page of
this house (DNS rebinding). It cannot help saying by which name it asks. Whoever asks by an address
asks by no name, and can have had none lead here.
"""

import re
from collections.abc import Awaitable
from typing import Final
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Receive, Scope, Send

from punto.server.limit_hits import LimitHits
from punto.server.networks import plain_address
from punto.server.rejecting import client_address, reject
from punto.server.server_config import ServerConfig

_HOST: Final = re.compile(
    r"(?:\[([0-9a-f:.%]+)\]|([^:\[\]@/]*))(?::[0-9]*)?", re.ASCII | re.IGNORECASE
)


def known_hosts(config: ServerConfig) -> frozenset[str]:
    """Name the hosts that are this house, in small letters."""
    public = urlsplit(config.origin).hostname or ""
    names = {"localhost", config.host.lower(), public, *map(str.lower, config.hosts)}
    return frozenset(names - {""})  # who names nothing names nothing of ours


def by_known_hosts(app: ASGIApp, config: ServerConfig, limit_hits: LimitHits) -> ASGIApp:
    """Let nobody ask by a name that is none of ours."""
    known = known_hosts(config)

    def asked(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] in {"http", "websocket"}:
            host = _host(scope)
            if host is not None and not _is_known(host, known):
                told = f"turned away: {host[:200]!r} is no name of this house (server.hosts)"
                limit_hits.note("hosts", client_address(scope), told)
                words = "this house has another name: see server.hosts"
                return reject(scope, send, 421, words)
        return app(scope, receive, send)

    return asked


def _host(scope: Scope) -> str | None:
    """Read by which name is asked; the oldest programs name none, and no browser is one."""
    for name, value in scope["headers"]:
        if name == b"host":
            return value.decode("latin-1")
    return None


def _is_known(host: str, known: frozenset[str]) -> bool:
    matched = _HOST.fullmatch(host.strip())
    if matched is None:
        return False
    name = (matched[1] or matched[2]).lower().rstrip(".")
    return name in known or plain_address(name) is not None
