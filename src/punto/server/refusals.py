"""Saying no to a client: what the server refuses with in several places, and how it is told."""

from typing import Final, TypeAlias

from punto.house import NotStored
from punto.house.code import Code as HouseCode
from punto.protocol import ask
from punto.protocol.tell import Accepted, Refused
from punto.refusal import Refusal
from punto.server.code import Code

NOT_NOW: Final = "play is stopped: nothing can be stored now"
"""What clients are told; what the database said is in the log, for whoever keeps the house."""

Requested: TypeAlias = (
    ask.Building | ask.Dealing | ask.Seating | ask.OpenCard | ask.Contributing | ask.AtCounter
)
"""What has an id, and one effect."""

Outcome: TypeAlias = Accepted | Refusal | NotStored
"""What becomes of it."""

SIGN_IN: Final = Refusal(Code.SIGN_IN, "sign in to play")
NO_SUCH_TABLE: Final = Refusal(HouseCode.NO_SUCH_TABLE, "there is no such table")
ID_CLASH: Final = Refusal(HouseCode.ID_CLASH, "this id was used before, for something else")
NOT_STORED: Final = Refusal(Code.NOT_STORED, NOT_NOW)
BUSY: Final = Refusal(Code.OVERLOADED, "too many requests are waiting: try again")
FAULT: Final = Refusal(HouseCode.FAULT, "the house made a mistake")


def refused(said: Requested | ask.Watch, refusal: Refusal) -> Refused:
    """Tell a client no, under the id of what was asked, at the spot that it is about."""
    wager = refusal.wager or getattr(said, "wager", None)
    return Refused(refusal.code, refusal.words, refusal.clause, wager, id=said.id or "")


def may_be_tried_again(refusal: Refusal) -> bool:
    """Whether the same request under the same id can still be done."""
    return refusal.code in {Code.NOT_STORED, Code.OVERLOADED}
