"""Reading what is stored: chains in their order, requests that were carried out, entries by id."""

from collections.abc import Iterable, Iterator
from typing import Final

from sqlalchemy import Connection, Row, func, select

from punto.house.chain import ACCOUNTS, Head, Link
from punto.house.record import decode_accounts
from punto.ledger import Account, Kind, Meter, MeterKey, Movement, OpenAccount
from punto.store import schema
from punto.store.bulk import rows_among

_AT_ONCE: Final = 2_000


def heads(connection: Connection) -> dict[str, Head]:
    """Read the head of every chain."""
    rows = connection.execute(select(schema.heads).order_by(schema.heads.c.chain))
    return {row.chain: Head(row.position, row.hash) for row in rows}


def links(
    connection: Connection, chain: str, after: int = 0, through: int | None = None
) -> Iterator[Link]:
    """Read a chain in its order, a part at a time, so that no chain is too long."""
    table = schema.journal
    asked = select(table).where(table.c.chain == chain).order_by(table.c.position).limit(_AT_ONCE)
    if through is not None:
        asked = asked.where(table.c.position <= through)
    while part := connection.execute(asked.where(table.c.position > after)).all():
        for row in part:
            yield _link(row)
        after = part[-1].position


def chains(connection: Connection) -> tuple[str, ...]:
    """Name the chains that have entries, with a head or without one."""
    stored = connection.execute(select(schema.journal.c.chain).distinct()).scalars()
    return tuple(sorted({*stored, *heads(connection)}))


def link_at(connection: Connection, chain: str, position: int) -> Link | None:
    """Read one entry."""
    table = schema.journal
    asked = select(table).where(table.c.chain == chain, table.c.position == position)
    row = connection.execute(asked).one_or_none()
    return _link(row) if row else None


def strays(connection: Connection) -> list[tuple[str, int]]:
    """Find entries before the first of their chain, where nobody would read them."""
    table = schema.journal
    rows = connection.execute(select(table.c.chain, table.c.position).where(table.c.position < 1))
    return [(row.chain, row.position) for row in rows]


def answered(connection: Connection, requests: Iterable[str]) -> dict[str, Link]:
    """Find the entries of requests that were carried out before."""
    rows = rows_among(connection, schema.journal, "request", list(requests))
    return {row.request: _link(row) for row in rows}


def _link(row: Row[tuple[object, ...]]) -> Link:
    return Link(row.chain, row.position, row.at_ms, row.request, row.body, row.digest, row.hash)


# --- the ledger ---------------------------------------------------------------------------------


def entry(connection: Connection, key: str) -> Movement | None:
    """Find an entry of the ledger by its id."""
    found = connection.execute(select(schema.entries).where(schema.entries.c.id == key))
    row = found.one_or_none()
    return _movement(connection, row.position, row.place) if row else None


def entries_of_round(connection: Connection, played: str) -> list[tuple[int, Movement]]:
    """Find all that moved for a round, in the order of the journal, with its position there."""
    table = schema.entries
    asked = select(table).where(table.c.round == played).order_by(table.c.position, table.c.place)
    places: dict[int, list[int]] = {}
    for row in connection.execute(asked):
        places.setdefault(row.position, []).append(row.place)
    return [
        (position, movement)
        for position, wanted in places.items()
        for movement in _movements(connection, position, wanted)
    ]


def has_staked(connection: Connection, account: str, played: str) -> bool:
    """Whether an account had a stake in a round."""
    table = schema.entries
    asked = select(table.c.id).where(table.c.round == played, table.c.bettor == account)
    return connection.execute(asked.limit(1)).first() is not None


def rounds_of(connection: Connection, account: str, table: str | None, limit: int) -> list[str]:
    """Name the last rounds that an account has staked on, the newest first."""
    entries = schema.entries
    newest = func.max(entries.c.position)
    asked = select(entries.c.round, newest).where(entries.c.bettor == account)
    if table is not None:
        # A round is named for its table and numbered: one more hyphen would be another table.
        asked = asked.where(
            entries.c.round.startswith(f"{table}-", autoescape=True),
            ~entries.c.round.like(_escaped(f"{table}-") + "%-%", escape="/"),
        )
    rows = connection.execute(asked.group_by(entries.c.round).order_by(newest.desc()).limit(limit))
    return [row.round for row in rows]


def _escaped(text: str) -> str:
    return text.replace("/", "//").replace("%", "/%").replace("_", "/_")


def _movement(connection: Connection, position: int, place: int) -> Movement | None:
    return next(_movements(connection, position, [place]), None)


def _movements(connection: Connection, position: int, places: Iterable[int]) -> Iterator[Movement]:
    """Read a batch once, however many of its entries are wanted."""
    link = link_at(connection, ACCOUNTS, position)
    if link is None or link.body is None:
        return
    entries = decode_accounts(link.body).entries
    for place in places:
        found = entries[place]
        assert not isinstance(found, OpenAccount), "an account that was opened has no place here"
        yield found


def entry_places(connection: Connection) -> Iterator[dict[str, object]]:
    """Read the index of the ledger: where in the journal each entry is, and what it is for."""
    for row in connection.execute(select(schema.entries)).mappings():
        yield dict(row)


def accounts(connection: Connection) -> dict[str, Account]:
    """Read every balance."""
    return {row.id: _account(row) for row in connection.execute(select(schema.accounts))}


def _account(row: Row[tuple[object, ...]]) -> Account:
    return Account(
        id=row.id,
        kind=Kind(row.kind),
        owner=row.owner,
        debits_posted=row.debits_posted,
        credits_posted=row.credits_posted,
        debits_pending=row.debits_pending,
        credits_pending=row.credits_pending,
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


def sealed_secrets(connection: Connection) -> dict[tuple[str, int], bytes]:
    """Read the sealed secrets of the shoes that are promised or in play."""
    rows = connection.execute(select(schema.secrets))
    return {(row.table, row.shoe): row.sealed for row in rows}


def house_value(connection: Connection, name: str) -> str | None:
    """Read what is noted about the house itself."""
    table = schema.house
    return connection.execute(select(table.c.value).where(table.c.name == name)).scalar()
