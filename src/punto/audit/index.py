"""The audit of the index: where in the journal each entry of the ledger is, and what it is for."""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from immutables import Map
from sqlalchemy import Connection

from punto.audit.finding import Finding
from punto.house.chain import ACCOUNTS, CAGE, Link, is_of_table
from punto.house.folding import money_record
from punto.ledger import Batch, Entry, Ledger, Movement, OpenAccount, Transfer
from punto.ledger.transfer import is_client_id, is_derived_id
from punto.store import reading, schema
from punto.store.bulk import Row, rows_among
from punto.store.storing import entry_rows, has_place

_AT_ONCE: Final = 5_000
_COLUMNS: Final = tuple(column.name for column in schema.entries.columns)

Named: TypeAlias = dict[str, Any]
"""A row of the index, by the names of its columns."""


class IndexAudit:
    """Compares the index with the journal a part at a time, so that neither is ever held whole."""

    def __init__(self, connection: Connection) -> None:
        self.findings: list[Finding] = []
        self._connection = connection
        self._wanted: list[Named] = []
        self._found = 0
        self._brought: Map[str, Movement] = Map()

    def see(self, link: Link, ledger: Ledger, batch: Batch) -> None:
        """Want the entries of a batch that is in the ledger."""
        self._want(_named(row) for row in entry_rows(link, ledger, batch))

    def see_brought(self, link: Link, entries: Iterable[Entry]) -> None:
        """Want entries that moved before the accounts were brought forward.

        What one of them ends may be dropped; then only its place is known.
        """
        for place, entry in enumerate(entries):
            if isinstance(entry, OpenAccount):
                continue
            self._brought = self._brought.set(entry.id, entry)
            if has_place(entry, link):
                self._want([_row(link, place, entry, Ledger(entries=self._brought))])

    def _want(self, rows: Iterable[Named]) -> None:
        # A malformed id is refused by the ledger, and the database might not take it either.
        self._wanted += (row for row in rows if is_client_id(row["id"]) or is_derived_id(row["id"]))
        if len(self._wanted) >= _AT_ONCE:
            self._compare()

    def _compare(self) -> None:
        ids = [row["id"] for row in self._wanted]
        rows = rows_among(self._connection, schema.entries, "id", ids)
        stored = {row.id: dict(row._mapping) for row in rows}  # noqa: SLF001 – SQLAlchemy's own
        self._found += len(stored)
        for row in self._wanted:
            place, there = f"entry {row['id']} of the ledger", stored.get(row["id"])
            if there is None:
                self.findings.append(Finding(place, f"is {row}, and not in the index"))
            elif there | row != there:
                self.findings.append(Finding(place, f"is {row}, not {there}"))
        self._wanted = []

    def finish(self) -> None:
        """Want nothing else in the index."""
        self._compare()
        if reading.count_of(self._connection, schema.entries) == self._found:
            return
        for row in reading.entry_places(self._connection):
            if not self._is_there(row):
                self.findings.append(
                    Finding(f"entry {row['id']} of the ledger", f"is not in the journal, but {row}")
                )

    def _is_there(self, row: Named) -> bool:
        chain, place = str(row["chain"]), int(row["place"])
        if not is_of_table(chain) and chain not in {CAGE, ACCOUNTS}:
            return False
        link = reading.link_at(self._connection, chain, row["position"])
        record = money_record(link) if link is not None and link.body is not None else None
        entries = record.entries if record is not None else ()
        if link is None or not 0 <= place < len(entries):
            return False
        return entries[place].id == str(row["id"]) and has_place(entries[place], link)


def _row(link: Link, place: int, entry: Movement, ledger: Ledger) -> Named:
    if not isinstance(entry, Transfer) and entry.pending not in ledger.entries:
        return _named((entry.id, link.chain, link.position, place, link.at_ms))
    (row,) = entry_rows(link, ledger, Batch((entry,)))
    return _named(row) | {"place": place}


def _named(row: Row) -> Named:
    """Give the values of a row, or of its first columns, the names that they have."""
    return dict(zip(_COLUMNS, row, strict=False))
