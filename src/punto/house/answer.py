"""What the house answers: done and stored, denied with a reason, or not able to store now."""

from typing import TypeAlias

import msgspec

from punto.house.chain import Link
from punto.house.request import LONGEST_WORDS
from punto.ledger import Code as LedgerCode
from punto.ledger import TicketCode
from punto.table import Refused


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


class Denied(msgspec.Struct, frozen=True, tag=True):
    """It may not be done; nothing was written."""

    code: str
    words: str
    clause: str | None = None


MALFORMED = Denied("request-malformed", "names are 1 to 24 letters, digits and hyphens")
"""The answer to a name that is none."""

WAITS = Denied("supervisor-wanted", "play waits for a supervisor's decision")
"""The answer at a table where something was found that its rulebook does not cover."""

UNSIGNED = Denied(
    "who-and-why-wanted", f"say who does this, and why, in 1 to {LONGEST_WORDS} letters each"
)
"""The answer to staff whose name or reason cannot go on record."""

NO_ROOM = Denied("no-room", "the books have no room for this, nor for what it could pay")
"""The answer where a total might grow beyond what can be written: asked before any card."""


class NotStored(msgspec.Struct, frozen=True, tag=True):
    """The store cannot write now. Ask again under the same id: it is done once, or not at all."""

    words: str


Answer: TypeAlias = Done | Denied | NotStored


def denied_by_table(refused: Refused) -> Denied:
    """Pass on what the table says."""
    return Denied(refused.code.value, refused.words, refused.clause)


def denied_by_ledger(code: LedgerCode | TicketCode) -> Denied:
    """Pass on what the ledger says; its codes are words already."""
    return Denied(code.value, code.value.replace("-", " "))
