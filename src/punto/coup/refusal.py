"""Refusals: what may not be done now, in order of precedence, with the clause that forbids it."""

from enum import Enum

import msgspec


class Code(Enum):
    """Why a command is refused. Where several hold, the first of this list is the answer."""

    ROUND_VOID = "round-void"
    ROUND_SETTLED = "round-settled"
    BETTING_NOT_OPEN = "betting-not-open"
    BETTING_ALREADY_OPEN = "betting-already-open"
    PLACED_TOO_LATE = "placed-too-late"
    INCREASED_TOO_LATE = "increased-too-late"
    WITHDRAWN_TOO_LATE = "withdrawn-too-late"
    NOT_PROLONGED = "not-prolonged"
    BETTING_STILL_OPEN = "betting-still-open"
    BETTING_ALREADY_CLOSED = "betting-already-closed"
    NO_BETTOR = "no-bettor"
    UNKNOWN_WAGER = "unknown-wager"
    STAKE_OUT_OF_RANGE = "stake-out-of-range"
    STAKE_SPLITS_UNIT = "stake-splits-unit"
    NOTHING_TO_WITHDRAW = "nothing-to-withdraw"
    NOT_A_CARD = "not-a-card"
    FOREIGN_CARD = "foreign-card"
    TOTALS_TO_ANNOUNCE = "totals-to-announce"
    TOTALS_NOT_DUE = "totals-not-due"
    CARD_CALLED_FOR = "card-called-for"
    NO_CARD_CALLED_FOR = "no-card-called-for"
    RESULT_TO_ANNOUNCE = "result-to-announce"
    RESULT_ANNOUNCED = "result-announced"
    LOSING_TO_COLLECT = "losing-to-collect"
    LOSING_COLLECTED = "losing-collected"
    NO_SUCH_CARD = "no-such-card"
    CORRECTION_LEAVES_CARDS = "correction-leaves-cards"
    WHO_AND_WHY_WANTED = "who-and-why-wanted"


class Refusal(msgspec.Struct, frozen=True):
    """A refused command: a code for programs, the clause if there is one, words for a person."""

    code: Code
    words: str
    clause: str | None = None
