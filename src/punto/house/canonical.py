"""Values as bytes: equal values give equal bytes, so that they can be hashed, compared, signed."""

from typing import Any, Final

import msgspec

canonical_plain: Final = msgspec.json.Encoder(order="deterministic").encode
"""Does as `canonical`, for what has no keys but text."""


def canonical(value: Any) -> bytes:  # noqa: ANN401 – whatever can be written as JSON
    """Write a value as JSON, in an order that does not depend on how it was made."""
    try:
        return canonical_plain(value)
    except TypeError:
        # Keys that are no text, as the winners of a rulebook's letters, are made text first.
        return canonical_plain(msgspec.to_builtins(value, str_keys=True))
