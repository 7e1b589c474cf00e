"""What was stored in a span of time: found by the commits, so that a long past costs nothing."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection

from punto.errors import Unverified
from punto.house.chain import COMMITS, Link
from punto.house.record import CommitRecord, decode_commit
from punto.store import reading

_LAST: Final = 2**62

_PATIENCE: Final = 1_000
"""A day is over where so many commits one after the other are stamped later."""


class Run(NamedTuple):
    """Entries of one chain that a commit lists: those after one and through another."""

    after: int
    through: int
    commit: int


class Span(NamedTuple):
    """What some commits list, by its chain."""

    chains: Mapping[str, list[Run]]
    through: int
    """The last commit of them."""

    def after(self, chain: str) -> int:
        """Name the last entry of a chain before the span."""
        return self.chains[chain][0].after

    def commit_of(self, link: Link) -> int:
        """Tell the commit that lists an entry: entries of two chains have no other order."""
        runs = self.chains[link.chain]
        return runs[bisect_left(runs, link.position, key=lambda run: run.through)].commit


def last_commit(connection: Connection) -> Link | None:
    """Read the last entry of the chain of commits, which binds all others."""
    head = reading.heads(connection, [COMMITS]).get(COMMITS)
    return reading.link_at(connection, COMMITS, head.position) if head is not None else None


def commits_of_day(
    connection: Connection, after: int, begins_ms: int, ends_ms: int
) -> tuple[int, int]:
    """Tell the commit before the first of a day, looked for after one, and the last of the day.

    A clock that ran ahead is put right, so the earliest stamp that follows is the better one: what
    is stamped later than the day counts for it all the same if more of the day comes after.
    """
    first, last, late = after, after, 0
    newest = last_commit(connection)
    patience = _PATIENCE if newest is not None and newest.at_ms >= ends_ms else _LAST
    for link in reading.links(connection, COMMITS, after):
        if link.at_ms >= ends_ms:
            late += 1
            if late >= patience:
                break
        else:
            last, late = link.position, 0
            first = first if link.at_ms >= begins_ms else last
    return first, last


def span(connection: Connection, after: int, through: int) -> Span:
    """Add up what commits list, those after one and through another."""
    chains: dict[str, list[Run]] = {}
    for link in reading.links(connection, COMMITS, after, through):
        if link.body is None:
            continue
        for chain, first, last in _listed(_commit(link)):
            chains.setdefault(chain, []).append(Run(first, last, link.position))
    return Span(chains, through)


def _commit(link: Link) -> CommitRecord:
    try:
        return decode_commit(link.body or b"")
    except msgspec.MsgspecError as error:
        raise Unverified(f"{link.chain}, entry {link.position}: no commit: {error}") from None


def _listed(commit: CommitRecord) -> Iterator[tuple[str, int, int]]:
    """Name each chain with the entry before the first that a commit lists, and with the last."""
    counts = [0] * len(commit.heads)
    for place, count in commit.order:
        counts[place] += count
    for (chain, position, _), count in zip(commit.heads, counts, strict=True):
        yield chain, position - max(count, 1), position


def entries_in(connection: Connection, found: Span, chain: str) -> Iterator[Link]:
    """Read what a span has of one chain; entries whose bodies were dropped are left out."""
    through = found.chains[chain][-1].through
    for link in reading.links(connection, chain, found.after(chain), through):
        if link.body is not None:
            yield link
