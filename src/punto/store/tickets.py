"""The last tickets of a player or terminal, found in the journal from its end."""

from collections.abc import Iterator
from typing import Final

from immutables import Map
from sqlalchemy import Connection, select

from punto.house.chain import ACCOUNTS
from punto.house.record import decode_accounts
from punto.ledger import Account, Ledger, Purpose, TicketView, Transfer, last_tickets
from punto.ledger.recall import KEPT
from punto.store import reading, schema

_AT_ONCE: Final = 500


def tickets_of(connection: Connection, account: str) -> tuple[TicketView, ...]:
    """Show the last tickets of an account, the newest first; one may still be in hand."""
    accounts = reading.accounts(connection)
    shown: list[str] = []
    for ticket in _cashed_out(connection, account):
        if _is_shown(accounts.get(ticket)):
            shown.append(ticket)
        if len(shown) == KEPT:
            break
    return last_tickets(Map({account: (*reversed(shown),)}), Ledger(Map(accounts)), account)


def _is_shown(ticket: Account | None) -> bool:
    """Whether a ticket was printed or may still be; one that was put back never existed."""
    return ticket is not None and (ticket.credits_posted > 0 or ticket.credits_pending > 0)


def _cashed_out(connection: Connection, account: str) -> Iterator[str]:
    """Name the tickets of an account from the newest on; whoever cashes out waits for each one."""
    for body in _at_the_counter(connection):
        for entry in decode_accounts(body).entries:
            match entry:
                case Transfer(debit=debit, purpose=Purpose.TICKET_OUT) if debit == account:
                    yield entry.credit
                case _:
                    pass


def _at_the_counter(connection: Connection) -> Iterator[bytes]:
    """Read backwards what was done at the counter; what tables cause has no request of its own."""
    table = schema.journal
    counter = (table.c.chain == ACCOUNTS, table.c.request.is_not(None), table.c.body.is_not(None))
    asked = select(table.c.position, table.c.body).where(*counter)
    asked = asked.order_by(table.c.position.desc()).limit(_AT_ONCE)
    part = connection.execute(asked).all()
    while part:
        for row in part:
            yield row.body
        part = connection.execute(asked.where(table.c.position < part[-1].position)).all()
