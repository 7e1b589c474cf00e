"""What older books have brought forward: their whole house, as it was where old bodies end.

Such a state knew neither the visit at a terminal nor the ticket in hand by the account itself,
and kept what had moved for a round beside its table.
"""

from collections import Counter

import msgspec
from immutables import Map
from msgspec.structs import replace

from punto.ledger import Account, Ledger, Movement, Purpose, Transfer
from punto.ledger.account import Kind, visit_in
from punto.ledger.invariant import open_transfers
from punto.table.carried import CarriedTable


class OlderState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house in plain data, as older books wrote it."""

    heads: dict[str, tuple[int, bytes]]
    accounts: list[Account]
    kept: dict[str, tuple[str, list[Movement]]]
    """By table, the last round that money moved for, and what did; under no name, what waits."""
    tables: list[CarriedTable] = msgspec.field(name="floors")


def waiting_in(state: OlderState) -> list[Transfer]:
    """Give all that was held when the state was written, in rounds and for printers."""
    ledgers = (
        Ledger(entries=Map({each.id: each for each in moved})) for _, moved in state.kept.values()
    )
    return [transfer for ledger in ledgers for transfer in open_transfers(ledger)]


def accounts_in(state: OlderState) -> list[Account]:
    """Give the accounts, each with its visit and the ticket that it waits for."""
    visits = Counter(
        each.owner for each in state.accounts if each.kind is Kind.RECEIVABLE and visit_in(each.id)
    )
    tickets = {
        each.debit: each.id for each in waiting_in(state) if each.purpose is Purpose.TICKET_OUT
    }
    return [
        replace(each, visit=visits[each.id], ticket=tickets.get(each.id, ""))
        for each in state.accounts
    ]


def tables_in(state: OlderState) -> list[CarriedTable]:
    """Give the tables, each with what has moved for its last round."""
    return [replace(each, money=state.kept.get(each.id, ("", []))) for each in state.tables]
