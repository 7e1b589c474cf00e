"""An account of a player or terminal, and a ticket, as the cage sees them."""

from immutables import Map
from sqlalchemy import Connection, select

from punto.ledger import Account, Kind, Ledger, Transfer, owed_by
from punto.ledger.transfer import is_client_id
from punto.office.ticket_life import find_ticket
from punto.protocol.office import AccountInfo, OfficeTicket, TicketInfo, TicketStep
from punto.store import HouseKey, reading, schema
from punto.store.bulk import rows_among
from punto.store.tickets import tickets_of
from punto.store.working_set import authentic


def read_account(connection: Connection, name: str, key: HouseKey) -> AccountInfo | None:
    """Show an account that plays; None where there is none of this name.

    Raises `Unverified` where it is not what the house has written: nobody is paid from that.
    """
    rows = rows_among(connection, schema.accounts, "id", [name]) if is_client_id(name) else []
    account = authentic(rows[0], key) if rows else None
    if account is None or account.kind is not Kind.PLAYER:
        return None
    debts = _debts(connection, name, key)
    ledger = Ledger(Map({each.id: each for each in (account, *debts)}))
    return AccountInfo(
        account=name,
        balance=account.balance,
        held=account.held,
        owed=owed_by(ledger, name),
        owed_by_all=-sum(debt.balance for debt in debts),
        is_terminal=account.visit > 0,
        in_hand=_in_hand(connection, account),
        tickets=[
            OfficeTicket(number=each.number, amount=each.amount, state=each.state.value)
            for each in tickets_of(connection, name)
        ],
    )


def _debts(connection: Connection, owner: str, key: HouseKey) -> list[Account]:
    table = schema.accounts
    rows = connection.execute(select(table).where(table.c.owner == owner))
    return [authentic(row, key) for row in rows]


def _in_hand(connection: Connection, account: Account) -> int | None:
    waiting = reading.entry(connection, account.ticket) if account.ticket else None
    return waiting.amount if isinstance(waiting, Transfer) else None


def read_ticket(connection: Connection, typed: str, key: HouseKey) -> TicketInfo | None:
    """Show a ticket by its number; the number itself is never shown again."""
    found = find_ticket(connection, typed, key)
    if found is None:
        return None
    return TicketInfo(
        number=found.number,
        amount=found.amount,
        state=found.state.value,
        account=found.account,
        life=[TicketStep(at_ms=each.at_ms, what=each.what, who=each.who) for each in found.life],
    )
