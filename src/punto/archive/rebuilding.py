"""Making a database again from its journal: all that is folded is folded anew, and compared."""

from typing import Final

from immutables import Map
from msgspec.structs import replace
from sqlalchemy import Connection

from punto.errors import Unverified
from punto.house.chain import ACCOUNTS, CHECKPOINTS, RETENTION, Link, table_of
from punto.house.folding import fold_batch, fold_link
from punto.house.forward import NOTHING_DROPPED, Forward, forward_of
from punto.house.house import House
from punto.house.metering import unmatched
from punto.house.snapshot import house_of
from punto.ledger import Ledger, Meters, metered
from punto.ledger.invariant import balances_sum_to_zero, debits_equal_credits, guards_hold
from punto.store import schema
from punto.store.bulk import Row, insert_all
from punto.store.snapshots import FORWARD
from punto.store.storing import account_row, entry_rows, meter_rows
from punto.table.carried import agrees

_AT_ONCE: Final = 2_000
_CHECKS: Final = (debits_equal_credits, balances_sum_to_zero, guards_hold)


class Rebuilding:
    """Takes the snapshots first, then every entry, the retention chain before the others."""

    def __init__(self, connection: Connection, snapshots: dict[int, bytes]) -> None:
        self._connection = connection
        self._snapshots = snapshots
        self._newest = House()
        if newest := [number for number in snapshots if number != FORWARD]:
            self._newest = house_of(snapshots[max(newest)])
        self._last_retention: Link | None = None
        self._start: Forward | None = None
        self._house = House()
        self._meters: Meters = Map()
        self._links: list[Row] = []
        self._entries: list[Row] = []

    def add(self, link: Link) -> None:
        """Store the next entry, fold it, and compare where the snapshot was made."""
        self._links.append(link._asdict())
        if link.chain == RETENTION:
            self._last_retention = link
        elif link.chain != CHECKPOINTS:
            self._fold(link)
        self._house = replace(self._house, heads=self._house.heads.set(link.chain, link.head))
        self._compare(link)
        if len(self._links) >= _AT_ONCE:
            self._flush()

    def _fold(self, link: Link) -> None:
        start = self._begun()
        if link.position <= start.house.head(link.chain).position:
            return
        if link.body is None:
            raise Unverified(
                f"{link.chain}, entry {link.position}: dropped, and not brought forward"
            )
        if link.chain != ACCOUNTS:
            self._house = fold_link(self._house, link)
            return
        self._house, ledger, batch = fold_batch(self._house, link.body)
        self._meters = metered(self._meters, ledger, batch.entries)
        self._entries += entry_rows(link.position, ledger, batch)

    def _begun(self) -> Forward:
        """Begin at what was brought forward, once the last retention entry is known."""
        if self._start is None:
            self._start = NOTHING_DROPPED
            if self._last_retention is not None:
                state = self._snapshots.get(FORWARD, b"")
                self._start = forward_of(self._last_retention, state)
            begun = self._start.house
            self._house = replace(begun, heads=self._house.heads)
            self._meters = self._start.meters
        return self._start

    def _compare(self, link: Link) -> None:
        """Refuse a journal that does not lead to the snapshot that came with it."""
        wanted = self._newest.heads.get(link.chain)
        if wanted is None or wanted.position != link.position:
            return
        if wanted != link.head or not self._is_like_newest(link.chain):
            raise Unverified(f"{link.chain}, entry {link.position}: not what the snapshot says")

    def _is_like_newest(self, chain: str) -> bool:
        house, newest = self._house, self._newest
        if chain in {CHECKPOINTS, RETENTION}:
            return True
        if chain == ACCOUNTS:
            return (house.accounts, house.kept) == (newest.accounts, newest.kept)
        table = table_of(chain)
        return agrees(house.floors[table], newest.floors[table])

    def _flush(self) -> None:
        insert_all(self._connection, schema.journal, self._links)
        insert_all(self._connection, schema.entries, self._entries)
        self._links, self._entries = [], []

    # --- the end --------------------------------------------------------------------------------

    def finish(self) -> None:
        """Store what all entries add up to, if it adds up."""
        self._flush()
        self._require_sound()
        house, connection = self._house, self._connection
        heads = [{"chain": chain, **head._asdict()} for chain, head in house.heads.items()]
        insert_all(connection, schema.heads, heads)
        insert_all(connection, schema.accounts, [*map(account_row, house.accounts.values())])
        insert_all(connection, schema.meters, meter_rows(self._meters))

    def _require_sound(self) -> None:
        for chain, head in self._newest.heads.items():
            if self._house.head(chain).position < head.position:
                raise Unverified(f"{chain}: the snapshot is of entry {head.position}, further on")
        ledger = Ledger(accounts=self._house.accounts)
        for check in _CHECKS:
            if not check(ledger):
                raise Unverified(f"the accounts do not add up: {check.__name__}")
        for name in unmatched(ledger, self._meters):
            raise Unverified(f"the meters of {name} do not add up with the accounts")
