"""Writing a group of changes to the database, in one transaction with the balances they change."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from immutables import Map
from sqlalchemy import Connection, delete, update

from punto.house.chain import ACCOUNTS, Head, Link, is_of_table, table_of
from punto.house.house import Change, Forgotten, House
from punto.ledger import (
    Account,
    Batch,
    Ledger,
    Meter,
    Meters,
    OpenAccount,
    Purpose,
    Transfer,
    metered,
)
from punto.store import schema
from punto.store.bulk import Row, change_all, delete_all, insert_all, raise_all
from punto.store.key import HouseKey
from punto.store.snapshots import keep_forward

_TOTALS: Final = ("debits_posted", "credits_posted", "debits_pending", "credits_pending")
_COUNTERS: Final = Meter.__struct_fields__
_METER_KEY: Final = ("player", "table", "rulebook")


class BooksDiffer(Exception):
    """The database does not hold what the house believes: somebody else has written to it."""


def store(connection: Connection, before: House, changes: Sequence[Change], key: HouseKey) -> None:
    """Write all that some changes, one after the other, have made of a house."""
    after = changes[-1].house
    insert_all(connection, schema.journal, _link_rows(changes))
    _move_heads(connection, before, after, changes)
    _change_accounts(connection, before, after, changes)
    insert_all(connection, schema.entries, _entry_rows(changes))
    _raise_meters(connection, changes)
    _keep_secrets(connection, before, after, changes, key)
    for change in changes:
        if change.forgotten is not None:
            _forget(connection, change.forgotten, key)


# --- chains -------------------------------------------------------------------------------------


def _links(changes: Iterable[Change]) -> Iterable[Link]:
    return (link for change in changes for link in change.links)


def _link_rows(changes: Iterable[Change]) -> list[Row]:
    return [link._asdict() for link in _links(changes)]


def _move_heads(
    connection: Connection, before: House, after: House, changes: Iterable[Change]
) -> None:
    """Move each head from where the house believes it is: a second writer is found here."""
    chains = sorted({link.chain for link in _links(changes)})
    new = [chain for chain in chains if chain not in before.heads]
    insert_all(connection, schema.heads, [_head_row(chain, after.heads[chain]) for chain in new])
    moves = [
        _head_row(chain, after.heads[chain]) | _was(before.heads[chain]._asdict())
        for chain in chains
        if chain not in new
    ]
    if not change_all(connection, schema.heads, ("position", "hash"), moves):
        raise BooksDiffer("the journal was written to by another")


def _was(values: Mapping[str, Any]) -> Row:
    return {f"was_{name}": value for name, value in values.items()}


def _head_row(chain: str, head: Head) -> Row:
    return {"chain": chain, "position": head.position, "hash": head.hash}


# --- accounts -----------------------------------------------------------------------------------


def _change_accounts(
    connection: Connection, before: House, after: House, changes: Iterable[Change]
) -> None:
    """Change each balance only from what the house believes it to be."""
    touched = sorted({key for change in changes for key in _touched(change)})
    new = [after.accounts[key] for key in touched if key not in before.accounts]
    insert_all(connection, schema.accounts, [account_row(account) for account in new])
    rows = [
        _account_change(before.accounts[key], after.accounts[key])
        for key in touched
        if key in before.accounts and before.accounts[key] != after.accounts[key]
    ]
    if not change_all(connection, schema.accounts, _TOTALS, rows):
        raise BooksDiffer("a balance was changed by another")


def _touched(change: Change) -> Iterable[str]:
    for ledger, batch in change.moved:
        for entry in batch.entries:
            if isinstance(entry, OpenAccount):
                yield entry.id
            else:
                moved = entry if isinstance(entry, Transfer) else ledger.transfer(entry.pending)
                yield moved.debit
                yield moved.credit


def account_row(account: Account) -> Row:
    """Write an account as a row."""
    totals = {name: getattr(account, name) for name in _TOTALS}
    return {"id": account.id, "kind": account.kind.value, "owner": account.owner, **totals}


def _account_change(before: Account, after: Account) -> Row:
    return account_row(after) | _was({name: getattr(before, name) for name in _TOTALS})


def _entry_rows(changes: Iterable[Change]) -> list[Row]:
    return [row for change in changes for row in _entry_rows_of(change)]


def _entry_rows_of(change: Change) -> Iterable[Row]:
    positions = [link.position for link in change.links if link.chain == ACCOUNTS]
    for position, (ledger, batch) in zip(positions, change.moved, strict=True):
        yield from entry_rows(position, ledger, batch)


def entry_rows(position: int, ledger: Ledger, batch: Batch) -> Iterable[Row]:
    """Say where in the journal each entry is, for which round, and whose stake it holds or ends."""
    for place, entry in enumerate(batch.entries):
        if not isinstance(entry, OpenAccount):
            moved = entry if isinstance(entry, Transfer) else ledger.transfer(entry.pending)
            yield {
                "id": entry.id,
                "position": position,
                "place": place,
                "round": moved.reference.round,
                "bettor": moved.debit if moved.purpose is Purpose.WAGER else "",
            }


# --- meters -------------------------------------------------------------------------------------


def _raise_meters(connection: Connection, changes: Iterable[Change]) -> None:
    raised: Meters = Map()
    for change in changes:
        for ledger, batch in change.moved:
            raised = metered(raised, ledger, batch.entries)
    raise_all(connection, schema.meters, meter_rows(raised))


def meter_rows(meters: Meters) -> list[Row]:
    """Write meters as rows."""
    return [
        {name: getattr(key, name) for name in _METER_KEY}
        | {name: getattr(meter, name) for name in _COUNTERS}
        for key, meter in meters.items()
    ]


# --- old bodies ---------------------------------------------------------------------------------


def _forget(connection: Connection, forgotten: Forgotten, key: HouseKey) -> None:
    """Drop bodies, and the places of entries that nobody can read there any more."""
    for chain, after, through in forgotten.cuts:
        table = schema.journal
        old = (table.c.chain == chain, table.c.position.between(after + 1, through))
        if connection.execute(update(table).where(*old).values(body=None)).rowcount != (
            through - after
        ):
            raise BooksDiffer("the journal was written to by another")
        if chain == ACCOUNTS:
            places = schema.entries
            connection.execute(delete(places).where(places.c.position <= through))
    keep_forward(connection, forgotten.state, key)


# --- secrets ------------------------------------------------------------------------------------


def _keep_secrets(
    connection: Connection,
    before: House,
    after: House,
    changes: Iterable[Change],
    key: HouseKey,
) -> None:
    """Seal the secrets of newly promised shoes, and drop those that are revealed."""
    if before.secrets is after.secrets:
        return
    table = schema.secrets
    tables = {table_of(link.chain) for link in _links(changes) if is_of_table(link.chain)}
    shoes = sorted({shoe for house in (before, after) for shoe in _promised(house, tables)})
    changed = [each for each in shoes if before.secrets.get(each) != after.secrets.get(each)]
    gone = [each for each in changed if each in before.secrets]
    delete_all(connection, table, [{"table": name, "shoe": shoe} for name, shoe in gone])
    new = [each for each in changed if each in after.secrets]
    insert_all(connection, table, [_secret_row(*each, after.secrets[each], key) for each in new])


def _promised(house: House, tables: Iterable[str]) -> Iterable[tuple[str, int]]:
    """Name the shoes of some tables that a secret is kept for."""
    for name in tables:
        floor = house.floors.get(name)
        if floor is not None and floor.committed is not None:
            yield name, floor.committed.number
        if floor is not None and floor.unrevealed is not None:
            yield name, floor.unrevealed


def _secret_row(table: str, shoe: int, secret: bytes, key: HouseKey) -> Row:
    return {"table": table, "shoe": shoe, "sealed": key.seal(secret, seal_place(table, shoe))}


def seal_place(table: str, shoe: int) -> str:
    """Name what a secret is for."""
    return f"{table} shoe {shoe}"
