"""The last tickets of a player or terminal, found by the index of what has moved."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from immutables import Map
from sqlalchemy import Connection, select

from punto.ledger import Account, Ledger, TicketView, Transfer, last_tickets
from punto.ledger.recall import KEPT
from punto.store import reading, schema
from punto.store.bulk import rows_among

_AT_ONCE: Final = 2 * KEPT
"""Most cash-outs end in a ticket, so that one look is enough."""


def tickets_of(connection: Connection, account: str) -> tuple[TicketView, ...]:
    """Show the last tickets of an account, the newest first; one may still be in hand."""
    shown = {each.id: each for each in islice(_shown(connection, account), KEPT)}
    return last_tickets(Map({account: (*reversed(shown),)}), Ledger(Map(shown)), account)


def _shown(connection: Connection, account: str) -> Iterator[Account]:
    """Give the tickets that were printed or may still be; one that was put back never existed."""
    for names in _cashed_out(connection, account):
        rows = rows_among(connection, schema.accounts, "id", names)
        known = {row.id: reading.account_in(row) for row in rows}
        for name in names:
            ticket = known.get(name)
            if ticket is not None and (ticket.credits_posted > 0 or ticket.credits_pending > 0):
                yield ticket


def _cashed_out(connection: Connection, account: str) -> Iterator[list[str]]:
    """Name the tickets of an account from the newest on, some at a time."""
    table = schema.entries
    # What belongs to no round and is an account's own is what it has cashed out.
    asked = select(table.c.id).where(table.c.bettor == account, table.c.round == "")
    # The chain of older books comes before that of the cage, by its name too.
    asked = asked.order_by(table.c.chain.desc(), table.c.position.desc()).limit(_AT_ONCE)
    offset = 0
    while ids := connection.execute(asked.offset(offset)).scalars().all():
        found = (reading.entry(connection, key) for key in ids)
        yield [each.credit for each in found if isinstance(each, Transfer)]
        offset += len(ids)
