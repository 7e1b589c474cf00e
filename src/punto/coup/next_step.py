"""What comes next, in words: a console reads it to the dealer."""

from typing import assert_never

from punto.coup.state import Coup, Phase
from punto.rules import Side
from punto.rules.rulebook import Call

_CARD_FOR = {Side.PLAYER: "card for the Player", Side.BANKER: "card for the Banker"}


def next_step(coup: Coup) -> str:
    """Say what is to be done now."""
    match coup.phase:
        case Phase.READY:
            return _call(coup.rulebook.open_call, "open betting")
        case Phase.BETTING:
            return _call(coup.rulebook.close_call, "close betting")
        case Phase.DEALING:
            return _dealing(coup)
        case Phase.RESULT:
            return "collect the losing wagers"
        case Phase.COLLECTED:
            return "pay the winning wagers"
        case Phase.SETTLED | Phase.VOID:
            return "next round"
        case _:
            assert_never(coup.phase)


def _call(call: Call | None, otherwise: str) -> str:
    return f"“{call.words}”" if call else otherwise


def _dealing(coup: Coup) -> str:
    if coup.totals_due:
        return "announce the totals"
    side = coup.next_card_for
    return _CARD_FOR[side] if side else "announce the result"
