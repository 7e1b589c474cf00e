"""Whether a command is refused, and why: the checks stand in the order of `Code`."""

from typing import assert_never

from punto.cards import Card, parse_card
from punto.coup.betting import NOT_OPEN, VOID, bet_refusal
from punto.coup.code import Code
from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    Command,
    CorrectCard,
    DealCard,
    OfRound,
    OpenBetting,
    PayWinning,
    PlaceWager,
    ProlongBetting,
    Reconstruct,
    SetCardAside,
    VoidRound,
    WithdrawWager,
)
from punto.coup.deadline import time_of_day
from punto.coup.state import Coup, Phase, corrected
from punto.errors import WrongCard
from punto.refusal import Refusal
from punto.rules import deal

_OVER = (Phase.SETTLED, Phase.VOID)
_RESULT_KNOWN = (Phase.RESULT, Phase.COLLECTED)


def refusal_of(coup: Coup, command: Command, now_ms: int | None = None) -> Refusal | None:
    """Say why a command cannot be done now; None if it can.

    A round with a deadline wants to know the time of every bet.
    """
    if type(command) is PlaceWager or type(command) is WithdrawWager:  # most that is asked
        return bet_refusal(coup, command, now_ms)
    if coup.phase in _OVER:
        refusal = _round_over(coup, command)
        if refusal is not None:
            return refusal
    return _refused(coup, command)


def _round_over(coup: Coup, command: OfRound) -> Refusal | None:
    """Refuse all that comes after the end, but for what a ruling makes of a settled round."""
    if coup.phase is Phase.VOID:
        return VOID
    if isinstance(command, VoidRound | Reconstruct):
        return None
    return Refusal(Code.ROUND_SETTLED, "the round is settled")


def _refused(coup: Coup, command: OfRound) -> Refusal | None:
    if type(command) is OpenBetting:
        return _opening(coup)
    if type(command) is CloseBetting:
        return _closing(coup)
    match command:
        case ProlongBetting(closes_at_ms):
            return _closing(coup) or _prolonging(coup, closes_at_ms)
        case DealCard(card):
            return _dealing(coup) or _card(coup, card) or _call_for_card(coup)
        case SetCardAside(card, who, why):
            return _dealing(coup) or _card(coup, card) or _who_and_why(who, why)
        case CorrectCard():
            return _dealing(coup) or _correction(coup, command)
        case Reconstruct():
            return _reconstruction(coup, command)
        case AnnounceTotals():
            return _dealing(coup) or _totals(coup)
        case AnnounceResult():
            return _dealing(coup) or _result(coup)
        case CollectLosing():
            return _collecting(coup)
        case PayWinning():
            return _paying(coup)
        case VoidRound(_, _, who, why):
            return _not_open(coup) or _who_and_why(who, why)
        case _:
            assert_never(command)


# --- betting ------------------------------------------------------------------------------------


def _not_open(coup: Coup) -> Refusal | None:
    return NOT_OPEN if coup.phase is Phase.READY else None


def _opening(coup: Coup) -> Refusal | None:
    if coup.phase is not Phase.READY:
        return Refusal(Code.BETTING_ALREADY_OPEN, "betting has been opened already")
    return None


def _closing(coup: Coup) -> Refusal | None:
    if coup.phase in (Phase.READY, Phase.BETTING):
        return _not_open(coup)
    return Refusal(Code.BETTING_ALREADY_CLOSED, "betting has been closed already")


def _prolonging(coup: Coup, closes_at_ms: int) -> Refusal | None:
    if coup.closes_at_ms is not None and closes_at_ms <= coup.closes_at_ms:
        words = f"bets are taken until {time_of_day(coup.closes_at_ms)} already"
        return Refusal(Code.NOT_PROLONGED, words)
    return None


# --- dealing ------------------------------------------------------------------------------------


def _dealing(coup: Coup) -> Refusal | None:
    if coup.phase is Phase.BETTING:
        return Refusal(Code.BETTING_STILL_OPEN, "betting is still open")
    if coup.phase in _RESULT_KNOWN:
        return Refusal(Code.RESULT_ANNOUNCED, "the result has been announced")
    return _not_open(coup)


def _card(coup: Coup, notation: str) -> Refusal | None:
    card = _parsed(notation)
    if card is None:
        return Refusal(Code.NOT_A_CARD, f"{notation!r} is not a card")
    if card not in coup.rulebook.deck:
        return Refusal(Code.FOREIGN_CARD, f"{notation} is not of the decks in use")
    return None


def _parsed(notation: str) -> Card | None:
    try:
        return parse_card(notation)
    except WrongCard:
        return None


def _call_for_card(coup: Coup) -> Refusal | None:
    if coup.totals_due:
        words = "announce the totals of the initial deal first"
        return Refusal(Code.TOTALS_TO_ANNOUNCE, words, coup.rulebook.deal.order_clause)
    if coup.next_card_for is None:
        words = "the tableau calls for no card; report one drawn in error"
        return Refusal(Code.NO_CARD_CALLED_FOR, words, coup.rulebook.deal.banker_clause)
    return None


def _totals(coup: Coup) -> Refusal | None:
    if len(coup.cards) < 4:
        return Refusal(Code.CARD_CALLED_FOR, "the initial deal is not complete")
    if coup.totals_announced:
        return Refusal(Code.TOTALS_NOT_DUE, "the totals have been announced")
    return None


def _result(coup: Coup) -> Refusal | None:
    if coup.totals_due:
        return Refusal(Code.TOTALS_TO_ANNOUNCE, "announce the totals of the initial deal first")
    side = coup.next_card_for
    if side is not None:
        return Refusal(Code.CARD_CALLED_FOR, f"a card for the {side.value.title()} comes first")
    return None


def _correction(coup: Coup, command: CorrectCard) -> Refusal | None:
    refusal = _card(coup, command.card)
    if refusal is not None:
        return refusal
    if not 0 <= command.place < len(coup.cards):
        return Refusal(Code.NO_SUCH_CARD, f"there is no card {command.place + 1} in this round")
    cards = corrected(coup.cards, command.place, parse_card(command.card))
    if deal(cards).cards_used < len(cards):
        words = "with that card fewer would have been drawn: report an incorrect number of cards"
        return Refusal(Code.CORRECTION_LEAVES_CARDS, words)
    return _who_and_why(command.who, command.why)


def _reconstruction(coup: Coup, command: Reconstruct) -> Refusal | None:
    if coup.phase is Phase.BETTING:
        return Refusal(Code.BETTING_STILL_OPEN, "betting is still open: no card is dealt")
    wrong = (refusal for card in command.cards if (refusal := _card(coup, card)))
    refusal = _not_open(coup) or next(wrong, None)
    return refusal or _unfinished(coup, command) or _who_and_why(command.who, command.why)


def _unfinished(coup: Coup, command: Reconstruct) -> Refusal | None:
    """A round that was paid is put together whole: there is nothing left to deal."""
    dealt = deal([parse_card(card) for card in command.cards])
    if coup.phase is Phase.SETTLED and not dealt.finished:
        words = "these cards do not finish the round, and it was paid"
        return Refusal(Code.CARD_CALLED_FOR, words)
    return None


def _who_and_why(who: str, why: str) -> Refusal | None:
    if not (who.strip() and why.strip()):
        return Refusal(Code.WHO_AND_WHY_WANTED, "say who does this, and why")
    return None


# --- after the result ---------------------------------------------------------------------------


def _collecting(coup: Coup) -> Refusal | None:
    if coup.phase is Phase.COLLECTED:
        return Refusal(Code.LOSING_COLLECTED, "the losing wagers have been collected")
    return _result_first(coup)


def _paying(coup: Coup) -> Refusal | None:
    if coup.phase is Phase.RESULT:
        return Refusal(Code.LOSING_TO_COLLECT, "collect the losing wagers first")
    return _result_first(coup)


def _result_first(coup: Coup) -> Refusal | None:
    if coup.phase in _RESULT_KNOWN:
        return None
    if coup.phase is Phase.BETTING:
        return Refusal(Code.BETTING_STILL_OPEN, "betting is still open")
    return _not_open(coup) or Refusal(Code.RESULT_TO_ANNOUNCE, "announce the result first")
