"""The house as a value: of its tables, accounts and chains as much as a request needs.

Nothing here reads a clock or a database. A request makes a `Change`, which is stored or forgotten.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec
from immutables import Map
from msgspec.structs import replace

from punto.house.answer import NO_ROOM
from punto.house.chain import EMPTY, Head, Link, linked
from punto.house.configuration import Configuration
from punto.house.record import Numbers
from punto.house.request import Request
from punto.house.shift import Shifts
from punto.ledger import (
    GIVING,
    Account,
    Batch,
    Ledger,
    Movement,
    Transfer,
    apply,
    collected,
    deciding,
    has_room,
    numbered,
    refusal_with,
)
from punto.people import Patron, Person, Terminal
from punto.refusal import Refusal
from punto.table.house_table import HouseTable
from punto.table.record import Recorded

CAGE: Final = "cage"
"""The account through which all money comes and goes."""

HOUSE: Final = "house"
"""The account that bears what is written off."""


def house_account(table: str) -> str:
    """Name the account of the house that a table is played against."""
    return f"{HOUSE}:{table}"


class House(msgspec.Struct, frozen=True, kw_only=True):
    """What is at hand of the house: folded from the journal, and the secrets of promised shoes.

    What is not here may be in the books all the same: whoever carries out a request brings what
    `needs` names.
    """

    tables: Map[str, HouseTable] = Map()
    accounts: Map[str, Account] = Map()
    heads: Map[str, Head] = Map()
    secrets: Map[tuple[str, int], bytes] = Map()
    staff: Map[str, Person] = Map()
    """All of them, always: they are few."""
    patrons: Map[str, Patron] = Map()
    """All who play and are on record, always, by their accounts."""
    names: Map[str, str] = Map()
    """Their accounts, by the names that they sign in with."""
    terminals: Map[str, Terminal] = Map()
    """All that were ever on record, always."""
    configuration: Configuration = Configuration()
    """How the tables are set, always."""
    shifts: Shifts = Map()
    """The last shift of every place, always."""

    def __repr__(self) -> str:
        """Keep secrets out of logs."""
        return f"<house of {len(self.tables)} tables and {len(self.accounts)} accounts>"

    def ledger(self, house_table: HouseTable | None = None) -> Ledger:
        """The accounts, with what has moved for the last round of a table."""
        return Ledger(self.accounts, house_table.money.entries if house_table else Map())

    def shoes_at(self, table: str) -> Iterator[tuple[str, int]]:
        """Name the shoes of a table that a secret is kept for."""
        house_table = self.tables.get(table)
        if house_table is not None and house_table.committed is not None:
            yield table, house_table.committed.number
        if house_table is not None and house_table.unrevealed is not None:
            yield table, house_table.unrevealed

    def head(self, chain: str) -> Head:
        """The last entry of a chain."""
        return self.heads.get(chain, EMPTY)


class Forgotten(NamedTuple):
    """Bodies that are dropped, and the state that takes their place."""

    cuts: tuple[tuple[str, int, int], ...]
    """Chains, each with the entry after which and the one through which bodies go."""
    state: bytes
    tables: tuple[tuple[HouseTable, Head], ...]
    """The tables that are cut, each as it was at its cut."""


class Written(NamedTuple):
    """One entry of the journal, with what it says: nobody needs to read it back."""

    link: Link
    events: tuple[Recorded, ...] = ()
    batch: Batch = Batch(())
    ledger: Ledger = Ledger()
    """With the batch in it."""
    house_table: HouseTable | None = None
    """Of an entry of a table, the table after it."""


class Change(NamedTuple):
    """What a request makes of the house, and what must be stored before anyone is told."""

    house: House
    written: tuple[Written, ...]
    """The entry that answers the request comes first."""
    ticket: str | None = None
    forgotten: Forgotten | None = None
    has_more: bool = False
    refusal: Refusal | None = None
    """Why it was not done, where that itself is put on record."""
    is_foreign: bool = False
    """Whether another process on the same books has stored it."""


def extended(house: House, link: Link) -> House:
    """Add an entry to its chain."""
    return replace(house, heads=house.heads.set(link.chain, link.head))


def chained(house: House, chain: str, request: Request, now_ms: int, body: bytes) -> Link:
    """Make the entry of a request."""
    return linked(house.heads.get(chain, EMPTY), chain, now_ms, request.key, body)


# --- money --------------------------------------------------------------------------------------


class Moved(NamedTuple):
    """A batch that can be written, with what was collected from those who owe."""

    ledger: Ledger
    """With the batch in it."""
    batch: Batch
    numbers: Numbers


NOTHING_MOVED: Final = Moved(Ledger(), Batch(()), ())


def moved(ledger: Ledger, batch: Batch, longest_odds: int) -> Moved | Refusal:
    """Apply a batch to the accounts, or say why it cannot be."""
    if not fits(ledger, batch, longest_odds):
        return NO_ROOM
    for each in batch.entries:
        if type(each) is Transfer and each.purpose in GIVING:
            batch = collected(ledger, batch)
            break
    after, results = apply(ledger, batch)
    if after is ledger:
        return refusal_with(deciding(results))
    return Moved(after, batch, numbered(ledger.accounts, after, batch))


def fits(ledger: Ledger, batch: Batch, longest_odds: int) -> bool:
    """Whether the books have room for a batch, with every stake paid at the longest odds.

    Most fit at the longest that can be written. Only near the limit it is worth the while to look
    which ones the tables of this house really have.
    """
    return has_room(ledger, batch) or has_room(ledger, batch, longest_odds)


def known(ledger: Ledger, found: Iterable[Movement | None]) -> Ledger:
    """Add entries that were looked up."""
    more = {entry.id: entry for entry in found if entry is not None}
    return replace(ledger, entries=ledger.entries.update(more))
