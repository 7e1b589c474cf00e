"""The audit of the ledger: every batch applied again with its cause, every row compared."""

from collections.abc import Iterable, Iterator, Mapping
from sys import maxsize
from typing import Final, TypeAlias, TypeVar

import msgspec
from immutables import Map
from sqlalchemy import Connection

from punto.audit.authority import EntryAuthority
from punto.audit.finding import Finding, at
from punto.audit.tables import UNREADABLE, TableAudit
from punto.house.chain import ACCOUNTS, Link
from punto.house.forward import Forward
from punto.house.house import House
from punto.house.record import AccountsRecord, decode_accounts
from punto.ledger import (
    Account,
    Batch,
    Books,
    Ledger,
    Meter,
    MeterKey,
    Meters,
    OpenAccount,
    Purpose,
    Transfer,
    broken,
    collected,
    deciding,
    enter,
    fold,
    is_written,
    unreconciled,
    without_collections,
)
from punto.ledger.account import Kind
from punto.ledger.meters import house_unreconciled
from punto.store import reading
from punto.store.storing import entry_rows

Row = TypeVar("Row", Account, Meter)
Places: TypeAlias = dict[str, dict[str, object]]
"""The rows that the index of the ledger's entries should have."""

_OF_TABLES: Final = frozenset(
    {Purpose.WAGER, Purpose.PAYOUT, Purpose.CORRECTION, Purpose.RECEIVABLE}
)
"""What only an entry of a table can be the cause of."""

_OF_ALL_ENTRIES: Final = "accounts_follow_entries"
_UNWRITABLE: Final = (AssertionError, LookupError, StopIteration)


class LedgerAudit:
    """Adds up the accounts again, batch by batch, with the tables that are their causes."""

    def __init__(self, tables: Mapping[str, TableAudit], start: Forward) -> None:
        """Begin with empty books, or with what was brought forward when bodies were dropped."""
        self.books = Books(_ledger_of(start.house), start.meters)
        self.findings: list[Finding] = []
        self.batches = 0
        self.has_stopped = False
        self._is_whole = start.position == 0
        self._collects = False
        """Whether a debt was ever collected: books of before knew of none, and were right then."""
        self._tables = tables
        self._places: Places = {}

    def go_through(self, links: Iterable[Link]) -> None:
        """Apply every batch again, as far as they can be read."""
        for link in links:
            if self.has_stopped:
                return
            self._look_at(link)

    def _look_at(self, link: Link) -> None:
        if link.body is None:
            self._stop(link, "its body has been dropped, so that it cannot be checked")
            return
        try:
            record = decode_accounts(link.body)
        except UNREADABLE as error:
            self._stop(link, f"cannot be read: {error}")
            return
        self.batches += 1
        self._judge_cause(link, record)
        self._enter(link, Batch(record.entries))

    def _stop(self, link: Link, what: str) -> None:
        self._found(link, f"{what}; the rest of the ledger was not looked at")
        self.has_stopped = True

    def _found(self, link: Link, what: str) -> None:
        self.findings.append(at(ACCOUNTS, link.position, what))

    # --- entering -------------------------------------------------------------------------------

    def _enter(self, link: Link, batch: Batch) -> None:
        """Apply a batch; one that is refused is written all the same, to see what follows."""
        before = self.books
        self._collects |= len(without_collections(batch.entries)) < len(batch.entries)
        self.books, results = enter(before, batch)
        if not is_written(results):
            self._found(link, f"the ledger refuses this batch: {deciding(results).value}")
            try:
                self.books = fold(before, batch)
            except _UNWRITABLE:
                self._stop(link, "the batch cannot be written")
                return
        for what in _unsound(before.ledger, self.books.ledger, batch):
            self._found(link, what)
        for row in entry_rows(link.position, self.books.ledger, batch):
            self._places[row["id"]] = row

    # --- causes ---------------------------------------------------------------------------------

    def _judge_cause(self, link: Link, record: AccountsRecord) -> None:
        """Want a batch to be exactly what its cause moves."""
        if not record.cause:
            if _is_of_a_table(self.books.ledger, record):
                self._found(link, "moves stakes or winnings, and no entry of a table is its cause")
            for wrong in EntryAuthority(record.who, record.role).wrong_at_counter(record):
                self._found(link, wrong)
            return
        chain, _, number = record.cause.rpartition(" ")
        table = self._tables.get(chain)
        if table is None or not number.isdecimal():
            self._found(link, f"its cause, {record.cause!r}, is no entry of a table")
        elif int(number) <= table.began_at:
            pass  # what it was is dropped, and cannot be told any more
        elif int(number) <= table.position:
            self._found(link, f"its cause, {record.cause}, has a batch already or comes too late")
        else:
            self._compare(link, record, table, int(number))

    def _compare(self, link: Link, record: AccountsRecord, table: TableAudit, number: int) -> None:
        expected = table.money_at(number, self.books.ledger)
        if expected is None:
            if table.position < number and not table.is_cut_short:
                self._found(link, f"its cause, {record.cause}, is missing")
        elif not self._is_due(expected, record):
            wanted = collected(self.books.ledger, expected)
            self._found(link, f"is not what {record.cause} moves: {_first(wanted, record)}")
        elif table.at_ms != link.at_ms:
            self._found(link, f"was not written together with its cause, {record.cause}")
        elif table.made_by != (record.who, record.role):
            self._found(link, f"was not made by whoever made its cause, {record.cause}")

    def _is_due(self, expected: Batch, record: AccountsRecord) -> bool:
        """Whether a batch is what a table moves, with what is collected from those who owe."""
        if collected(self.books.ledger, expected).entries == record.entries:
            return True
        return expected.entries == record.entries and not self._collects

    # --- the end --------------------------------------------------------------------------------

    def finish(self, connection: Connection) -> None:
        """Want the invariants to hold at the end, and the rows to be what the journal says."""
        for table in self._tables.values():
            if self.has_stopped:
                table.money_from_ms = maxsize  # no batch can be missed where none was looked for
            table.finish(self.books.ledger)
        if self.has_stopped:
            return
        self.findings += [
            Finding("the ledger as a whole", f"{name.replace('_', ' ')}: this does not hold")
            for name in _broken(self.books, is_whole=self._is_whole)
        ]
        self.findings += _rows_differ(connection, self.books, self._places)


def _ledger_of(house: House) -> Ledger:
    """Take all that a house has kept, of every table and of none."""
    entries = {key: each for kept in house.kept.values() for key, each in kept.entries.items()}
    return Ledger(house.accounts, Map(entries))


def _is_of_a_table(ledger: Ledger, record: AccountsRecord) -> bool:
    for entry in record.entries:
        if isinstance(entry, OpenAccount):
            continue
        moved = entry if isinstance(entry, Transfer) else ledger.entries.get(entry.pending)
        if isinstance(moved, Transfer) and moved.purpose in _OF_TABLES:
            return True
    return False


def _first(expected: Batch, record: AccountsRecord) -> str:
    """Show the first entry that differs."""
    pairs = zip(expected.entries, record.entries, strict=False)
    for want, have in pairs:
        if want != have:
            return f"{want} is expected, and {have} is there"
    return f"{len(expected.entries)} entries are expected, and {len(record.entries)} are there"


# --- invariants ---------------------------------------------------------------------------------


def _unsound(before: Ledger, after: Ledger, batch: Batch) -> Iterator[str]:
    """Look at the accounts that a batch touches: what no other batch can repair later."""
    touched = sorted(set(_touched(after, batch)))
    for key in touched:
        if not after.accounts[key].is_sound:
            yield f"leaves account {key} on the wrong side of zero"
    was = [before.accounts[key] for key in touched if key in before.accounts]
    if _sides(was) != _sides(after.accounts[key] for key in touched):
        yield "its debits are not its credits"


def _touched(ledger: Ledger, batch: Batch) -> Iterator[str]:
    for entry in batch.entries:
        if isinstance(entry, OpenAccount):
            yield entry.id
        else:
            moved = entry if isinstance(entry, Transfer) else ledger.transfer(entry.pending)
            yield moved.debit
            yield moved.credit


def _sides(accounts: Iterable[Account]) -> tuple[int, int]:
    """Add up how far the two sides lie apart, posted and pending."""
    posted = pending = 0
    for each in accounts:
        posted += each.debits_posted - each.credits_posted
        pending += each.debits_pending - each.credits_pending
    return posted, pending


def _broken(books: Books, *, is_whole: bool) -> Iterator[str]:
    """Name the invariants that do not hold; `broken_books`, quick enough for many players.

    Totals that were brought forward do not follow from the entries that are left.
    """
    ledger = books.ledger
    yield from (name for name in broken(ledger) if is_whole or name != _OF_ALL_ENTRIES)
    of_player: dict[str, dict[MeterKey, Meter]] = {}
    for key, meter in books.meters.items():
        of_player.setdefault(key.player, {})[key] = meter
    for account in ledger.accounts.values():
        own: Meters = Map(of_player.get(account.id, {}))
        if account.kind is Kind.PLAYER and unreconciled(ledger, own, account.id):
            yield f"meters of {account.id}"
    if house_unreconciled(ledger, books.meters):
        yield "meters of the house"


# --- rows ---------------------------------------------------------------------------------------


def _rows_differ(connection: Connection, books: Books, places: Places) -> Iterator[Finding]:
    try:
        stored = reading.accounts(connection)
    except ValueError as error:
        yield Finding("the accounts", f"cannot be read: {error}")
    else:
        yield from _differences("account", stored, dict(books.ledger.accounts))
    meters = {_named(key): meter for key, meter in books.meters.items()}
    kept = {_named(key): meter for key, meter in reading.meters(connection).items()}
    yield from _differences("meter", kept, meters)
    yield from _misplaced(connection, places)


def _named(key: MeterKey) -> str:
    place = f" at {key.table} under {key.rulebook}" if key.table else ""
    return f"of {key.player}{place}"


def _differences(
    kind: str, stored: Mapping[str, Row], journal: Mapping[str, Row]
) -> Iterator[Finding]:
    for name in sorted({*stored, *journal}):
        place = f"{kind} {name}"
        if name not in stored:
            yield Finding(place, "is not stored, and the journal has it")
        elif name not in journal:
            yield Finding(place, "is stored, and the journal does not have it")
        elif stored[name] != journal[name]:
            yield Finding(place, "; ".join(_fields(stored[name], journal[name])))


def _fields(stored: msgspec.Struct, journal: msgspec.Struct) -> Iterator[str]:
    for name in stored.__struct_fields__:
        have, want = getattr(stored, name), getattr(journal, name)
        if have != want:
            words = name.replace("_", " ")
            yield f"{words} is stored as {have}, and the journal adds up to {want}"


def _misplaced(connection: Connection, places: Places) -> Iterator[Finding]:
    """Compare the index of the ledger's entries with where they are."""
    missing = dict(places)
    for stored in reading.entry_places(connection):
        where = missing.pop(str(stored["id"]), None)
        if where != stored:
            yield Finding(f"entry {stored['id']} of the ledger", f"is {where}, not {stored}")
    for key, where in missing.items():
        yield Finding(f"entry {key} of the ledger", f"is {where}, and not in the index")
