"""Dropping the bodies of old entries: never inside the period, never what is still needed.

The hashes stay, so the chains hold. All accounts are brought forward at one commit. A chain that
cannot be cut there keeps its bodies, and what it has moved before counts as brought forward. That
it was done, by whom and how far, is itself an entry of the journal.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from immutables import Map

from punto.house.chain import (
    ACCOUNTS,
    CAGE,
    COMMITS,
    RETENTION,
    Head,
    Link,
    is_of_table,
    table_chain,
    table_of,
)
from punto.house.code import Code
from punto.house.context import Context, Past
from punto.house.folding import Balances, fold_house_table, fold_money, money_record
from punto.house.forward import BroughtForward, RetentionRecord, meter_lines, state_of
from punto.house.house import Change, Forgotten, House, Written, chained, extended
from punto.house.record import encode
from punto.house.request import DropOld, Request
from punto.ledger import Meters, Transfer, metered
from punto.refusal import Refusal
from punto.table.house_table import HouseTable

PERIOD_DAYS: Final = 366
"""The fewest days that bodies are kept: a year for disputes, and a day more."""

MOST_AT_ONCE: Final = 50_000
"""About as many entries are dropped by one request; play waits as long as that takes."""

_DAY_MS: Final = 86_400_000
_OF_MONEY: Final = (CAGE, ACCOUNTS)
"""The chains that say nothing of a table; the second one is of older books."""


def drop_old(house: House, request: Request, what: DropOld, context: Context) -> Change | Refusal:
    """Drop what is older than so many days, as far as nothing needs it."""
    if what.days < PERIOD_DAYS:
        return Refusal(Code.PERIOD_TOO_SHORT, f"entries are kept for {PERIOD_DAYS} days or more")
    start = context.past.forward()
    if start.position != house.head(RETENTION).position:
        return Refusal(Code.DROPPING_ALREADY, "old entries are being dropped just now")
    before_ms = context.now_ms - what.days * _DAY_MS
    end = _Carrying(start, before_ms, context.past).to_last_commit()
    cuts = tuple(_cuts(start, end))
    if not cuts:
        return Refusal(Code.NOTHING_OLD, f"nothing older than {what.days} days can be dropped")
    return _change(house, request, context.now_ms, before_ms, end, cuts)


def _cuts(start: BroughtForward, end: BroughtForward) -> Iterator[tuple[str, int, int]]:
    for chain, head in sorted(end.cuts.items()):
        if start.cut(chain) < head.position:
            yield chain, start.cut(chain), head.position


def _change(
    house: House,
    request: Request,
    now_ms: int,
    before_ms: int,
    end: BroughtForward,
    cuts: tuple[tuple[str, int, int], ...],
) -> Change:
    state, meters = state_of(end), meter_lines(end.meters)
    through = {chain: head.position for chain, head in sorted(end.cuts.items())}
    actor, digest = request.actor, sha256(state).hexdigest()
    record = RetentionRecord(
        actor.id, before_ms, through, digest, meters, request.digest, actor.role.value
    )
    link = chained(house, RETENTION, request, now_ms, encode(record))
    tables = [table_of(chain) for chain, _, _ in cuts if is_of_table(chain)]
    house_tables = tuple((end.tables[table], end.cuts[table_chain(table)]) for table in tables)
    forgotten = Forgotten(cuts, state, house_tables)
    return Change(extended(house, link), (Written(link),), forgotten=forgotten)


class _State(NamedTuple):
    """What has been folded so far. It is a value, so that a commit can be gone back to."""

    balances: Balances
    meters: Meters
    tables: Map[str, HouseTable]
    reached: Map[str, Head]
    cuts: Map[str, Head]
    cut_tables: Map[str, HouseTable]
    held: Map[str, Link]
    """By what waits, the entry that holds it."""


class _Carrying:
    """Folds old entries, commit by commit, into the state that is brought forward."""

    def __init__(self, start: BroughtForward, before_ms: int, past: Past) -> None:
        self._past = past
        self._before_ms = before_ms
        self._start = start
        self._left = MOST_AT_ONCE
        self._now = _State(
            start.balances,
            start.meters,
            Map({table: self._caught_up(table, start) for table in _tables(start)}),
            start.reached,
            start.cuts,
            start.tables,
            Map(self._held(start)),
        )

    def _held(self, start: BroughtForward) -> Iterator[tuple[str, Link]]:
        """Find the entries that hold what waited when the accounts were brought forward."""
        for chain in _OF_MONEY:
            for link in self._past.links(chain, start.cut(chain), start.moved_through(chain)):
                yield from _holding(link)

    def _caught_up(self, table: str, start: BroughtForward) -> HouseTable:
        """Fold a table on from where its bodies begin to where its money is brought forward."""
        house_table, chain = start.tables.get(table), table_chain(table)
        for link in self._past.links(chain, start.cut(chain), start.moved_through(chain)):
            house_table = fold_house_table(house_table, link)
        assert house_table is not None, "a table that has moved money has entries"
        return house_table

    def to_last_commit(self) -> BroughtForward:
        """Go on to the last commit that is old enough, or to where it is enough for one time."""
        at_commit = self._now
        reached = {chain: head.position for chain, head in self._start.reached.items()}
        for link in self._past.in_order(reached):
            if link.at_ms >= self._before_ms:
                break
            if link.chain != COMMITS:
                self._fold(link)
                continue
            self._now = self._now._replace(reached=self._now.reached.set(COMMITS, link.head))
            at_commit = self._now
            if self._left <= 0 and self._is_enough():
                break
        return self._forward(at_commit)

    def _is_enough(self) -> bool:
        """Whether something can be dropped by now; otherwise as much is looked at again."""
        self._left = MOST_AT_ONCE
        return any(_cuts(self._start, self._forward(self._now)))

    def _forward(self, state: _State) -> BroughtForward:
        return BroughtForward(
            self._start.position,
            state.balances,
            state.meters,
            state.cuts.update(self._money_cuts(state)),
            state.reached,
            state.cut_tables,
        )

    def _money_cuts(self, state: _State) -> Iterator[tuple[str, Head]]:
        """Cut the chains of money alone before the first entry that still holds something."""
        holding = [state.held[key] for key in state.balances.waiting if key in state.held]
        for chain in _OF_MONEY:
            first = min((link.position for link in holding if link.chain == chain), default=None)
            if first is None and chain in state.reached:
                yield chain, state.reached[chain]
            elif first is not None and first > 1:
                (last,) = self._past.links(chain, first - 2, first - 1)
                yield chain, last.head

    def _fold(self, link: Link) -> None:
        self._left -= 1
        now = self._now._replace(reached=self._now.reached.set(link.chain, link.head))
        record = money_record(link)
        if record is not None:
            balances, ledger, batch = fold_money(now.balances, record)
            meters = metered(now.meters, ledger, batch.entries)
            now = now._replace(balances=balances, meters=meters)
        if link.chain in _OF_MONEY:
            now = now._replace(held=now.held.update(_holding(link)))
        if is_of_table(link.chain):
            now = _with_house_table(now, table_of(link.chain), link)
        self._now = now


def _holding(link: Link) -> Iterator[tuple[str, Link]]:
    record = money_record(link)
    for entry in record.entries if record is not None else ():
        if isinstance(entry, Transfer) and entry.is_pending:
            yield entry.id, link


def _tables(start: BroughtForward) -> Iterator[str]:
    return (table_of(chain) for chain in start.reached if is_of_table(chain))


def _with_house_table(now: _State, table: str, link: Link) -> _State:
    """Fold a table, and note whether it may be cut here: between two shoes, and two rounds."""
    house_table = fold_house_table(now.tables.get(table), link)
    now = now._replace(tables=now.tables.set(table, house_table))
    if house_table.unrevealed is not None or house_table.table.in_play:
        return now
    return now._replace(
        cuts=now.cuts.set(link.chain, link.head), cut_tables=now.cut_tables.set(table, house_table)
    )
