"""Questions over HTTP, with what Python brings."""

from typing import TypeVar
from urllib.request import Request, urlopen

import msgspec

Answer = TypeVar("Answer")


def bearing(token: str) -> dict[str, str]:
    """Say who asks, in a header: an address is written into logs and kept in histories."""
    return {"Authorization": f"Bearer {token}"}


def post(address: str, path: str, content: bytes | None, token: str = "") -> bytes:
    """Post JSON, as whoever the token names, and give the answer."""
    headers = {"Content-Type": "application/json"} | (bearing(token) if token else {})
    request = Request(address.rstrip("/") + path, content or b"", headers, method="POST")  # noqa: S310 – as below
    with urlopen(request, timeout=30) as answer:  # noqa: S310 – the address is the caller's own
        body: bytes = answer.read()
    return body


def read(address: str, path: str, kind: type[Answer], token: str = "") -> Answer:
    """Ask for something, as whoever the token names, and read the answer as what it must be."""
    headers = bearing(token) if token else {}
    request = Request(address.rstrip("/") + path, headers=headers)  # noqa: S310 – as above
    with urlopen(request, timeout=30) as answer:  # noqa: S310 – as above
        return msgspec.json.decode(answer.read(), type=kind)
