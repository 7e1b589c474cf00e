"""The tables that wait for a supervisor, and the log that does not let anyone forget them."""

import logging
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection

from punto.house.chain import table_chain
from punto.house.record import decode_table
from punto.house.undecided import Undecided, undecided_after
from punto.protocol.tell import Waiting
from punto.server.house_time import HouseTime
from punto.store import reading
from punto.table.event import SupervisorDecided
from punto.table.irregularity import Found
from punto.table.record import Recorded

log = logging.getLogger("punto.server")

REMINDER_MS: Final = 60_000


class WaitingTables:
    """All tables of the house at which play waits, those that nobody watches included."""

    def __init__(self) -> None:
        self._undecided: dict[str, Undecided] = {}

    def note(self, table: str, at_ms: int, events: Sequence[Recorded]) -> bool:
        """Take in an entry of a table; what begins to wait and what is decided goes to the log.

        It is answered whether anything waits there that did not, or does no more.
        """
        before = self._undecided.pop(table, None)
        after = undecided_after(before, table, at_ms, events)
        for event in events:
            if isinstance(event, SupervisorDecided):
                _log_decided(table, event)
        if after is not None:
            self._undecided[table] = after
            if after is not before:
                _log_waiting(after)
        return after is not before

    def recall(self, connection: Connection, table: str, version: int) -> None:
        """Read a journal back to the report that a table waits on."""
        found: Undecided | None = None
        while found is None:
            link = reading.link_at(connection, table_chain(table), version)
            if link is None or link.body is None:
                return
            found = undecided_after(None, table, link.at_ms, decode_table(link.body).events)
            version -= 1
        self._undecided[table] = found

    def at(self, table: str) -> Waiting | None:
        """Say what a table waits for, as anyone may know it: nobody is named."""
        found = self._undecided.get(table)
        if found is None:
            return None
        return Waiting(
            round=found.round,
            found=Found(found.found).value,
            words=found.words,
            since_ms=found.since_ms,
        )

    def longest_first(self) -> list[Undecided]:
        """List all that waits, as supervisors and the office are called to it."""
        return sorted(self._undecided.values(), key=lambda each: (each.since_ms, each.table))

    async def remind(self, time: HouseTime) -> None:
        """Say it again, from time to time, as long as it is true."""
        while True:
            await time.until(time.now_ms() + REMINDER_MS)
            self.say()

    def say(self) -> None:
        """Name every table that waits."""
        for undecided in self._undecided.values():
            _log_waiting(undecided)


def _log_waiting(undecided: Undecided) -> None:
    log.warning(
        "table %s: round %s waits for a supervisor: %s, reported by %s: %s",
        undecided.table,
        undecided.round,
        undecided.found,
        undecided.who,
        undecided.why,
        extra=_about(undecided.table, undecided.round),
    )


def _log_decided(table: str, event: SupervisorDecided) -> None:
    decision = "void" if event.void else "it stands"
    words = "table %s: round %s is decided by %s, %s: %s"
    about = _about(table, event.round)
    log.warning(words, table, event.round, event.who, decision, event.why, extra=about)


def _about(table: str, number: int) -> dict[str, str]:
    return {"table": table, "round": f"{table}-{number}"}
