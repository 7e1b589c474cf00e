"""What was stored in a span of time: found by the commits, so that a long past costs nothing."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection

from punto.house.chain import COMMITS, Link
from punto.house.record import CommitRecord, decode_commit
from punto.store import reading

_LAST: Final = 2**62


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


def commit_since(connection: Connection, at_ms: int) -> int:
    """Find the last commit before a moment, by halving; 0 where there is none."""
    head = reading.heads(connection, [COMMITS]).get(COMMITS)
    low, high = 0, head.position if head is not None else 0
    while low < high:
        middle = (low + high + 1) // 2
        link = reading.link_at(connection, COMMITS, middle)
        if link is not None and link.at_ms < at_ms:
            low = middle
        else:
            high = middle - 1
    return low


def span(connection: Connection, after: int, until_ms: int = _LAST, most: int = _LAST) -> Span:
    """Add up what commits list, from one of them on until a moment, or so many of them."""
    chains: dict[str, list[Run]] = {}
    through = after
    for link in reading.links(connection, COMMITS, after, min(after + most, _LAST)):
        if link.at_ms >= until_ms or link.body is None:
            break
        through = link.position
        for chain, first, last in _listed(decode_commit(link.body)):
            chains.setdefault(chain, []).append(Run(first, last, link.position))
    return Span(chains, through)


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
