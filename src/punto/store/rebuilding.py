"""Folding accounts, meters and the index of entries anew, from the journal alone.

That is how a backup becomes a database again, and how books of an older layout come to ours.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import msgspec
from immutables import Map
from sqlalchemy import Connection, delete, insert

from punto.errors import Unverified
from punto.house.chain import CHAINS, CHECKPOINTS, RETENTION, Link, is_of_table, table_of
from punto.house.folding import Balances, fold_house_table, fold_money, money_record
from punto.house.metering import unmatched
from punto.house.record import TableRecord
from punto.ledger import Batch, Ledger, Meters, Movement, OpenAccount, metered
from punto.ledger.invariant import balances_sum_to_zero, debits_equal_credits, guards_hold
from punto.store import reading, schema
from punto.store.bulk import Row, insert_all
from punto.store.forward import brought_forward
from punto.store.group import longest_opened
from punto.store.key import HouseKey
from punto.store.storing import account_row, entry_rows, meter_rows
from punto.store.terms import keep_longest_odds, longest_odds
from punto.table.event import IrregularityRuled, SupervisorDecided
from punto.table.house_table import HouseTable
from punto.table.irregularity import Decision
from punto.table.record import Recorded, TableOpened

_AT_ONCE: Final = 5_000
_CHECKS: Final = (debits_equal_credits, balances_sum_to_zero, guards_hold)
_WANTED: Final = "rebuild"
_FOLDED: Final = (
    *(schema.accounts, schema.entries, schema.meters),
    *(schema.snapshots, schema.undecided),
)
_NOT_FOLDED: Final = (CHECKPOINTS, RETENTION)
"""Chains that need not be listed: nothing is folded from them."""


def rebuild(connection: Connection, key: HouseKey | None) -> Balances:
    """Fold all that is folded from the journal anew. Without the key it is to be done again."""
    for table in _FOLDED:
        connection.execute(delete(table))
    rebuilding = _Rebuilding(connection)
    rebuilding.go_through()
    rebuilding.finish(key)
    connection.execute(delete(schema.house).where(schema.house.c.name == _WANTED))
    if key is None:
        connection.execute(insert(schema.house), [{"name": _WANTED, "value": "wanted"}])
    return rebuilding.balances


def is_rebuild_wanted(connection: Connection) -> bool:
    """Whether what is stored beside the journal is not ours yet."""
    return reading.house_value(connection, _WANTED) is not None


class Impossible(Unverified):
    """An entry that cannot have been: its hash fits, and no house of ours has written it."""

    def __init__(self, link: Link, why: str) -> None:
        super().__init__(f"{link.chain}, entry {link.position}: {why}")
        self.link = link


@contextmanager
def _possible(link: Link) -> Iterator[None]:
    """Name the entry, whatever it is that cannot be made of it."""
    if link.body is None:
        raise Impossible(link, "dropped, and not brought forward")
    try:
        yield
    except (AssertionError, LookupError, ValueError, msgspec.MsgspecError) as error:
        raise Impossible(link, f"this cannot have happened: {error!r}") from error


def require_tables(connection: Connection) -> None:
    """Fold every table as well, one after the other, and keep none of them."""
    start = brought_forward(connection)
    for chain in filter(is_of_table, reading.heads(connection)):
        house_table = start.tables.get(table_of(chain))
        for link in reading.links(connection, chain, start.cut(chain)):
            with _possible(link):
                house_table = fold_house_table(house_table, link)


class _Rebuilding:
    """Goes through the journal in the order in which it was stored."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._start = brought_forward(connection)
        self.balances = self._start.balances
        self._meters: Meters = self._start.meters
        self._entries: list[Row] = []
        self._odds = max(map(_longest, self._start.tables.values()), default=0)
        house_tables = self._start.tables.values()
        self._undecided = {each.id for each in house_tables if each.table.undecided is not None}

    def go_through(self) -> None:
        """Fold every entry that is not brought forward."""
        self._note_brought()
        reached = {chain: head.position for chain, head in self._start.reached.items()}
        for link in reading.in_order(self._connection, dict(reached)):
            with _possible(link):
                self._fold(link)
            reached[link.chain] = link.position
            if len(self._entries) >= _AT_ONCE:
                self._flush()
        self._flush()
        self._require_end(reached)

    def _note_brought(self) -> None:
        """Note the places of what is brought forward and still there, in chains cut before."""
        for chain in self._start.reached:
            moved: Map[str, Movement] = Map()
            last = self._start.moved_through(chain)
            for link in reading.links(self._connection, chain, self._start.cut(chain), last):
                with _possible(link):
                    record = money_record(link)
                    if isinstance(record, TableRecord):
                        self._see_events(link, record.events)
                    batch = Batch(record.entries if record else ())
                    moves = (e for e in batch.entries if not isinstance(e, OpenAccount))
                    moved = moved.update({each.id: each for each in moves})
                    self._entries += entry_rows(link, Ledger(entries=moved), batch)

    def _require_end(self, reached: Mapping[str, int]) -> None:
        """Want every entry to have been read: what no commit lists would be left out silently."""
        for chain, head in reading.heads(self._connection).items():
            if chain not in _NOT_FOLDED and reached.get(chain, 0) != head.position:
                at = reached.get(chain, 0) + 1
                raise Unverified(f"{chain}, entry {at}: in no commit")

    def _fold(self, link: Link) -> None:
        assert is_of_table(link.chain) or link.chain in CHAINS, "no chain of ours"
        record = money_record(link)
        if record is not None:
            self.balances, ledger, batch = fold_money(self.balances, record)
            if isinstance(record, TableRecord):
                self._see_events(link, record.events)
            self._meters = metered(self._meters, ledger, batch.entries)
            self._entries += entry_rows(link, ledger, batch)

    def _see_events(self, link: Link, events: tuple[Recorded, ...]) -> None:
        table = table_of(link.chain)
        self._odds = max(self._odds, longest_opened(events))
        for event in events:
            match event:
                case IrregularityRuled(decision=Decision.SUPERVISOR):
                    self._undecided.add(table)
                case SupervisorDecided() | TableOpened():
                    self._undecided.discard(table)
                case _:
                    pass

    def _flush(self) -> None:
        insert_all(self._connection, schema.entries, self._entries)
        self._entries = []

    def finish(self, key: HouseKey | None) -> None:
        """Store what all entries add up to, if it adds up."""
        ledger = Ledger(accounts=self.balances.accounts)
        for check in _CHECKS:
            if not check(ledger):
                raise Unverified(f"the accounts do not add up: {check.__name__}")
        for name in unmatched(ledger, self._meters):
            raise Unverified(f"the meters of {name} do not add up with the accounts")
        rows = [account_row(each, key) for each in self.balances.accounts.values()]
        insert_all(self._connection, schema.accounts, rows)
        insert_all(self._connection, schema.meters, meter_rows(self._meters))
        waiting = [(table,) for table in sorted(self._undecided)]
        insert_all(self._connection, schema.undecided, waiting)
        keep_longest_odds(self._connection, max(self._odds, longest_odds(self._connection)))


def _longest(house_table: HouseTable) -> int:
    return max(wager.most for wager in house_table.table.settings.rulebook.wagers)
