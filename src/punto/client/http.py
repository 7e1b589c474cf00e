"""Questions over HTTP, with what Python brings."""

from typing import TypeVar
from urllib.request import Request, urlopen

import msgspec

Answer = TypeVar("Answer")


def post(address: str, path: str, content: bytes | None) -> bytes:
    """Post JSON and give the answer."""
    headers = {"Content-Type": "application/json"}
    request = Request(address.rstrip("/") + path, content or b"", headers, method="POST")  # noqa: S310 – as below
    with urlopen(request, timeout=30) as answer:  # noqa: S310 – the address is the caller's own
        body: bytes = answer.read()
    return body


def read(address: str, path: str, kind: type[Answer], token: str = "") -> Answer:
    """Ask for something, as whoever the token names, and read the answer as what it must be."""
    headers = {"x-token": token} if token else {}
    request = Request(address.rstrip("/") + path, headers=headers)  # noqa: S310 – as above
    with urlopen(request, timeout=30) as answer:  # noqa: S310 – as above
        return msgspec.json.decode(answer.read(), type=kind)
