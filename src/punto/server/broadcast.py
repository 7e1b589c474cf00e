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
from punto.server.closed_cards import ClosedCards
from punto.table import Table
from punto.table.house_table import HouseTable
from punto.table.record import Recorded
from punto.table.shoe import ROUND_CARDS

FRAMES_KEPT: Final = 32
"""How far back a client may resume without a snapshot."""


class Watcher(Protocol):
    """A connection that follows tables."""

    squeezing: frozenset[str]

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
    house_table: HouseTable


_Audiences = dict[tuple[frozenset[int], int], list[Watcher]]
"""Those who watch, by which cards are hidden from them and which version they know."""


class TableBroadcast:
    """One table and those who watch it."""

    def __init__(
        self,
        name: str,
        house_table: HouseTable,
        version: int,
        since_ms: int,
        owner: str = "",
        squeeze_ms: int = 0,
        totals_ms: int = 0,
    ) -> None:
        self.id = house_table.id
        self.name = name
        """The name that clients know it by."""
        self.view = View(house_table)
        self.closes_at_ms = house_table.table.closes_at_ms
        """When betting closes by itself, as all but bets may change it."""
        self.version = version
        self.since_ms = since_ms
        """The time of the last entry: since when the table is as it is."""
        self.owner = owner
        """The player who has this table for himself; empty where all share it."""
        self.is_own = bool(owner)
        self.waiting: Waiting | None = None
        """Why play waits for a supervisor, while it does."""
        self.watchers: set[Watcher] = set()
        self.closed_cards = ClosedCards(squeeze_ms)
        self._squeezed_on: dict[str, Watcher] = {}
        """By account, the one screen on which a hand is squeezed; its others are as anybody's."""
        self._frames: deque[tuple[int, bytes]] = deque(maxlen=FRAMES_KEPT)
        self._totals_ms = totals_ms
        self._totals_told_ms = since_ms - totals_ms
        self._told = version
        """The version that all who watch know; while totals are held back, it is behind."""
        self._ahead: dict[Watcher, int] = {}
        """Whoever came meanwhile and knows a later one: it is what he was shown."""

    def publish(self, entries: Iterable[Entry], *, only_bets: bool = False) -> bool:
        """Show entries to all who watch, as one frame; says whether anything is due otherwise now.

        Where many bet, totals would change with every bet: they are told so many times a second,
        and in any case before something else is.
        """
        before = self.view.house_table.table
        was_waiting = self._told != self.version
        shown: list[Seen] = []
        for link, events, house_table in entries:
            shown += self.view.seen(events, house_table)
            self.version, self.since_ms = link.position, link.at_ms
        # Where the clock was set back meanwhile, nobody waits until it is as late again.
        if only_bets and 0 <= self.since_ms - self._totals_told_ms < self._totals_ms:
            return not (was_waiting and self._is_in_time)
        if only_bets:
            self._totals_told_ms = self.since_ms
        else:
            self.closes_at_ms = self.view.house_table.table.closes_at_ms
            self._follow_cards(shown, before)
        self._tell([*shown, *self.view.totals()])
        return not (only_bets and self._is_in_time)

    @property
    def _is_in_time(self) -> bool:
        """Whether betting closes by itself, and not yet: no bet changes what is due until then."""
        return self.closes_at_ms is not None and self.since_ms < self.closes_at_ms

    def _follow_cards(self, shown: Iterable[Seen], before: Table) -> None:
        """Tell what is closed or open now; `before` has the cards as they were."""
        for event in shown:
            if isinstance(event, _OPENING) and _opens(event, self.view.house_table.table.rounds):
                self.closed_cards.open(frozenset(range(ROUND_CARDS)))
        self._tell_closed(before, self.since_ms)

    @property
    def totals_due_ms(self) -> int | None:
        """When totals that were held back are to be told; None where none are."""
        return None if self._told == self.version else self._totals_told_ms + self._totals_ms

    def tell_due(self, now_ms: int) -> None:
        """Tell totals that were held back, if it is time, or the clock was set back meanwhile."""
        is_early = 0 <= now_ms - self._totals_told_ms < self._totals_ms
        if self.totals_due_ms is not None and not is_early:
            self._totals_told_ms = now_ms
            self._tell(self.view.totals())

    def _tell(self, shown: list[Seen]) -> None:
        """Tell all who watch what they do not know yet."""
        happened = Happened(
            table=self.name,
            after=self._told,
            version=self.version,
            at_ms=self.since_ms,
            events=shown,
            closes_at_ms=self.closes_at_ms,
        )
        frame = encode(happened)
        self._frames.append((self._told, frame))
        ahead, self._ahead = self._ahead, {}
        self._told = self.version
        if not ahead and not self.closed_cards.is_closed:
            for watcher in self.watchers:
                watcher.send(frame)
            return
        for (hidden, after), watchers in self._audiences(happened.after, ahead).items():
            if after < self.version:
                told = encode(self._hiding(replace(happened, after=after), hidden))
                for watcher in watchers:
                    watcher.send(told)

    def _hiding(self, happened: Happened, hidden: frozenset[int]) -> Happened:
        coup = self.view.house_table.table.coup
        if not hidden or coup is None:
            return happened
        shown = (hiding(event, coup, hidden) for event in happened.events)
        return replace(happened, events=[event for event in shown if event is not None])

    # --- hands that somebody squeezes -----------------------------------------------------------

    def open_due(self, now_ms: int) -> None:
        """Open the cards whose time is over, or whose squeezer is gone."""
        self.closed_cards.open_due(now_ms)
        self._tell_closed(self.view.house_table.table, now_ms)

    def open_card(self, screen: Watcher, place: int) -> bool:
        """Open a card for all to see; False unless it is closed, and squeezed on this screen."""
        is_squeezed_here = self._squeezed_on.get(screen.account) is screen
        if not is_squeezed_here or not self.closed_cards.may_open(screen.account, place):
            return False
        self.closed_cards.open(frozenset({place}))
        self._tell_closed(self.view.house_table.table, self.since_ms)
        return True

    def _tell_closed(self, before: Table, at_ms: int) -> None:
        """Tell everyone what is closed now, before anything follows; `before` has what was."""
        table, was_closed = self.view.house_table.table, self.closed_cards.is_closed
        opened = self.closed_cards.follow(table, at_ms, self._wants)
        if opened or self.closed_cards.is_closed or was_closed:
            frame = encode(self.closed_cards.message(self.name, before, opened))
            for watcher in self.watchers:
                watcher.send(frame)
        if not self.closed_cards.is_closed:
            self._squeezed_on.clear()

    def _wants(self, account: str) -> bool:
        """Whether somebody squeezes: on the screen where that began, or on any where it begins."""
        screen = self._squeezed_on.get(account)
        if screen is not None and self.closed_cards.is_closed_for(account):
            return screen in self.watchers and self.id in screen.squeezing
        wants = (w for w in self.watchers if w.account == account and self.id in w.squeezing)
        found = next(wants, None)
        if found is not None:
            self._squeezed_on[account] = found
        return found is not None

    def _hidden_from(self, watcher: Watcher) -> frozenset[int]:
        if watcher.sees_all:
            return frozenset()
        is_squeezed_here = self._squeezed_on.get(watcher.account) is watcher
        return self.closed_cards.hidden_from(watcher.account if is_squeezed_here else "")

    def _audiences(self, told: int, ahead: dict[Watcher, int]) -> _Audiences:
        """Sort those who watch, so that what is the same for many is written once."""
        sorted_by: _Audiences = {}
        for watcher in self.watchers:
            audience = self._hidden_from(watcher), ahead.get(watcher, told)
            sorted_by.setdefault(audience, []).append(watcher)
        return sorted_by

    def frames_since(
        self, version: int | None, request: str | None, watcher: Watcher
    ) -> list[bytes]:
        """Give what happened since a version, or a snapshot where that is not known here.

        `request` is the id of whoever asks, for the snapshot: what happened is the same for all.
        Where cards are squeezed, whoever was away may have missed that they were opened.
        """
        if self.closed_cards.is_used:
            closed = self.closed_cards.message(self.name, self.view.house_table.table, frozenset())
            return [self._snapshot_frame(request, watcher), encode(closed)]
        if version == self._told:
            return []
        frames = list(self._frames)
        places = [place for place, (after, _) in enumerate(frames) if after == version]
        if version is None or not places or self.is_own:
            return [self._snapshot_frame(request, watcher)]
        return [frame for _, frame in frames[places[0] :]]

    def _snapshot_frame(self, request: str | None, watcher: Watcher) -> bytes:
        if self._told != self.version:
            self._ahead[watcher] = self.version
        snapshot, hidden = self.snapshot(), self._hidden_from(watcher)
        coup = self.view.house_table.table.coup
        if hidden and coup is not None:
            snapshot = snapshot_hiding(snapshot, coup, hidden)
        return encode(replace(snapshot, id=request))

    def seat_of(self, account: str) -> YourSeat:
        """Tell somebody where he sits."""
        table = self.view.house_table.table
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
        won={},
        on_wager={},
        bettors=0,
        roads=roads_of(Board()),
    )


_OPENING: Final = (Ruled, CardsReconstructed)


def _opens(event: Ruled | CardsReconstructed, round_: int) -> bool:
    """Whether cards lie open from now on: what is looked into, or put in order, does."""
    return isinstance(event, CardsReconstructed) or event.round == round_
