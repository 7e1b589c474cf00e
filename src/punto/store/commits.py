"""The end of every group: the commit that lists it, and a checkpoint when one is due."""

from collections.abc import Callable
from typing import Final

from punto.house.chain import CHECKPOINTS, linked
from punto.house.house import Change, House, Written, extended
from punto.house.record import encode
from punto.store.checkpoint import checkpoint_of, checkpoint_record, committed
from punto.store.key import HouseKey

CHECKPOINT_EVERY: Final = 5_000


class Commits:
    """Lists what is stored together, and signs it from time to time."""

    def __init__(self, key: HouseKey, clock: Callable[[], int]) -> None:
        self._key = key
        self._clock = clock
        self._since_checkpoint = 0

    def want_checkpoint(self) -> None:
        """Let the next one that is added be signed, whatever is in it."""
        self._since_checkpoint = CHECKPOINT_EVERY

    def add(self, house: House, changes: list[Change]) -> None:
        """Add the commit of changes to them; without any, of the house as it is."""
        links = [each.link for change in changes for each in change.written]
        house, now_ms = (changes[-1].house if changes else house), self._clock()
        if links:
            commit = committed(house, (link.chain for link in links), links, now_ms)
            house = extended(house, commit)
            changes.append(Change(house, (Written(commit),)))
        self._since_checkpoint += len(links)
        if self._since_checkpoint >= CHECKPOINT_EVERY:
            record = checkpoint_record(checkpoint_of(house.heads, now_ms, self._key))
            link = linked(house.head(CHECKPOINTS), CHECKPOINTS, now_ms, None, encode(record))
            changes.append(Change(extended(house, link), (Written(link),)))
            self._since_checkpoint = 0
