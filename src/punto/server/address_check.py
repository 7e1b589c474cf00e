"""Addresses that are no text, or that no file could have, are refused before anything is asked."""

from typing import Final
from urllib.parse import unquote_to_bytes

from litestar.enums import ScopeType
from litestar.exceptions import ClientException
from litestar.types import ASGIApp, Receive, Scope, Send

LONGEST_NAME: Final = 255
"""The longest part of a path, in bytes: file systems know no longer name."""


def check_address(app: ASGIApp) -> ASGIApp:
    """Refuse addresses that neither a file system nor a database could look up."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            fault = _fault(scope["raw_path"], scope["query_string"])
            if fault is not None:
                raise ClientException(fault)
        await app(scope, receive, send)

    return guarded


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
