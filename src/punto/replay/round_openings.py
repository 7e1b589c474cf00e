"""Where rounds begin in the chain of a table, found without reading the rounds between."""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection

from punto.coup.event import BettingOpened
from punto.house.chain import Link
from punto.house.record import decode_table
from punto.store import reading
from punto.table.event import ResultRecorded

_BEGINNING: Final = (b'"type":"BettingOpened"', b'"type":"ResultRecorded"')
_AT_ONCE: Final = 16
_MOST_AT_ONCE: Final = 4_096


def first_opening(connection: Connection, chain: str, after: int, through: int) -> Link | None:
    """Find the first entry that opens a round, or records one, among some."""
    count = _AT_ONCE
    while after < through:
        last = min(after + count, through)
        for link in reading.links(connection, chain, after, last):
            if opens_round(link):
                return link
        after, count = last, min(2 * count, _MOST_AT_ONCE)
    return None


def backwards(connection: Connection, chain: str, through: int) -> Iterator[Link]:
    """Read a chain from an entry back; what was dropped after its time is left out."""
    count = _AT_ONCE
    while through > 0:
        after = max(0, through - count)
        part = list(reading.links(connection, chain, after, through))
        yield from (link for link in reversed(part) if link.body is not None)
        through, count = after, min(2 * count, _MOST_AT_ONCE)


def opens_round(link: Link) -> bool:
    """Whether an entry opens a round, or records one."""
    return link.body is not None and any(tag in link.body for tag in _BEGINNING)


def number_of(link: Link) -> int:
    """Tell the round that an entry opens."""
    events = decode_table(link.body or b"").events
    rounds = (each.round for each in events if isinstance(each, BettingOpened | ResultRecorded))
    return next(rounds, 0)
