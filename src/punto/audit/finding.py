"""What an audit finds: a place, and what does not hold there."""

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

Advance: TypeAlias = Callable[[], None]
"""Called for each entry that has been looked at, so that a person can see how far it is."""


UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError)
"""What decoding raises for a body that is not what the house writes."""

UNFOLDABLE: Final = (
    *(AssertionError, LookupError, StopIteration),
    *(ValueError, TypeError, ArithmeticError),
)
"""What folding raises for what cannot follow on what is there; any of it is a finding."""


class Finding(msgspec.Struct, frozen=True):
    """Something that does not hold, and exactly where."""

    place: str
    """An entry of the journal, `table/tiger, entry 17`, or a row, `account ann`."""
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


def at(chain: str, position: int, what: str) -> Finding:
    """Find something in an entry of the journal."""
    return Finding(f"{chain}, entry {position}", what)
