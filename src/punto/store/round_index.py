"""Which rounds an account has staked on, found by the index of the ledger and page by page.

Every round is met where money last moved for it, and the index is read back from there: a page
costs the rounds that are on it, however many there are.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, exists, false, func, or_, select, tuple_

from punto.store import schema

_MOVED: Final = schema.entries.alias("moved")
_LATER: Final = schema.entries.alias("later")


@dataclass(frozen=True)
class Sought:
    """Which of the rounds are meant; without anything, all of them."""

    table: str | None = None
    since_ms: int | None = None
    """When money last moved for a round: from here on."""
    until_ms: int | None = None
    """And before this."""
    before: str | None = None
    """A round: those that are older."""


def rounds_of(connection: Connection, account: str, sought: Sought, most: int | None) -> list[str]:
    """Name the last rounds that an account has staked on, the newest first; or all of them."""
    moved = _MOVED.c
    asked = (
        select(moved.round)
        .where(moved.bettor == account, moved.round > "", _IS_LAST)
        .order_by(moved.at_ms.desc(), moved.position.desc(), moved.round.desc())
    )
    if sought.table is not None:
        asked = asked.where(*_at_table(sought.table))
    if sought.since_ms is not None:
        asked = asked.where(moved.at_ms >= sought.since_ms)
    if sought.until_ms is not None:
        asked = asked.where(moved.at_ms < sought.until_ms)
    if sought.before is not None:
        asked = asked.where(_older_than(connection, account, sought.before))
    return [row.round for row in connection.execute(asked.limit(most))]


_IS_LAST: Final = ~exists().where(
    _LATER.c.round == _MOVED.c.round,
    _LATER.c.bettor == _MOVED.c.bettor,
    # Not as one row: a database might go through all of somebody's life in the order of time.
    or_(
        _LATER.c.at_ms > _MOVED.c.at_ms,
        and_(
            _LATER.c.at_ms == _MOVED.c.at_ms,
            tuple_(_LATER.c.position, _LATER.c.id) > tuple_(_MOVED.c.position, _MOVED.c.id),
        ),
    ),
)
"""Of all that has moved for a round, the last."""


def _at_table(table: str) -> tuple[ColumnElement[bool], ...]:
    # A round is named for its table and numbered: one more hyphen would be another table.
    named = f"{table}-"
    number = func.substr(_MOVED.c.round, len(named) + 1)
    return _MOVED.c.round.startswith(named, autoescape=True), ~number.contains("-")


def _older_than(connection: Connection, account: str, played: str) -> ColumnElement[bool]:
    """Compare by all that rounds are sorted by; nothing is older than what was never staked on."""
    moved = _MOVED.c
    asked = select(moved.at_ms, moved.position, moved.round)
    of_round = asked.where(moved.bettor == account, moved.round == played, _IS_LAST)
    last = connection.execute(of_round).one_or_none()
    if last is None:
        return false()
    is_earlier = tuple_(moved.at_ms, moved.position, moved.round) < tuple_(*last)
    return and_(moved.at_ms <= last.at_ms, is_earlier)  # the first is what an index is searched by
