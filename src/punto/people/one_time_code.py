"""One-time codes by RFC 6238: a secret that two share and the time make six digits.

Any authenticator app makes them from the secret, once it was shown to it.
"""

import hmac
from typing import Final

import msgspec

STEP_MS: Final = 30_000
DIGITS: Final = 6
SKEW: Final = 1
"""So many steps a clock may be ahead or behind."""

SECRET_BYTES: Final = 20
"""As many as SHA-1 gives, which is what all apps have in common."""


class OneTimeSecret(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The secret that somebody's codes are made from, as it is kept: sealed."""

    sealed: str
    """In hexadecimal; only the key of the house opens it, for this name in this role."""
    is_confirmed: bool = False
    """Whether a first code was given: before that it may never have reached an app."""
    used: int = 0
    """The step of the last code that was used: that one and those before it are used up."""


def step_at(now_ms: int) -> int:
    """Tell the step of a time."""
    return now_ms // STEP_MS


def code_at(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """Make the code of a step (RFC 4226, section 5.3)."""
    mark = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    place = mark[-1] & 0x0F
    number = int.from_bytes(mark[place : place + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}}"


def step_of(secret: bytes, code: str, now_ms: int, used: int) -> int | None:
    """Tell the step about now that a code is of; None where it is of none, or used up."""
    now, found = step_at(now_ms), None
    for step in range(max(now - SKEW, 0), now + SKEW + 1):  # all of them: time must tell nothing
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()) and step > used:
            found = step
    return found
