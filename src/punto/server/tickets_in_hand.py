"""Tickets in hand: credits on their way to paper, a part of their terminal until that is over.

Nothing here is kept but what the books say: it is read from them when the house opens, and every
entry of the counter is followed, whoever has caused it.
"""

from collections.abc import Iterable

from sqlalchemy import Connection

from punto.house.chain import Link
from punto.house.counter import ticket_number
from punto.ledger import Entry, OpenAccount, Post, Purpose, Transfer, Void, grouped
from punto.protocol.tell import Ticket
from punto.store import HouseKey, reading


class TicketsInHand:
    """The tickets that wait to be printed, at most one for each account."""

    def __init__(self, key: HouseKey, house: str) -> None:
        self._key = key
        self._house = house
        self._tickets: dict[str, Ticket] = {}
        """By the cash-out that holds the credits."""

    def of(self, account: str) -> Ticket | None:
        """Give the ticket that a terminal has in hand."""
        mine = (each for each in self._tickets.values() if each.terminal == account)
        return next(mine, None)

    def read(self, connection: Connection) -> None:
        """Find what the books still wait for, from before this process was there."""
        for link, transfer in reading.tickets_in_hand(connection):
            assert isinstance(transfer, Transfer), "only a transfer holds credits"
            self._take(transfer, link)

    def follow(self, link: Link, entries: Iterable[Entry]) -> set[str]:
        """Follow an entry of the cage, and name the accounts that it touches."""
        touched: set[str] = set()
        for entry in entries:
            match entry:
                case Transfer(debit=debit, credit=credit):
                    touched |= {debit, credit}
                    if _holds(entry):
                        self._take(entry, link)
                case Post(pending) | Void(pending):
                    ticket = self._tickets.pop(pending, None)
                    touched |= {ticket.terminal} if ticket else set()
                case OpenAccount():
                    pass
        return touched

    def _take(self, transfer: Transfer, link: Link) -> None:
        self._tickets[transfer.id] = Ticket(
            id=transfer.id.removeprefix(f"{transfer.debit}_"),
            number=grouped(ticket_number(transfer.id, self._key)),
            amount=transfer.amount,
            at_ms=link.at_ms,
            house=self._house,
            terminal=transfer.debit,
            sequence=link.position,
        )


def _holds(entry: Entry) -> bool:
    return isinstance(entry, Transfer) and entry.purpose is Purpose.TICKET_OUT
