"""A Player Terminal on record: the browser that is enrolled as it, and the code that enrols one."""

import re
from typing import Final

import msgspec

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,10}", re.ASCII)

TERMINAL_NAMED: Final = (
    "a terminal has 1 to 11 small letters, digits and hyphens, and begins with a letter"
)


class Terminal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A terminal as it is on record."""

    id: str
    """The account that is played with at it."""
    code: str = ""
    """A mark of the code that enrols the next browser, once; empty where none waits."""
    until_ms: int = 0
    """Until when that code holds."""
    enrolments: int = 0
    """How often a browser was enrolled, or ceased to be: what one holds is worth as long."""
    is_enrolled: bool = False
    """Whether a browser is enrolled now."""

    @property
    def seal(self) -> str:
        """What the token of its browser is marked with besides."""
        return f"enrolment {self.enrolments}"


def is_terminal_name(text: str) -> bool:
    """Whether a terminal may be called so: a table of its own has both names in its own."""
    return _NAME.fullmatch(text) is not None
