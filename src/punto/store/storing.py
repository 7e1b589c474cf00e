"""Writing a group of changes to the database, in one transaction with the balances they change."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeGuard

from immutables import Map
from msgspec.structs import astuple
from sqlalchemy import Connection, update

from punto.house.chain import Link, is_of_table
from punto.house.folding import money_record
from punto.house.house import Change, Forgotten, House, Written
from punto.ledger import (
    Account,
    Batch,
    Entry,
    Ledger,
    Meters,
    Movement,
    OpenAccount,
    Purpose,
    Transfer,
    metered,
)
from punto.ledger.transfer import PENDING
from punto.store import reading, schema, snapshots
from punto.store.bulk import GroupRows, Row, delete_all, insert_all, put_all
from punto.store.forward import keep_forward
from punto.store.key import HouseKey
from punto.store.lease import NOBODYS, Lease
from punto.store.rulebooks import WHOLE, without_rulebooks
from punto.store.snapshots import keep_snapshots, snapshot_positions, snapshot_row
from punto.table.banking import request_of_stake
from punto.table.house_table import HouseTable

_CHANGING: Final = (
    *("debits_posted", "credits_posted", "debits_pending", "credits_pending"),
    *("sequence", "visit", "ticket", "authentication"),
)
_GUARDS: Final = ("sequence", "visit")
"""One of them changes with every change of an account."""


class Stale(Exception):
    """The database does not hold what the house believes: somebody else has written to it."""


def store(
    connection: Connection,
    before: House,
    changes: Sequence[Change],
    key: HouseKey,
    lease: Lease = NOBODYS,
    written_down: dict[str, int] | None = None,
) -> None:
    """Write all that some changes, one after the other, have made of a house.

    `written_down` tells of tables after which entry they were last written down; those that have
    come far since then are written down again, and that is noted there.
    """
    after = changes[-1].house
    links: list[Link] = []
    moved: list[Written] = []
    chains: set[str] = set()
    tables: dict[str, tuple[HouseTable, Link]] = {}
    for change in changes:
        for each in change.written:
            links.append(each.link)
            chains.add(each.link.chain)
            if each.batch.entries:
                moved.append(each)
            if each.house_table is not None:
                tables[each.house_table.id] = each.house_table, each.link
    group_rows = GroupRows(connection)
    group_rows.insert_all(schema.journal, _journal_rows(connection, links))
    _move_heads(group_rows, before, after, chains, lease)
    _move_money(group_rows, before, after, moved, key)
    stale = group_rows.write()
    if stale:
        raise Stale(stale)
    if before.secrets is not after.secrets:
        _keep_secrets(connection, before, after, tables, key)
    _keep_undecided(connection, before, after, tables)
    for change in changes:
        if change.forgotten is not None:
            _forget(connection, change.forgotten, change.written[0].link.position, key)
    if written_down is not None:
        _keep_due_snapshots(connection, tables.values(), written_down, key)


# --- chains -------------------------------------------------------------------------------------


def write_journal(connection: Connection, links: Iterable[Link]) -> None:
    """Write entries, and the rulebooks that are new in them."""
    insert_all(connection, schema.journal, _journal_rows(connection, links))


def _journal_rows(connection: Connection, links: Iterable[Link]) -> list[Row]:
    """Give entries as rows, with digests in the place of rulebooks, which are stored once."""
    rows: list[Row] = []
    for link in links:
        row = link
        if link.body is not None and WHOLE in link.body:
            row = link._replace(body=without_rulebooks(connection, link.body))
        rows.append(row)
    return rows


def _move_heads(
    group_rows: GroupRows, before: House, after: House, moved: Iterable[str], lease: Lease
) -> None:
    """Move each head from where the house believes it is: a second writer is found here.

    Where there are nodes, that of a table only while it names the one that writes.
    """
    new: list[Row] = []
    moves: list[Row] = []
    leased: list[Row] = []
    for chain in sorted(moved):
        was, now = before.heads.get(chain), after.heads[chain]
        holder = lease if lease is not NOBODYS and is_of_table(chain) else NOBODYS
        if was is None:
            new.append((chain, *now, *holder))
        elif holder is NOBODYS:
            moves.append((*now, chain, *was))
        else:
            leased.append((*now, chain, *was, *holder))
    names, guards = ("position", "hash"), ("position", "hash", "node", "epoch")
    written_to = "the journal was written to by another"
    if new:
        group_rows.insert_all(schema.heads, new)
    group_rows.change_all(schema.heads, names, names, moves, written_to)
    if leased:
        group_rows.change_all(schema.heads, names, guards, leased, "a table is another's now")


# --- accounts -----------------------------------------------------------------------------------


def _move_money(
    group_rows: GroupRows,
    before: House,
    after: House,
    written: Sequence[Written],
    key: HouseKey,
) -> None:
    """Write what entries have moved: the accounts, where it says so, and the meters."""
    _change_accounts(group_rows, before, after, written, key)
    rows: list[Row] = []
    raised: Meters = Map()
    for each in written:
        placed = [*entry_rows(each.link, each.ledger, each.batch)]
        if placed:  # a stake alone has no place, and is counted when it ends
            rows += placed
            raised = metered(raised, each.ledger, each.batch.entries)
    if rows:
        group_rows.insert_all(schema.entries, rows)
    if raised:
        group_rows.raise_all(schema.meters, meter_rows(raised))


def _change_accounts(
    group_rows: GroupRows,
    before: House,
    after: House,
    written: Iterable[Written],
    key: HouseKey,
) -> None:
    """Change each balance only from what the house believes it to be."""
    new: list[Row] = []
    changed: list[Row] = []
    for name in sorted(_touched(written)):
        now, was = after.accounts[name], before.accounts.get(name)
        if was is None:
            new.append(account_row(now, key))
        elif was is not now:
            id_, _, _, *changing = account_row(now, key)
            changed.append((*changing, id_, was.sequence, was.visit))
    if new:
        group_rows.insert_all(schema.accounts, new)
    changed_by = "a balance was changed by another"
    group_rows.change_all(schema.accounts, _CHANGING, _GUARDS, changed, changed_by)


def _touched(written: Iterable[Written]) -> set[str]:
    """Name the accounts that entries have opened or moved."""
    names: set[str] = set()
    for each in written:
        for entry in each.batch.entries:
            if type(entry) is Transfer:
                names.update((entry.debit, entry.credit))
            elif type(entry) is OpenAccount:
                names.update((entry.id, entry.owner or entry.id))
            else:
                moved = each.ledger.transfer(entry.pending)
                names.update((moved.debit, moved.credit))
    return names


def account_row(account: Account, key: HouseKey | None) -> Row:
    """Write an account as a row; all of it is marked as our own if the key is at hand."""
    id_, kind, owner, ticket = account.id, account.kind.value, account.owner, account.ticket
    debits, credits_ = account.debits_posted, account.credits_posted
    debits_waiting, credits_waiting = account.debits_pending, account.credits_pending
    sequence, visit, mark = account.sequence, account.visit, None
    totals = (debits, credits_, debits_waiting, credits_waiting)
    if key is not None:
        text = f"{debits} {credits_} {debits_waiting} {credits_waiting} {sequence} {visit}"
        marked = key.account_hash.copy()
        marked.update(f"{id_} {kind} {owner} {ticket} {text}".encode())
        mark = marked.digest()
    return id_, kind, owner, *totals, sequence, visit, ticket, mark


def entry_rows(link: Link, ledger: Ledger, batch: Batch) -> Iterator[Row]:
    """Say where in the journal each entry is, for which round, and who holds it back or ends that.

    What somebody holds back is a stake in a round, or a ticket, which belongs to none. What ends
    a transfer that the ledger does not know, because it was dropped, is nobody's.
    """
    for place, entry in enumerate(batch.entries):
        if not has_place(entry, link):
            continue
        moved = entry if type(entry) is Transfer else ledger.entries.get(entry.pending)
        round_ = bettor = ""
        if type(moved) is Transfer:
            round_ = moved.reference.round
            bettor = moved.debit if moved.purpose in PENDING else ""
        yield entry.id, link.chain, link.position, place, link.at_ms, round_, bettor


def has_place(entry: Entry, link: Link) -> TypeGuard[Movement]:
    """Whether an entry has a row that says where it is; of those that are most, none has.

    A stake is named for the request that placed it, and the journal finds requests. Winnings are
    paid in the entry that lets their stake go.
    """
    if type(entry) is Transfer:
        is_wager = entry.purpose is Purpose.WAGER
        if is_wager and request_of_stake(entry.id) == link.request:
            return False
        return entry.purpose is not Purpose.PAYOUT
    return type(entry) is not OpenAccount


# --- meters -------------------------------------------------------------------------------------


def meter_rows(meters: Meters) -> list[Row]:
    """Write meters as rows."""
    return [(*astuple(key), *astuple(meter)) for key, meter in meters.items()]


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
    reached = snapshot_positions(
        connection, [house_table.id for house_table, _ in forgotten.tables]
    )
    keep_snapshots(
        connection,
        [
            snapshot_row(house_table, head, key)
            for house_table, head in forgotten.tables
            if reached.get(house_table.id, 0) < head.position
        ],
    )


def _forget_places(connection: Connection, links: Iterable[Link]) -> None:
    """Drop the places of what entries have moved, by their ids."""
    records = (money_record(link) for link in links if link.body is not None)
    entries = [entry for record in records if record is not None for entry in record.entries]
    ids = [(entry.id,) for entry in entries if not isinstance(entry, OpenAccount)]
    delete_all(connection, schema.entries, ids)


# --- snapshots ----------------------------------------------------------------------------------


def _keep_due_snapshots(
    connection: Connection,
    tables: Iterable[tuple[HouseTable, Link]],
    written_down: dict[str, int],
    key: HouseKey,
) -> None:
    """Write down the tables that have come far since they last were, a few at once."""
    rows: list[Row] = []
    for house_table, link in tables:
        since = link.position - written_down.get(house_table.id, 0)
        is_due = since >= snapshots.EVERY and since >= len(house_table.money.entries)
        if is_due and len(rows) < snapshots.AT_ONCE:
            rows.append(snapshot_row(house_table, link.head, key))
            written_down[house_table.id] = link.position
    if rows:
        keep_snapshots(connection, rows)


# --- secrets ------------------------------------------------------------------------------------


def _keep_secrets(
    connection: Connection,
    before: House,
    after: House,
    tables: Iterable[str],
    key: HouseKey,
) -> None:
    """Seal the secrets of newly promised shoes, and drop those that are revealed."""
    table = schema.secrets
    houses = (before, after)
    shoes = sorted({shoe for h in houses for name in tables for shoe in h.shoes_at(name)})
    changed = [each for each in shoes if before.secrets.get(each) != after.secrets.get(each)]
    gone = [each for each in changed if each in before.secrets]
    delete_all(connection, table, gone)
    new = [each for each in changed if each in after.secrets]
    insert_all(connection, table, [_secret_row(*each, after.secrets[each], key) for each in new])


def _keep_undecided(
    connection: Connection, before: House, after: House, tables: Iterable[str]
) -> None:
    """Note which tables wait for a supervisor, and which do so no more."""
    waiting: list[Row] = []
    decided: list[Row] = []
    for name in sorted(tables):
        was, now = before.tables.get(name), after.tables[name]
        if now.table.undecided is not None:
            waiting.append((name,))
        elif was is not None and was.table.undecided is not None:
            decided.append((name,))
    if waiting or decided:
        delete_all(connection, schema.undecided, decided)
        put_all(connection, schema.undecided, waiting)


def _secret_row(table: str, shoe: int, secret: bytes, key: HouseKey) -> Row:
    return table, shoe, key.seal(secret, seal_place(table, shoe))


def seal_place(table: str, shoe: int) -> str:
    """Name what a secret is for."""
    return f"{table} shoe {shoe}"
