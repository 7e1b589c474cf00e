"""Saying no to a client: the words of whoever says it, the request it answers, and the spot."""

from typing import TypeAlias

from punto.coup import Refusal
from punto.house import Answer, Done, NotStored
from punto.protocol import ask
from punto.protocol.tell import Refused
from punto.server.open_house import NOT_NOW
from punto.server.player import spot_at_fault
from punto.table.sitting import Sitting, SittingRefusal

Requested: TypeAlias = ask.Building | ask.Dealing | ask.AtCounter
"""What has an id, and one effect."""


def refused(
    said: Requested, code: str, words: str, clause: str | None = None, wager: str | None = None
) -> Refused:
    """Refuse a request."""
    wager = getattr(said, "wager", wager)
    return Refused(id=said.id, code=code, words=words, clause=clause, wager=wager)


def passed_on(
    said: Requested, answer: Answer | SittingRefusal | Refusal, built: Sitting | None = None
) -> Refused:
    """Say no in the words of whoever says it, and at which spot."""
    wager = spot_at_fault(built) if built else None
    match answer:
        case NotStored():
            return refused(said, "not-stored", NOT_NOW)
        case SittingRefusal(code, words, clause) | Refusal(code, words, clause):
            return refused(said, code.value, words, clause, wager)
        case Done():
            raise AssertionError("what is done is not refused")
        case _:
            return refused(said, answer.code, answer.words, answer.clause, wager)
