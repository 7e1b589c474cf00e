"""The working set: what is at hand of the house, read when needed, let go when idle.

The value itself is `House`, and whoever has one may keep it. Here is only how it grows and shrinks.
"""

import logging
from collections.abc import Hashable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Any, Final, TypeVar

import msgspec
from immutables import Map
from msgspec.structs import replace
from sqlalchemy import Connection, Row, select

from punto.errors import PuntoError, Unverified
from punto.house.chain import table_chain
from punto.house.code import Code
from punto.house.house import House
from punto.house.needs import accounts_behind, accounts_needed, table_needed
from punto.house.request import Request, WriteOff, is_name
from punto.ledger import Account
from punto.ledger.transfer import is_client_id, is_derived_id
from punto.refusal import Refusal
from punto.store import reading, schema
from punto.store.bulk import rows_among
from punto.store.key import HouseKey
from punto.store.storing import account_row
from punto.store.table_loading import load_table

log = logging.getLogger("punto.store")

MOST_TABLES: Final = 2_000
MOST_ACCOUNTS: Final = 20_000
"""How many are kept at hand; beyond that, those go that were longest not used."""

_AT_ONCE: Final = 64
"""So many more are let go after a group than it brought: a little often, so that nobody waits."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class WorkingSet:
    """Reads what requests need, and remembers what was used last."""

    def __init__(self, key: HouseKey) -> None:
        self._key = key
        self._tables: dict[str, None] = {}
        self._accounts: dict[str, None] = {}
        """By name, the longest unused first."""
        self.snapshots: dict[str, int] = {}
        """By table at hand, the entry after which it was last written down."""
        self._damaged: dict[str, str] = {}
        """By the chain of a table or the name of an account, why it cannot be used."""
        self._brought = 0
        """How many were read since anything was let go."""
        self.reserved: frozenset[str] = frozenset()
        """Tables that are kept on purpose, however long nobody has asked for them."""

    # --- reading --------------------------------------------------------------------------------

    def brought(self, connection: Connection, house: House, requests: Sequence[Request]) -> House:
        """Add to a house all that some requests need of it."""
        tables = set(map(table_needed, requests))
        house = self._with_tables(connection, house, tables)
        names = accounts_needed(requests, house.tables, self._key)
        house = self._with_accounts(connection, house, names)
        behind = accounts_behind(house.accounts, names, self._key)
        house = self._with_accounts(connection, house, behind)
        for each in requests:
            if type(each.what) is WriteOff:
                house = self._with_debts(connection, house, each.what.account)
        return house

    def _with_tables(
        self, connection: Connection, house: House, tables: Iterable[str | None]
    ) -> House:
        used = self._tables
        for table in tables:
            if table is None or (table not in house.tables and not is_name(table)):
                continue
            self._brought += table not in used
            used.pop(table, None)
            used[table] = None
            if table not in house.tables and table_chain(table) not in self._damaged:
                house = self._with_table(connection, house, table)
        return house

    def _with_table(self, connection: Connection, house: House, table: str) -> House:
        try:
            loaded = load_table(connection, table, self._key)
        except (PuntoError, AssertionError, LookupError, ValueError, msgspec.MsgspecError) as error:
            self._note_damage(table_chain(table), f"table {table} cannot be used: {error}")
            return house
        if loaded is None:
            return house
        self.snapshots[table] = loaded.snapshot
        return replace(
            house,
            tables=house.tables.set(table, loaded.house_table),
            heads=house.heads.set(table_chain(table), loaded.head),
            secrets=house.secrets.update(loaded.secrets),
        )

    def _with_accounts(self, connection: Connection, house: House, names: Iterable[str]) -> House:
        missing, used = [], self._accounts
        for name in names:
            # One that was looked for and is not at hand is not in the books either.
            if name not in used and _is_account(name) and name not in self._damaged:
                missing.append(name)
            used.pop(name, None)
            used[name] = None
        self._brought += len(missing)
        if not missing:
            return house
        table = schema.accounts
        rows = rows_among(connection, table, "id", sorted(missing), for_update=True)
        return self._with_rows(house, rows)

    def _with_debts(self, connection: Connection, house: House, owner: str) -> House:
        """Add every debt under a name, also those of visits long ago."""
        table = schema.accounts
        rows = connection.execute(select(table).where(table.c.owner == owner)).all()
        return self._with_rows(house, [row for row in rows if row.id not in house.accounts])

    def _with_rows(self, house: House, rows: Iterable[Row[Any]]) -> House:
        more: dict[str, Account] = {}
        for row in rows:
            try:
                account = authentic(row, self._key)
            except Unverified as error:
                self._note_damage(row.id, str(error))
            else:
                more[account.id] = account
        self.use(more)
        return replace(house, accounts=house.accounts.update(more)) if more else house

    def use(self, names: Iterable[str]) -> None:
        """Note that accounts are at hand."""
        for name in names:
            self._accounts.pop(name, None)
            self._accounts[name] = None
            self._brought += 1

    # --- damage ---------------------------------------------------------------------------------

    def _note_damage(self, name: str, why: str) -> None:
        self._damaged[name] = why
        log.error("%s", why)

    @property
    def damaged(self) -> dict[str, str]:
        """What cannot be used, by the chain of a table or the name of an account, and why."""
        return dict(self._damaged)

    def damage_to(self, house: House, request: Request) -> Refusal | None:
        """Say why a request cannot be carried out, if what it needs is damaged."""
        if not self._damaged:
            return None
        names = accounts_needed([request], house.tables, self._key)
        needed = [table_chain(table_needed(request) or ""), *names]
        needed += accounts_behind(house.accounts, names, self._key)
        why = next((self._damaged[name] for name in needed if name in self._damaged), None)
        return None if why is None else Refusal(Code.BOOKS_DAMAGED, why)

    # --- letting go -----------------------------------------------------------------------------

    def without_idle(self, house: House) -> House:
        """Let go of what was longest not used, a little at a time."""
        at_once, self._brought = _AT_ONCE + self._brought, 0
        if len(self._tables) <= MOST_TABLES and len(self._accounts) <= MOST_ACCOUNTS:
            return house
        tables = _idle(self._tables, MOST_TABLES, at_once, self.reserved)
        accounts = _idle(self._accounts, MOST_ACCOUNTS, at_once)
        house = self.without_tables(house, tables)
        return replace(house, accounts=_without(house.accounts, accounts))

    def without_tables(self, house: House, tables: Sequence[str]) -> House:
        """Let go of tables."""
        for table in tables:
            self.snapshots.pop(table, None)
            self._tables.pop(table, None)
        shoes = [shoe for table in tables for shoe in house.shoes_at(table)]
        return replace(
            house,
            tables=_without(house.tables, tables),
            heads=_without(house.heads, map(table_chain, tables)),
            secrets=_without(house.secrets, shoes),
        )

    def renewed(
        self, connection: Connection, house: House, touched: Iterable[str], shown: Iterable[str]
    ) -> House:
        """Let go of accounts that others have moved; those that somebody sees are read again."""
        for name in touched:
            self._accounts.pop(name, None)
        house = replace(house, accounts=_without(house.accounts, touched))
        return self._with_accounts(connection, house, shown)

    def forget(self) -> None:
        """Forget all that is at hand: it is not what is stored."""
        self._tables, self._accounts = {}, {}
        self.snapshots, self._damaged = {}, {}


def authentic(row: Row[Any], key: HouseKey) -> Account:
    """Read an account, if this house has written it so."""
    try:
        account = reading.account_in(row)
    except ValueError as error:
        raise Unverified(f"account {row.id} cannot be read: {error}") from None
    if account_row(account, key)[-1] != row.authentication:
        raise Unverified(f"account {account.id} is not what the house has written")
    return account


def _is_account(name: str) -> bool:
    """Whether an account can have this name: no other text is shown to the database."""
    return bool(is_client_id(name) or is_derived_id(name))


def _idle(
    used: dict[str, None], most: int, at_once: int, kept: AbstractSet[str] = frozenset()
) -> list[str]:
    count = min(len(used) - most, at_once)
    idle = [*islice((name for name in used if name not in kept), max(0, count))]
    for name in idle:
        del used[name]
    return idle


def _without(kept: Map[Key, Value], names: Iterable[Key]) -> Map[Key, Value]:
    changing = kept.mutate()
    for name in names:
        changing.pop(name, None)
    return changing.finish()
