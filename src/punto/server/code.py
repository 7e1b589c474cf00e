"""Why the server refuses a client, before or without asking the house."""

from enum import StrEnum


class Code(StrEnum):
    """Where several hold, the first of this list is the answer."""

    SIGN_IN = "sign-in"
    LOCKED = "locked"
    LINK_UNKNOWN = "link-unknown"
    PIN_WRONG = "pin-wrong"
    CODE_WANTED = "code-wanted"
    CODE_UNSET = "code-unset"
    CODE_WRONG = "code-wrong"
    PASSWORD_WRONG = "password-wrong"  # noqa: S105 – a code, and no password
    PASSWORD_WEAK = "password-weak"  # noqa: S105 – as above
    TERMINALS_ONLY = "terminals-only"
    NOT_YOUR_CARD = "not-your-card"
    NOT_FOUND = "not-found"
    NOT_YOUR_DEAL = "not-your-deal"
    TOO_OFTEN = "too-often"
    ATTENDANT_UNKNOWN = "attendant-unknown"
    OVERLOADED = "overloaded"
    NOT_STORED = "not-stored"
