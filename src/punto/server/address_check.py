"""Addresses that are no text, or that no file could have, are refused before anything is asked.

So is one with a token: addresses are written into logs, kept in histories and passed on.
"""

from collections.abc import Awaitable
from typing import Final
from urllib.parse import unquote_to_bytes

from litestar.enums import ScopeType
from litestar.exceptions import ClientException
from litestar.types import ASGIApp, Receive, Scope, Send

from punto.server.limit_hits import LimitHits
from punto.server.rejecting import client_address

LONGEST_NAME: Final = 255
"""The longest part of a path, in bytes: file systems know no longer name."""

_ASKED: Final = (ScopeType.HTTP, ScopeType.WEBSOCKET)


def check_address(app: ASGIApp, limit_hits: LimitHits) -> ASGIApp:
    """Refuse addresses that neither a file system nor a database could look up."""

    def guarded(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] in _ASKED:
            fault = _fault(scope["raw_path"], scope["query_string"])
            if fault is not None:
                raise ClientException(fault)
            if _names_token(scope["query_string"]):
                words = "turned away: an address with a token in it"
                limit_hits.note("token_in_address", client_address(scope), words)
                raise ClientException("a token has no place in an address: send a header")
        return app(scope, receive, send)

    return guarded


def _names_token(query: bytes) -> bool:
    names = (unquote_to_bytes(part.partition(b"=")[0]) for part in query.split(b"&"))
    return any(name.lower() == b"token" for name in names)


def _fault(path: bytes, query: bytes) -> str | None:
    asked = unquote_to_bytes(path)
    if any(len(part) > LONGEST_NAME for part in asked.split(b"/")):
        return f"a part of the address is longer than {LONGEST_NAME} bytes"
    for text in (asked, unquote_to_bytes(query)):
        if b"\0" in text:
            return "the address holds a zero byte"
        try:
            text.decode()
        except UnicodeDecodeError:
            return "the address is not UTF-8"
    return None
