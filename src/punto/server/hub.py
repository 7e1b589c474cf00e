"""Everyone who watches: entries of the journal come in, each is shown to those who may see it."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from msgspec.structs import replace

from punto.coup.event import (
    Bet,
    BettingOpened,
    RoundSettledAgain,
    RoundVoided,
    WagersCollected,
    WagersPaid,
)
from punto.house.chain import Link
from punto.house.record import decode_table
from punto.protocol import View, encode, roads_of, shown_bet
from punto.protocol.tell import Happened, Snapshot, Waiting, YourResult
from punto.roads import Board
from punto.table.floor import Floor
from punto.table.record import Recorded

FRAMES_KEPT: Final = 512
"""How far back a client may resume without a snapshot."""


class Watcher(Protocol):
    """A connection that follows tables."""

    def send(self, frame: bytes) -> None:
        """Put a frame in its queue."""


class TableHub:
    """One table and those who watch it."""

    def __init__(
        self, name: str, floor: Floor, version: int, since_ms: int, *, is_own: bool
    ) -> None:
        self.name = name
        """The name that clients know it by."""
        self.view = View(floor)
        self.version = version
        self.since_ms = since_ms
        """The time of the last entry: since when the table is as it is."""
        self.is_own = is_own
        """Whether one player has this table for himself."""
        self.waiting: Waiting | None = None
        """Why play waits for a supervisor, while it does."""
        self.watchers: set[Watcher] = set()
        self._frames: deque[tuple[int, bytes]] = deque(maxlen=FRAMES_KEPT)

    def publish(self, links: Iterable[Link]) -> list[tuple[Recorded, ...]]:
        """Show entries to all who watch, as one frame; give their events for what is private."""
        after, entries = self.version, []
        shown = []
        for link in links:
            events = decode_table(link.body or b"").events
            entries.append(events)
            shown += self.view.seen(events)
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
        return entries

    def frames_since(self, version: int | None) -> list[bytes]:
        """Give what happened since a version, or a snapshot where that is not known here."""
        if version == self.version:
            return []
        frames = list(self._frames)
        places = [place for place, (after, _) in enumerate(frames) if after == version]
        if version is None or not places or self.is_own:
            return [encode(self.snapshot())]
        return [frame for _, frame in frames[places[0] :]]

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


class Results:
    """What became of the wagers of a table's round, sorted by whose they were."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._number = 0
        self._collected: list[Bet] = []
        self.last: dict[str, YourResult] = {}
        """What each bettor was told of the last round, until the next one opens."""

    def of(self, events: Iterable[Recorded]) -> dict[str, YourResult]:
        """Give everyone's result once all wagers of a round are collected and paid, or void."""
        found: dict[str, YourResult] = {}
        for event in events:
            match event:
                case BettingOpened(number):
                    self._number, self._collected, self.last = number, [], {}
                case WagersCollected(bets):
                    self._collected = list(bets)
                case WagersPaid(bets):
                    found = self._sorted((*self._collected, *bets), void=False)
                    self._collected, self.last = [], found
                case RoundSettledAgain(bets=bets):
                    self.last = found = self._sorted(bets, void=False)
                case RoundVoided(bets=bets, after_payment=after_payment):
                    found = self._sorted(bets, void=True)
                    if after_payment:
                        found = {key: self._taken_back(key, each) for key, each in found.items()}
                    self._collected, self.last = [], found
                case _:
                    pass
        return found

    def _sorted(self, bets: Sequence[Bet], *, void: bool) -> dict[str, YourResult]:
        by_account: dict[str, list[Bet]] = {}
        for bet in bets:
            by_account.setdefault(bet.bettor, []).append(bet)
        return {
            account: YourResult(
                table=self._name,
                round=self._number,
                void=void,
                bets=[shown_bet(bet) for bet in own],
                net=sum(bet.net for bet in own),
            )
            for account, own in by_account.items()
        }

    def _taken_back(self, account: str, result: YourResult) -> YourResult:
        """Void after payment: what had been won is lost again."""
        paid = self.last.get(account)
        return replace(result, net=-paid.net if paid else 0)
