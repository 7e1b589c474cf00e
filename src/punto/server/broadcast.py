"""One table shown to all who watch it: entries of the journal come in, frames go out."""

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace

from punto.house.chain import Link
from punto.protocol import Seen, View, encode, roads_of
from punto.protocol.event import CardsReconstructed, Ruled
from punto.protocol.tell import Happened, Snapshot, Waiting, YourSeat
from punto.protocol.view import hiding, snapshot_hiding
from punto.roads import Board
from punto.server.curtain import Curtain
from punto.table import Table
from punto.table.floor import Floor
from punto.table.record import Recorded
from punto.table.shoe import ROUND_CARDS

FRAMES_KEPT: Final = 512
"""How far back a client may resume without a snapshot."""


class Watcher(Protocol):
    """A connection that follows tables."""

    squeezing: set[str]

    @property
    def account(self) -> str:
        """Whose screen it is."""

    @property
    def sees_all(self) -> bool:
        """Whether it is shown every card that is dealt."""

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
        self,
        name: str,
        floor: Floor,
        version: int,
        since_ms: int,
        owner: str = "",
        squeeze_ms: int = 0,
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
        self.is_own = bool(owner)
        self.waiting: Waiting | None = None
        """Why play waits for a supervisor, while it does."""
        self.watchers: set[Watcher] = set()
        self.curtain = Curtain(squeeze_ms)
        self._frames: deque[tuple[int, bytes]] = deque(maxlen=FRAMES_KEPT)

    def publish(self, entries: Iterable[Entry]) -> None:
        """Show entries to all who watch, as one frame."""
        after, before = self.version, self.view.floor.table
        shown: list[Seen] = []
        for link, events, floor in entries:
            shown += self.view.seen(events, floor)
            self.version, self.since_ms = link.position, link.at_ms
        happened = Happened(
            table=self.name,
            after=after,
            version=self.version,
            at_ms=self.since_ms,
            events=shown,
            closes_at_ms=self.view.floor.table.closes_at_ms,
        )
        for event in shown:
            if isinstance(event, _OPENING) and _opens(event, self.view.floor.table.rounds):
                self.curtain.open(frozenset(range(ROUND_CARDS)))
        self._tell_closed(before, self.since_ms)
        frame = encode(happened)
        self._frames.append((after, frame))
        if self.curtain.is_closed:
            self._send_hiding(happened, frame)
            return
        for watcher in self.watchers:
            watcher.send(frame)

    def _send_hiding(self, happened: Happened, whole: bytes) -> None:
        """Send to each what he may see: not the faces that somebody else squeezes."""
        for hidden, watchers in self._by_what_is_hidden().items():
            frame = encode(_hiding(happened, hidden)) if hidden else whole
            for watcher in watchers:
                watcher.send(frame)

    # --- hands that somebody squeezes -----------------------------------------------------------

    def open_due(self, now_ms: int) -> None:
        """Open the cards whose time is over, or whose squeezer is gone."""
        self.curtain.open_due(now_ms)
        self._tell_closed(self.view.floor.table, now_ms)

    def open_card(self, account: str, place: int) -> bool:
        """Open a card for all to see; False where it is not closed, or not his to open."""
        if not self.curtain.may_open(account, place):
            return False
        self.curtain.open(frozenset({place}))
        self._tell_closed(self.view.floor.table, self.since_ms)
        return True

    def _tell_closed(self, before: Table, at_ms: int) -> None:
        """Tell everyone what is closed now, before anything follows; `before` has what was."""
        table, was_closed = self.view.floor.table, self.curtain.is_closed
        opened = self.curtain.follow(table, at_ms, self._wants)
        if opened or self.curtain.is_closed or was_closed:
            frame = encode(self.curtain.message(self.name, before, opened))
            for watcher in self.watchers:
                watcher.send(frame)

    def _wants(self, account: str) -> bool:
        return any(w.account == account and self.id in w.squeezing for w in self.watchers)

    def _hidden_from(self, watcher: Watcher) -> frozenset[int]:
        return frozenset() if watcher.sees_all else self.curtain.hidden_from(watcher.account)

    def _by_what_is_hidden(self) -> dict[frozenset[int], list[Watcher]]:
        """Sort those who watch, so that what is the same for many is written once."""
        sorted_by: dict[frozenset[int], list[Watcher]] = {}
        for watcher in self.watchers:
            sorted_by.setdefault(self._hidden_from(watcher), []).append(watcher)
        return sorted_by

    def frames_since(
        self, version: int | None, request: str | None, watcher: Watcher
    ) -> list[bytes]:
        """Give what happened since a version, or a snapshot where that is not known here.

        `request` is the id of whoever asks, for the snapshot: what happened is the same for all.
        Where cards are squeezed, whoever was away may have missed that they were opened.
        """
        if self.curtain.is_used:
            closed = self.curtain.message(self.name, self.view.floor.table, frozenset())
            return [self._snapshot_frame(request, watcher), encode(closed)]
        if version == self.version:
            return []
        frames = list(self._frames)
        places = [place for place, (after, _) in enumerate(frames) if after == version]
        if version is None or not places or self.is_own:
            return [self._snapshot_frame(request, watcher)]
        return [frame for _, frame in frames[places[0] :]]

    def _snapshot_frame(self, request: str | None, watcher: Watcher) -> bytes:
        snapshot, hidden = self.snapshot(), self._hidden_from(watcher)
        coup = self.view.floor.table.coup
        if hidden and coup is not None:
            snapshot = snapshot_hiding(snapshot, coup, hidden)
        return encode(replace(snapshot, id=request))

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


def _hiding(happened: Happened, hidden: frozenset[int]) -> Happened:
    shown = (hiding(event, hidden) for event in happened.events)
    return replace(happened, events=[event for event in shown if event is not None])


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
        won={},
        on_wager={},
        bettors=0,
        roads=roads_of(Board()),
    )


_OPENING: Final = (Ruled, CardsReconstructed)


def _opens(event: Ruled | CardsReconstructed, round_: int) -> bool:
    """Whether cards lie open from now on: what is looked into, or put in order, does."""
    return isinstance(event, CardsReconstructed) or event.round == round_
