"""Somebody who plays and is on record for it: his name and password, and what protects him."""

import re
from typing import Final

import msgspec
from msgspec.structs import replace

from punto.people.protection import MINUTE_MS, Protection

IDLE_MS: Final = 30 * MINUTE_MS
"""Whoever has an account and does nothing for so long is signed in no more."""

MOST_ENDED: Final = 20
"""Of so many ends of visits each is kept by itself; with one more, all visits end."""

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{1,22}[a-z0-9]", re.ASCII)

PATRON_NAMED: Final = (
    "a name has 3 to 24 small letters, digits and hyphens, and begins with a letter"
)


class Patron(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody with an account of his own, of whom something is kept."""

    id: str
    """The account, which never changes."""
    name: str = ""
    """What he signs in with; empty for a guest."""
    password: str = ""
    """A hash of the password that holds for this account only."""
    signed_in_ms: int = 0
    """When he last signed in, and the time before that."""
    signed_in_before_ms: int = 0
    signed_out: int = 0
    """How often he has signed out everywhere: each time all tokens before it end."""
    ended: tuple[int, ...] = ()
    """When he signed in where he has signed out since; older ones are idle anyway."""
    protection: Protection | None = None
    """None while nothing was ever set: then a bet asks no further."""

    @property
    def seal(self) -> str:
        """What his tokens are marked with besides; empty for a guest, who has a cookie only."""
        return f"{self.password} {self.signed_out}" if self.password or self.signed_out else ""

    def is_excluded(self, now_ms: int) -> bool:
        """Whether no bet of his is taken, and nothing sold to him."""
        return self.protection is not None and self.protection.is_excluded(now_ms)


def is_patron_name(text: str) -> bool:
    """Whether somebody who plays may be called so."""
    return _NAME.fullmatch(text) is not None


def signed_in(patron: Patron, now_ms: int) -> Patron:
    """Note that somebody has given his password."""
    return replace(patron, signed_in_ms=now_ms, signed_in_before_ms=patron.signed_in_ms)


def signed_out(patron: Patron, since_ms: int | None, now_ms: int) -> Patron:
    """End the visit that began at a time, or all of them where none is named.

    All end too where too many were ended by themselves: what is kept stays small.
    """
    recent = tuple(each for each in patron.ended if each > now_ms - IDLE_MS)
    if since_ms is None or len(recent) >= MOST_ENDED:
        return replace(patron, signed_out=patron.signed_out + 1, ended=())
    return replace(patron, ended=(*recent, since_ms))
