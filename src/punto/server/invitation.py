"""The code with which one browser becomes a terminal: made by chance, kept as a mark only."""

import secrets
from typing import Final

from punto.store import HouseKey

LASTS_MS: Final = 24 * 3_600_000
"""A code that was not used for a day is none any more."""

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""None that is mistaken for another when it is typed."""
_LENGTH: Final = 10


def code_by_chance() -> str:
    """Make a code that nobody has asked for."""
    return _written(secrets.randbits(256))


def code_for(key: HouseKey, request: str) -> str:
    """Make the code of a request: the same for a retry, a guess for nobody."""
    return _written(int(key.mark(request.encode(), "terminal invitations"), 16))


def _written(number: int) -> str:
    found = ""
    for _ in range(_LENGTH):
        number, place = divmod(number, len(_LETTERS))
        found += _LETTERS[place]
    return f"{found[:5]}-{found[5:]}"


def code_mark(key: HouseKey, terminal: str, code: str) -> str:
    """Give what is kept of a code; hyphens, spaces and capitals do not matter."""
    plain = code.casefold().replace("-", "").replace(" ", "")
    return key.mark(f"{terminal} {plain}".encode(), "terminal codes")


def link_for(address: str, terminal: str, code: str) -> str:
    """Write a link that fills the code in; what follows # is in no log."""
    return f"{address.rstrip('/')}/terminal#{terminal}.{code}"
