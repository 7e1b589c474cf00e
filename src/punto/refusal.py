"""A refusal: what was asked for may not be done now, and why. It is a value, never an exception.

There is one kind of it, and it goes unchanged from whoever says no to whoever asked: a round, a
table, the online game, the counter, the ledger or the house itself. Each has a list of its own for
the codes, in order of precedence.
"""

import msgspec


class Refusal(msgspec.Struct, frozen=True, tag=True):
    """It is not done: a code for programs, words for a person, the clause if there is one."""

    code: str
    words: str
    clause: str | None = None
    wager: str | None = None
    """The wager whose stake is refused, where it is for the sake of that one alone."""
