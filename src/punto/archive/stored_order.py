"""The entries of a backup in the order in which they were stored: who reads them checks each.

A commit comes after all that it lists, a checkpoint after the commit that it signs. So whoever
changes an entry must write every commit after it anew, and cannot write the checkpoints.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec
from sqlalchemy import Connection

from punto.house.chain import CHECKPOINTS, COMMITS, EMPTY, Head, Link, break_at
from punto.house.record import CheckpointRecord, decode_checkpoint, decode_commit
from punto.store import reading
from punto.store.succession import Succession


def entries_in_order(connection: Connection) -> Iterator[Link]:
    """Read the whole journal; what no commit lists comes last."""
    checkpoints = _checkpoints(connection)
    reached: dict[str, int] = {}
    yield from _noted(checkpoints.pop(0, ()), reached)
    for link in _noted(reading.in_order(connection, {}), reached):
        yield link
        if link.chain == COMMITS:
            yield from _noted(checkpoints.pop(link.position, ()), reached)
    for chain in reading.chains(connection):
        yield from reading.links(connection, chain, reached.get(chain, 0))


def _noted(links: Iterable[Link], reached: dict[str, int]) -> Iterator[Link]:
    for link in links:
        reached[link.chain] = link.position
        yield link


def _checkpoints(connection: Connection) -> dict[int, list[Link]]:
    """Read the checkpoints by the commit that they sign; those of older books sign none."""
    by_commit: defaultdict[int, list[Link]] = defaultdict(list)
    for link in reading.links(connection, CHECKPOINTS):
        by_commit[_commit_of(link)].append(link)
    return by_commit


def _commit_of(link: Link) -> int:
    try:
        return _signed(decode_checkpoint(link.body or b"")).position
    except (msgspec.MsgspecError, ValueError):
        return 0  # whoever reads the file through finds it, and names its line


def _signed(record: CheckpointRecord) -> Head:
    position, mark = record.heads.get(COMMITS, (0, EMPTY.hash.hex()))
    return Head(position, bytes.fromhex(mark))


class StoredOrder:
    """Follows the entries, and says what is wrong with one."""

    def __init__(self, first: str) -> None:
        self.heads: dict[str, Head] = {}
        self._succession = Succession(first)

    @property
    def house(self) -> str:
        """The public key that signs after all that was read."""
        return self._succession.house

    def fault_of(self, link: Link) -> str | None:
        """Tell what is wrong with the next entry, if something is."""
        broken = break_at(link, self.heads.get(link.chain, EMPTY))
        if broken is not None:
            return str(broken)
        self.heads[link.chain] = link.head
        found = self._unbound(link)
        return f"{link.chain}, entry {link.position}: {found}" if found else None

    def _unbound(self, link: Link) -> str | None:
        if link.chain not in {COMMITS, CHECKPOINTS}:
            return None
        try:
            return self._uncommitted(link) if link.chain == COMMITS else self._unsigned(link)
        except (msgspec.MsgspecError, ValueError) as error:
            return f"it cannot be read: {error}"

    def _uncommitted(self, link: Link) -> str | None:
        for chain, position, mark in decode_commit(link.body or b"").heads:
            if self.heads.get(chain, EMPTY) != Head(position, bytes.fromhex(mark)):
                return f"it lists another entry {position} of {chain}"
        return None

    def _unsigned(self, link: Link) -> str | None:
        record = decode_checkpoint(link.body or b"")
        fault = self._succession.fault_of(link, record)
        if fault is not None:
            return fault
        if COMMITS in record.heads and _signed(record) != self.heads.get(COMMITS, EMPTY):
            return "it signs another commit"
        return None
