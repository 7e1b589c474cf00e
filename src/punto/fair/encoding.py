"""How fields are written before they are hashed: none can run into another."""

from collections.abc import Iterable


def encoded(fields: Iterable[bytes]) -> bytes:
    """Join fields, each behind its length in four bytes, the highest first."""
    joined = b""
    for field in fields:
        joined += len(field).to_bytes(4, "big") + field
    return joined
