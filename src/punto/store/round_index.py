"""Which rounds an account has staked on, found by the index of the ledger and page by page."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, false, func, or_, select

from punto.store import schema

_ENTRIES = schema.entries.c
_NEWEST = func.max(_ENTRIES.at_ms)
_LAST = func.max(_ENTRIES.position)


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
    asked = (
        select(_ENTRIES.round)
        .where(_ENTRIES.bettor == account, _ENTRIES.round > "")
        .group_by(_ENTRIES.round)
        .order_by(_NEWEST.desc(), _LAST.desc(), _ENTRIES.round)
    )
    if sought.table is not None:
        asked = asked.where(*_at_table(sought.table))
    if sought.since_ms is not None:
        asked = asked.having(sought.since_ms <= _NEWEST)
    if sought.until_ms is not None:
        asked = asked.having(sought.until_ms > _NEWEST)
    if sought.before is not None:
        asked = asked.having(_older_than(connection, account, sought.before))
    return [row.round for row in connection.execute(asked.limit(most))]


def _at_table(table: str) -> tuple[ColumnElement[bool], ...]:
    # A round is named for its table and numbered: one more hyphen would be another table.
    named = f"{table}-"
    number = func.substr(_ENTRIES.round, len(named) + 1)
    return _ENTRIES.round.startswith(named, autoescape=True), ~number.contains("-")


def _older_than(connection: Connection, account: str, played: str) -> ColumnElement[bool]:
    """Compare by all that rounds are sorted by; nothing is older than what was never staked on."""
    staked = (_ENTRIES.bettor == account, _ENTRIES.round == played)
    newest, last = connection.execute(select(_NEWEST, _LAST).where(*staked)).one()
    if newest is None:
        return false()
    same_time = and_(newest == _NEWEST, last == _LAST, _ENTRIES.round > played)
    return or_(newest > _NEWEST, and_(newest == _NEWEST, last > _LAST), same_time)
