"""The audit of older books: batches with their causes at tables, and how all were closed."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from punto.audit.finding import Finding, at
from punto.audit.tables import Known, Looked, TableAudit
from punto.house.chain import CAGE, Link
from punto.house.folding import begun_anew
from punto.house.record import CageRecord
from punto.ledger import Account, Batch, Entry, Ledger, collected, without_collections
from punto.ledger.ledger import Accounts


class OlderBatches:
    """Holds every batch of the chain of accounts against the entry of a table that it names."""

    def __init__(self, tables: Mapping[str, TableAudit], dropped: Link | None) -> None:
        self.findings: list[Finding] = []
        self._tables = tables
        self._from_ms = dropped.at_ms + 1 if dropped else 0
        """When the batches begin that are there; in the moment of the last one that was dropped
        more may have been moved."""
        self._collects = False
        """Whether a debt was ever collected: books of before knew of none, and were right then."""

    def judge(self, link: Link, record: CageRecord, known: Known, waiting: Ledger) -> Ledger:
        """Want a batch to be what its cause moves; give the ledger that it is applied to."""
        chain, _, number = record.cause.rpartition(" ")
        table = self._tables.get(chain)
        looked: Looked | None = None
        if table is None or not number.isdecimal():
            self._found(link, f"its cause, {record.cause!r}, is no entry of a table")
        elif int(number) <= table.began_at:
            pass  # what it was is dropped, and cannot be told any more
        elif int(number) <= table.position:
            self._found(link, f"its cause, {record.cause}, has a batch already or comes too late")
        else:
            looked = self._cause(table, int(number), known)
            self._compare(link, record, table, looked)
            table.keep(record.entries)
        self._collects |= len(without_collections(record.entries)) < len(record.entries)
        entries = looked.ledger.entries if looked is not None else {}
        return replace(waiting, entries=waiting.entries.update(entries))

    def _cause(self, table: TableAudit, number: int, known: Known) -> Looked | None:
        """Look at a table up to an entry; those before it may move nothing."""
        looked = None
        for link, each in table.read_on(number, known):
            looked = each if link.position == number else None
            if link.position < number:
                self.want_nothing(link, each)
        return looked

    def _compare(
        self, link: Link, record: CageRecord, table: TableAudit, looked: Looked | None
    ) -> None:
        if looked is None or looked.expected is None:
            number = int(record.cause.rpartition(" ")[2])
            if table.position < number and table.is_whole:
                self._found(link, f"its cause, {record.cause}, is missing")
            return
        wanted = collected(looked.ledger, looked.expected)
        unpaid = looked.expected.entries == record.entries and not self._collects
        if wanted.entries != record.entries and not unpaid:
            first = first_difference(wanted, record.entries)
            self._found(link, f"is not what {record.cause} moves: {first}")
        elif table.at_ms != link.at_ms:
            self._found(link, f"was not written together with its cause, {record.cause}")
        elif table.made_by != (record.who, record.role):
            self._found(link, f"was not made by whoever made its cause, {record.cause}")

    def want_nothing(self, link: Link, looked: Looked | None) -> None:
        """Find what an entry of a table moves that no batch has as its cause."""
        if looked is not None and looked.record.entries:
            self._found(link, "moves money itself, and is of older books")
        elif link.at_ms < self._from_ms:
            pass  # its batch was dropped before
        elif looked is not None and looked.expected is not None and looked.expected.entries:
            self._found(link, "moves money, and no batch of the accounts has it as its cause")

    def _found(self, link: Link, what: str) -> None:
        self.findings.append(at(link.chain, link.position, what))


def first_difference(expected: Batch, entries: tuple[Entry, ...]) -> str:
    """Show the first entry that differs."""
    for want, have in zip(expected.entries, entries, strict=False):
        if want != have:
            return f"{want} is expected, and {have} is there"
    return f"{len(expected.entries)} entries are expected, and {len(entries)} are there"


class Closing:
    """Wants every account of older books brought forward as it was, once, before all else."""

    def __init__(self, *, is_over: bool) -> None:
        self.has_older = False
        """Whether there are older books."""
        self._is_over = is_over
        self._left: dict[str, Account] | None = None

    def brought(self, link: Link, record: CageRecord, accounts: Accounts) -> Iterator[Finding]:
        """Compare some accounts with what the older books add up to."""
        if self._is_over:
            yield _at(link, "brings accounts of older books forward, and they were closed before")
            return
        if (record.who, record.role) != ("house", "house") or record.entries:
            yield _at(link, "does more than to bring accounts of older books forward")
        if self._left is None:
            self._left = {name: begun_anew(each) for name, each in accounts.items()}
        for account in record.brought:
            was = self._left.pop(account.id, None)
            if was != account:
                yield _at(
                    link, f"account {account.id} is brought forward as {account}, and is {was}"
                )

    def ended(self, link: Link) -> Iterator[Finding]:
        """Want nothing left when the first entry comes after."""
        if not self._is_over and self._left is None and self.has_older:
            yield _at(link, "comes before the accounts of older books are brought forward")
        yield from self.left_out(link)
        self._is_over = True

    def left_out(self, link: Link | None = None) -> Iterator[Finding]:
        """Name the accounts that were not brought forward."""
        for name in sorted(self._left or ()):
            what = f"account {name} of older books was not brought forward"
            yield _at(link, what) if link is not None else Finding(CAGE, what)
        self._left = {}


def _at(link: Link, what: str) -> Finding:
    return at(link.chain, link.position, what)
