"""A round that waits for a supervisor: what was found, by whom, and since when."""

from collections.abc import Iterable

import msgspec

from punto.table.event import IrregularityRuled, SupervisorDecided
from punto.table.irregularity import Decision
from punto.table.record import Recorded, TableOpened


class Undecided(msgspec.Struct, frozen=True, kw_only=True):
    """What the rulebook of a table does not cover, and nobody has decided yet."""

    table: str
    round: int
    since_ms: int
    found: str
    words: str
    who: str
    why: str


def undecided_after(
    before: Undecided | None, table: str, at_ms: int, events: Iterable[Recorded]
) -> Undecided | None:
    """Say what waits at a table after an entry of its journal."""
    for event in events:
        match event:
            case IrregularityRuled(decision=Decision.SUPERVISOR):
                before = _waiting(table, at_ms, event)
            case SupervisorDecided() | TableOpened():
                before = None
            case _:
                pass
    return before


def _waiting(table: str, at_ms: int, ruled: IrregularityRuled) -> Undecided:
    return Undecided(
        table=table,
        round=ruled.round,
        since_ms=at_ms,
        found=ruled.found.value,
        words=ruled.words,
        who=ruled.who,
        why=ruled.why,
    )
