"""Looking tables and accounts up for those who only read: at hand, or else in the books."""

from typing import NamedTuple, Protocol

from punto.house.chain import Head, table_chain
from punto.house.house import House
from punto.ledger import Account
from punto.store import schema
from punto.store.bulk import rows_among
from punto.store.database import Database
from punto.store.key import HouseKey
from punto.store.table_loading import load_table
from punto.store.working_set import authentic
from punto.table.house_table import HouseTable


class Followed(NamedTuple):
    """A table that another node has, as far as it is known here."""

    house_table: HouseTable
    head: Head
    at_ms: int
    """When its last entry was written."""


class HasHouse(Protocol):
    """Whoever has the house as it is now."""

    house: House
    followed: dict[str, Followed]


class Lookup:
    """Finds what the house has, from any thread."""

    def __init__(self, whose: HasHouse, database: Database, key: HouseKey) -> None:
        self._whose = whose
        self._database = database
        self._key = key

    def table(self, table: str) -> tuple[HouseTable, Head] | None:
        """Find a table, with the last entry of its chain."""
        house = self._whose.house
        at_hand = house.tables.get(table)
        if at_hand is not None:
            return at_hand, house.head(table_chain(table))
        followed = self._whose.followed.get(table)
        if followed is not None:
            return followed.house_table, followed.head
        with self._database.reading() as connection:
            loaded = load_table(connection, table, self._key)
        return None if loaded is None else (loaded.house_table, loaded.head)

    def house_table(self, table: str) -> HouseTable | None:
        """Find a table."""
        at_hand = self._whose.house.tables.get(table)
        if at_hand is not None:
            return at_hand
        found = self.table(table)
        return None if found is None else found[0]

    def account(self, name: str) -> Account | None:
        """Find an account."""
        at_hand = self._whose.house.accounts.get(name)
        if at_hand is not None:
            return at_hand
        with self._database.reading() as connection:
            rows = rows_among(connection, schema.accounts, "id", [name])
        return authentic(rows[0], self._key) if rows else None
