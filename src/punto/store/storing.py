"""Writing a group of changes to the database, in one transaction with the balances they change."""

from collections.abc import Iterable, Sequence
from typing import Final

from immutables import Map
from sqlalchemy import Connection, update

from punto.house.chain import Head, Link, is_of_table, table_of
from punto.house.folding import money_record
from punto.house.house import Change, Forgotten, House, Written
from punto.ledger import (
    Account,
    Batch,
    Ledger,
    Meter,
    Meters,
    Movement,
    OpenAccount,
    Transfer,
    metered,
)
from punto.store import reading, schema
from punto.store.bulk import Row, change_all, delete_all, insert_all, put_all, raise_all
from punto.store.forward import keep_forward
from punto.store.key import HouseKey
from punto.store.rulebooks import write_journal
from punto.store.snapshots import keep_snapshots, snapshot_positions, snapshot_row

_CHANGING: Final = (
    *("debits_posted", "credits_posted", "debits_pending", "credits_pending"),
    *("sequence", "visit", "ticket", "authentication"),
)
_GUARDS: Final = ("sequence", "visit")
"""One of them changes with every change of an account."""

_COUNTERS: Final = Meter.__struct_fields__
_METER_KEY: Final = ("player", "table", "rulebook")


class Stale(Exception):
    """The database does not hold what the house believes: somebody else has written to it."""


def store(connection: Connection, before: House, changes: Sequence[Change], key: HouseKey) -> None:
    """Write all that some changes, one after the other, have made of a house."""
    after = changes[-1].house
    written = [each for change in changes for each in change.written]
    write_journal(connection, [each.link for each in written])
    chains = {each.link.chain for each in written}
    _move_heads(connection, before, after, chains)
    _change_accounts(connection, before, after, written, key)
    rows = (entry_rows(each.link, each.ledger, each.batch) for each in written)
    insert_all(connection, schema.entries, [row for some in rows for row in some])
    _raise_meters(connection, written)
    tables = {table_of(chain) for chain in chains if is_of_table(chain)}
    _keep_secrets(connection, before, after, tables, key)
    _keep_undecided(connection, before, after, tables)
    for change in changes:
        if change.forgotten is not None:
            _forget(connection, change.forgotten, change.written[0].link.position, key)


# --- chains -------------------------------------------------------------------------------------


def _move_heads(connection: Connection, before: House, after: House, moved: Iterable[str]) -> None:
    """Move each head from where the house believes it is: a second writer is found here."""
    chains = sorted(moved)
    new = [chain for chain in chains if chain not in before.heads]
    insert_all(connection, schema.heads, [_head_row(chain, after.heads[chain]) for chain in new])
    moves = [
        _head_row(chain, after.heads[chain]) | _was(before.heads[chain])
        for chain in chains
        if chain not in new
    ]
    names = ("position", "hash")
    if not change_all(connection, schema.heads, names, names, moves):
        raise Stale("the journal was written to by another")


def _was(head: Head) -> Row:
    return {"was_position": head.position, "was_hash": head.hash}


def _head_row(chain: str, head: Head) -> Row:
    return {"chain": chain, "position": head.position, "hash": head.hash}


# --- accounts -----------------------------------------------------------------------------------


def _change_accounts(
    connection: Connection,
    before: House,
    after: House,
    written: Iterable[Written],
    key: HouseKey,
) -> None:
    """Change each balance only from what the house believes it to be."""
    touched = sorted({name for each in written for name in _touched(each)})
    was, now = before.accounts, after.accounts
    new = [account_row(now[name], key) for name in touched if name not in was]
    insert_all(connection, schema.accounts, new)
    known = [name for name in touched if name in was and was[name] is not now[name]]
    rows = [account_row(now[name], key) for name in known]
    for name, row in zip(known, rows, strict=True):
        row["was_sequence"], row["was_visit"] = was[name].sequence, was[name].visit
    if not change_all(connection, schema.accounts, _CHANGING, _GUARDS, rows):
        raise Stale("a balance was changed by another")


def _touched(written: Written) -> Iterable[str]:
    for entry in written.batch.entries:
        if isinstance(entry, OpenAccount):
            yield entry.id
            if entry.owner:
                yield entry.owner
        else:
            moved = _moved(written.ledger, entry)
            yield moved.debit
            yield moved.credit


def _moved(ledger: Ledger, entry: Movement) -> Transfer:
    return entry if isinstance(entry, Transfer) else ledger.transfer(entry.pending)


def account_row(account: Account, key: HouseKey | None) -> Row:
    """Write an account as a row, marked as our own if the key is at hand."""
    return {
        "id": account.id,
        "kind": account.kind.value,
        "owner": account.owner,
        "debits_posted": account.debits_posted,
        "credits_posted": account.credits_posted,
        "debits_pending": account.debits_pending,
        "credits_pending": account.credits_pending,
        "sequence": account.sequence,
        "visit": account.visit,
        "ticket": account.ticket,
        "authentication": key.account_mark(account_content(account)) if key else None,
    }


def account_content(account: Account) -> bytes:
    """Give what is authenticated of an account: all of it."""
    names = f"{account.id} {account.kind.value} {account.owner} {account.ticket}"
    totals = f"{account.debits_posted} {account.credits_posted}"
    pending = f"{account.debits_pending} {account.credits_pending}"
    return f"{names} {totals} {pending} {account.sequence} {account.visit}".encode()


def entry_rows(link: Link, ledger: Ledger, batch: Batch) -> Iterable[Row]:
    """Say where in the journal each entry is, for which round, and who holds it back or ends that.

    What somebody holds back is a stake in a round, or a ticket, which belongs to none. What ends
    a transfer that the ledger does not know, because it was dropped, is nobody's.
    """
    for place, entry in enumerate(batch.entries):
        if isinstance(entry, OpenAccount):
            continue
        moved = entry if isinstance(entry, Transfer) else ledger.entries.get(entry.pending)
        row = place_row(link, place, entry)
        row["round"] = row["bettor"] = ""
        if isinstance(moved, Transfer):
            row["round"] = moved.reference.round
            row["bettor"] = moved.debit if moved.is_pending else ""
        yield row


def place_row(link: Link, place: int, entry: Movement) -> Row:
    """Say where in the journal an entry is."""
    return {
        "id": entry.id,
        "chain": link.chain,
        "position": link.position,
        "place": place,
        "at_ms": link.at_ms,
    }


# --- meters -------------------------------------------------------------------------------------


def _raise_meters(connection: Connection, written: Iterable[Written]) -> None:
    raised: Meters = Map()
    for each in written:
        raised = metered(raised, each.ledger, each.batch.entries)
    if raised:
        raise_all(connection, schema.meters, meter_rows(raised))


def meter_rows(meters: Meters) -> list[Row]:
    """Write meters as rows."""
    return [
        {name: getattr(key, name) for name in _METER_KEY}
        | {name: getattr(meter, name) for name in _COUNTERS}
        for key, meter in meters.items()
    ]


# --- old bodies ---------------------------------------------------------------------------------


def _forget(connection: Connection, forgotten: Forgotten, position: int, key: HouseKey) -> None:
    """Drop bodies, and the places of entries that nobody can read there any more."""
    for chain, after, through in forgotten.cuts:
        _forget_places(connection, reading.links(connection, chain, after, through))
        table = schema.journal
        old = (table.c.chain == chain, table.c.position.between(after + 1, through))
        if connection.execute(update(table).where(*old).values(body=None)).rowcount != (
            through - after
        ):
            raise Stale("the journal was written to by another")
    keep_forward(connection, position, forgotten.state)
    reached = snapshot_positions(connection, [floor.id for floor, _ in forgotten.floors])
    keep_snapshots(
        connection,
        [
            snapshot_row(floor, head, key)
            for floor, head in forgotten.floors
            if reached.get(floor.id, 0) < head.position
        ],
    )


def _forget_places(connection: Connection, links: Iterable[Link]) -> None:
    """Drop the places of what entries have moved, by their ids."""
    records = (money_record(link) for link in links if link.body is not None)
    entries = [entry for record in records if record is not None for entry in record.entries]
    ids = [{"id": entry.id} for entry in entries if not isinstance(entry, OpenAccount)]
    delete_all(connection, schema.entries, ids)


# --- secrets ------------------------------------------------------------------------------------


def _keep_secrets(
    connection: Connection,
    before: House,
    after: House,
    tables: Iterable[str],
    key: HouseKey,
) -> None:
    """Seal the secrets of newly promised shoes, and drop those that are revealed."""
    if before.secrets is after.secrets:
        return
    table = schema.secrets
    houses = (before, after)
    shoes = sorted({shoe for h in houses for name in tables for shoe in h.shoes_at(name)})
    changed = [each for each in shoes if before.secrets.get(each) != after.secrets.get(each)]
    gone = [each for each in changed if each in before.secrets]
    delete_all(connection, table, [{"table": name, "shoe": shoe} for name, shoe in gone])
    new = [each for each in changed if each in after.secrets]
    insert_all(connection, table, [_secret_row(*each, after.secrets[each], key) for each in new])


def _keep_undecided(
    connection: Connection, before: House, after: House, tables: Iterable[str]
) -> None:
    """Note which tables wait for a supervisor, and which do so no more."""
    was = {table for table in tables if _waits(before, table)}
    now = {table for table in tables if _waits(after, table)}
    if was == now:
        return
    delete_all(connection, schema.undecided, [{"table": table} for table in sorted(was - now)])
    put_all(connection, schema.undecided, [{"table": table} for table in sorted(now - was)])


def _waits(house: House, table: str) -> bool:
    floor = house.floors.get(table)
    return floor is not None and floor.table.undecided is not None


def _secret_row(table: str, shoe: int, secret: bytes, key: HouseKey) -> Row:
    return {"table": table, "shoe": shoe, "sealed": key.seal(secret, seal_place(table, shoe))}


def seal_place(table: str, shoe: int) -> str:
    """Name what a secret is for."""
    return f"{table} shoe {shoe}"
