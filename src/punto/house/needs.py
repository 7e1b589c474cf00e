"""What a request needs of the house: the table it is for, and the accounts that it can touch.

A request is carried out over just that, read beforehand. Accounts are named in two steps, because
only an account says which debt and which ticket are its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from punto.coup import command as coup
from punto.house import request as asked
from punto.house.context import TicketKey
from punto.house.counter import ticket_number
from punto.house.house import CAGE, HOUSE, house_account
from punto.house.roster_request import RosterRequest
from punto.house.shift import table_at
from punto.house.shoe_request import Contribute, HearBeacon, ShowContribution
from punto.house.terminal_request import TerminalRequest
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
from punto.table.house_table import HouseTable

_WITHOUT_ACCOUNTS: Final = (
    *(asked.CloseTable, asked.DropOld, asked.ConfirmTicket),
    *(asked.Acknowledge, asked.ChangeSettings, asked.ReadFile),
    *(asked.OpenShift, asked.CloseShift),
)


_AT_TABLES: Final = (asked.Act, asked.OpenTable, asked.CloseTable)
_SHIFTS: Final = (asked.OpenShift, asked.CloseShift)


def table_needed(request: asked.Request) -> str | None:
    """Name the table that a request is for, if it is for one."""
    what = request.what
    if isinstance(what, _AT_TABLES):  # first, because most is play
        return what.table
    return table_at(what.place) or None if isinstance(what, _SHIFTS) else None


def accounts_needed(
    requests: Iterable[asked.Request], house_tables: Mapping[str, HouseTable], key: TicketKey
) -> set[str]:
    """Name the accounts that requests can touch, at tables as they are before."""
    names: set[str] = set()
    at_tables: dict[str, list[asked.TableAction]] = {}
    for request in requests:
        what = request.what
        if isinstance(what, asked.Act):
            at_tables.setdefault(what.table, []).extend(what.actions)
        else:
            names.update(_needed_elsewhere(request, what, key))
    for table, actions in at_tables.items():
        names.update(_needed_at(house_tables.get(table), actions))
    return names


def _needed_at(
    house_table: HouseTable | None, actions: Sequence[asked.TableAction]
) -> Iterator[str]:
    """Name what can be touched at a table, once for all that is done there."""
    others: list[asked.TableAction] = []
    for action in actions:
        if type(action) is coup.PlaceWager or type(action) is coup.WithdrawWager:
            yield action.bettor
        else:
            others.append(action)
    if house_table is not None:
        yield house_table.house
        if others:
            yield from _chips(house_table, others)
            yield from (
                () if all(type(each) in _FOR_ONE for each in others) else _staked(house_table)
            )


def _needed_elsewhere(
    request: asked.Request, what: asked.Elsewhere, key: TicketKey
) -> Iterator[str]:
    match what:
        case asked.OpenTable(table=table, house=house):
            yield house or house_account(table)
        case asked.ConfirmTicket(cash_out) if is_client_id(cash_out):
            yield from (asked.asker_of(cash_out), ticket_for(cash_out, key))
        case _ if isinstance(what, _WITHOUT_ACCOUNTS):
            pass
        case _ if isinstance(what, RosterRequest):
            yield what.person
        case _ if isinstance(what, TerminalRequest):
            yield what.terminal
        case asked.RedeemTicket(number, to):
            yield from (CAGE, to, redeemed_ticket(number, key.tickets))
        case asked.CashOut(account):
            yield from (account, ticket_for(request.key or "", key))
        case asked.EnrolTerminal(account):
            yield from (account, receivable_of(account, 1))
        case asked.SignUp(account, name):  # the name may be that of another account
            yield from (CAGE, HOUSE, account, name)
        case _:
            yield from (CAGE, HOUSE, what.account)


_FOR_ONE: Final = frozenset(
    {
        *(asked.LayChips, asked.TakeChips, asked.MoveFloat),
        *(Contribute, ShowContribution, HearBeacon),
        *(command.TakeSeat, command.StandBehind, command.LeaveSeat),
        *(coup.OpenBetting, coup.ProlongBetting, command.DrawCard, coup.DealCard),
    }
)
"""What moves nobody's money but that of the bettor whom it names."""


def _staked(house_table: HouseTable) -> Iterator[str]:
    """Name all who have a stake on a table, and what they may owe."""
    for bettor, _ in house_table.stakes:
        yield bettor
    for entry in house_table.money.entries.values():
        # At a terminal a stake may belong to a visit that is over.
        if isinstance(entry, Transfer) and entry.reference.visit:
            yield receivable_of(entry.debit, entry.reference.visit)


def _chips(house_table: HouseTable, actions: Iterable[asked.TableAction]) -> Iterator[str]:
    """Name the chips that can come to a table or go from it; nobody lays any at his own."""
    if not house_table.owner:
        yield chips_account(house_table.id)
    for action in actions:
        if type(action) is asked.LayChips or type(action) is asked.TakeChips:
            yield felt_account(house_table.id, action.position)
        elif type(action) is asked.MoveFloat:
            yield from (CAGE, VAULT, float_account(house_table.id))


def accounts_behind(
    accounts: Mapping[str, Account], names: Iterable[str], key: TicketKey
) -> Iterator[str]:
    """Name what belongs to accounts: the debts of now, and the tickets that they wait for."""
    for name in names:
        account = accounts.get(name)
        if account is None or account.kind is not Kind.PLAYER:
            continue
        yield receivable_of(account.id)
        if account.visit:
            yield receivable_of(account.id, account.visit)
        if account.ticket:
            yield ticket_for(account.ticket, key)


def ticket_for(cash_out: str, key: TicketKey) -> str:
    """Name the account of the ticket that a cash-out makes."""
    return ticket_account(ticket_key(ticket_number(cash_out, key), key.tickets))
