"""What a request needs of the house: the table it is for, and the accounts that it can touch.

A request is carried out over just that, read beforehand. Accounts are named in two steps, because
only an account says which debt and which ticket are its own.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from punto.coup import command as coup
from punto.house import request as asked
from punto.house.context import TicketKey
from punto.house.counter import ticket_number
from punto.house.house import CAGE, HOUSE, house_account
from punto.ledger import (
    VAULT,
    Account,
    Kind,
    Transfer,
    chips_account,
    felt_account,
    float_account,
    receivable_of,
    redeemed_ticket,
    ticket_account,
    ticket_key,
)
from punto.ledger.transfer import is_client_id
from punto.table import command
from punto.table.floor import Floor

_WITHOUT_ACCOUNTS: Final = (
    *(asked.CloseTable, asked.DropOld, asked.ConfirmTicket),
    *(asked.Acknowledge, asked.ChangeSettings, asked.ReadFile),
)


def table_needed(what: asked.What) -> str | None:
    """Name the table that a request is for, if it is for one."""
    return what.table if isinstance(what, asked.Act | asked.OpenTable | asked.CloseTable) else None


def accounts_needed(request: asked.Request, floor: Floor | None, key: TicketKey) -> Iterator[str]:
    """Name the accounts that a request can touch, at a table as it is before."""
    what = request.what
    match what:
        case asked.Act(actions=actions):
            yield from _bettors(actions)
            if floor is not None:
                yield from (floor.house, *_chips(floor, actions))
                yield from () if all(map(_is_for_one, actions)) else _staked(floor)
        case asked.OpenTable(table=table, house=house):
            yield house or house_account(table)
        case asked.ConfirmTicket(cash_out) if is_client_id(cash_out):
            yield from (asked.asker_of(cash_out), ticket_for(cash_out, key))
        case _ if isinstance(what, _WITHOUT_ACCOUNTS):
            pass
        case asked.EnrolStaff() | asked.ChangePin() | asked.RevokeStaff():
            yield what.person
        case asked.RedeemTicket(number, to):
            yield from (CAGE, to, redeemed_ticket(number, key.tickets))
        case asked.CashOut(account):
            yield from (account, ticket_for(request.key or "", key))
        case asked.EnrolTerminal(account):
            yield from (account, receivable_of(account, 1))
        case _:
            yield from (CAGE, HOUSE, what.account)


_FOR_ONE: Final = (
    *(asked.LayChips, asked.TakeChips, asked.MoveFloat),
    *(coup.PlaceWager, coup.WithdrawWager),
    *(command.TakeSeat, command.StandBehind, command.LeaveSeat),
    *(coup.OpenBetting, coup.ProlongBetting, command.DrawCard, coup.DealCard),
)
"""What moves nobody's money but that of the bettor whom it names."""


def _is_for_one(action: asked.TableAction) -> bool:
    return isinstance(action, _FOR_ONE)


def _staked(floor: Floor) -> Iterator[str]:
    """Name all who have a stake on a table, and what they may owe."""
    for bettor, _ in floor.stakes:
        yield bettor
    for entry in floor.money.entries.values():
        # At a terminal a stake may belong to a visit that is over.
        if isinstance(entry, Transfer) and entry.reference.visit:
            yield receivable_of(entry.debit, entry.reference.visit)


def _bettors(actions: Iterable[asked.TableAction]) -> Iterator[str]:
    for action in actions:
        if isinstance(action, coup.PlaceWager | coup.WithdrawWager):
            yield action.bettor


def _chips(floor: Floor, actions: Iterable[asked.TableAction]) -> Iterator[str]:
    """Name the chips that can come to a table or go from it; nobody lays any at his own."""
    if not floor.owner:
        yield chips_account(floor.id)
    for action in actions:
        if isinstance(action, asked.LayChips | asked.TakeChips):
            yield felt_account(floor.id, action.position)
        elif isinstance(action, asked.MoveFloat):
            yield from (CAGE, VAULT, float_account(floor.id))


def accounts_behind(account: Account, key: TicketKey) -> Iterator[str]:
    """Name what belongs to an account: the debt of now, and the ticket that it waits for."""
    if account.kind is Kind.PLAYER:
        yield from {receivable_of(account.id), receivable_of(account.id, account.visit)}
        if account.ticket:
            yield ticket_for(account.ticket, key)


def debts_needed(what: asked.What) -> str | None:
    """Name the account of which a request needs every debt, also those of visits long ago."""
    return what.account if isinstance(what, asked.WriteOff) else None


def ticket_for(cash_out: str, key: TicketKey) -> str:
    """Name the account of the ticket that a cash-out makes."""
    return ticket_account(ticket_key(ticket_number(cash_out, key), key.tickets))
