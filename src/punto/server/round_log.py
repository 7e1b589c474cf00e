"""Rounds in the log: that they began and ended, and nothing of what was dealt."""

import logging
from typing import Final

from punto.coup.event import BettingOpened, RoundSettledAgain, RoundVoided, WagersPaid
from punto.server.broadcast import Entry

log = logging.getLogger("punto.server")

_SAID: Final = {
    BettingOpened: "bets are taken",
    WagersPaid: "the round is paid",
    RoundSettledAgain: "the round is settled again",
    RoundVoided: "the round is void",
}


def note_rounds(table: str, entry: Entry) -> None:
    """Note what an entry begins or ends."""
    if not log.isEnabledFor(logging.DEBUG):
        return
    about = {"table": table, "round": f"{table}-{entry.house_table.table.rounds}"}
    for event in entry.events:
        words = _SAID.get(type(event))
        if words is not None:
            log.debug(words, extra=about)
