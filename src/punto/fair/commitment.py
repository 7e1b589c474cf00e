"""The commitment to a shoe: published before betting opens, it binds the house to its secret."""

from hashlib import sha256
from typing import Final

from punto.errors import WrongInput
from punto.fair.encoding import encoded

DOMAIN: Final = b"punto shoe commitment 1"
SECRET_BYTES: Final = 32
"""256 bits from the operating system for every shoe; fewer could be tried out."""


def commitment(secret: bytes, *, table: str, shoe: int) -> str:
    """Hash the secret with the table and the number of the shoe it is for."""
    checked_secret(secret)
    fields = (DOMAIN, table.encode(), str(shoe).encode(), secret)
    return sha256(encoded(fields)).hexdigest()


def checked_secret(secret: bytes) -> bytes:
    """Give the secret back if it has its 256 bits."""
    if len(secret) != SECRET_BYTES:
        raise WrongInput(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret
