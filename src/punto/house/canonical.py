"""Values as bytes: equal values give equal bytes, so that they can be hashed, compared, signed."""

from typing import Any

import msgspec

_encode = msgspec.json.Encoder(order="deterministic").encode


def canonical(value: Any) -> bytes:  # noqa: ANN401 – whatever can be written as JSON
    """Write a value as JSON, in an order that does not depend on how it was made."""
    try:
        return _encode(value)
    except TypeError:
        # Keys that are no text, as the winners of a rulebook's letters, are made text first.
        return _encode(msgspec.to_builtins(value, str_keys=True))
