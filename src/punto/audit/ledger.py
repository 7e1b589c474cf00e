"""The audit of the ledger: every movement derived again, numbered again and added up."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from sqlalchemy import Connection

from punto.audit.authority import EntryAuthority
from punto.audit.commits import CommitsAudit
from punto.audit.finding import UNFOLDABLE, UNREADABLE, Advance, Finding, at
from punto.audit.index import IndexAudit
from punto.audit.older import Closing, OlderBatches, first_difference
from punto.audit.rows import audit_rows
from punto.audit.tables import Known, Looked, TableAudit
from punto.house.chain import ACCOUNTS, CAGE, COMMITS, Link, is_of_table
from punto.house.folding import Folded, fold_money
from punto.house.forward import BroughtForward
from punto.house.metering import unmatched
from punto.house.record import CageRecord, TableRecord, decode_cage
from punto.ledger import (
    Account,
    Batch,
    Entry,
    Ledger,
    Movement,
    OpenAccount,
    Purpose,
    Transfer,
    apply,
    collected,
    deciding,
    is_written,
    metered,
    numbered,
)
from punto.ledger.invariant import (
    balances_sum_to_zero,
    debits_equal_credits,
    guards_hold,
    held_is_open,
)
from punto.store import reading

_OF_TABLES: Final = frozenset(
    {
        *(Purpose.WAGER, Purpose.PAYOUT, Purpose.CORRECTION, Purpose.RECEIVABLE),
        *(Purpose.CHIPS_DOWN, Purpose.CHIPS_UP),
        *(Purpose.FILL, Purpose.CREDIT, Purpose.DROP),
    }
)
"""What only an entry of a table can move."""

_INVARIANTS: Final = (debits_equal_credits, balances_sum_to_zero, guards_hold, held_is_open)
_DROPPED: Final = "its body has been dropped, so that it cannot be checked"


class LedgerAudit:
    """Adds up the accounts again, entry by entry, in the order in which they were stored."""

    def __init__(
        self,
        connection: Connection,
        tables: Mapping[str, TableAudit],
        start: BroughtForward,
        advance: Advance,
    ) -> None:
        """Begin with empty books, or with what was brought forward when bodies were dropped."""
        self.findings: list[Finding] = []
        self.batches = 0
        self.stopped = ""
        """Why what comes next is not added up; empty while it is."""
        self._balances = start.balances
        self._meters = start.meters
        self._connection = connection
        self._tables = tables
        self._start = start
        self._advance = advance
        self._index = IndexAudit(connection)
        last = start.cut(ACCOUNTS)
        dropped = reading.link_at(connection, ACCOUNTS, last) if last else None
        self._older = OlderBatches(tables, dropped)
        self._closing = Closing(is_over=COMMITS in start.reached)
        self._off: dict[str, int] = {}
        """By account, how far its numbers are from where they should be."""

    def go_through(self, commits: CommitsAudit, sound: Mapping[str, int]) -> None:
        """Look at everything that commits list, and add it up as long as nothing is missing.

        `sound` has the last entry of each chain that proves something.
        """
        self._look_at_brought(sound)
        for link in commits.in_order():
            if commits.gap:
                self.stop(commits.gap)
            self._look_at(link, commits.older)
        if commits.gap:
            self.stop(commits.gap)

    def stop(self, why: str) -> None:
        """Add up no more: what is missing may have moved anything."""
        self.stopped = self.stopped or why

    def _look_at(self, link: Link, older: Mapping[str, int]) -> None:
        if is_of_table(link.chain):
            self._at_table(link, is_older=link.position <= older.get(link.chain, 0))
        elif link.chain in {ACCOUNTS, CAGE}:
            self._advance()
            record = self._read(link)
            if record is not None and link.chain == CAGE:
                self._at_cage(link, record)
            elif record is not None:
                if link.position > older.get(ACCOUNTS, 0):
                    self._found(link, "was written after the older books were closed")
                self._in_older_books(link, record)
        else:
            self._advance()

    def _read(self, link: Link) -> CageRecord | None:
        try:
            if link.body is not None:
                return decode_cage(link.body)
            self._found(link, _DROPPED)
        except UNREADABLE as error:
            self._found(link, f"cannot be read: {error}")
        self.stop(f"{link.chain}, entry {link.position} cannot be read")
        return None

    def _found(self, link: Link, what: str) -> None:
        self.findings.append(at(link.chain, link.position, what))

    # --- brought forward ------------------------------------------------------------------------

    def _look_at_brought(self, sound: Mapping[str, int]) -> None:
        """Look at entries whose bodies are kept, and whose movements are brought forward."""
        for chain, head in sorted(self._start.reached.items()):
            last, cut = min(head.position, sound.get(chain, 0)), self._start.cut(chain)
            if cut < last and (is_of_table(chain) or chain in {ACCOUNTS, CAGE}):
                for link in reading.links(self._connection, chain, cut, last):
                    self._brought(link)

    def _brought(self, link: Link) -> None:
        record: TableRecord | CageRecord | None
        if is_of_table(link.chain):
            looked = self._tables[link.chain].look_at(link, None)
            record = looked.record if looked else None
        else:
            self._advance()
            record = self._read(link)
        if isinstance(record, CageRecord) and not record.cause:
            self._judge_counter(link, record)
        if record is not None:
            self._index.see_brought(link, record.entries)

    # --- at tables ------------------------------------------------------------------------------

    def _at_table(self, link: Link, *, is_older: bool) -> None:
        table = self._tables[link.chain]
        if link.position <= table.position:
            return  # it was looked at as the cause of a batch in older books
        looked = table.look_at(link, self._known(link))
        if looked is None:
            self.stop(f"{link.chain}, entry {link.position} cannot be read")
        elif is_older:
            self._older.want_nothing(link, looked)
        else:
            self.findings += self._closing.ended(link)
            self._compare(link, looked)
            is_told = looked.expected is not None
            self._enter(link, looked.record, looked.ledger if is_told else self._balances.ledger)
            self._want_cleared(link, table)

    def _want_cleared(self, link: Link, table: TableAudit) -> None:
        """Want no chips to lie where no round is in play."""
        for name in () if self.stopped else table.cleared:
            account = self._balances.accounts.get(name)
            if account is not None and account.balance:
                self._found(link, f"leaves {account.balance} on {name}, and no round is in play")

    def _known(self, link: Link) -> Known | None:
        if self.stopped:
            return None
        return Known(self._balances.accounts, partial(self._moved_before, link))

    def _moved_before(self, link: Link, played: str) -> Iterator[Movement]:
        """Find what moved for a round before an entry, in its own chain or in older books."""
        for found, movement in reading.entries_of_round(self._connection, played):
            is_own = found.chain == link.chain
            if found.position < link.position if is_own else found.chain == ACCOUNTS:
                yield movement

    def _compare(self, link: Link, looked: Looked) -> None:
        """Want an entry to move exactly what its events do."""
        if looked.expected is None:
            return
        wanted = collected(looked.ledger, looked.expected)
        if wanted.entries != looked.record.entries:
            first = first_difference(wanted, looked.record.entries)
            self._found(link, f"does not move what its events do: {first}")

    # --- at the cage ----------------------------------------------------------------------------

    def _at_cage(self, link: Link, record: CageRecord) -> None:
        if record.brought:
            self.findings += self._closing.brought(link, record, self._balances.accounts)
        else:
            self.findings += self._closing.ended(link)
        if record.cause:
            self._found(link, "names a cause, as only older books do")
        self._judge_counter(link, record)
        self._enter(link, record, self._balances.ledger)

    def _judge_counter(self, link: Link, record: CageRecord) -> None:
        if _is_of_a_table(self._balances.ledger, record):
            self._found(link, "moves stakes or winnings, and is no entry of a table")
        for wrong in EntryAuthority(record.who, record.role).wrong_at_counter(record):
            self._found(link, wrong)

    # --- in older books -------------------------------------------------------------------------

    def _in_older_books(self, link: Link, record: CageRecord) -> None:
        ledger, known = self._balances.ledger, self._known(link)
        self._closing.has_older = True
        if not record.cause:
            self._judge_counter(link, record)
        elif known is not None:
            ledger = self._older.judge(link, record, known, ledger)
        self._enter(link, record, ledger)

    # --- entering -------------------------------------------------------------------------------

    def _enter(self, link: Link, record: TableRecord | CageRecord, ledger: Ledger) -> None:
        """Apply a batch; one that is refused is written all the same, to see what follows."""
        if self.stopped:
            return
        self.batches += bool(record.entries)
        batch = Batch(record.entries)
        try:
            results = apply(ledger, batch)[1]
            if not is_written(results) and record.entries:
                self._found(link, f"the ledger refuses this batch: {deciding(results).value}")
            folded = fold_money(self._balances, record)
            self._follow(link, record, folded)
        except UNFOLDABLE:
            self._found(link, "the batch cannot be written; nothing after it was added up")
            self.stop(f"{link.chain}, entry {link.position} cannot be written")

    def _follow(self, link: Link, record: TableRecord | CageRecord, folded: Folded) -> None:
        balances, ledger, batch = folded
        meters = metered(self._meters, ledger, batch.entries)
        if link.chain != ACCOUNTS:
            self._judge_numbers(link, record, ledger)
        for what in _unsound(self._balances.ledger, ledger, batch):
            self._found(link, what)
        self._index.see(link, ledger, batch)
        self._balances, self._meters = balances, meters

    def _judge_numbers(self, link: Link, record: TableRecord | CageRecord, ledger: Ledger) -> None:
        """Want every movement to be the next one in the life of both its accounts."""
        wanted = numbered(self._balances.accounts, ledger, Batch(record.entries))
        if len(record.numbers) != len(wanted):
            self._found(link, f"{len(record.numbers)} of {len(wanted)} movements are numbered")
            return
        for entry, have, want in zip(record.entries, record.numbers, wanted, strict=True):
            names = _names(ledger, entry)
            for name, number, following in zip(names, have, want, strict=True):
                self._judge_number(link, name, number, following)

    def _judge_number(self, link: Link, name: str, number: int, following: int) -> None:
        """After a number that is wrong, go on from it: one movement left out is one finding."""
        off = number - following
        if off != self._off.get(name, 0):
            expected = following + self._off.get(name, 0)
            what = f"is movement {number} of account {name}, and {expected} comes next"
            self._found(link, what)
            self._off[name] = off

    # --- the end --------------------------------------------------------------------------------

    def finish(self) -> None:
        """Want the invariants to hold at the end, and the rows to be what the journal says."""
        if not self.stopped:
            ledger = self._balances.ledger
            self.findings += self._closing.left_out()
            self.findings += [
                Finding("the ledger as a whole", f"{name.replace('_', ' ')}: this does not hold")
                for name in self._broken(ledger)
            ]
            self.findings += audit_rows(self._connection, ledger.accounts, self._meters)
            self._index.finish()
        self.findings += [*self._older.findings, *self._index.findings]

    def _broken(self, ledger: Ledger) -> list[str]:
        try:
            names = [each.__name__ for each in _INVARIANTS if not each(ledger)]
            return [*names, *(f"meters of {each}" for each in unmatched(ledger, self._meters))]
        except UNFOLDABLE as error:
            return [f"every account that another names is there ({error})"]


def _is_of_a_table(ledger: Ledger, record: CageRecord) -> bool:
    for entry in record.entries:
        if isinstance(entry, OpenAccount):
            continue
        moved = entry if isinstance(entry, Transfer) else ledger.entries.get(entry.pending)
        if isinstance(moved, Transfer) and moved.purpose in _OF_TABLES:
            return True
    return False


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
        yield from _names(ledger, entry)


def _names(ledger: Ledger, entry: Entry) -> tuple[str, str]:
    """Name the account debited and the one credited; one that is opened is both."""
    if isinstance(entry, OpenAccount):
        return entry.id, entry.id
    moved = entry if isinstance(entry, Transfer) else ledger.transfer(entry.pending)
    return moved.debit, moved.credit


def _sides(accounts: Iterable[Account]) -> tuple[int, int]:
    """Add up how far the two sides lie apart, posted and pending."""
    posted = pending = 0
    for each in accounts:
        posted += each.debits_posted - each.credits_posted
        pending += each.debits_pending - each.credits_pending
    return posted, pending
