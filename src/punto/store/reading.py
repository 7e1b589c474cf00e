"""Reading the journal: chains in their order, all of them as they were stored, entries by id."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, LargeBinary, Row, Table, bindparam, func, literal, select

from punto.errors import Unverified
from punto.house.chain import (
    CHECKPOINTS,
    COMMITS,
    EMPTY,
    RETENTION,
    Head,
    Link,
    break_at,
)
from punto.house.folding import money_record
from punto.house.record import CommitRecord, decode_commit
from punto.ledger import (
    Account,
    Kind,
    Meter,
    MeterKey,
    Movement,
    OpenAccount,
    Purpose,
    Transfer,
    void_id,
)
from punto.store import schema
from punto.store.bulk import rows_among
from punto.store.rulebooks import with_rulebooks
from punto.table.banking import request_of_stake

_AT_ONCE: Final = 2_000
_LAST: Final = 2**62
_PAYOUT: Final = f"{Purpose.PAYOUT.value}:"

# Made once: commits are gone through by the hundred thousand, with a look at each chain they list.
_PART: Final = (
    select(schema.journal)
    .where(
        schema.journal.c.chain == bindparam("name"),
        schema.journal.c.position > bindparam("after"),
        schema.journal.c.position <= bindparam("through"),
    )
    .order_by(schema.journal.c.position)
    .limit(bindparam("count"))
)


_PLACE: Final = (
    schema.journal.c.chain == bindparam("name"),
    schema.journal.c.position == bindparam("place"),
)
_ONE: Final = select(schema.journal).where(*_PLACE)
_HASH: Final = select(schema.journal.c.hash).where(*_PLACE)


def heads(connection: Connection, chains: Iterable[str] | None = None) -> dict[str, Head]:
    """Read the head of every chain, or of some."""
    table = schema.heads
    if chains is not None:
        rows = rows_among(connection, table, "chain", list(chains))
    else:
        rows = connection.execute(select(table).order_by(table.c.chain)).all()
    return {row.chain: Head(row.position, row.hash) for row in rows}


def links(
    connection: Connection, chain: str, after: int = 0, through: int | None = None
) -> Iterator[Link]:
    """Read a chain in its order, a part at a time, so that no chain is too long."""
    last = _LAST if through is None else through
    while after < last:
        count = _AT_ONCE
        given = {"name": chain, "after": after, "through": last, "count": count}
        part = connection.execute(_PART, given).all()
        for row in part:
            yield _link(connection, row)
        if len(part) < count:
            return
        after = part[-1].position


def in_order(connection: Connection, reached: Mapping[str, int]) -> Iterator[Link]:
    """Read what comes after some entries, in the order in which it was stored.

    Every commit comes after all that it lists. Books of before there were commits are read chain
    by chain; checkpoints are left out, because they are signed and nothing follows from them.
    """
    at = dict(reached)
    ends = heads(connection)
    if COMMITS not in ends:
        for chain in sorted(ends.keys() - {CHECKPOINTS, RETENTION}):
            yield from links(connection, chain, at.get(chain, 0))
        return
    for commit in links(connection, COMMITS, at.get(COMMITS, 0)):
        yield from listed(connection, _commit_in(commit), at)
        yield commit


def _commit_in(link: Link) -> CommitRecord:
    try:
        return decode_commit(link.body or b"")
    except msgspec.MsgspecError as error:
        raise Unverified(f"{link.chain}, entry {link.position}: no commit: {error}") from None


def listed(connection: Connection, commit: CommitRecord, at: dict[str, int]) -> Iterator[Link]:
    """Read what a commit lists, and note in `at` how far each chain was read."""
    parts = [
        links(connection, chain, at.get(chain, 0), position) for chain, position, _ in commit.heads
    ]
    for place, count in commit.order:
        yield from islice(parts[place], count)
    for part in parts:  # where no order is given, one chain after the other
        yield from part
    at.update({chain: position for chain, position, _ in commit.heads})


def sound(connection: Connection, read: Iterable[Link]) -> Iterator[Link]:
    """Pass entries on, each after those before it in its chain; refuse one that does not hold."""
    before: dict[str, Head] = {}
    for link in read:
        head = before.get(link.chain) or _head_before(connection, link)
        found = break_at(link, head)
        if found is not None:
            raise Unverified(str(found))
        before[link.chain] = link.head
        yield link


def _head_before(connection: Connection, link: Link) -> Head:
    mark = hash_at(connection, link.chain, link.position - 1)
    return EMPTY if mark is None else Head(link.position - 1, mark)


def chains(connection: Connection) -> tuple[str, ...]:
    """Name the chains that have entries, with a head or without one."""
    stored = connection.execute(select(schema.journal.c.chain).distinct()).scalars()
    return tuple(sorted({*stored, *heads(connection)}))


def link_at(connection: Connection, chain: str, position: int) -> Link | None:
    """Read one entry."""
    row = connection.execute(_ONE, {"name": chain, "place": position}).one_or_none()
    return _link(connection, row) if row else None


def last_before(connection: Connection, chain: str, at_ms: int) -> int:
    """Find the last entry of a chain before a moment, by halving; 0 where there is none.

    Where a clock once ran ahead it may be an earlier one than that, and never a later one.
    """
    head = heads(connection, [chain]).get(chain)
    low, high = 0, head.position if head is not None else 0
    while low < high:
        middle = (low + high + 1) // 2
        link = link_at(connection, chain, middle)
        if link is not None and link.at_ms < at_ms:
            low = middle
        else:
            high = middle - 1
    return low


def links_with(
    connection: Connection,
    chain: str,
    text: bytes,
    *,
    after: int = 0,
    through: int = _LAST,
    most: int | None = None,
) -> Iterator[Link]:
    """Read the entries of a chain with some text in them, from the last back.

    The database looks for it, so that the others need not be read to know.
    """
    table = schema.journal
    place = (table.c.chain == chain, table.c.position > after, table.c.position <= through)
    sought = literal(text, LargeBinary)
    if connection.dialect.name == "sqlite":
        found_at = func.instr(table.c.body, sought)
    else:
        found_at = func.position(sought.op("IN")(table.c.body))
    asked = select(table).where(*place, found_at > 0).order_by(table.c.position.desc())
    rows = connection.execute(asked.limit(most))
    return (_link(connection, row) for row in rows)


def hash_at(connection: Connection, chain: str, position: int) -> bytes | None:
    """Read the hash of one entry, which may be long."""
    return connection.execute(_HASH, {"name": chain, "place": position}).scalar()


def strays(connection: Connection) -> list[tuple[str, int]]:
    """Find entries before the first of their chain, where nobody would read them."""
    table = schema.journal
    rows = connection.execute(select(table.c.chain, table.c.position).where(table.c.position < 1))
    return [(row.chain, row.position) for row in rows]


def answered(connection: Connection, requests: Iterable[str]) -> dict[str, Link]:
    """Find the entries that answer requests, of those that were carried out."""
    rows = rows_among(connection, schema.journal, "request", list(requests))
    found: dict[str, Link] = {}
    for row in rows:
        found[row.request] = _link(connection, row)
    return found


def _link(connection: Connection, row: Row[Any]) -> Link:
    body = row.body and with_rulebooks(connection, row.body)
    return Link(row.chain, row.position, row.at_ms, row.request, body, row.digest, row.hash)


# --- the ledger ---------------------------------------------------------------------------------


def entry(connection: Connection, key: str) -> Movement | None:
    """Find an entry of the ledger by its id."""
    link = _entry_with(connection, key)
    if link is None or link.body is None:
        return None
    (held,) = sound(connection, [link])  # what it says decides about money
    return next((each for each in _moves_in(held) if each.id == key), None)


def _entry_with(connection: Connection, key: str) -> Link | None:
    """Find the entry of the journal that holds one of the ledger; its body may be dropped."""
    stake = key.rpartition(":")[2]
    table = schema.entries
    # Winnings are paid where their stake is let go.
    named = void_id(stake) if key.startswith(_PAYOUT) else key
    row = connection.execute(select(table).where(table.c.id == named)).one_or_none()
    if row is not None:
        return link_at(connection, row.chain, row.position)
    placed = request_of_stake(key)
    return answered(connection, [placed]).get(placed) if placed else None


def entries_of_round(connection: Connection, played: str) -> list[tuple[Link, Movement]]:
    """Find all that moved for a round, in the order of the journal, with the entry that says so.

    Stakes that nothing has ended yet are not among it.
    """
    table = schema.entries
    rows = connection.execute(select(table).where(table.c.round == played)).all()
    ids = {row.id for row in rows}
    found = links_of(connection, rows)
    in_order = sorted(found, key=lambda link: (link.at_ms, link.chain, link.position))
    moved = ((link, each) for link in in_order if link.body is not None for each in _moves_in(link))
    return [(link, each) for link, each in moved if _is_of(each, played, ids)]


def links_of(connection: Connection, rows: Sequence[Row[Any]]) -> set[Link]:
    """Find the entries of the journal that rows name, and those that placed the stakes they end."""
    found = {*placed_stakes(connection, rows).values()}
    for chain, position in {(row.chain, row.position) for row in rows}:
        link = link_at(connection, chain, position)
        found |= {link} if link is not None else set()
    return found


def placed_stakes(connection: Connection, rows: Iterable[Row[Any]]) -> dict[str, Link]:
    """Find the entries that have placed the stakes which rows end, by their requests."""
    requests = {request_of_stake(row.id.rpartition(":")[2]) for row in rows}
    return answered(connection, requests - {""})


def _is_of(moved: Movement, played: str, ids: Container[str]) -> bool:
    is_own = isinstance(moved, Transfer) and moved.reference.round == played
    return is_own or moved.id in ids


def ended_stakes(
    connection: Connection, account: str, rounds: Sequence[str]
) -> dict[str, list[Row[Any]]]:
    """Find what an account had staked in rounds and is no longer held, by rounds, in its order."""
    table = schema.entries
    asked = select(table).where(table.c.round.in_(rounds), table.c.bettor == account)
    in_order = asked.order_by(table.c.at_ms, table.c.position, table.c.place)
    found: dict[str, list[Row[Any]]] = {}
    for row in connection.execute(in_order):
        found.setdefault(row.round, []).append(row)
    return found


def _moves_in(link: Link) -> Iterator[Movement]:
    """Read what an entry has moved."""
    record = money_record(link)
    moved = record.entries if record is not None else ()
    return (each for each in moved if not isinstance(each, OpenAccount))


def entry_places(connection: Connection) -> Iterator[dict[str, object]]:
    """Read the index of the ledger: where in the journal each entry is, and what it is for."""
    for row in connection.execute(select(schema.entries)).mappings():
        yield dict(row)


def count_of(connection: Connection, table: Table) -> int:
    """Count the rows of a table."""
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def accounts(connection: Connection) -> dict[str, Account]:
    """Read every balance."""
    return {row.id: account_in(row) for row in connection.execute(select(schema.accounts))}


def account_in(row: Row[tuple[object, ...]]) -> Account:
    """Read an account from its row."""
    return Account(
        id=row.id,
        kind=Kind(row.kind),
        owner=row.owner,
        debits_posted=row.debits_posted,
        credits_posted=row.credits_posted,
        debits_pending=row.debits_pending,
        credits_pending=row.credits_pending,
        sequence=row.sequence,
        visit=row.visit,
        ticket=row.ticket,
    )


def meters(connection: Connection) -> dict[MeterKey, Meter]:
    """Read every meter."""
    rows = connection.execute(select(schema.meters)).mappings()
    return {
        MeterKey(row["player"], row["table"], row["rulebook"]): Meter(
            **{name: row[name] for name in Meter.__struct_fields__}
        )
        for row in rows
    }


def sealed_secrets(
    connection: Connection, table: str | None = None
) -> dict[tuple[str, int], bytes]:
    """Read the sealed secrets of the shoes that are promised or in play, at one table or all."""
    asked = select(schema.secrets)
    if table is not None:
        asked = asked.where(schema.secrets.c.table == table)
    return {(row.table, row.shoe): row.sealed for row in connection.execute(asked)}


def undecided(connection: Connection) -> list[str]:
    """Name the tables that wait for a supervisor."""
    return sorted(connection.execute(select(schema.undecided.c.table)).scalars())


def tickets_in_hand(connection: Connection) -> list[tuple[Link, Movement]]:
    """Find the cash-outs whose tickets are neither printed nor put back."""
    accounts = schema.accounts
    asked = select(accounts.c.ticket).where(accounts.c.ticket != "")
    waiting = sorted(connection.execute(asked).scalars())
    links_of = answered(connection, waiting)
    found = ((links_of.get(key), entry(connection, key)) for key in waiting)
    return [(link, each) for link, each in found if link is not None and each is not None]


def lost(connection: Connection, player: str) -> int:
    """Add up what all settled play under an account has cost; below zero where it has won."""
    table = schema.meters.c
    cost = table.staked + table.taken_back - table.returned - table.won
    asked = select(func.coalesce(func.sum(cost), 0)).where(table.player == player)
    return int(connection.execute(asked).scalar_one())


def written_ms(connection: Connection, chain: str) -> int:
    """Tell when the last entry of a chain was written; 0 where there is none."""
    table = schema.journal.c
    last = select(table.at_ms).where(table.chain == chain).order_by(table.position.desc())
    return connection.execute(last.limit(1)).scalar() or 0


def house_value(connection: Connection, name: str) -> str | None:
    """Read what is noted about the house itself."""
    table = schema.house
    return connection.execute(select(table.c.value).where(table.c.name == name)).scalar()
