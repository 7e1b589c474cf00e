"""What the house answers: done and stored, refused with a reason, or not able to store now."""

from typing import TypeAlias

import msgspec

from punto.house.chain import Link
from punto.house.code import Code
from punto.house.request import LONGEST_WORDS
from punto.refusal import Refusal
from punto.table import Code as TableCode
from punto.table.betting import UNDECIDED


class Done(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """It is stored. The same request again gives the same answer."""

    link: Link
    """The entry that says what happened, at the table or between accounts."""
    ticket: str | None = None
    """The number of the ticket, for whoever cashed out and for nobody else.

    A cash-out has none where all of it was taken for what was owed.
    """
    again: bool = False
    """Whether it had been done before."""
    has_more: bool = False
    """Whether a part of it is still to be done: ask again, under another id."""


MALFORMED = Refusal(Code.REQUEST_MALFORMED, "names are 1 to 24 letters, digits and hyphens")
"""The answer to a name that is none."""

WAITS = UNDECIDED
"""The answer at a table where something was found that its rulebook does not cover."""

UNSIGNED = Refusal(
    TableCode.WHO_AND_WHY_WANTED,
    f"say who does this, and why, in 1 to {LONGEST_WORDS} letters each",
)
"""The answer to staff whose name or reason cannot go on record."""

NO_ROOM = Refusal(Code.NO_ROOM, "the books have no room for this, nor for what it could pay")
"""The answer where a total might grow beyond what can be written: asked before any card."""


def name_taken(name: str) -> Refusal:
    """Say no to a name that somebody has: what is on record under it is one person's."""
    return Refusal(Code.NAME_TAKEN, f"{name!r} is on record already: take another name")


class NotStored(msgspec.Struct, frozen=True, tag=True):
    """The store cannot write now. Ask again under the same id: it is done once, or not at all."""

    words: str


Answer: TypeAlias = Done | Refusal | NotStored
