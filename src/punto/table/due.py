"""What is due at a table, as one of a few words: a console has one key that does it."""

from enum import Enum
from typing import Final

from punto.coup import Coup, Phase
from punto.table.state import Table


class Due(Enum):
    """What a dealer does next."""

    DECISION = "decision"
    """Play waits for a supervisor."""
    SHOE = "shoe"
    RECORD = "record"
    """The result of a round with physical chips."""
    OPEN_BETS = "open-bets"
    CLOSE_BETS = "close-bets"
    CARD = "card"
    TOTALS = "totals"
    RESULT = "result"
    COLLECT = "collect"
    PAY = "pay"


_IN_ROUND: Final = {
    Phase.READY: Due.OPEN_BETS,
    Phase.BETTING: Due.CLOSE_BETS,
    Phase.RESULT: Due.COLLECT,
    Phase.COLLECTED: Due.PAY,
}


def due(table: Table) -> Due:
    """Say what is to be done now."""
    if table.undecided is not None:
        return Due.DECISION
    if table.coup is not None and table.in_play:
        return _IN_ROUND.get(table.coup.phase) or _dealing(table.coup)
    if table.shoe is None or not table.shoe.can_start_a_round:
        return Due.SHOE
    return Due.RECORD if table.settings.results_only else Due.OPEN_BETS


def _dealing(coup: Coup) -> Due:
    if coup.totals_due:
        return Due.TOTALS
    return Due.CARD if coup.next_card_for else Due.RESULT
