"""What a table refuses before the round in play is asked, in order of precedence."""

from enum import Enum

import msgspec

from punto.coup import Code as CoupCode


class Code(Enum):
    """Why a table refuses. Where several hold, the first of this list is the answer."""

    SUPERVISOR_WANTED = "supervisor-wanted"
    NOTHING_TO_DECIDE = "nothing-to-decide"
    NEXT_COMMENCED = "next-commenced"
    NOTHING_TO_RECONSTRUCT = "nothing-to-reconstruct"
    WHO_AND_WHY_WANTED = "who-and-why-wanted"
    RESULTS_ONLY = "results-only"
    NOT_RESULTS_ONLY = "not-results-only"
    NO_RESULT = "no-result"
    IMPOSSIBLE_RESULT = "impossible-result"
    ROUND_IN_PLAY = "round-in-play"
    NO_ROUND = "no-round"
    NO_SHOE = "no-shoe"
    SHOE_IN_PLAY = "shoe-in-play"
    SHOE_OVER = "shoe-over"
    SHOE_INCOMPLETE = "shoe-incomplete"
    NOT_A_CARD = "not-a-card"
    CARDS_COME_FROM_THE_SHOE = "cards-come-from-the-shoe"
    CARDS_ARE_SCANNED = "cards-are-scanned"
    TOO_MANY_COPIES = "too-many-copies"
    RULING_WANTED = "ruling-wanted"
    NO_SUCH_POSITION = "no-such-position"
    POSITION_TAKEN = "position-taken"
    ALREADY_SEATED = "already-seated"
    NOT_SEATED = "not-seated"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    NOT_A_STEP = "not-a-step"
    ABOVE_SEAT_MAXIMUM = "above-seat-maximum"
    ABOVE_TABLE_MAXIMUM = "above-table-maximum"
    ABOVE_DIFFERENTIAL = "above-differential"


class Refused(msgspec.Struct, frozen=True):
    """A refused command: a code of the table or of the round, the clause, words for a person."""

    code: Code | CoupCode
    words: str
    clause: str | None = None
