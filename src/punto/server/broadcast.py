"""One table shown to all who watch it: entries of the journal come in, frames go out."""

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace

from punto.house.chain import Link
from punto.protocol import View, encode, roads_of
from punto.protocol.tell import Happened, Snapshot, Waiting, YourSeat
from punto.roads import Board
from punto.table.floor import Floor
from punto.table.record import Recorded

FRAMES_KEPT: Final = 512
"""How far back a client may resume without a snapshot."""


class Watcher(Protocol):
    """A connection that follows tables."""

    def send(self, frame: bytes) -> None:
        """Put a frame in its queue."""


class Entry(NamedTuple):
    """An entry of a table that was stored, what it says, and the table as it then was."""

    link: Link
    events: tuple[Recorded, ...]
    floor: Floor


class TableBroadcast:
    """One table and those who watch it."""

    def __init__(
        self, name: str, floor: Floor, version: int, since_ms: int, owner: str = ""
    ) -> None:
        self.id = floor.id
        self.name = name
        """The name that clients know it by."""
        self.view = View(floor)
        self.version = version
        self.since_ms = since_ms
        """The time of the last entry: since when the table is as it is."""
        self.owner = owner
        """The player who has this table for himself; empty where all share it."""
        self.waiting: Waiting | None = None
        """Why play waits for a supervisor, while it does."""
        self.watchers: set[Watcher] = set()
        self._frames: deque[tuple[int, bytes]] = deque(maxlen=FRAMES_KEPT)

    @property
    def is_own(self) -> bool:
        """Whether one player has this table for himself."""
        return bool(self.owner)

    def publish(self, entries: Iterable[Entry]) -> None:
        """Show entries to all who watch, as one frame."""
        after, shown = self.version, []
        for link, events, floor in entries:
            shown += self.view.seen(events, floor)
            self.version, self.since_ms = link.position, link.at_ms
        frame = encode(
            Happened(
                table=self.name,
                after=after,
                version=self.version,
                at_ms=self.since_ms,
                events=shown,
                closes_at_ms=self.view.floor.table.closes_at_ms,
            )
        )
        self._frames.append((after, frame))
        for watcher in self.watchers:
            watcher.send(frame)

    def frames_since(self, version: int | None, request: str | None) -> list[bytes]:
        """Give what happened since a version, or a snapshot where that is not known here.

        `request` is the id of whoever asks, for the snapshot: what happened is the same for all.
        """
        if version == self.version:
            return []
        frames = list(self._frames)
        places = [place for place, (after, _) in enumerate(frames) if after == version]
        if version is None or not places or self.is_own:
            return [encode(replace(self.snapshot(), id=request))]
        return [frame for _, frame in frames[places[0] :]]

    def seat_of(self, account: str) -> YourSeat:
        """Tell somebody where he sits."""
        table = self.view.floor.table
        position, standing = table.position_of(account), account in table.behind
        return YourSeat(table=self.name, position=position, standing=standing)

    def snapshot(self) -> Snapshot:
        """Show the table as it is, under the name that clients know."""
        snapshot = self.view.snapshot(self.version)
        snapshot = replace(snapshot, table=self.name, waiting=self.waiting)
        return _without_hand(snapshot) if self.is_own else snapshot


def _without_hand(snapshot: Snapshot) -> Snapshot:
    """Leave the last hand of somebody's own table out: it was seen, or is in the history only."""
    return replace(
        snapshot,
        phase="ready",
        player_cards=[],
        banker_cards=[],
        player=0,
        banker=0,
        winner=None,
        natural=False,
        on_wager={},
        bettors=0,
        roads=roads_of(Board()),
    )
