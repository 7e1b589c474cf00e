"""A table as a client knows it: a snapshot, and every event since."""

from collections.abc import Callable

from punto.protocol import event as seen
from punto.protocol import roads_of
from punto.protocol.event import Seen
from punto.protocol.tell import (
    Bet,
    ClosedHand,
    ClosedHands,
    Happened,
    Snapshot,
    Waiting,
    YourResult,
    YourStakes,
    YourStrip,
)
from punto.roads import Board


class OutOfStep(Exception):
    """An event is missing: the table must be watched anew."""


class TableView:
    """What one table shows. Nothing in it knows a rule of the game."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.version: int | None = None
        self.phase = "unknown"
        self.round = 0
        self.hands: dict[str, list[str | None]] = {"player": [], "banker": []}
        """The cards; none for one that somebody else squeezes."""
        self.closed: list[ClosedHand] = []
        """What is squeezed now, and by whom."""
        self.totals = {"player": 0, "banker": 0}
        self.winner: str | None = None
        self.on_wager: dict[str, int] = {}
        self.at_position: dict[str, dict[str, int]] = {}
        """By playing position: what lies on each wager there, of all who bet at it."""
        self.closes_at_ms: int | None = None
        self.waiting: Waiting | None = None
        """Why play waits for a supervisor, while it does."""
        self.dealer: bool | None = None
        """Whether somebody is there to deal, where a person does."""
        self.taken: list[int] = []
        """The playing positions that are taken."""
        self.sitters: dict[str, str] = {}
        """By position: two letters by which whoever sits there is told from the others."""
        self.seat: int | None = None
        """Where we sit."""
        self.committed_as = name
        self.commitments: dict[int, str] = {}
        self.revealed: dict[int, seen.ShoeRevealed] = {}
        self.roads: seen.Roads | None = None
        self.stakes: dict[str, int] = {}
        self.can_undo = False
        self.hopeless = False
        self.previous: dict[str, int] = {}
        self.strip = ""
        self.roadmap = ""
        self.bets: list[Bet] = []
        self.net = 0
        self.settled_round = 0

    # --- messages -------------------------------------------------------------------------------

    def begin(self, snapshot: Snapshot) -> None:
        """Take the table as it is shown."""
        self.version = snapshot.version
        self.phase, self.round = snapshot.phase, snapshot.round
        self.hands = {"player": snapshot.player_cards, "banker": snapshot.banker_cards}
        self.totals = {"player": snapshot.player, "banker": snapshot.banker}
        self.winner, self.roads = snapshot.winner, snapshot.roads
        self.on_wager, self.at_position = snapshot.on_wager, snapshot.at_position
        self.closes_at_ms = snapshot.closes_at_ms
        self.waiting, self.dealer = snapshot.waiting, snapshot.dealer
        self.taken = snapshot.taken
        self.sitters = snapshot.sitters
        self.committed_as = snapshot.committed_as
        self.commitments = {int(number): text for number, text in snapshot.commitments.items()}

    def hear_closed(self, message: ClosedHands) -> None:
        """Take what is squeezed now, and the cards that have been opened."""
        self.closed = message.hands
        for card in message.opened:
            hand = self.hands[card.side]
            place = min(card.place // 2, len(hand) - 1)
            self.hands[card.side] = [*hand[:place], card.card, *hand[place + 1 :]]
            self.totals[card.side] = card.total or 0

    def follow(self, happened: Happened) -> None:
        """Add what happened; what was seen before is passed over, and a gap is an error."""
        if self.version is not None and happened.version <= self.version:
            return
        if happened.after != self.version:
            raise OutOfStep(f"{self.name}: {happened.after} follows {self.version}")
        for event in happened.events:
            self._see(event)
            self._wait(event, happened.at_ms)
        self.version = happened.version
        self.closes_at_ms = happened.closes_at_ms

    def own_stakes(self, message: YourStakes) -> None:
        """Take what we have on the table."""
        self.stakes, self.previous = message.stakes, message.previous
        self.can_undo, self.hopeless = message.can_undo, message.hopeless

    def own_result(self, message: YourResult) -> None:
        """Take what became of our wagers."""
        self.bets, self.net, self.settled_round = message.bets, message.net, message.round

    def own_strip(self, message: YourStrip) -> None:
        """Take the results of this sitting."""
        self.strip, self.roadmap = message.strip, message.roadmap

    # --- events ---------------------------------------------------------------------------------

    def _see(self, event: Seen) -> None:
        action: Callable[[Seen], None] | None = {
            seen.DealerChanged: self._dealer_changed,
            seen.BettingOpened: self._opened,
            seen.StakesChanged: self._staked,
            seen.CardDealt: self._dealt,
            seen.CardCorrected: self._corrected,
            seen.CardsReconstructed: self._reconstructed,
            seen.ResultAnnounced: self._announced,
            seen.RoundSettledAgain: self._settled_again,
            seen.RoundVoided: self._voided,
            seen.EarlierRoundVoided: self._voided_earlier,
            seen.ResultRecorded: self._recorded,
            seen.ResultDropped: self._dropped,
            seen.SeatsChanged: self._seats_changed,
            seen.ShoeOpened: self._shoe_opened,
            seen.ShoeCommitted: self._committed,
            seen.ShoeRevealed: self._revealed,
        }.get(type(event))
        if action is not None:
            action(event)
        self.phase = _PHASES.get(type(event), self.phase)

    def _wait(self, event: Seen, at_ms: int) -> None:
        match event:
            case seen.Ruled(round=number, found=found, decision="supervisor", words=words):
                self.waiting = Waiting(round=number, found=found, words=words, since_ms=at_ms)
            case seen.Decided() | seen.TableOpened():
                self.waiting = None
            case _:
                pass

    def _recorded(self, event: Seen) -> None:
        assert isinstance(event, seen.ResultRecorded)
        self.round, self.winner, self.roads = event.round, event.winner, event.roads

    def _dropped(self, event: Seen) -> None:
        assert isinstance(event, seen.ResultDropped)
        self.winner, self.roads = None, event.roads

    def _dealer_changed(self, event: Seen) -> None:
        assert isinstance(event, seen.DealerChanged), "as it was sorted"
        self.dealer = event.present

    def _seats_changed(self, event: Seen) -> None:
        assert isinstance(event, seen.SeatsChanged)
        self.taken = event.taken
        self.sitters = event.sitters

    def _shoe_opened(self, _: Seen) -> None:
        self.roads = roads_of(Board())  # a new shoe is an empty sheet

    def _opened(self, event: Seen) -> None:
        assert isinstance(event, seen.BettingOpened)
        self.round, self.winner, self.on_wager = event.round, None, {}
        self.at_position = {}
        self.hands = {"player": [], "banker": []}
        self.totals = {"player": 0, "banker": 0}

    def _staked(self, event: Seen) -> None:
        assert isinstance(event, seen.StakesChanged)
        self.on_wager, self.at_position = event.on_wager, event.at_position

    def _dealt(self, event: Seen) -> None:
        assert isinstance(event, seen.CardDealt)
        self.hands[event.side] = [*self.hands[event.side], event.card]
        if event.total is not None:
            self.totals[event.side] = event.total

    def _corrected(self, event: Seen) -> None:
        assert isinstance(event, seen.CardCorrected)
        hand = self.hands[event.side]
        place = min(event.place // 2, len(hand) - 1)
        self.hands[event.side] = [*hand[:place], event.card, *hand[place + 1 :]]
        self.totals[event.side] = event.total or 0

    def _reconstructed(self, event: Seen) -> None:
        assert isinstance(event, seen.CardsReconstructed)
        self._put_back(event)
        self.winner = None

    def _settled_again(self, event: Seen) -> None:
        assert isinstance(event, seen.RoundSettledAgain)
        self._put_back(event)
        self.winner = event.winner

    def _put_back(self, event: seen.CardsReconstructed | seen.RoundSettledAgain) -> None:
        self.hands = {"player": [*event.player_cards], "banker": [*event.banker_cards]}
        self.totals = {"player": event.player, "banker": event.banker}
        self.roads = event.roads

    def _announced(self, event: Seen) -> None:
        assert isinstance(event, seen.ResultAnnounced)
        self.winner, self.roads = event.winner, event.roads

    def _voided(self, event: Seen) -> None:
        assert isinstance(event, seen.RoundVoided)
        self.winner, self.roads = None, event.roads

    def _voided_earlier(self, event: Seen) -> None:
        assert isinstance(event, seen.EarlierRoundVoided)
        self.roads = event.roads

    def _committed(self, event: Seen) -> None:
        assert isinstance(event, seen.ShoeCommitted)
        self.commitments[event.number] = event.commitment

    def _revealed(self, event: Seen) -> None:
        assert isinstance(event, seen.ShoeRevealed)
        self.revealed[event.number] = event


_PHASES: dict[type[Seen], str] = {
    seen.BettingOpened: "betting",
    seen.BettingClosed: "dealing",
    seen.CardsReconstructed: "dealing",
    seen.ResultAnnounced: "result",
    seen.RoundSettled: "settled",
    seen.RoundSettledAgain: "settled",
    seen.RoundVoided: "void",
}
