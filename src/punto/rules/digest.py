"""What identifies a rulebook, wherever its file is and however it is laid out."""

from hashlib import sha256

import msgspec

from punto.rules.rulebook import Rulebook


def rulebook_sha256(rulebook: Rulebook) -> str:
    """Hash the rulebook as JSON with sorted keys: the layout of its file does not matter."""
    canonical = msgspec.json.encode(msgspec.to_builtins(rulebook), order="sorted")
    return sha256(canonical).hexdigest()
