"""A ticket found by its number: what it is worth, and what has become of it."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from punto.house.chain import CAGE, Link
from punto.house.record import CageRecord, decode_cage
from punto.ledger import (
    Purpose,
    TicketState,
    Transfer,
    post_id,
    redeemed_ticket,
    redemption_id,
    ticket_state,
    void_id,
)
from punto.ledger.ticket import masked
from punto.store import HouseKey, reading, schema
from punto.store.bulk import rows_among
from punto.store.working_set import authentic

_AT_ONCE: Final = 1_000


class Step(NamedTuple):
    """One step in the life of a ticket."""

    at_ms: int
    what: str
    who: str


class TicketFound(NamedTuple):
    """A ticket, whose number is shown to nobody."""

    number: str
    amount: int
    state: TicketState
    account: str
    life: list[Step]


def find_ticket(connection: Connection, typed: str, key: HouseKey) -> TicketFound | None:
    """Find a ticket by its number, as it was typed; None where there is none.

    Raises `Unverified` where it is not what the house has written: nobody is paid for that.
    """
    secret = key.tickets
    name = redeemed_ticket(typed, secret)
    rows = rows_among(connection, schema.accounts, "id", [name]) if name else []
    if not rows:
        return None
    account = authentic(rows[0], key)
    made = _made(connection, name)
    life = list(_life(connection, made, redemption_id(typed, secret)))
    cashed_out = made[1] if made is not None else None
    known = cashed_out.amount if cashed_out is not None else 0
    amount = account.credits_posted or account.credits_pending or known
    player = cashed_out.debit if cashed_out is not None else ""
    return TicketFound(masked(name), amount, ticket_state(account), player, life)


def _made(connection: Connection, name: str) -> tuple[Link, Transfer] | None:
    """Look for the cash-out; what names the ticket is what made, printed and paid it.

    The cage is gone back through, part by part, no further than to where the ticket was made.
    """
    head, count = reading.heads(connection, [CAGE]).get(CAGE), _AT_ONCE
    through = head.position if head is not None else 0
    while through > 0:
        after = max(0, through - count)
        part = {"after": after, "through": through}
        for link in reading.links_with(connection, CAGE, name.encode(), **part):
            found = _cash_out(decode_cage(link.body or b""), name)
            if found is not None:
                return link, found
        through, count = after, 2 * count
    return None


def _cash_out(record: CageRecord, name: str) -> Transfer | None:
    return next(
        (
            entry
            for entry in record.entries
            if isinstance(entry, Transfer)
            and entry.purpose is Purpose.TICKET_OUT
            and entry.credit == name
        ),
        None,
    )


def _life(
    connection: Connection, made: tuple[Link, Transfer] | None, redeemed: str
) -> Iterator[Step]:
    if made is not None:
        link, cashed_out = made
        yield Step(link.at_ms, "cashed out", _who(link))
        yield from _step(connection, post_id(cashed_out.id), "printed")
        yield from _step(connection, void_id(cashed_out.id), "put back")
    yield from _step(connection, redeemed, "redeemed")


def _step(connection: Connection, key: str, what: str) -> Iterator[Step]:
    """Find when something moved, by its id, and who has done it."""
    table = schema.entries
    row = connection.execute(select(table).where(table.c.id == key)).one_or_none()
    link = reading.link_at(connection, row.chain, row.position) if row is not None else None
    if link is not None:
        yield Step(link.at_ms, what, _who(link))


def _who(link: Link) -> str:
    record = decode_cage(link.body) if link.body is not None else None
    return "" if record is None else record.staff or record.who
