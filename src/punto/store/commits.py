"""The end of every group: the commit that lists it, and a checkpoint when one is due."""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Final

from punto.house.chain import CHECKPOINTS, COMMITS, EMPTY, Link, linked
from punto.house.house import Change, House, Written, extended
from punto.house.record import CommitRecord, encode, encode_plain
from punto.store.checkpoint import checkpoint_of, checkpoint_record
from punto.store.key import HouseKey

CHECKPOINT_EVERY: Final = 5_000
_CHAIN: Final = attrgetter("chain")


class Commits:
    """Lists what is stored together, and signs it from time to time."""

    def __init__(self, key: HouseKey) -> None:
        self._key = key
        self._since_checkpoint = 0

    def want_checkpoint(self) -> None:
        """Let the next one that is added be signed, whatever is in it."""
        self._since_checkpoint = CHECKPOINT_EVERY

    def add(self, house: House, changes: list[Change], now_ms: int) -> None:
        """Add the commit of changes to them; without any, of the house as it is."""
        links = [each.link for change in changes for each in change.written]
        house = changes[-1].house if changes else house
        if links:
            commit = committed(house, map(_CHAIN, links), links, now_ms)
            house = extended(house, commit)
            changes.append(Change(house, (Written(commit),)))
        self._since_checkpoint += len(links)
        if self._since_checkpoint >= CHECKPOINT_EVERY:
            record = checkpoint_record(checkpoint_of(house.heads, now_ms, self._key))
            link = linked(house.head(CHECKPOINTS), CHECKPOINTS, now_ms, None, encode(record))
            changes.append(Change(extended(house, link), (Written(link),)))
            self._since_checkpoint = 0


def committed(house: House, chains: Iterable[str], stored: Iterable[Link], now_ms: int) -> Link:
    """Make the commit of entries that are stored together, in the order in which they were made."""
    places: dict[str, int] = {}
    heads: list[tuple[str, int, str]] = []
    for chain in chains:
        if chain not in places:
            places[chain] = len(places)
            head = house.heads.get(chain, EMPTY)
            heads.append((chain, head.position, head.hash.hex()))
    record = CommitRecord(heads=tuple(heads), order=_runs(places, stored))
    return linked(house.heads.get(COMMITS, EMPTY), COMMITS, now_ms, None, encode_plain(record))


def _runs(places: Mapping[str, int], stored: Iterable[Link]) -> tuple[tuple[int, int], ...]:
    """Count how many entries of one chain come after each other, and then of which."""
    runs: list[tuple[int, int]] = []
    for link in stored:
        place = places[link.chain]
        if runs and runs[-1][0] == place:
            runs[-1] = place, runs[-1][1] + 1
        else:
            runs.append((place, 1))
    return tuple(runs)
